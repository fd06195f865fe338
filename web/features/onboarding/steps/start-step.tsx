import { Link } from '@tanstack/react-router'
import { paths } from '#web/lib/paths.ts'
import { CheckList } from '#web/ui/choice-card.tsx'
import { useJourney } from '../journey.ts'
import { MendNote } from '../mend-note.tsx'
import { type Mending, stepOfItem } from '../mending.ts'
import { stepSearch } from '../reachability.ts'
import { StepActions, StepFrame } from '../step-frame.tsx'

/** Step 0: what is coming; after a return, what is to be mended. */
export function StartStep() {
  const { goOn, mending } = useJourney()
  if (mending) return <WhatToMend mending={mending} />
  return (
    <StepFrame
      title="Start your verification"
      intro="We check who you are before you use the marketplace. It takes about ten minutes."
    >
      <CheckList
        items={[
          'Read and accept the risk disclosure',
          'Enter your personal details',
          'Upload pictures of your ID document, a selfie and a proof of address',
          'Say what you want to do, check your answers and submit',
        ]}
      />
      <p className="mt-6 text-ink-2">
        You can stop at any time. Your answers are saved, and files you upload are stored at once.
      </p>
      <StepActions onContinue={goOn} />
    </StepFrame>
  )
}

function WhatToMend({ mending }: { mending: Mending }) {
  const { goOn } = useJourney()
  return (
    <StepFrame
      title="What needs your attention"
      intro="Our team looked at your application. Mend what is listed here, then submit again. Everything else is accepted and stays as it is."
    >
      {mending.items.map((item) => (
        <section className="mt-8" key={item.item}>
          <div className="rv-h mb-4">
            <h2>{item.label}</h2>
            <Link to={paths.consumerOnboarding()} search={stepSearch(stepOfItem(item.item))}>
              Mend<span className="sr-only"> {item.label}</span>
            </Link>
          </div>
          <MendNote item={mending.find(item.item)} />
        </section>
      ))}
      <StepActions onContinue={goOn} />
    </StepFrame>
  )
}
