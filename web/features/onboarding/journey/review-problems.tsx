import { type ReactNode, useEffect, useId, useRef } from 'react'
import { ProblemBox } from '#web/ui/error-summary.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import type { JourneyStep } from './journey-step.ts'
import { StepLink } from './step-frame.tsx'

/** A problem listed in the review, and the step where it is corrected. */
export interface Gap {
  key: string
  label: string
  step: JourneyStep
}

export interface ReviewProblemsProps {
  title: string
  intro: ReactNode
  gaps: readonly Gap[]
  /** Changes with every attempt, so that each failure takes the focus. */
  focusKey: number
}

/** The review's error summary: its lines lead to other steps, those of ErrorSummary to fields on the page. */
export function ReviewProblems({ title, intro, gaps, focusKey }: ReviewProblemsProps) {
  const headingId = useId()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (focusKey > 0) box.current?.focus()
  }, [focusKey])
  useEffect(() => {
    const title = document.title
    document.title = `Error: ${title}`
    return () => {
      if (document.title === `Error: ${title}`) document.title = title
    }
  }, [])
  return (
    <ProblemBox aria-labelledby={headingId} ref={box}>
      <h2 id={headingId}>{title}</h2>
      <p>{intro}</p>
      {gaps.length > 0 ? (
        <ul>
          {gaps.map((gap) => (
            <li key={gap.key}>
              <GapLink gap={gap} />
            </li>
          ))}
        </ul>
      ) : null}
    </ProblemBox>
  )
}

function GapLink({ gap }: { gap: Gap }) {
  if (gap.step !== 'review') {
    return (
      <StepLink step={gap.step} change>
        {gap.label}
      </StepLink>
    )
  }
  return (
    <a
      href={`#${gap.key}`}
      onClick={(event) => {
        event.preventDefault()
        focusField(gap.key)
      }}
    >
      {gap.label}
    </a>
  )
}
