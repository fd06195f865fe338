import { JourneyPage } from '../journey/journey-page.tsx'
import { CONSUMER } from './consumer-kind.ts'

/** `/onboarding/consumer` (onboarding §2). */
export function ConsumerPage() {
  return <JourneyPage kind={CONSUMER} />
}
