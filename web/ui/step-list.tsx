import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type StepLinkProps = { onClick?: () => void; children: ReactNode }

export type OnboardingStep = {
  id: string
  label: string
  state: 'done' | 'current' | 'upcoming'
  /** Below its label: the state of what it asks for. */
  note?: ReactNode
  /** The link back to a completed step: `(props) => <Link to="." search={{ step: 3 }} {...props} />`. */
  link?: (props: StepLinkProps) => ReactNode
}

const ROW_CLASS =
  'relative grid grid-cols-[24px_1fr] gap-3.5 pb-5 text-card/6 not-last:before:absolute not-last:before:top-6.5 not-last:before:bottom-0.5 not-last:before:left-[11.25px] not-last:before:w-[1.5px] in-[[role=dialog]]:min-h-11'
const ROW_STATE_CLASS = {
  done: 'text-ink-3 not-last:before:bg-brand [&_a]:text-ink-2 [&_a]:no-underline [&_a:hover]:underline [&_a:hover]:decoration-auto',
  current: 'font-[640] text-ink not-last:before:bg-line',
  upcoming: 'text-ink-3 not-last:before:bg-line',
} as const

const MARK_CLASS = 'grid size-6 place-items-center rounded-full text-[.75rem]/none tabular-nums'
/** An unfilled mark hides the line behind it with its background's colour. */
const HOLLOW_CLASS = 'bg-canvas in-[[role=dialog]]:bg-raised'
const MARK_STATE_CLASS = {
  done: 'border-[1.5px] border-brand bg-brand font-semibold text-on-brand',
  current: `${HOLLOW_CLASS} border-2 border-brand font-bold text-brand shadow-[0_0_0_4px_var(--brand-soft)]`,
  upcoming: `${HOLLOW_CLASS} border-[1.5px] border-line-strong font-semibold text-ink-3`,
} as const

/** A journey's steps: completed with a tick and a link back, current, upcoming as plain text (design §7.6). */
export function StepList({ steps, onFollow }: { steps: readonly OnboardingStep[]; onFollow?: () => void }) {
  return (
    <ol className="relative">
      {steps.map((step, index) => (
        <li
          key={step.id}
          className={classNames(ROW_CLASS, ROW_STATE_CLASS[step.state])}
          aria-current={step.state === 'current' ? 'step' : undefined}
        >
          <span className={classNames(MARK_CLASS, MARK_STATE_CLASS[step.state])}>
            {step.state === 'done' ? <Check className="size-3.5 stroke-[2.8]" /> : index + 1}
          </span>
          <div className="min-w-0">
            <StepLabel step={step} onFollow={onFollow} />
            {step.note}
          </div>
        </li>
      ))}
    </ol>
  )
}

function StepLabel({ step, onFollow }: { step: OnboardingStep; onFollow?: () => void }) {
  if (step.state !== 'done') return <span>{step.label}</span>
  const text = (
    <>
      {step.label}
      <span className="sr-only"> (completed)</span>
    </>
  )
  return step.link ? step.link({ onClick: onFollow, children: text }) : <span>{text}</span>
}
