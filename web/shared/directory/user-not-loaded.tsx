import { Link } from '@tanstack/react-router'
import { ApiError } from '#web/lib/api-error.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'

interface Query {
  error: Error | null
  isEnabled: boolean
  isFetching: boolean
  refetch: () => unknown
}

/** Shown instead of a user who couldn't be loaded, or who doesn't exist, in which case retrying is pointless. */
export function UserNotLoaded({ query, title, message }: { query: Query; title: string; message: string }) {
  const { error, isEnabled, isFetching, refetch } = query
  if (!isEnabled || (error instanceof ApiError && [400, 404].includes(error.status)))
    return (
      <EmptyState
        card
        title="There is no such user"
        action={
          <Link className={buttonClass('primary')} to="/admin/dashboard">
            Find a user
          </Link>
        }
      >
        Check the address, or find them in the list.
      </EmptyState>
    )
  return (
    <ErrorState card title={title} message={message} onRetry={() => void refetch()} retrying={isFetching} />
  )
}
