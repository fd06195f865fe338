import { ApiError } from '#web/lib/api-error.ts'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'

interface Query {
  error: Error | null
  isError: boolean
  isFetching: boolean
  isEnabled: boolean
  refetch: () => unknown
}

/** Shown instead of a client or invoice that is loading, couldn't be loaded, or doesn't exist. */
export function NotLoaded({ query, what }: { query: Query; what: 'client' | 'invoice' }) {
  const { error, isError, isEnabled } = query
  if (isEnabled && !isError)
    return (
      <LoadingRegion label={`Loading the ${what}`} className="grid gap-6">
        <Skeleton height={260} />
        <Skeleton height={180} />
      </LoadingRegion>
    )
  const isMissing = !isEnabled || (error instanceof ApiError && [400, 404].includes(error.status))
  return (
    <section aria-label={`The ${what}`}>
      {isMissing ? (
        <EmptyState card title={`There is no such ${what}`}>
          Check the address, or find it in the list.
        </EmptyState>
      ) : (
        <ErrorState
          card
          title={`Error loading the ${what}`}
          message={error?.message}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
    </section>
  )
}
