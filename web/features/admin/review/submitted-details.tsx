import type { ReviewCase } from '#contract/admin-cases.ts'
import type { AdminUserDetail } from '#contract/admin-users.ts'
import { DOC_TYPE_LABELS } from '#contract/documents.ts'
import { formatDate } from '#web/lib/dates.ts'
import { useNow } from '#web/parts/cases/use-now.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { CaseBadges } from './case-badges.tsx'
import { caseRows } from './case-rows.ts'

type Props = { profile: NonNullable<AdminUserDetail['kyc_profile']>; one: ReviewCase | null }

/** What the applicant has entered. */
export function SubmittedDetails({ profile, one }: Props) {
  const now = useNow()
  return (
    <Card aria-labelledby="submitted-details">
      <CardHeader id="submitted-details" title="Submitted details">
        <CaseBadges one={one} status={profile.kyc_status} />
      </CardHeader>
      <CardBody className="py-2">
        <KeyValueList
          items={[
            { label: 'First name', value: profile.first_name },
            { label: 'Last name', value: profile.last_name },
            { label: 'Date of birth', value: formatDate(profile.dob) },
            { label: 'Phone', value: profile.phone },
            { label: 'Address', value: <span className="whitespace-pre-line">{profile.address}</span> },
            { label: 'Document type', value: DOC_TYPE_LABELS[profile.doc_type] },
            ...caseRows(one, profile.created_at, now),
          ]}
        />
      </CardBody>
    </Card>
  )
}
