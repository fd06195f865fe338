import { useJourney } from '../journey/journey.ts'
import { MendNote } from '../journey/mend-note.tsx'
import type { Mending } from '../journey/mending.ts'
import { StepActions, StepFrame } from '../journey/step-frame.tsx'
import { StepLink } from '../journey/step-link.tsx'

/** The first screen of a returned case: what is to be mended, and where (cases, Deciding). */
export function WhatToMend({ mending }: { mending: Mending }) {
  const { goOn } = useJourney()
  return (
    <StepFrame
      title="What needs your attention"
      intro="Our team looked at your application. Fix the items below, then submit again. Everything else is accepted."
    >
      {mending.items.map((item) => (
        <section className="mt-8" key={item.item}>
          <div className="rv-h mb-4">
            <h2>{item.label}</h2>
            <StepLink step={mending.stepOf(item.item)}>
              Fix<span className="sr-only"> {item.label}</span>
            </StepLink>
          </div>
          <MendNote item={mending.find(item.item)} />
        </section>
      ))}
      <StepActions onContinue={goOn} />
    </StepFrame>
  )
}
