import { useInfiniteQuery } from '@tanstack/react-query'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { signInsQuery } from './activity-queries.ts'
import { SignInTable } from './sign-in-table.tsx'

/** When a user signed in, and how. */
export function SignInsCard({ userId }: { userId: number }) {
  const query = useInfiniteQuery(signInsQuery(userId))
  const rows = query.data?.pages.flatMap((page) => page.data)
  return (
    <Card aria-labelledby="user-sign-ins">
      <CardHeader id="user-sign-ins" title="Sign-in history" />
      {rows?.length ? (
        <SignInTable rows={rows} query={query} ofOne />
      ) : rows ? (
        <EmptyState title="No login data available yet" />
      ) : query.error ? (
        <ErrorState
          title="Failed to fetch user activity"
          message={query.error.message}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <CardBody>
          <LoadingRegion label="Loading sign-ins">
            <Skeleton />
          </LoadingRegion>
        </CardBody>
      )}
    </Card>
  )
}
