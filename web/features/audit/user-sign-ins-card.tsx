import { useInfiniteQuery } from '@tanstack/react-query'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { signInsQuery } from './activity-queries.ts'
import { SignInTable } from './sign-in-table.tsx'

/** When a user signed in, and how. */
export function UserSignInsCard({ userId }: { userId: number }) {
  const query = useInfiniteQuery(signInsQuery(userId))
  const rows = query.data?.pages.flatMap((page) => page.data)
  return (
    <Card aria-labelledby="user-sign-ins">
      <CardHeader id="user-sign-ins" title="Sign-in history" />
      {rows?.length === 0 ? (
        <EmptyState title="No login data available yet" />
      ) : !rows && query.error ? (
        <ErrorState
          title="Failed to fetch user activity"
          message={query.error.message}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <SignInTable rows={rows} query={query} ofOne />
      )}
    </Card>
  )
}
