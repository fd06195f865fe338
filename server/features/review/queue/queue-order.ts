import type { QueueFilters, QueueSort } from '#contract/review/review-queue.ts'
import { isStorableKey, isStoredMoment } from '#server/platform/database/keyset.ts'
import type { Bind } from '#server/platform/database/statement.ts'
import {
  type Asking,
  holds,
  isConfirmationList,
  isHeldList,
  isOpenList,
  type Reader,
} from './queue-filter.ts'

/** In which order the list is shown, where it is not its own. */
export interface QueueOrder {
  sort?: QueueSort
  order?: 'asc' | 'desc'
}

/** How a list is sorted: what its cases are compared by, and what has to be joined to `cases c` for it. */
export interface SortKey {
  key: string
  cast: 'timestamptz' | 'text'
  order: 'asc' | 'desc'
  joins: (value: Bind) => string
  isKey: (key: string) => boolean
}

/**
 * The sort key of a list: its own, unless another is wanted. Moments and states have their indexes; by name and reviewer a list
 * is sorted as a whole, so long ones are read by `orderedParts`.
 */
export function sortKeyOf(filters: QueueFilters, { sort, order }: QueueOrder, asking: Reader): SortKey {
  switch (sort) {
    case 'name':
      return text(`coalesce(n.sort_name, ${lastOf(order)})`, order, () => names(asking))
    case 'state':
      return filters.state ? ownKey(filters, order) : text('c.state', order)
    case 'reviewer':
      return text(`coalesce(${REVIEWER}, ${lastOf(order)})`, order, (value) => owners(asking, value))
    case 'submitted':
      return moment('c.submitted_at', order ?? 'asc')
    case 'promise':
    case undefined:
      return ownKey(filters, order)
    default:
      return sort satisfies never
  }
}

/** The order of a list itself: by its promise, or newest first. */
export function ownKey(filters: QueueFilters, order?: QueueOrder['order']): SortKey {
  if (isHeldList(filters)) return moment('c.submitted_at', order ?? 'asc')
  if (isOpenList(filters)) return moment('c.due_at', order ?? 'asc')
  if (isConfirmationList(filters)) return moment('c.confirm_by', order ?? 'asc')
  return moment('c.updated_at', order ?? 'desc')
}

function moment(key: string, order: 'asc' | 'desc'): SortKey {
  return { key, cast: 'timestamptz', order, joins: () => '', isKey: isStoredMoment }
}

function text(key: string, order: 'asc' | 'desc' = 'asc', joins: SortKey['joins'] = () => ''): SortKey {
  return { key, cast: 'text', order, joins, isKey: isStorableKey }
}

/** What stands where there is no name, so that it comes last whichever way the list is sorted. */
export const lastOf = (order: QueueOrder['order']) => (order === 'desc' ? "''" : 'chr(1114111)')
const LAST = String.fromCodePoint(1114111)
/** Whether a key is that of those without a name. */
export const isLast = (key: string, order: QueueOrder['order']) => key === (order === 'desc' ? '' : LAST)

/** What a reviewer `o` is sorted by: what they are called. */
export const REVIEWER = `search_fold(coalesce(nullif(o.name, ''), o.auth0_email, 'User ' || o.id)) collate "C"`

/** The name of the person or the company, folded; of an erased account for those who may read it, since a place in the list names it. */
export function names({ withErased }: Reader): string {
  return `left join search_entries n on n.subject = c.user_id::text ${withErased ? '' : 'and not n.is_erased'}
    and n.kind = case c.kind when 'business' then 'company' else 'person' end`
}

/** Who has the case in hand, by the same rule as `ownerOf`: a claim that holds comes before an assignment. */
function owners(asking: Asking, value: Bind): string {
  return `left join users o on o.id = case when ${holds(asking, value)} then c.claimed_by else c.assigned_to end`
}
