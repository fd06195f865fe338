import { Link } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import type { ConsumerStep } from '#contract/onboarding/onboarding-steps.ts'
import { useJourney } from '#web/features/onboarding/journey/journey.ts'
import { StepActions, StepFrame } from '#web/features/onboarding/journey/step-frame.tsx'
import { WhatToCorrect } from '#web/features/onboarding/steps/what-to-correct.tsx'
import { CheckList } from '#web/ui/choice-card.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { StepSkeleton } from '#web/ui/step-skeleton.tsx'
import { RiskStep } from '../steps/risk-step.tsx'

/** The screens with questions are a separate chunk, which loads while the person reads the earlier screens. */
const AskingScreen = lazyPart(() => import('./asking-screens.tsx'), 'AskingScreen')

/** How many milliseconds the first screen gets before the others are fetched. */
const READ_MS = 500

/** Fetches a screen's lazy part, if it has one. */
export function fetchScreen(step: ConsumerStep | null): void {
  if (step && !isRead(step)) void AskingScreen.preload()
}

export function StepScreen({ step }: { step: ConsumerStep }) {
  useEffect(() => {
    const timer = setTimeout(AskingScreen.preload, READ_MS)
    return () => clearTimeout(timer)
  }, [])
  if (isRead(step)) return <ReadScreen step={step} />
  return (
    <Suspense fallback={<StepSkeleton label="Loading this step" />}>
      <AskingScreen step={step} />
    </Suspense>
  )
}

type ReadStep = 'start' | 'risk-disclosure' | 'what-you-need'

function isRead(step: ConsumerStep): step is ReadStep {
  return step === 'start' || step === 'risk-disclosure' || step === 'what-you-need'
}

/** The screens before the first question. */
function ReadScreen({ step }: { step: ReadStep }) {
  switch (step) {
    case 'start':
      return <StartStep />
    case 'risk-disclosure':
      return <RiskStep />
    case 'what-you-need':
      return <WhatYouNeedStep />
    default:
      return step satisfies never
  }
}

/** Step 0: what is coming; after a return, what to correct. */
function StartStep() {
  const { goOn, correction } = useJourney()
  if (correction) return <WhatToCorrect correction={correction} />
  return (
    <StepFrame
      title="Start your verification"
      intro="We check who you are before you use the marketplace. It takes about ten minutes."
    >
      <CheckList
        items={[
          'Read and accept the risk disclosure',
          'Enter your personal details',
          'Upload photos of your ID, a selfie and a proof of address',
          'Tell us what you want to do, check your answers and submit',
        ]}
      />
      <p className="mt-6 text-ink-2">You can stop at any time. Your answers and files are saved.</p>
      <StepActions onContinue={goOn} />
    </StepFrame>
  )
}

/** Step 2: what to have ready before the forms start. */
function WhatYouNeedStep() {
  const { goOn } = useJourney()
  return (
    <StepFrame title="What you will need" intro="Have these ready before you continue.">
      <CheckList
        items={[
          'A passport, driving licence or residence permit that has not expired',
          'A device with a camera, for a photo of your document and a selfie',
          'A utility bill or bank statement with your address, dated within 3 months',
        ]}
      />
      <h2 className="text-h3 mt-9">How long it takes</h2>
      <p className="mt-2 text-ink-2">
        Identity checks take 24 to 48 hours. Marketplace access is typically granted in under 72 hours.
      </p>
      <h2 className="text-h3 mt-8">How we use your information</h2>
      <p className="mt-2 text-ink-2">
        We use your details and documents to check who you are, as identity rules require. They are stored
        encrypted, and only those of our team who need it for their work can open them. Read the{' '}
        <Link to="/privacy" target="_blank" rel="noreferrer">
          privacy policy
        </Link>
        .
      </p>
      <StepActions onContinue={goOn} />
    </StepFrame>
  )
}
