import ChevronDown from 'lucide-react/icons/chevron-down'
import CloudCheck from 'lucide-react/icons/cloud-check'
import { type ReactNode, useState } from 'react'
import { classNames } from './class-names.ts'
import { lazyOverlay } from './lazy-overlay.tsx'
import { StepSegments } from './meter.tsx'
import { type OnboardingStep, StepList } from './step-list.tsx'

const Dialog = lazyOverlay(() => import('./dialog.tsx'), 'Dialog')

const FRAME_CLASS =
  'mx-auto grid w-full max-w-[1312px] flex-1 grid-cols-[232px_minmax(0,620px)_minmax(0,248px)] items-start justify-between gap-x-16 px-(--gutter) pt-12 pb-24 max-2xl:grid-cols-[232px_minmax(0,640px)] max-2xl:justify-start max-rail:block max-rail:max-w-[672px] max-rail:pt-5 max-rail:pb-12'
const RAIL_CLASS = 'sticky top-28 max-rail:hidden'

export type OnboardingShellProps = {
  /** Above the steps: "Consumer Account". */
  title: ReactNode
  steps: readonly OnboardingStep[]
  /** Below the steps: "Answers saved on this device at 14:32." */
  savedNote?: ReactNode
  /** At the left of the compact bar. */
  mark?: ReactNode
  /** The same in the compact bar: "Saved 14:32". */
  savedShort?: ReactNode
  /** Help at the side: HelpSection elements. */
  help?: ReactNode
  children: ReactNode
}

/**
 * The frame of a journey in steps: rail, form and help at the side; up to 860 px a compact bar replaces the
 * rail (design §6.1). It contains the page's main.
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
      <div className={FRAME_CLASS}>
        <nav className={RAIL_CLASS} aria-label="Progress">
          <p className="mb-4 text-xs/5 font-[560] text-ink-3">{title}</p>
          <StepList steps={steps} />
          <SavedNote>{savedNote}</SavedNote>
        </nav>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        {help ? (
          <aside
            className="sticky top-28 mt-17 border-l border-line pl-6 text-sm text-ink-2 max-2xl:static max-2xl:col-start-2 max-2xl:mt-12 max-2xl:border-t max-2xl:border-l-0 max-2xl:pt-6 max-2xl:pl-0"
            aria-label="Help with this step"
          >
            {help}
          </aside>
        ) : null}
      </div>
    </>
  )
}

/** The same frame for content before the first step, with the rail's space left empty. */
export function OnboardingFrame({ children }: { children: ReactNode }) {
  return (
    <div className={FRAME_CLASS}>
      <div className={RAIL_CLASS} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

/** One answer in the help at the side: "Why we ask". */
export function HelpSection({
  title,
  className,
  children,
}: {
  title: string
  className?: string
  children: ReactNode
}) {
  return (
    <section className={classNames('not-first:mt-5.5 [aside>&_p+p]:mt-2', className)}>
      <h2 className="mb-1 text-sm tracking-normal text-ink">{title}</h2>
      {children}
    </section>
  )
}

function SavedNote({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <p className="mt-2 flex gap-2 border-t border-line pt-4.5 text-xs text-ink-3">
      <CloudCheck className="mt-px size-4 text-green-solid" />
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
    <nav
      className="sticky top-16 z-25 border-b border-line bg-surface max-md:top-14 rail:hidden cramped:static"
      aria-label="Progress, compact"
      data-compact-progress
    >
      <div className="mx-auto max-w-[672px] px-(--gutter) pt-2 pb-3">
        <div className="mb-2 flex min-h-9 items-center gap-2 text-[.9375rem] cramped:flex-wrap">
          {mark}
          {/* If both don’t fit on one line, the bar has two. */}
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-2 leading-4.5 cramped:basis-3/5">
            <span>
              <b className="font-semibold">{steps[current]?.label}</b>{' '}
              <span className="whitespace-nowrap text-ink-3">
                {current + 1} of {steps.length}
              </span>
            </span>
            {savedShort ? (
              <span className="text-[.8125rem] whitespace-nowrap text-ink-3">{savedShort}</span>
            ) : null}
          </span>
          <button
            type="button"
            className="-my-1 -mr-2 inline-flex min-h-11 flex-none items-center gap-1 px-2 text-sm/none font-[560] whitespace-nowrap text-brand"
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            All steps <ChevronDown className="size-4" />
          </button>
        </div>
        <StepSegments thin steps={steps.map(({ state }) => (state === 'upcoming' ? 'next' : state))} />
      </div>
      <Dialog open={open} onOpenChange={setOpen} onClose={() => setOpen(false)} title={title} size="sm">
        <StepList steps={steps} onFollow={() => setOpen(false)} />
        <SavedNote>{savedNote}</SavedNote>
      </Dialog>
    </nav>
  )
}
