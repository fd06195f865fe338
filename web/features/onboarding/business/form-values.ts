import type { UserType } from '#contract/account/user-types.ts'
import type { BusinessDraft, NoUboReason } from '#contract/onboarding/business.ts'
import {
  BUSINESS_FIELD_NAMES,
  type BusinessFieldName,
  businessField,
  businessShape,
} from '#contract/onboarding/business-fields.ts'
import {
  MANAGER_FIELDS,
  OWNER_FIELDS,
  type PersonFields,
  personShape,
  REPRESENTATIVE_FIELDS,
} from '#contract/onboarding/business-people.ts'
import { BUSINESS_STEPS, type BusinessStep } from '#contract/onboarding/business-steps.ts'
import { isBlank } from '#domain/business/business-fields.ts'
import { needsSeniorManager } from '#domain/business/ownership.ts'
import type { BusinessProgress } from '#domain/onboarding/business-flow.ts'

/** What is typed about someone; a birth is year, month and day as typed: `1971-3-`. */
export type ManagerValues = Record<keyof typeof MANAGER_FIELDS, string>
export type OwnerValues = Record<keyof typeof OWNER_FIELDS, string> & { id: string }
export type RepresentativeValues = Record<keyof typeof REPRESENTATIVE_FIELDS, string>

/** What the fields of the journey hold, as typed; all steps share it. */
export interface BusinessValues extends Record<BusinessFieldName, string> {
  beneficialOwners: OwnerValues[]
  noUboReason: NoUboReason | null
  seniorManager: ManagerValues
  primaryRepresentative: RepresentativeValues
  secondaryRepresentative: RepresentativeValues
  userType: UserType | null
  /** The furthest step reached; no field shows it. */
  step: string
}

/** There is no room for a fifth person who holds 25 %. */
export const MAX_OWNERS = 4

const NO_OWNER = nothingIn(OWNER_FIELDS)
const NO_MANAGER = nothingIn(MANAGER_FIELDS)
const NO_REPRESENTATIVE = nothingIn(REPRESENTATIVE_FIELDS)

function nothingIn<Fields extends PersonFields>(fields: Fields) {
  return personShape<Fields, Record<keyof Fields, string>>(fields, (name) => [name, ''])
}

const EMPTY: BusinessValues = {
  ...businessShape<Record<BusinessFieldName, string>>((name) => [
    name,
    businessField(name).input === 'country' ? 'GB' : '',
  ]),
  beneficialOwners: [],
  noUboReason: null,
  seniorManager: NO_MANAGER,
  primaryRepresentative: NO_REPRESENTATIVE,
  secondaryRepresentative: NO_REPRESENTATIVE,
  userType: null,
  step: '',
}

const COUNTRIES = BUSINESS_FIELD_NAMES.filter((name) => businessField(name).input === 'country')

/** An owner of whom nothing is known yet; the id stays with them from round to round. */
export function newOwner(): OwnerValues {
  return { ...NO_OWNER, id: crypto.randomUUID() }
}

/** The fields for a draft; the email of the sign-in stands in until another is typed. */
export function valuesFromDraft(draft: BusinessDraft, signInEmail: string | null): BusinessValues {
  const {
    beneficialOwners = [],
    seniorManager,
    primaryRepresentative,
    secondaryRepresentative,
    ...rest
  } = draft
  return {
    ...EMPTY,
    email: signInEmail ?? '',
    ...rest,
    beneficialOwners: beneficialOwners.slice(0, MAX_OWNERS).map((owner) => ({ ...NO_OWNER, ...owner })),
    seniorManager: { ...NO_MANAGER, ...seniorManager },
    primaryRepresentative: { ...NO_REPRESENTATIVE, ...primaryRepresentative },
    secondaryRepresentative: { ...NO_REPRESENTATIVE, ...secondaryRepresentative },
  }
}

/**
 * The draft of the fields, without empty ones. An owner who was added stays, be there nothing about them yet, and so do
 * an email that was taken out and a country that was not chosen yet: they must not be filled in again.
 */
export function draftFromValues(values: BusinessValues): BusinessDraft {
  const { beneficialOwners, ...rest } = values
  return {
    ...withoutBlanks(rest),
    email: rest.email,
    ...Object.fromEntries(COUNTRIES.map((name) => [name, rest[name]])),
    ...(beneficialOwners.length > 0 && {
      beneficialOwners: beneficialOwners.map((owner) => ({ ...withoutBlanks(owner), id: owner.id })),
    }),
  }
}

/** The one of two steps that comes later; what names no step comes before all of them. */
export function laterStep(left: string, right: BusinessStep): string {
  const steps: readonly string[] = BUSINESS_STEPS
  return steps.indexOf(left) > steps.indexOf(right) ? left : right
}

/** What the form asks for now: what stands in fields that are hidden is kept, but not handed in. */
export function askedOf(values: BusinessValues): Partial<BusinessValues> {
  const { step: _, seniorManager, noUboReason, ...rest } = values
  return {
    ...rest,
    ...(values.beneficialOwners.length === 0 && { noUboReason }),
    ...(needsSeniorManager(values) && { seniorManager }),
  }
}

/** The answers as the rules of the journey read them. */
export function progressOf(
  values: BusinessValues,
  riskAccepted: boolean,
  mayOmitBirth?: BusinessProgress['mayOmitBirth'],
): BusinessProgress {
  return { riskAccepted, fields: values, furthest: values.step, mayOmitBirth }
}

/** Only what was answered: no empty text, no null, no one with nothing in any field. */
export function withoutBlanks(group: object): BusinessDraft {
  const kept = Object.entries(group)
    .filter(([, value]) => !isBlank(value))
    .map(([name, value]) => [name, isGroup(value) ? withoutBlanks(value) : value])
  return Object.fromEntries(kept)
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
