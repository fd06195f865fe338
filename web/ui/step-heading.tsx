import type { ComponentProps, ReactNode } from 'react'

/** "Step 3 of 8", the h1 that takes the focus on a step change, and the sentence under it. */
export function StepHeading({
  step,
  total,
  title,
  intro,
  ref,
}: {
  step: number
  total: number
  title: ReactNode
  intro?: ReactNode
  ref?: ComponentProps<'h1'>['ref']
}) {
  return (
    <>
      <p className="eyebrow">
        Step {step} of {total}
      </p>
      <h1 ref={ref} tabIndex={-1}>
        {title}
      </h1>
      {intro ? <p className="mt-3 mb-8 text-ink-2">{intro}</p> : null}
    </>
  )
}
