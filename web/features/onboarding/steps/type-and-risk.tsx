import { useQuery } from '@tanstack/react-query'
import { USER_TYPE_CARDS, type UserType } from '#contract/account/user-types.ts'
import { NOW_OR_LATER, WITH_AN_ACCOUNT } from '#domain/onboarding/user-type.ts'
import { isRiskDisclosure } from '#domain/standing/verification-progress.ts'
import { ChangeLink } from '#web/features/onboarding/journey/step-frame.tsx'
import { readStored } from '#web/lib/browser-storage.ts'
import { formatDate } from '#web/lib/dates.ts'
import { SESSION_KEYS } from '#web/lib/storage-keys.ts'
import { heldStatement } from '#web/shared/certifications/held-statement.ts'
import { type OwnCertifications, ownCertificationsQuery } from '#web/shared/certifications/queries.ts'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { ReviewSection } from '#web/ui/review-section.tsx'
import { useJourney } from '../journey/journey.ts'

/** The review's last group: the chosen type, its certification, and the accepted risk disclosure. */
export function TypeAndRisk({ userType }: { userType: UserType | null }) {
  const { riskAccepted, applicant } = useJourney()
  // A visitor has signed no statement: that requires an account.
  const { data } = useQuery({ ...ownCertificationsQuery, enabled: !applicant.isVisitor })
  const own = applicant.isVisitor ? { certifications: [], investor_category: null } : data
  return (
    <ReviewSection title="User type and risk" change={<ChangeLink step="user-type" what="user type" />}>
      <KeyValueList
        look="answers"
        items={[...typeLines(userType, own, applicant.isVisitor), riskLine(riskAccepted, own)]}
      />
    </ReviewSection>
  )
}

function typeLines(userType: UserType | null, own: OwnCertifications | undefined, isVisitor: boolean) {
  const card = USER_TYPE_CARDS.find(({ id }) => id === userType)
  const lines = [{ label: 'User type', value: card?.title }]
  if (!own || !card?.needsSelfCertification) return lines
  return [...lines, { label: 'Certification', value: certificationText(own, isVisitor) }]
}

function certificationText(own: OwnCertifications, isVisitor: boolean) {
  const statement = heldStatement(own)
  if (statement && statement.standing !== 'expired')
    return statement.expiresAt ? `Certified until ${formatDate(statement.expiresAt)}` : 'Certified'
  return (
    <>
      Not certified yet
      <br />
      <span className="text-sm text-ink-3">{isVisitor ? WITH_AN_ACCOUNT : NOW_OR_LATER}</span>
    </>
  )
}

/**
 * This browser knows the date before the server's answer, and is the only one to know it if the acceptance is
 * still to be sent.
 */
function riskLine(isAccepted: boolean, own: OwnCertifications | undefined) {
  const stored = own?.certifications.find(({ certification_name: name }) => isRiskDisclosure(name))
  const date = stored?.acknowledged_at ?? readStored('session', SESSION_KEYS.riskDisclosureDate)
  const accepted = date ? `Accepted on ${formatDate(date)}` : 'Accepted'
  return { label: 'Risk disclosure', value: isAccepted ? accepted : null, missing: 'Not accepted yet' }
}
