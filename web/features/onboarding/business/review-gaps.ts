import { BUSINESS_STEP_LABELS } from '#contract/onboarding/business-steps.ts'
import { businessProblems, missingBusinessFields } from '#domain/business/business-check.ts'
import type { BirthRules } from '#domain/business/people-births.ts'
import type { Gap } from '../journey/review-problems.tsx'
import type { BusinessValues } from './form-values.ts'
import { placeOfField, stepOfField } from './steps-of-fields.ts'

/** Everything that is still missing or does not fit together, in the order of the journey (onboarding §5). */
export function reviewGaps(
  values: BusinessValues,
  riskAccepted: boolean,
  mayOmit?: BirthRules['mayOmit'],
): Gap[] {
  const labels = new Map<string, string>(
    missingBusinessFields(values).map(({ field, label }) => [field, label]),
  )
  const gaps = Object.entries(businessProblems(values, { mayOmit }))
    .sort(([left], [right]) => placeOfField(left).localeCompare(placeOfField(right)))
    .map(([path, message]) => ({ key: path, label: labels.get(path) ?? message, step: stepOfField(path) }))
  if (riskAccepted) return gaps
  const step = 'risk-disclosure'
  return [{ key: step, label: BUSINESS_STEP_LABELS[step], step }, ...gaps]
}
