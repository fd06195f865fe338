/** The screens of consumer onboarding in order (onboarding §2.2). */
export const CONSUMER_STEPS = [
  'start',
  'risk-disclosure',
  'what-you-need',
  'personal-details',
  'id-document',
  'selfie',
  'proof-of-address',
  'user-type',
  'review',
] as const
export type ConsumerStep = (typeof CONSUMER_STEPS)[number]

/** The specification's internal numbers, 0 to 7 in order; review comes after 7 and has none (onboarding §2.2). */
export const STEP_NUMBERS: Readonly<Record<Exclude<ConsumerStep, 'review'>, number>> = {
  start: 0,
  'risk-disclosure': 1,
  'what-you-need': 2,
  'personal-details': 3,
  'id-document': 4,
  selfie: 5,
  'proof-of-address': 6,
  'user-type': 7,
}

export interface RailEntry<Step extends string> {
  label: string
  /** The screens under this label; its link leads to the last one. */
  steps: readonly [Step, ...Step[]]
}

/** The eight entries of the rail, shown numbered 1 to 8 (design §9.2). */
export const CONSUMER_RAIL: readonly RailEntry<ConsumerStep>[] = [
  { label: 'Start', steps: ['start'] },
  { label: 'Risk Disclosure', steps: ['risk-disclosure'] },
  { label: 'Personal Details', steps: ['what-you-need', 'personal-details'] },
  { label: 'ID Document', steps: ['id-document'] },
  { label: 'Selfie', steps: ['selfie'] },
  { label: 'Proof of Address', steps: ['proof-of-address'] },
  { label: 'User Type Selection', steps: ['user-type'] },
  { label: 'Review & Submit', steps: ['review'] },
]

/** Delay between the last change and the automatic saving of the draft (onboarding §4.7). */
export const AUTOSAVE_MS = 5000
/** Days after which the browser's copy of a draft is deleted (security R39). */
export const LOCAL_DRAFT_DAYS = 7

export const MISSING_FIELDS_TITLE = 'Missing Required Information'
