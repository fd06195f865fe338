import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { SIGN_IN_METHODS } from '#contract/audit/admin-activity.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { type ActivityFilters, activityQuery } from './activity-queries.ts'
import { ActivityFilterBar, SignInTable } from './sign-in-table.tsx'

/** Recent sign-ins and their methods, refetched every five minutes (account-admin §9.1). */
export function ActivityTab() {
  const search = useSearch({ from: '/admin-shell/admin/dashboard' })
  const navigate = useNavigate()
  const filters: ActivityFilters = {
    email: search.email,
    method: SIGN_IN_METHODS.find((method) => method === search.method),
  }
  const query = useInfiniteQuery(activityQuery(filters))
  const show = (next: ActivityFilters) =>
    void navigate({
      to: '/admin/dashboard',
      search: { tab: 'activity', email: next.email || undefined, method: next.method },
      resetScroll: false,
    })
  const { error, isFetching, refetch } = query
  const rows = query.data?.pages.flatMap((page) => page.data)
  return (
    <Card aria-labelledby="activity">
      <CardHeader id="activity" title="Sign-in activity" />
      <ActivityFilterBar filters={filters} onSearch={show} />
      {rows?.length === 0 ? (
        <EmptyState title="No login data available yet" />
      ) : !rows && error ? (
        <ErrorState
          title="Failed to fetch user activity"
          message={error.message}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <SignInTable rows={rows} query={query} />
      )}
    </Card>
  )
}
