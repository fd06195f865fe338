import { SectionHead } from '#web/ui/review-section.tsx'
import type { Correction } from '../journey/correction.ts'
import { CorrectionNote } from '../journey/correction-note.tsx'
import { useJourney } from '../journey/journey.ts'
import { StepActions, StepFrame, StepLink } from '../journey/step-frame.tsx'

/** A returned case's first screen: what to correct, and where (cases, Deciding). */
export function WhatToCorrect({ correction }: { correction: Correction }) {
  const { goOn } = useJourney()
  return (
    <StepFrame
      title="What needs your attention"
      intro="Our team looked at your application. Fix the items below, then submit again. Everything else is accepted."
    >
      {correction.items.map((item) => (
        <section className="mt-8" key={item.item}>
          <SectionHead className="mb-4" title={item.label}>
            <StepLink step={correction.stepOf(item.item)}>
              Fix<span className="sr-only"> {item.label}</span>
            </StepLink>
          </SectionHead>
          <CorrectionNote item={correction.find(item.item)} />
        </section>
      ))}
      <StepActions onContinue={goOn} />
    </StepFrame>
  )
}
