import type { QueueSort } from '#contract/review/review-queue.ts'
import { OPEN_STATES } from '#contract/verification/cases.ts'
import type { SortDirection } from '#web/ui/data-table.tsx'
import type { QueueListFilters } from './queries.ts'

/** How a column is sorted: what waits by its promise unless something else is asked for, other lists by neither. */
export function queueSortDirection(
  { state, sort, order }: QueueListFilters,
  column: QueueSort,
): SortDirection {
  const isByPromise = !state || state === 'reverification_due' || OPEN_STATES.some((open) => open === state)
  const effective = sort ?? (isByPromise ? 'promise' : undefined)
  if (effective !== column) return 'none'
  return order === 'desc' ? 'descending' : 'ascending'
}

/** The line under the table: "Showing 25 of 40 cases", "Showing 25 of more than 1000 cases". */
export function caseCountText(
  { count, countIsCapped }: { count: number; countIsCapped: boolean },
  shown: number,
): string {
  const all = countIsCapped ? `more than ${count}` : String(count)
  return shown === count && !countIsCapped
    ? `Showing ${count} ${count === 1 ? 'case' : 'cases'}`
    : `Showing ${shown} of ${all} cases`
}
