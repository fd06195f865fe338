import { useInfiniteQuery } from '@tanstack/react-query'
import Inbox from 'lucide-react/icons/inbox'
import type { QueueSort } from '#contract/review/review-queue.ts'
import { useMay } from '#web/lib/may.tsx'
import { Button } from '#web/ui/button.tsx'
import { DataTable, SortTh, Th } from '#web/ui/data-table.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { MorePages } from '#web/ui/more-pages.tsx'
import { NearNotice } from '#web/ui/near-notice.tsx'
import { type SkeletonCell, SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { type QueueListFilters, queueQuery } from './queries.ts'
import { QueueTableRow } from './queue-table-row.tsx'
import { caseCountText, queueSortDirection } from './queue-text.ts'
import type { Ownership } from './use-ownership.ts'

const WAITING_ROW: readonly SkeletonCell[] = [
  { head: true, width: 160 },
  { label: 'Status', width: 96 },
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

/** The cases found, with paging. */
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
  if (rows?.length === 0) {
    return isFiltered ? (
      <EmptyState
        title="No cases match these filters"
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
      <DataTable
        caption={sort ? 'Cases' : 'Cases, the most urgent first'}
        busy={!rows || isPlaceholderData}
        head={
          <>
            {mayAssign ? (
              <th scope="col">
                <input
                  type="checkbox"
                  className="q-c"
                  aria-label="Select all shown"
                  checked={isAll}
                  onChange={() => onToggleAll(isAll ? [] : free)}
                />
              </th>
            ) : null}
            <SortTh direction={queueSortDirection(filters, 'name')} onSort={sorter('name')}>
              Name
            </SortTh>
            <SortTh direction={queueSortDirection(filters, 'state')} onSort={sorter('state')}>
              Status
            </SortTh>
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
