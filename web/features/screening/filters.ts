import { ListSource, MatchLevel } from '#contract/screening/sanctions.ts'
import { MatchSort, MatchWaiting } from '#contract/screening/screening.ts'
import type { SortDirection } from '#web/ui/data-table.tsx'

/** Which open matches the list shows, and in which order. */
export interface MatchFilters {
  level?: MatchLevel
  source?: ListSource
  waiting?: MatchWaiting
  sort?: MatchSort
  order?: 'asc' | 'desc'
}

type Search = { level?: string; list?: string; waiting?: string; sort?: string; order?: string }

/** Returns the filters that a URL's parameters name, ignoring invalid ones. */
export function matchFiltersOf({ level, list, waiting, sort, order }: Search): MatchFilters {
  return {
    level: MatchLevel.safeParse(level).data,
    source: ListSource.safeParse(list).data,
    waiting: MatchWaiting.safeParse(waiting).data,
    sort: MatchSort.safeParse(sort).data,
    order: order === 'asc' || order === 'desc' ? order : undefined,
  }
}

/** Returns the URL's parameters for these filters, for a link or a navigation. */
export function matchSearchOf({ level, source, waiting, sort, order }: MatchFilters): Search {
  return {
    ...(level && { level }),
    ...(source && { list: source }),
    ...(waiting && { waiting }),
    ...(sort && { sort }),
    ...(order && { order }),
  }
}

/** Whether the filters leave some matches out. */
export function isFiltered({ level, source, waiting }: MatchFilters): boolean {
  return [level, source, waiting].some((filter) => filter !== undefined)
}

const USUAL_ORDER: Readonly<Record<MatchSort, 'asc' | 'desc'>> = { found: 'asc', level: 'desc', list: 'asc' }

/** The table's sort order; oldest first by default. */
export function matchSortDirection(
  { sort = 'found', order }: MatchFilters,
  column: MatchSort,
): SortDirection {
  if (sort !== column) return 'none'
  return (order ?? USUAL_ORDER[column]) === 'asc' ? 'ascending' : 'descending'
}

/**
 * Returns the filters after a click on a column: another column starts in its usual order, the same one is
 * reversed.
 */
export function sortedBy(filters: MatchFilters, column: MatchSort): MatchFilters {
  const direction = matchSortDirection(filters, column)
  if (direction === 'none') return { ...filters, sort: column, order: undefined }
  return { ...filters, sort: column, order: direction === 'ascending' ? 'desc' : 'asc' }
}
