import type { ReactNode } from 'react'
import { StepHeading } from '#web/ui/step-heading.tsx'
import { useCertification } from './certification-context.ts'
import { CERTIFICATION_STEPS } from './certification-flow.ts'

/** Number, heading and first sentence of a step; an h1 on its own page, an h2 inside another. */
export function StepFrame({
  title,
  intro,
  children,
}: {
  title: string
  intro?: ReactNode
  children: ReactNode
}) {
  const { step, heading, isPage } = useCertification()
  return (
    <>
      <StepHeading
        ref={heading}
        level={isPage ? 1 : 2}
        step={CERTIFICATION_STEPS.findIndex(({ id }) => id === step) + 1}
        total={CERTIFICATION_STEPS.length}
        title={title}
        intro={intro}
      />
      {children}
    </>
  )
}
