import { z } from 'zod'
import { BusinessSubmission } from '#contract/business.ts'
import type { BusinessStep } from '#contract/business-steps.ts'
import { stepProblems } from '#domain/business/business-check.ts'
import { FORM_STEPS, type FormStep } from '#domain/business/business-fields.ts'
import { isPhoneNumber } from '../journey/phone-number.ts'
import { askedOf, type BusinessValues } from './form-values.ts'
import { stepOfField } from './steps-of-fields.ts'

/** What the fields of a screen are checked by when it is left; null for a screen without any. */
export function rulesOf(step: BusinessStep): z.ZodType | null {
  const formStep = FORM_STEPS.find((one) => one === step)
  if (!formStep || formStep === 'user-type') return null
  return z.custom<BusinessValues>().superRefine(async (values, ctx) => {
    for (const [path, message] of Object.entries(await problemsOf(formStep, values))) {
      ctx.addIssue({ code: 'custom', path: path.split('.'), message })
    }
  })
}

/** Everything that is wrong on a screen by the path of the field: the shape of each value, and how they fit together. */
async function problemsOf(step: FormStep, values: BusinessValues): Promise<Record<string, string>> {
  const problems: Record<string, string> = {}
  const { error } = BusinessSubmission.safeParse(askedOf(values))
  for (const { path, message } of error?.issues ?? []) {
    const name = path.join('.')
    if (stepOfField(name) === step) problems[name] ??= message
  }
  Object.assign(problems, stepProblems(step, values))
  if (step === 'settlement' && !problems.settlementContactPhone) {
    const { settlementContactPhone: phone, registrationCountry } = values
    if (phone.trim() && !(await isPhoneNumber(phone, registrationCountry)))
      problems.settlementContactPhone = 'Enter a phone number, like 020 7946 0123 or +44 20 7946 0123'
  }
  return problems
}
