/** The screens of business onboarding in order (onboarding §2.3). */
export const BUSINESS_STEPS = [
  'start',
  'risk-disclosure',
  'company',
  'settlement',
  'owners',
  'representatives',
  'user-type',
  'review',
] as const
export type BusinessStep = (typeof BUSINESS_STEPS)[number]

/** Internal numbers: accepting the risk disclosure jumps from 1 to 3; review comes after 7 and has none. */
export const BUSINESS_STEP_NUMBERS: Readonly<Record<Exclude<BusinessStep, 'review'>, number>> = {
  start: 0,
  'risk-disclosure': 1,
  company: 3,
  settlement: 4,
  owners: 5,
  representatives: 6,
  'user-type': 7,
}

/** The entries of the rail, shown numbered 1 to 8. */
export const BUSINESS_STEP_LABELS: Readonly<Record<BusinessStep, string>> = {
  start: 'Start',
  'risk-disclosure': 'Risk Disclosure',
  company: 'Company Information',
  settlement: 'Settlement',
  owners: 'Beneficial Owners',
  representatives: 'Representatives',
  'user-type': 'User Type Selection',
  review: 'Review & Submit',
}
