import type { ComponentProps, ReactNode } from 'react'
import { formatDateTime } from '#web/lib/dates.ts'
import { useNow } from '#web/shared/cases/use-now.ts'
import { Banner } from '#web/ui/banner.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorSummary, type ErrorSummaryItem } from '#web/ui/error-summary.tsx'
import { StepHeading } from '#web/ui/step-heading.tsx'
import { useCertification } from './certification-context.ts'
import { CERTIFICATION_STEPS } from './certification-flow.ts'

/** A step's number, heading and first sentence; an h1 on its own page, an h2 inside another. */
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

/** A heading one level below the step's, on its own page or inside another. */
export function SubHeading({ small, ...rest }: ComponentProps<'h2'> & { small?: boolean }) {
  const { isPage } = useCertification()
  const Heading = isPage ? (small ? 'h3' : 'h2') : small ? 'h4' : 'h3'
  return <Heading {...rest} className={classNames(small ? 'text-h4' : 'text-h3', rest.className)} />
}

/** What a step is missing, in the specification's wording (onboarding §5.9). */
export function MissingInformation({
  errors,
  focusKey,
}: {
  errors: readonly ErrorSummaryItem[]
  focusKey?: number
}) {
  return (
    <ErrorSummary
      title="Missing Information"
      intro="Please complete all required fields to continue."
      errors={errors}
      focusKey={focusKey}
    />
  )
}

/** When the questions can be answered again; null while they can. */
export function useQuestionsOpening(): string | null {
  const { terms } = useCertification()
  const now = useNow()
  const { opens_at } = terms.attempts
  return opens_at !== null && new Date(opens_at) > now ? opens_at : null
}

/** Says that two sets of answers met no category, and when to try again; nothing while the questions are open. */
export function QuestionsClosed() {
  const opensAt = useQuestionsOpening()
  if (opensAt === null) return null
  return (
    <Banner kind="warning" title={`You can try again from ${formatDateTime(opensAt)}`} live className="mt-6">
      Your answers didn’t meet a category twice within 24 hours, so you can’t certify yourself until then. You
      don’t need to do anything else.
    </Banner>
  )
}
