import { CheckList } from '#web/ui/choice-card.tsx'
import { useJourney } from '../journey/journey.ts'
import { StepActions, StepFrame } from '../journey/step-frame.tsx'
import { WhatToCorrect } from '../steps/what-to-correct.tsx'

/** Step 0: what is coming; after a return, what is to be corrected. */
export function StartStep() {
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
