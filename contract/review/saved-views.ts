import { z } from 'zod'
import { UserFilters } from '#contract/directory/admin-users.ts'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import { FreeText, UserId } from '#contract/fields.ts'
import { visibleText } from '#contract/text-checks.ts'
import { QUEUE_SORTS } from './queue-filters.ts'
import { QueueFilters } from './review-queue.ts'
import { VIEW_NAME_MAX } from './saved-view-limits.ts'

/** The lists whose filters and order are in their URL. */
export const ViewedList = z.enum(['queue', 'users'])
export type ViewedList = z.infer<typeof ViewedList>

const Order = z.enum(['asc', 'desc'])
/** What a view stores of a list's URL. Search text is left out, because it names people. */
const QueueSearch = QueueFilters.omit({ q: true }).extend({
  sort: z.enum(QUEUE_SORTS).optional(),
  order: Order.optional(),
})
const UserSearch = UserFilters.omit({ q: true, email: true, name: true }).extend({
  sort: z.enum(['created', 'name']).optional(),
  order: Order.optional(),
})

/** Any length: “Q1” and “王” are valid names. */
const Name = FreeText(VIEW_NAME_MAX).refine((name) => visibleText(name) !== '', 'Name the view')

/** A list's filters and order, saved by a person under a name. */
export const SavedView = z.object({
  id: z.number(),
  name: z.string(),
  /** The query parameters of the list's URL. */
  search: z.record(z.string(), z.string()),
})
export type SavedView = z.infer<typeof SavedView>

export const listViews = endpoint({
  method: 'GET',
  path: '/api/admin/views',
  access: 'figures.read',
  summary: 'The caller’s own saved views of a list, by name',
  query: z.object({ list: ViewedList }),
  answer: z.object({ views: z.array(SavedView) }),
  errors: ['VALIDATION_ERROR'],
})

export const saveView = endpoint({
  method: 'POST',
  path: '/api/admin/views',
  access: 'figures.read',
  summary: 'Save the filters and the order of a list under a name; a view of that name is replaced',
  body: z.discriminatedUnion('list', [
    z.object({ list: z.literal('queue'), name: Name, search: QueueSearch }),
    z.object({ list: z.literal('users'), name: Name, search: UserSearch }),
  ]),
  answer: z.object({ view: SavedView }),
  errors: ['VALIDATION_ERROR', 'INVALID_STATE'],
  limit: MUTATION_LIMIT,
})

export const deleteView = endpoint({
  method: 'DELETE',
  path: '/api/admin/views/:id',
  access: 'figures.read',
  summary: 'Delete a saved view of one’s own',
  params: z.object({ id: UserId }),
  answer: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND'],
  limit: MUTATION_LIMIT,
})
