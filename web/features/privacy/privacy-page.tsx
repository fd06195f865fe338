import { useQuery } from '@tanstack/react-query'
import { usePageTitle } from '#web/lib/page-title.ts'
import { BackLink } from '#web/shared/shell/back-link.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { ComplaintsCard } from './complaints-card.tsx'
import { ErasureCard } from './erasure-card.tsx'
import { privacyQuery } from './queries.ts'

/** What people can ask about their own data: to erase it, and to complain (security R58; law §4). */
export function PrivacyRequestsPage() {
  usePageTitle('Privacy & Data')
  const query = useQuery({ ...privacyQuery, staleTime: 0 })
  return (
    <Page width="narrow">
      <BackLink to="/profile">Back to your profile</BackLink>
      <h1 className="mt-2 mb-6" tabIndex={-1}>
        Privacy & Data
      </h1>
      {query.data ? (
        <div className="col">
          <ErasureCard privacy={query.data} />
          <ComplaintsCard complaints={query.data.complaints} />
        </div>
      ) : query.isError ? (
        <ErrorState
          card
          title="Your requests could not be loaded"
          message={query.error.message}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <LoadingRegion label="Loading your requests" className="grid gap-4">
          <Skeleton height={220} />
          <Skeleton height={160} />
        </LoadingRegion>
      )}
    </Page>
  )
}
