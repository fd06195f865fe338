import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import type { BusinessStep } from '#contract/onboarding/business-steps.ts'
import { MISSING_FIELDS_TITLE } from '#contract/onboarding/onboarding-steps.ts'
import { missingBusinessFields } from '#domain/business/business-check.ts'
import { businessFlow } from '#domain/onboarding/business-flow.ts'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { useJourney } from '../journey/journey.ts'
import { StepActions, StepFrame } from '../journey/step-frame.tsx'
import { withPerson } from './answer-names.ts'
import { errorsOfStep } from './field-errors.ts'
import { type BusinessValues, laterStep } from './form-values.ts'

/** A screen with company fields: validated when it is left, with a summary of errors. */
export function StepForm({
  step,
  title,
  intro,
  children,
}: {
  step: BusinessStep
  title: string
  intro: ReactNode
  children: ReactNode
}) {
  const form = useFormContext<BusinessValues>()
  const { goOn } = useJourney()
  const { errors, submitCount, isSubmitting } = form.formState
  const wrong = errorsOfStep(errors, step)
  const missing = missingBusinessFields(form.getValues()).filter(({ field }) => errors[field])
  const nameOf = (path: string) => missing.find(({ field }) => field === path)?.label
  const handleLeave = () => {
    // Recorded, because passing a screen with optional fields is an answer in itself.
    form.setValue('step', laterStep(form.getValues('step'), businessFlow.nextStep(step) ?? step))
    goOn()
  }
  return (
    <>
      <ErrorSummary
        title={missing.length > 0 ? MISSING_FIELDS_TITLE : 'Check your answers'}
        intro={missing.length > 0 ? 'Please complete these fields:' : undefined}
        focusKey={isSubmitting ? undefined : submitCount}
        errors={wrong.map(({ path, message }) => ({
          id: controlOf(path),
          message: nameOf(path) ?? withPerson(path, message),
        }))}
      />
      <StepFrame title={title} intro={intro}>
        <form noValidate onSubmit={form.handleSubmit(handleLeave)}>
          {children}
          <StepActions busy={isSubmitting} busyLabel="Checking..." />
        </form>
      </StepFrame>
    </>
  )
}

/** Errors about all shares together are corrected in one of them. */
function controlOf(path: string): string {
  return path === 'beneficialOwners' ? 'beneficialOwners.0.ownershipPercent' : path
}
