import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { TableFooter } from './data-table.tsx'

/** What a list that is read page by page tells of its pages; an infinite query is one. */
export interface LoadedPages {
  error: Error | null
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/** The line under a list: what is shown, why there is not more of it, and the way to more. */
export function MorePages({ query, children }: { query: LoadedPages; children: ReactNode }) {
  const { error, isFetchNextPageError, isFetchingNextPage } = query
  return (
    <TableFooter actions={query.hasNextPage ? <MoreButton query={query} /> : null}>
      {children}
      {error && isFetchNextPageError && !isFetchingNextPage ? `. ${error.message}` : null}
    </TableFooter>
  )
}

/** Loads the next page, if there is one; after a failure it says that it is another try. */
export function MoreButton({ query, className }: { query: LoadedPages; className?: string }) {
  if (!query.hasNextPage) return null
  return (
    <Button
      size="sm"
      className={className}
      busy={query.isFetchingNextPage}
      busyLabel="Loading..."
      onClick={() => void query.fetchNextPage()}
    >
      {query.isFetchNextPageError ? 'Try Again' : 'Load more'}
    </Button>
  )
}
