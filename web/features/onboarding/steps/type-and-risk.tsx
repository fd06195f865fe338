import { USER_TYPE_CARDS, type UserType } from '#contract/account/user-types.ts'
import { needsSelfCertification } from '#domain/onboarding/user-type.ts'
import { ChangeLink } from '#web/features/onboarding/journey/step-frame.tsx'
import { readStored } from '#web/lib/browser-storage.ts'
import { formatDate } from '#web/lib/dates.ts'
import { SESSION_KEYS } from '#web/lib/storage-keys.ts'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { ReviewSection } from '#web/ui/review-section.tsx'
import { useJourney } from '../journey/journey.ts'

/** The last group of the review: what was chosen, and that the risk disclosure is accepted. */
export function TypeAndRisk({ userType }: { userType: UserType | null }) {
  const { riskAccepted } = useJourney()
  return (
    <ReviewSection title="User type and risk" change={<ChangeLink step="user-type" what="user type" />}>
      <KeyValueList items={[...typeLines(userType), riskLine(riskAccepted)]} />
    </ReviewSection>
  )
}

function typeLines(userType: UserType | null) {
  const noun = USER_TYPE_CARDS.find((card) => card.id === userType)?.noun
  const lines = [{ label: 'User type', value: noun }]
  if (!userType || !noun || !needsSelfCertification(userType)) return lines
  const article = noun.startsWith('I') ? 'an' : 'a'
  const certification = (
    <>
      Not certified yet
      <br />
      <span className="text-sm text-ink-3">
        You certify yourself as {article} {noun.toLowerCase()} after you submit.
      </span>
    </>
  )
  return [...lines, { label: 'Certification', value: certification }]
}

function riskLine(isAccepted: boolean) {
  const date = readStored('session', SESSION_KEYS.riskDisclosureDate)
  const accepted = date ? `Accepted on ${formatDate(date)}` : 'Accepted'
  return { label: 'Risk disclosure', value: isAccepted ? accepted : null, missing: 'Not accepted yet' }
}
