import { ListSource, MatchLevel } from '#contract/screening/sanctions.ts'
import { MatchSort, MatchWaiting } from '#contract/screening/screening.ts'
import type { SortDirection } from '#web/ui/data-table.tsx'

/** What the list of open matches shows, and in which order. */
export interface MatchFilters {
  level?: MatchLevel
  source?: ListSource
  waiting?: MatchWaiting
  sort?: MatchSort
  order?: 'asc' | 'desc'
}

type Search = { level?: string; list?: string; waiting?: string; sort?: string; order?: string }

/** The filters an address names; what it says wrong is left out. */
export function matchFiltersOf({ level, list, waiting, sort, order }: Search): MatchFilters {
  return {
    level: MatchLevel.safeParse(level).data,
    source: ListSource.safeParse(list).data,
    waiting: MatchWaiting.safeParse(waiting).data,
    sort: MatchSort.safeParse(sort).data,
    order: order === 'asc' || order === 'desc' ? order : undefined,
  }
}

/** The address of these filters, for a link or a navigation. */
export function matchSearchOf({ level, source, waiting, sort, order }: MatchFilters): Search {
  return {
    ...(level && { level }),
    ...(source && { list: source }),
    ...(waiting && { waiting }),
    ...(sort && { sort }),
    ...(order && { order }),
  }
}

/** Whether some matches are left out. */
export function isFiltered({ level, source, waiting }: MatchFilters): boolean {
  return [level, source, waiting].some((filter) => filter !== undefined)
}

const USUAL_ORDER: Readonly<Record<MatchSort, 'asc' | 'desc'>> = { found: 'asc', level: 'desc', list: 'asc' }

/** How a column is sorted: the oldest first unless something else is asked for. */
export function matchSortDirection(
  { sort = 'found', order }: MatchFilters,
  column: MatchSort,
): SortDirection {
  if (sort !== column) return 'none'
  return (order ?? USUAL_ORDER[column]) === 'asc' ? 'ascending' : 'descending'
}

/** The filters after a press on a column: another one starts in its usual order, the same one turns around. */
export function sortedBy(filters: MatchFilters, column: MatchSort): MatchFilters {
  const direction = matchSortDirection(filters, column)
  if (direction === 'none') return { ...filters, sort: column, order: undefined }
  return { ...filters, sort: column, order: direction === 'ascending' ? 'desc' : 'asc' }
}
