import { JourneyPage } from '../journey/journey-page.tsx'
import { BUSINESS } from './business-kind.ts'

/** `/onboarding/business` (onboarding §2). */
export function BusinessPage() {
  return <JourneyPage kind={BUSINESS} />
}
