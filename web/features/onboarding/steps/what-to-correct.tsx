import { SectionHead } from '#web/ui/review-section.tsx'
import type { Correction } from '../journey/correction.ts'
import { CorrectionNote } from '../journey/correction-note.tsx'
import { useJourney } from '../journey/journey.ts'
import { StepActions, StepFrame, StepLink } from '../journey/step-frame.tsx'

/** A returned case's first screen: what to correct and where, or that it can be sent (cases, A returned case). */
export function WhatToCorrect({ correction }: { correction: Correction }) {
  const { goOn } = useJourney()
  const { items, own } = correction
  const isReady = items.every(({ fixed }) => fixed)
  const { title, intro, action } = isReady ? READY : TO_FIX
  return (
    <StepFrame title={title} intro={own.removal ? `${own.removal.text} ${intro}` : intro}>
      {items.map((item) => (
        <section className="mt-8" key={item.item}>
          <SectionHead className="mb-4" title={item.label}>
            <StepLink step={correction.stepOf(item.item)}>
              {item.fixed ? 'Change' : 'Fix'}
              <span className="sr-only"> {item.label}</span>
            </StepLink>
          </SectionHead>
          <CorrectionNote item={correction.find(item.item)} />
        </section>
      ))}
      <StepActions label={action} onContinue={goOn} />
    </StepFrame>
  )
}

const TO_FIX = {
  title: 'What needs your attention',
  intro:
    'Our team looked at your application. Fix the items below, then submit again. Everything else is accepted.',
  action: 'Continue',
}

const READY = {
  title: 'Everything is ready to send again',
  intro: 'You’ve fixed everything we asked for. Check it once more, then send it to our team.',
  action: 'Check and send',
}
