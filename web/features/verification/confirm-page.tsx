import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import { usePageTitle } from '#web/lib/page-title.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { useUser } from '#web/lib/session.ts'
import { ownDocumentsQuery } from '#web/shared/documents/own-documents.ts'
import { useOwnCase } from '#web/shared/verification/own-case.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { ConfirmForm } from './confirm-form.tsx'

/** The one page on which a verified person confirms that nothing changed, with new documents where they expired. */
export function ConfirmDetailsPage() {
  usePageTitle('Confirm your details')
  const user = useUser()
  const own = useOwnCase('consumer')
  const profile = useQuery({
    ...endpointQuery('GET /api/onboarding/kyc-profile-by-user/:id', { params: { id: user?.id ?? 0 } }),
    enabled: user != null && own?.state === 'reverification_due',
  })
  const documents = useQuery(ownDocumentsQuery)
  const failed = [profile, documents].find((query) => query.isError)
  return (
    <Page width="narrow">
      <h1 className="mb-6" tabIndex={-1}>
        Confirm your details
      </h1>
      {own === null || (own && own.state !== 'reverification_due') ? (
        <EmptyState
          card
          icon={CircleCheck}
          title="There’s nothing to confirm"
          action={
            <Link className={buttonClass('primary')} to="/verification">
              Account verification
            </Link>
          }
        />
      ) : failed ? (
        <ErrorState
          card
          title="Your details could not be loaded"
          message={failed.error?.message}
          onRetry={() => void failed.refetch()}
          retrying={failed.isFetching}
        />
      ) : own && profile.data && documents.data ? (
        <ConfirmForm by={own.confirmBy} profile={profile.data.profile} documents={documents.data.documents} />
      ) : (
        <LoadingRegion label="Loading your details" className="grid gap-4">
          <Skeleton height={200} />
          <Skeleton height={160} />
        </LoadingRegion>
      )}
    </Page>
  )
}
