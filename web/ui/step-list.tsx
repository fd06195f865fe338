import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type StepLinkProps = { onClick?: () => void; children: ReactNode }

export type OnboardingStep = {
  id: string
  label: string
  state: 'done' | 'current' | 'upcoming'
  /** Under its label: how what it asks for stands. */
  note?: ReactNode
  /** The way back to a done step: `(props) => <Link to="." search={{ step: 3 }} {...props} />`. */
  link?: (props: StepLinkProps) => ReactNode
}

/** The steps of a journey: done with a tick and a link back, current, upcoming as plain text (design §7). */
export function StepList({ steps, onFollow }: { steps: readonly OnboardingStep[]; onFollow?: () => void }) {
  return (
    <ol className="steps">
      {steps.map((step, index) => (
        <li
          key={step.id}
          className={classNames(step.state === 'done' && 'done', step.state === 'current' && 'now')}
          aria-current={step.state === 'current' ? 'step' : undefined}
        >
          <span className="n">{step.state === 'done' ? <Check className="i" /> : index + 1}</span>
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
