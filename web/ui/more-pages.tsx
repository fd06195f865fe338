import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { TableFooter } from './data-table.tsx'

/** A paged list's state; an infinite query has it. */
export interface LoadedPages {
  error: Error | null
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/** The line below a list: what is shown, why there isn't more, and how to load more. */
export function MorePages({ query, children }: { query: LoadedPages; children: ReactNode }) {
  const { error, isFetchNextPageError, isFetchingNextPage } = query
  return (
    <TableFooter actions={query.hasNextPage ? <MoreButton query={query} /> : null}>
      {children}
      {error && isFetchNextPageError && !isFetchingNextPage ? `. ${error.message}` : null}
    </TableFooter>
  )
}

/** Loads the next page, if there is one; after a failure it offers a retry. */
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
