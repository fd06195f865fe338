import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TableFooter } from '#web/ui/data-table.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import type { SkeletonCell } from '#web/ui/skeleton-rows.tsx'

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

/** The cells of a row that is on its way, under these heads; the first leads. */
export function waitingRow(heads: readonly string[]): SkeletonCell[] {
  return heads.map((label, column) => (column === 0 ? { head: true, width: 160 } : { label, width: 72 }))
}
