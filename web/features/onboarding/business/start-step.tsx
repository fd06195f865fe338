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
      title="Start your company’s verification"
      intro="We check companies before they use the marketplace. It takes about fifteen minutes."
    >
      <CheckList
        items={[
          'Read and accept the risk disclosure',
          'Enter the company details, and where credits and money are settled',
          'List everyone who owns 25% or more, and who acts for the company',
          'Tell us what the company wants to do, check your answers and submit',
        ]}
      />
      <h2 className="h3 mt-9">Have ready</h2>
      <p className="mt-2 text-ink-2">
        The company and tax numbers, the bank and registry accounts, and the names, nationalities and shares
        of the owners. A document such as the certificate of incorporation helps, but is not required.
      </p>
      <p className="mt-6 text-ink-2">You can stop at any time. Your answers and files are saved.</p>
      <StepActions onContinue={goOn} />
    </StepFrame>
  )
}
