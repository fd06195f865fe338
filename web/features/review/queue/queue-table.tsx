import { useInfiniteQuery } from '@tanstack/react-query'
import Inbox from 'lucide-react/icons/inbox'
import type { QueueSort } from '#contract/review/queue-filters.ts'
import { OPEN_STATES } from '#contract/verification/case-states.ts'
import { caseReference, referredCaseId } from '#domain/cases/case-reference.ts'
import { useMay } from '#web/lib/may.tsx'
import { Button } from '#web/ui/button.tsx'
import { DataTable, NearNotice, SelectTh, type SortDirection, SortTh, Th } from '#web/ui/data-table.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { MorePages } from '#web/ui/more-pages.tsx'
import { type SkeletonCell, SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { listOf } from './filters.ts'
import { type QueueListFilters, queueQuery } from './queries.ts'
import { queueSearchOf } from './queue-address.ts'
import { QueueTableRow, ROW_BOX_CLASS } from './queue-table-row.tsx'
import type { Ownership } from './use-ownership.ts'

const WAITING_ROW: readonly SkeletonCell[] = [
  { head: true, width: 160 },
  { label: 'Status', width: 96 },
  { label: 'Lines', width: 96 },
  { label: 'Waiting', width: 96 },
  { label: 'Promise', width: 96 },
  { label: 'Reviewer', width: 96 },
  { action: true, width: 84 },
]

type Props = {
  filters: QueueListFilters
  chosen: readonly number[]
  onToggle: (id: number) => void
  onToggleAll: (ids: number[]) => void
  ownership: Ownership
  onSort: (sort: QueueSort, order: 'asc' | 'desc') => void
  onClear: () => void
}

/** The matching cases, with paging. */
export function QueueTable({ filters, chosen, onToggle, onToggleAll, ownership, onSort, onClear }: Props) {
  const query = useInfiniteQuery(queueQuery(filters))
  const mayAssign = useMay('cases.lead')
  const { data, error, isFetching, refetch, isPlaceholderData } = query
  if (error && !data) {
    return (
      <ErrorState
        title="Error loading cases"
        message={error.message}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  }
  const rows = data?.pages.flatMap((page) => page.cases)
  const { sort, order, ...narrowed } = filters
  const isFiltered = Object.values(narrowed).some((value) => value !== undefined)
  const number = referredCaseId(filters.q ?? '')
  const numbered = rows?.find(({ id }) => id === number)
  const isNarrowed = Object.keys(queueSearchOf({ ...narrowed, q: undefined })).length > 0
  if (rows?.length === 0) {
    return isFiltered ? (
      <EmptyState
        title={
          number === null
            ? 'No cases match these filters'
            : `No case ${caseReference(number)} was sent for review`
        }
        action={<Button onClick={onClear}>Clear filters</Button>}
      />
    ) : (
      <EmptyState icon={Inbox} title="Nothing is waiting for review" />
    )
  }
  const [first] = data?.pages ?? []
  const sorter = (column: QueueSort) => (next: 'ascending' | 'descending') =>
    onSort(column, next === 'ascending' ? 'asc' : 'desc')
  const free = rows?.filter(({ isOwn }) => !isOwn).map(({ id }) => id) ?? []
  const isAll = free.length > 0 && free.every((id) => chosen.includes(id))
  return (
    <>
      {first?.isNear ? <NearNotice typed={filters.q ?? ''} /> : null}
      {numbered && (isNarrowed || !OPEN_STATES.some((open) => open === numbered.state)) ? (
        <p role="status" className="px-6 py-3 text-ink-2 max-[860px]:px-4">
          Found by its number, whatever the filters say.
        </p>
      ) : null}
      <DataTable
        caption={sort ? 'Cases' : 'Cases, the most urgent first'}
        busy={!rows || isPlaceholderData}
        dense
        head={
          <>
            {mayAssign ? (
              <SelectTh>
                <input
                  type="checkbox"
                  className={ROW_BOX_CLASS}
                  aria-label="Select all shown"
                  checked={isAll}
                  onChange={() => onToggleAll(isAll ? [] : free)}
                />
              </SelectTh>
            ) : null}
            <SortTh direction={queueSortDirection(filters, 'name')} onSort={sorter('name')}>
              Name
            </SortTh>
            <SortTh direction={queueSortDirection(filters, 'state')} onSort={sorter('state')}>
              Status
            </SortTh>
            <Th>Lines</Th>
            <SortTh direction={queueSortDirection(filters, 'submitted')} onSort={sorter('submitted')}>
              Waiting
            </SortTh>
            <SortTh direction={queueSortDirection(filters, 'promise')} onSort={sorter('promise')}>
              Promise
            </SortTh>
            <SortTh direction={queueSortDirection(filters, 'reviewer')} onSort={sorter('reviewer')}>
              Reviewer
            </SortTh>
            <Th hidden>Action</Th>
          </>
        }
      >
        {rows?.map((row) => (
          <QueueTableRow
            key={row.id}
            row={row}
            list={listOf(filters)}
            isChosen={chosen.includes(row.id)}
            onToggle={() => onToggle(row.id)}
            ownership={ownership}
          />
        )) ?? <SkeletonRows cells={mayAssign ? [{ width: 20 }, ...WAITING_ROW] : WAITING_ROW} />}
      </DataTable>
      {rows && first ? <MorePages query={query}>{caseCountText(first, rows.length)}</MorePages> : null}
    </>
  )
}

/** The table's sort order: by default waiting cases by due time, other lists by neither column. */
function queueSortDirection(
  { state, heard, promise, sort, order }: QueueListFilters,
  column: QueueSort,
): SortDirection {
  const isByPromise =
    !heard &&
    !promise &&
    (!state || state === 'reverification_due' || OPEN_STATES.some((open) => open === state))
  const effective = sort ?? (isByPromise ? 'promise' : undefined)
  if (effective !== column) return 'none'
  return order === 'desc' ? 'descending' : 'ascending'
}

/** The line under the table: "Showing 25 of 40 cases", "Showing 25 of more than 1000 cases". */
function caseCountText(
  { count, countIsCapped }: { count: number; countIsCapped: boolean },
  shown: number,
): string {
  const all = countIsCapped ? `more than ${count}` : String(count)
  return shown === count && !countIsCapped
    ? `Showing ${count} ${count === 1 ? 'case' : 'cases'}`
    : `Showing ${shown} of ${all} cases`
}
