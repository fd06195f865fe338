import IdCard from 'lucide-react/icons/id-card'
import type { AdminUserDetail } from '#contract/directory/admin-users.ts'
import { DOC_TYPE_LABELS } from '#contract/documents/documents.ts'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { ScreeningCard } from '#web/shared/screening/screening-card.tsx'
import { profileLines } from '#web/shared/verification/answer-lines.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Split, Stack } from '#web/ui/layout.tsx'
import { CaseDetails, CaseEvents } from './case-details.tsx'
import { CaseNotes } from './case-notes.tsx'
import { CaseQuery } from './case-query.tsx'
import { DecisionCard } from './decision-card.tsx'
import { DocumentPane } from './document-pane.tsx'

/** The identity check of a user: documents beside the data, the decision, and all that happened (account-admin §2). */
export function KycTab({ user }: { user: AdminUserDetail }) {
  const { kyc_profile: profile } = user
  if (!profile) {
    return (
      <section>
        <h2 className="sr-only">KYC Details</h2>
        <EmptyState card icon={IdCard} title="User has not submitted KYC information yet" />
      </section>
    )
  }
  return (
    <CaseQuery userId={user.id} kind="consumer" label="KYC details">
      {(reviewCase) => (
        <Split sides="record">
          {reviewCase ? <DocumentPane key={reviewCase.id} userId={user.id} reviewCase={reviewCase} /> : null}
          <Stack>
            <SubmittedDetails profile={profile} reviewCase={reviewCase} />
            {reviewCase ? <ScreeningCard userId={user.id} kind="consumer" /> : null}
            {reviewCase ? <DecisionCard userId={user.id} reviewCase={reviewCase} /> : null}
            {reviewCase ? <CaseNotes userId={user.id} reviewCase={reviewCase} /> : null}
            {reviewCase ? <CaseEvents events={reviewCase.events} /> : null}
          </Stack>
        </Split>
      )}
    </CaseQuery>
  )
}

type Props = { profile: NonNullable<AdminUserDetail['kyc_profile']>; reviewCase: ReviewCase | null }

/** What the applicant has entered. */
function SubmittedDetails({ profile, reviewCase }: Props) {
  return (
    <CaseDetails
      id="submitted-details"
      title="Submitted details"
      reviewCase={reviewCase}
      createdAt={profile.created_at}
      rows={[
        ...profileLines(profile, 'staff'),
        { label: 'Document type', value: DOC_TYPE_LABELS[profile.doc_type] },
      ]}
    />
  )
}
