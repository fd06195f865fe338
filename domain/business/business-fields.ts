import type { BusinessFieldName } from '#contract/onboarding/business-fields.ts'
import type {
  MANAGER_FIELDS,
  OWNER_FIELDS,
  REPRESENTATIVE_FIELDS,
} from '#contract/onboarding/business-people.ts'
import type { BusinessStep } from '#contract/onboarding/business-steps.ts'

type Text = string | null | undefined

/** A date of birth is year, month and, if known, day: as typed (`1971-3-`), or as parsed. */
export type SeniorManagerFields = { [Name in keyof typeof MANAGER_FIELDS]?: Text }
export type RepresentativeFields = { [Name in keyof typeof REPRESENTATIVE_FIELDS]?: Text }
/** A share is text as typed, or a number as parsed. */
export type OwnerFields = {
  [Name in keyof typeof OWNER_FIELDS]?: Text | (Name extends 'ownershipPercent' ? number : never)
} & {
  id?: Text
}

/** The parts of the business form that the rules read: a draft as typed, or the answers parsed from it. */
export type BusinessFields = { [Name in BusinessFieldName]?: Text } & {
  beneficialOwners?: readonly OwnerFields[] | null
  noUboReason?: Text
  seniorManager?: SeniorManagerFields | null
  primaryRepresentative?: RepresentativeFields | null
  secondaryRepresentative?: RepresentativeFields | null
  userType?: Text
}

/** Problems by field path as on the wire (`beneficialOwners.0.ownershipPercent`). */
export type FieldProblems = Readonly<Record<string, string>>

/** The steps that have fields, in the order of the form. */
export const FORM_STEPS = [
  'company',
  'settlement',
  'owners',
  'representatives',
  'user-type',
] as const satisfies readonly BusinessStep[]
export type FormStep = (typeof FORM_STEPS)[number]

/** Whether nothing was answered; spaces and people with all fields empty count as nothing. */
export function isBlank(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  return typeof value === 'object' && Object.values(value).every(isBlank)
}
