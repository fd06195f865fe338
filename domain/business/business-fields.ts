import type { BusinessFieldName } from '#contract/onboarding/business-fields.ts'
import type {
  MANAGER_FIELDS,
  OWNER_FIELDS,
  REPRESENTATIVE_FIELDS,
} from '#contract/onboarding/business-people.ts'
import type { BusinessStep } from '#contract/onboarding/business-steps.ts'

type Text = string | null | undefined

/** A birth is year, month and, where it is known, day: as typed (`1971-3-`), or as read. */
export type SeniorManagerFields = { [Name in keyof typeof MANAGER_FIELDS]?: Text }
export type RepresentativeFields = { [Name in keyof typeof REPRESENTATIVE_FIELDS]?: Text }
/** A share is a text as typed, or a number as read. */
export type OwnerFields = {
  [Name in keyof typeof OWNER_FIELDS]?: Text | (Name extends 'ownershipPercent' ? number : never)
} & {
  id?: Text
}

/** The business form as far as the rules look at it: a draft as typed as well as the answers that were read from it. */
export type BusinessFields = { [Name in BusinessFieldName]?: Text } & {
  beneficialOwners?: readonly OwnerFields[] | null
  noUboReason?: Text
  seniorManager?: SeniorManagerFields | null
  primaryRepresentative?: RepresentativeFields | null
  secondaryRepresentative?: RepresentativeFields | null
  userType?: Text
}

/** What is wrong with fields, keyed by their path as the wire names it (`beneficialOwners.0.ownershipPercent`). */
export type FieldProblems = Readonly<Record<string, string>>

/** The steps that have fields of their own, in the order of the form. */
export const FORM_STEPS = [
  'company',
  'settlement',
  'owners',
  'representatives',
  'user-type',
] as const satisfies readonly BusinessStep[]
export type FormStep = (typeof FORM_STEPS)[number]

/** Whether nothing was answered: spaces are nothing, and neither is a person with nothing in any field. */
export function isBlank(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  return typeof value === 'object' && Object.values(value).every(isBlank)
}
