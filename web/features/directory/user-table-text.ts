import { formatNumber } from '#web/lib/numbers.ts'
import type { UserListFilters } from '#web/shared/directory/queries.ts'
import type { SortDirection } from '#web/ui/data-table.tsx'

/** The footer: "Showing 8 users"; a count that stopped at its cap reads "1,000+". */
export function userCountText(found: { count: number; countIsCapped: boolean }, loaded: number): string {
  const count = `${formatNumber(found.count)}${found.countIsCapped ? '+' : ''}`
  const noun = found.count === 1 && !found.countIsCapped ? 'user' : 'users'
  const part = found.countIsCapped || loaded < found.count ? ` (${formatNumber(loaded)} loaded)` : ''
  return `Showing ${count} ${noun}${part}`
}

/** How a column is sorted; newest first unless something else is asked for. */
export function userSortDirection(
  { sort = 'created', order }: UserListFilters,
  column: 'name' | 'created',
): SortDirection {
  if (sort !== column) return 'none'
  const effective = order ?? (column === 'created' ? 'desc' : 'asc')
  return effective === 'asc' ? 'ascending' : 'descending'
}
