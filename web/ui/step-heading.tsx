import type { ComponentProps, ReactNode } from 'react'

/** "Step 3 of 8", the heading that is focused when the step changes, and the sentence below it. */
export function StepHeading({
  step,
  total,
  title,
  intro,
  level = 1,
  ref,
}: {
  step: number
  total: number
  title: ReactNode
  intro?: ReactNode
  /** 2 for steps inside a page that has its own h1. */
  level?: 1 | 2
  ref?: ComponentProps<'h1'>['ref']
}) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <>
      <p className="mb-2 text-sm/5 font-[560] text-ink-3 max-rail:hidden max-rail:in-data-steps-inside:block">
        Step {step} of {total}
      </p>
      <Heading ref={ref} tabIndex={-1}>
        {title}
      </Heading>
      {intro ? <p className="mt-3 mb-8 text-ink-2">{intro}</p> : null}
    </>
  )
}
