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
  MAX_OWNERS,
  OWNER_FIELDS,
  type PersonFields,
  personShape,
  REPRESENTATIVE_FIELDS,
} from '#contract/onboarding/business-people.ts'
import { BUSINESS_STEPS, type BusinessStep } from '#contract/onboarding/business-steps.ts'
import { isBlank } from '#domain/business/business-fields.ts'
import { needsSeniorManager } from '#domain/business/ownership.ts'
import type { BusinessProgress } from '#domain/onboarding/business-flow.ts'

/** A person's input; a birth date is year, month and day as typed: `1971-3-`. */
export type ManagerValues = Record<keyof typeof MANAGER_FIELDS, string>
export type OwnerValues = Record<keyof typeof OWNER_FIELDS, string> & { id: string }
export type RepresentativeValues = Record<keyof typeof REPRESENTATIVE_FIELDS, string>

/** The values of the journey's fields, as typed; all steps share them. */
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

/** Returns an empty owner; the id stays the same from round to round. */
export function newOwner(): OwnerValues {
  return { ...NO_OWNER, id: crypto.randomUUID() }
}

/** Returns the field values for a draft; the sign-in's email is the default. */
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
 * Returns the draft of the fields, without empty ones. A newly added owner is kept even if empty, as are a
 * cleared email and an unselected country, so that they aren't filled in again.
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

/** Returns the later of two steps; an unknown step counts as before all of them. */
export function laterStep(left: string, right: BusinessStep): string {
  const steps: readonly string[] = BUSINESS_STEPS
  return steps.indexOf(left) > steps.indexOf(right) ? left : right
}

/** Returns what the form currently asks for: hidden fields keep their values, but aren't submitted. */
export function askedOf(values: BusinessValues): Partial<BusinessValues> {
  const { step: _, seniorManager, noUboReason, ...rest } = values
  return {
    ...rest,
    ...(values.beneficialOwners.length === 0 && { noUboReason }),
    ...(needsSeniorManager(values) && { seniorManager }),
  }
}

/** Returns the answers in the form the journey's rules take. */
export function progressOf(
  values: BusinessValues,
  riskAccepted: boolean,
  mayOmitBirth?: BusinessProgress['mayOmitBirth'],
): BusinessProgress {
  return { riskAccepted, fields: values, furthest: values.step, mayOmitBirth }
}

/** Returns only what was answered: no empty text, no null, no person without any value. */
export function withoutBlanks(group: object): BusinessDraft {
  const kept = Object.entries(group)
    .filter(([, value]) => !isBlank(value))
    .map(([name, value]) => [name, isGroup(value) ? withoutBlanks(value) : value])
  return Object.fromEntries(kept)
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
