import type { ReviewCase } from '#contract/admin-cases.ts'
import type { AdminUserDetail } from '#contract/admin-users.ts'
import { DOC_TYPE_LABELS } from '#contract/documents.ts'
import { formatDate } from '#web/lib/dates.ts'
import { CaseDetails } from './case-details.tsx'

type Props = { profile: NonNullable<AdminUserDetail['kyc_profile']>; one: ReviewCase | null }

/** What the applicant has entered. */
export function SubmittedDetails({ profile, one }: Props) {
  return (
    <CaseDetails
      id="submitted-details"
      title="Submitted details"
      one={one}
      createdAt={profile.created_at}
      rows={[
        { label: 'First name', value: profile.first_name },
        { label: 'Last name', value: profile.last_name },
        { label: 'Date of birth', value: formatDate(profile.dob) },
        { label: 'Phone', value: profile.phone },
        { label: 'Address', value: <span className="whitespace-pre-line">{profile.address}</span> },
        { label: 'Document type', value: DOC_TYPE_LABELS[profile.doc_type] },
      ]}
    />
  )
}
