import '#web/styles/onboarding.css'
import ChevronDown from 'lucide-react/icons/chevron-down'
import CloudCheck from 'lucide-react/icons/cloud-check'
import { type ReactNode, useState } from 'react'
import { Dialog } from './dialog.tsx'
import { StepSegments } from './meter.tsx'
import { type OnboardingStep, StepList } from './step-list.tsx'

export type OnboardingShellProps = {
  /** Above the steps: "Consumer Account". */
  title: ReactNode
  steps: readonly OnboardingStep[]
  /** Under the steps: "Answers saved on this device at 14:32." */
  savedNote?: ReactNode
  /** At the left of the compact bar. */
  mark?: ReactNode
  /** The same in the compact bar: "Saved 14:32". */
  savedShort?: ReactNode
  /** Side help: HelpSection elements. */
  help?: ReactNode
  children: ReactNode
}

/**
 * The frame of a journey in steps: rail, form and side help; up to 860 px a compact bar takes the rail's place
 * (design §6). It holds the page's main.
 */
export function OnboardingShell({
  title,
  steps,
  savedNote,
  savedShort,
  mark,
  help,
  children,
}: OnboardingShellProps) {
  return (
    <>
      <CompactProgress
        title={title}
        steps={steps}
        savedNote={savedNote}
        savedShort={savedShort}
        mark={mark}
      />
      <div className="ob">
        <nav className="rail" aria-label="Progress">
          <p className="rail-t">{title}</p>
          <StepList steps={steps} />
          <SavedNote>{savedNote}</SavedNote>
        </nav>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        {help ? (
          <aside className="aside" aria-label="Help with this step">
            {help}
          </aside>
        ) : null}
      </div>
    </>
  )
}

/** One answer in the side help: "Why we ask". */
export function HelpSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function SavedNote({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <p className="saved">
      <CloudCheck className="i i-16" />
      <span>{children}</span>
    </p>
  )
}

function CompactProgress({
  title,
  steps,
  savedNote,
  savedShort,
  mark,
}: Pick<OnboardingShellProps, 'title' | 'steps' | 'savedNote' | 'savedShort' | 'mark'>) {
  const [open, setOpen] = useState(false)
  const current = steps.findIndex((step) => step.state === 'current')
  return (
    <nav className="mprog" aria-label="Progress, compact">
      <div className="mprog-in">
        <div className="mprog-r">
          {mark}
          <span>
            <b className="font-semibold">{steps[current]?.label}</b>{' '}
            <span className="whitespace-nowrap text-ink-3">
              {current + 1} of {steps.length}
            </span>
          </span>
          {savedShort ? <span className="mprog-s">{savedShort}</span> : null}
          <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            All steps <ChevronDown className="i i-16" />
          </button>
        </div>
        <StepSegments thin steps={steps.map(({ state }) => (state === 'upcoming' ? 'next' : state))} />
      </div>
      <Dialog open={open} onOpenChange={setOpen} title={title} size="sm">
        <StepList steps={steps} onFollow={() => setOpen(false)} />
        <SavedNote>{savedNote}</SavedNote>
      </Dialog>
    </nav>
  )
}
