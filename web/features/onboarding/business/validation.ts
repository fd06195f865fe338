import { z } from 'zod'
import { BusinessSubmission } from '#contract/onboarding/business.ts'
import type { BusinessStep } from '#contract/onboarding/business-steps.ts'
import { stepProblems } from '#domain/business/business-check.ts'
import { FORM_STEPS, type FormStep } from '#domain/business/business-fields.ts'
import type { BirthRules } from '#domain/business/people-births.ts'
import { londonDate } from '#domain/plain-date.ts'
import { askedOf, type BusinessValues } from './form-values.ts'
import { stepOfField } from './steps-of-fields.ts'

/**
 * What the fields of a screen are checked by when it is left; null for a screen without any. `mayOmit` says whose birth need
 * not be given.
 */
export function rulesOf(step: BusinessStep, mayOmit?: BirthRules['mayOmit']): z.ZodType | null {
  const formStep = FORM_STEPS.find((name) => name === step)
  if (!formStep || formStep === 'user-type') return null
  return z.custom<BusinessValues>().superRefine((values, ctx) => {
    for (const [path, message] of Object.entries(
      problemsOf(formStep, values, { today: londonDate(new Date()), mayOmit }),
    )) {
      ctx.addIssue({ code: 'custom', path: path.split('.'), message })
    }
  })
}

/** Everything that is wrong on a screen by the path of the field: the shape of each value, and how they fit together. */
function problemsOf(step: FormStep, values: BusinessValues, births: BirthRules): Record<string, string> {
  const problems: Record<string, string> = {}
  const { error } = BusinessSubmission.safeParse(askedOf(values))
  for (const { path, message } of error?.issues ?? []) {
    const name = path.join('.')
    if (stepOfField(name) === step) problems[name] ??= message
  }
  Object.assign(problems, stepProblems(step, values, births))
  return problems
}
