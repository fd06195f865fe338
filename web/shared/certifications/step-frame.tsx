import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
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

/** A heading under the step's own: the next level, on its own page as inside another. */
export function SubHeading({ small, ...rest }: ComponentProps<'h2'> & { small?: boolean }) {
  const { isPage } = useCertification()
  const Heading = isPage ? (small ? 'h3' : 'h2') : small ? 'h4' : 'h3'
  return <Heading {...rest} className={classNames(small ? 'h4' : 'h3', rest.className)} />
}
