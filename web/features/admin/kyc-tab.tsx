import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import IdCard from 'lucide-react/icons/id-card'
import type { ReviewCase } from '#contract/admin-cases.ts'
import type { AdminUserDetail } from '#contract/admin-users.ts'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { CaseEvents } from './case-events.tsx'
import { DecisionCard } from './decision-card.tsx'
import { DocumentDates } from './document-dates.tsx'
import { DocumentPane } from './document-pane.tsx'
import { reviewCaseQuery } from './queries.ts'
import { selectedDocument } from './selected-document.ts'
import { SubmittedDetails } from './submitted-details.tsx'
import type { VerdictDraftsState } from './use-verdict-drafts.ts'

/** The identity check of a user: documents beside the data, the decision, and all that happened (account-admin §2). */
export function KycTab({ user, drafts }: { user: AdminUserDetail; drafts: VerdictDraftsState }) {
  const { data, error, isFetching, refetch } = useQuery({
    ...reviewCaseQuery(user.id),
    enabled: user.kyc_profile !== null,
  })
  if (!user.kyc_profile) {
    return (
      <section>
        <h2 className="sr-only">KYC Details</h2>
        <EmptyState card icon={IdCard} title="User has not submitted KYC information yet" />
      </section>
    )
  }
  if (error && !data) {
    return (
      <ErrorState
        card
        title="Error Loading User"
        message={error.message || 'Failed to fetch user details'}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  }
  if (!data) return <KycSkeleton />
  const one = data.case
  return (
    <div className="ud">
      {one ? <DocumentPane key={one.id} items={one.items} /> : null}
      <div className="col">
        <SubmittedDetails profile={user.kyc_profile} one={one} />
        {one ? <SelectedDates items={one.items} /> : null}
        {one ? <DecisionCard userId={user.id} one={one} drafts={drafts} /> : null}
        {one ? <CaseEvents events={one.events} /> : null}
      </div>
    </div>
  )
}

function SelectedDates({ items }: Pick<ReviewCase, 'items'>) {
  const { document: asked } = useSearch({ strict: false })
  const { document, title, isFormer } = selectedDocument(items, asked)
  if (!document || isFormer) return null
  return <DocumentDates key={document.id} title={title} document={document} />
}

function KycSkeleton() {
  return (
    <LoadingRegion label="Loading KYC details" className="ud">
      <Skeleton height={560} />
      <div className="col">
        <Skeleton height={320} />
        <Skeleton height={220} />
      </div>
    </LoadingRegion>
  )
}
