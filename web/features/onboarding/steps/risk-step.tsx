import { Link } from '@tanstack/react-router'
import { readStored } from '#web/lib/browser-storage.ts'
import { formatDate } from '#web/lib/dates.ts'
import { SESSION_KEYS } from '#web/lib/storage-keys.ts'
import { RiskDisclosureForm } from '#web/shared/certifications/risk-disclosure/risk-disclosure-form.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { useJourney } from '../journey/journey.ts'
import { BackButton, StepActions, StepFrame } from '../journey/step-frame.tsx'

/** Step 1: the risk disclosure in its box, with the acknowledgement. */
export function RiskStep() {
  const { applicant, riskAccepted, goOn, onSignedOut } = useJourney()
  if (riskAccepted) return <AlreadyAccepted />
  return (
    <StepFrame title="Risk Disclosure" intro="Read this before you continue. You can scroll inside the box.">
      <RiskDisclosureForm
        userId={applicant.userId}
        source="onboarding"
        submitLabel="Accept and continue"
        back={<BackButton />}
        onAccepted={(result) => {
          goOn()
          if (result.kind === 'kept' && result.signedOut) onSignedOut()
        }}
      />
    </StepFrame>
  )
}

function AlreadyAccepted() {
  const { goOn } = useJourney()
  const date = readStored('session', SESSION_KEYS.riskDisclosureDate)
  return (
    <StepFrame title="Risk Disclosure">
      <Banner kind="success" title="Risk Disclosure Accepted" className="mt-6">
        You accepted the risk disclosure{date ? ` on ${formatDate(date)}` : ''}.{' '}
        <Link to="/risk-disclosure" target="_blank" rel="noreferrer">
          Read it again
        </Link>
      </Banner>
      <StepActions onContinue={goOn} />
    </StepFrame>
  )
}
