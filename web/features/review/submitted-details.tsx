import type { AdminUserDetail } from '#contract/directory/admin-users.ts'
import { DOC_TYPE_LABELS } from '#contract/documents/documents.ts'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { profileLines } from '#web/shared/verification/answer-lines.tsx'
import { CaseDetails } from './case-details.tsx'

type Props = { profile: NonNullable<AdminUserDetail['kyc_profile']>; reviewCase: ReviewCase | null }

/** What the applicant has entered. */
export function SubmittedDetails({ profile, reviewCase }: Props) {
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
