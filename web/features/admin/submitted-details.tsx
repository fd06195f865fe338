import type { ReviewCase } from '#contract/admin-cases.ts'
import type { AdminUserDetail } from '#contract/admin-users.ts'
import { DOC_TYPE_LABELS } from '#contract/documents.ts'
import { formatDate } from '#web/lib/dates.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { applicationStatus, verificationStatus } from '#web/ui/status.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { DueBadge } from './due-badge.tsx'

type Props = { profile: NonNullable<AdminUserDetail['kyc_profile']>; one: ReviewCase | null }

/** What the applicant has entered. */
export function SubmittedDetails({ profile, one }: Props) {
  return (
    <Card aria-labelledby="submitted-details">
      <CardHeader id="submitted-details" title="Submitted details">
        <span className="flex flex-wrap gap-2">
          {one ? <DueBadge dueAt={one.dueAt} dueState={one.dueState} /> : null}
          {one?.state === 'needs_resubmission' ? (
            // On the wire this is `rejected`, but the applicant can still mend it.
            <StatusBadge vocabulary={applicationStatus} value={one.state} />
          ) : (
            <StatusBadge vocabulary={verificationStatus} value={profile.kyc_status} />
          )}
        </span>
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
            { label: 'Submitted', value: formatDate(one?.submittedAt ?? profile.created_at) },
            ...(one && one.round > 1 ? [{ label: 'Round', value: String(one.round) }] : []),
            ...(one
              ? [
                  {
                    label: 'Risk disclosure',
                    value: one.riskDisclosureAccepted ? 'Accepted' : 'Not recorded as accepted',
                  },
                ]
              : []),
          ]}
        />
      </CardBody>
    </Card>
  )
}
