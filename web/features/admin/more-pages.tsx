import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TableFooter } from '#web/ui/data-table.tsx'

/** What a list that is read page by page tells of its pages; an infinite query is one. */
export interface LoadedPages {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

/** The line under a list: what is shown, and the way to more. */
export function MorePages({ query, children }: { query: LoadedPages; children: ReactNode }) {
  return (
    <TableFooter
      actions={
        query.hasNextPage ? (
          <Button
            size="sm"
            busy={query.isFetchingNextPage}
            busyLabel="Loading..."
            onClick={() => void query.fetchNextPage()}
          >
            {query.isFetchNextPageError ? 'Try Again' : 'Load more'}
          </Button>
        ) : null
      }
    >
      {children}
      {query.isFetchNextPageError ? '. The next ones could not be loaded.' : null}
    </TableFooter>
  )
}
