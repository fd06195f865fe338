import {
  BUSINESS_STEP_LABELS,
  BUSINESS_STEP_NUMBERS,
  BUSINESS_STEPS,
  type BusinessStep,
} from '#contract/onboarding/business-steps.ts'
import { stepProblems } from '#domain/business/business-check.ts'
import { type BusinessFields, FORM_STEPS, type FormStep, isBlank } from '#domain/business/business-fields.ts'
import type { BirthRules } from '#domain/business/people-births.ts'
import { hasSettlement } from '#domain/business/settlement.ts'
import { stepFlow } from './step-flow.ts'

/** A company's answers so far: the fields of its draft, and whether the risk disclosure was accepted. */
export interface BusinessProgress {
  riskAccepted: boolean
  fields: BusinessFields
  /** The furthest step reached, as stored in the draft. */
  furthest?: string | null
  /** Whose date of birth may be missing. */
  mayOmitBirth?: BirthRules['mayOmit']
}

/**
 * Eight screens, the first of which opens only through its URL: accepting the risk disclosure leads from 1 to 3, Back
 * from 3 to 1 (onboarding §2.3).
 */
export const businessFlow = stepFlow<BusinessStep, BusinessProgress>({
  steps: BUSINESS_STEPS,
  rail: BUSINESS_STEPS.map((step) => ({ label: BUSINESS_STEP_LABELS[step], steps: [step] })),
  aside: ['start'],
  numbers: BUSINESS_STEP_NUMBERS,
  named: ['user-type'],
  isComplete: hasWhatItAsks,
})

/**
 * Whether someone may go past a step: it has no problems. Start and Settlement can be passed without an answer, but
 * count as done only once they have been passed.
 */
export function mayPass(step: BusinessStep, progress: BusinessProgress): boolean {
  if (step === 'start') return true
  if (isFormStep(step)) return isFaultless(step, progress)
  return hasWhatItAsks(step, progress)
}

function isFaultless(step: FormStep, { fields, mayOmitBirth }: BusinessProgress): boolean {
  return Object.keys(stepProblems(step, fields, { mayOmit: mayOmitBirth })).length === 0
}

function hasWhatItAsks(step: BusinessStep, progress: BusinessProgress): boolean {
  switch (step) {
    case 'start':
      return hasStarted(progress)
    case 'risk-disclosure':
      return progress.riskAccepted
    case 'settlement':
      return mayPass(step, progress) && (hasSettlement(progress.fields) || isSettlementBehind(progress))
    case 'company':
    case 'owners':
    case 'representatives':
    case 'user-type':
      return mayPass(step, progress)
    case 'review':
      return false
    default:
      return step satisfies never
  }
}

/** Whether a step after the settlement was opened or answered; a user type may have been chosen before any of it. */
function isSettlementBehind({ fields, furthest }: BusinessProgress): boolean {
  const steps: readonly string[] = BUSINESS_STEPS
  const wasPassed = steps.indexOf(furthest ?? '') > steps.indexOf('settlement')
  return wasPassed || !isBlank(fields.beneficialOwners) || !isBlank(fields.noUboReason)
}

function hasStarted({ riskAccepted, fields }: BusinessProgress): boolean {
  const { registrationCountry: _, bankCountry: __, email: ___, ...typed } = fields
  return riskAccepted || !isBlank(typed)
}

function isFormStep(step: BusinessStep): step is FormStep {
  return FORM_STEPS.some((formStep) => formStep === step)
}
