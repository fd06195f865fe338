import { useInfiniteQuery } from '@tanstack/react-query'
import Inbox from 'lucide-react/icons/inbox'
import { Button } from '#web/ui/button.tsx'
import { DataTable, TableFooter, Td, Th } from '#web/ui/data-table.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type Filters, queueQuery } from './queries.ts'
import { QueueTableRow } from './queue-table-row.tsx'
import { countWords } from './queue-words.ts'
import type { Ownership } from './use-ownership.ts'

type Props = {
  filters: Filters
  chosen: readonly number[]
  onToggle: (id: number) => void
  onToggleAll: (ids: number[]) => void
  ownership: Ownership
  onClear: () => void
}

/** The cases found, with paging. */
export function QueueTable({ filters, chosen, onToggle, onToggleAll, ownership, onClear }: Props) {
  const query = useInfiniteQuery(queueQuery(filters))
  const { data, error, isFetching, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = query
  if (error && !data) {
    return (
      <ErrorState
        title="Error Loading Cases"
        message={error.message}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  }
  const rows = data?.pages.flatMap((page) => page.cases)
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
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
  const free = rows?.filter(({ isOwn }) => !isOwn).map(({ id }) => id) ?? []
  const isAll = free.length > 0 && free.every((id) => chosen.includes(id))
  return (
    <>
      <DataTable
        caption="Cases, the most urgent first"
        busy={!rows || query.isPlaceholderData}
        head={
          <>
            <th scope="col">
              <input
                type="checkbox"
                className="q-c"
                aria-label="Select all shown"
                checked={isAll}
                onChange={() => onToggleAll(isAll ? [] : free)}
              />
            </th>
            <Th>Name</Th>
            <Th>Status</Th>
            <Th>Waiting</Th>
            <Th>Promise</Th>
            <Th>Reviewer</Th>
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
        )) ?? <SkeletonRows />}
      </DataTable>
      {rows && first ? (
        <TableFooter
          actions={
            hasNextPage ? (
              <Button
                size="sm"
                busy={isFetchingNextPage}
                busyLabel="Loading..."
                onClick={() => void fetchNextPage()}
              >
                Load more
              </Button>
            ) : null
          }
        >
          {countWords(first, rows.length)}
        </TableFooter>
      ) : null}
    </>
  )
}

function SkeletonRows() {
  return ['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
    <tr key={row} className="sk-late">
      <Td>
        <Skeleton width={20} />
      </Td>
      <Td head>
        <Skeleton width={160} />
      </Td>
      <Td label="Status">
        <Skeleton width={96} />
      </Td>
      <Td label="Waiting">
        <Skeleton width={96} />
      </Td>
      <Td label="Promise">
        <Skeleton width={96} />
      </Td>
      <Td label="Reviewer">
        <Skeleton width={96} />
      </Td>
      <Td action>
        <Skeleton width={84} />
      </Td>
    </tr>
  ))
}
