import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TableFooter, Td } from '#web/ui/data-table.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** What the parts of a list need of its query. */
interface List {
  error: Error | null
  isFetching: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  refetch: () => unknown
  fetchNextPage: () => unknown
}

const NUMBER = new Intl.NumberFormat('en-GB')

/** The line under a list: how many are shown, and the button for more of them. */
export function LoadMore({
  list,
  count,
  one,
  many,
}: {
  list: List
  /** How many are shown; unknown while the first page is on its way. */
  count: number | undefined
  one: string
  many: string
}) {
  if (count === undefined) return null
  const { hasNextPage, isFetchingNextPage, fetchNextPage, error } = list
  const words = `Showing ${NUMBER.format(count)} ${count === 1 ? one : many}${hasNextPage ? ', and there are more' : ''}`
  return (
    <TableFooter
      actions={
        hasNextPage ? (
          <Button
            size="sm"
            busy={isFetchingNextPage}
            busyLabel="Loading..."
            onClick={() => void fetchNextPage()}
          >
            {error ? 'Try again' : 'Load more'}
          </Button>
        ) : null
      }
    >
      {error && !isFetchingNextPage ? `${words}. ${error.message}` : words}
    </TableFooter>
  )
}

/** A list that could not be loaded, with another try. */
export function ListFailed({ title, list, children }: { title: string; list: List; children?: ReactNode }) {
  return (
    <ErrorState
      title={title}
      message={list.error?.message}
      onRetry={() => void list.refetch()}
      retrying={list.isFetching}
    >
      {children}
    </ErrorState>
  )
}

/** Rows in the real layout while the first page is on its way. */
export function SkeletonRows({ heads }: { heads: readonly string[] }) {
  return ['a', 'b', 'c', 'd', 'e'].map((row) => (
    <tr key={row} className="sk-late">
      {heads.map((head, column) => (
        <Td key={head} head={column === 0} label={head}>
          <Skeleton width={column === 0 ? 160 : 72} />
        </Td>
      ))}
    </tr>
  ))
}
