import type { BusinessDraft, BusinessProfile, NoUboReason } from '#contract/business.ts'
import { BUSINESS_STEPS, type BusinessStep } from '#contract/business-steps.ts'
import type { UserType } from '#contract/user-types.ts'
import { isBlank } from '#domain/business-fields.ts'
import type { BusinessProgress } from '#domain/business-flow.ts'
import { needsSeniorManager } from '#domain/ownership.ts'

export interface OwnerValues {
  id: string
  fullName: string
  nationality: string
  residenceCountry: string
  ownershipPercent: string
}

export interface RepresentativeValues {
  name: string
  title: string
  powers: string
  email: string
}

/** What the fields of the journey hold, as typed; all steps share it. */
export interface BusinessValues {
  legalName: string
  registeredAddress: string
  registrationCountry: string
  companyNumber: string
  taxNumber: string
  email: string
  registryName: string
  registryAccount: string
  bankName: string
  bankCountry: string
  bankAccountNumber: string
  bankSortCode: string
  settlementContactName: string
  settlementContactEmail: string
  settlementContactPhone: string
  beneficialOwners: OwnerValues[]
  noUboReason: NoUboReason | null
  seniorManager: { fullName: string; nationality: string; residenceCountry: string }
  primaryRepresentative: RepresentativeValues
  secondaryRepresentative: RepresentativeValues
  userType: UserType | null
  /** The furthest step reached; no field shows it. */
  step: string
}

/** There is no room for a fifth person who holds 25 %. */
export const MAX_OWNERS = 4

const NOBODY = { fullName: '', nationality: '', residenceCountry: '' } as const
const NO_REPRESENTATIVE: RepresentativeValues = { name: '', title: '', powers: '', email: '' }

const EMPTY: BusinessValues = {
  legalName: '',
  registeredAddress: '',
  registrationCountry: 'GB',
  companyNumber: '',
  taxNumber: '',
  email: '',
  registryName: '',
  registryAccount: '',
  bankName: '',
  bankCountry: 'GB',
  bankAccountNumber: '',
  bankSortCode: '',
  settlementContactName: '',
  settlementContactEmail: '',
  settlementContactPhone: '',
  beneficialOwners: [],
  noUboReason: null,
  seniorManager: NOBODY,
  primaryRepresentative: NO_REPRESENTATIVE,
  secondaryRepresentative: NO_REPRESENTATIVE,
  userType: null,
  step: '',
}

/** An owner of whom nothing is known yet; the id stays with them from round to round. */
export function newOwner(): OwnerValues {
  return { ...NOBODY, id: crypto.randomUUID(), ownershipPercent: '' }
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
    beneficialOwners: beneficialOwners
      .slice(0, MAX_OWNERS)
      .map((owner) => ({ ...NOBODY, ownershipPercent: '', ...owner })),
    seniorManager: { ...NOBODY, ...seniorManager },
    primaryRepresentative: { ...NO_REPRESENTATIVE, ...primaryRepresentative },
    secondaryRepresentative: { ...NO_REPRESENTATIVE, ...secondaryRepresentative },
  }
}

/**
 * The draft of the fields, without empty ones. An owner who was added stays, be there nothing about them yet, and so does
 * an email that was taken out: it must not be filled in again.
 */
export function draftFromValues(values: BusinessValues): BusinessDraft {
  const { beneficialOwners, ...rest } = values
  return {
    ...withoutBlanks(rest),
    email: rest.email,
    ...(beneficialOwners.length > 0 && {
      beneficialOwners: beneficialOwners.map((owner) => ({ ...withoutBlanks(owner), id: owner.id })),
    }),
  }
}

/** The draft that a submitted profile amounts to, where a case has come back or was opened again. */
export function draftFromProfile(profile: BusinessProfile, userType: UserType | null): BusinessDraft {
  const representative = (id: 'primary' | 'secondary') => {
    const found = profile.representatives.find((one) => one.id === id)
    return found && { name: found.name, title: found.title, powers: found.powers, email: found.email }
  }
  const manager = profile.seniorManager
  const given = withoutBlanks({
    legalName: profile.legal_name,
    registeredAddress: profile.registered_address,
    registrationCountry: profile.registration_country,
    companyNumber: profile.company_number,
    taxNumber: profile.tax_number,
    registryName: profile.registry_name,
    registryAccount: profile.registry_account,
    bankName: profile.bank_name,
    bankCountry: profile.bank_country,
    bankAccountNumber: profile.bank_account_number,
    bankSortCode: profile.bank_sort_code,
    settlementContactName: profile.settlement_contact_name,
    settlementContactEmail: profile.settlement_contact_email,
    settlementContactPhone: profile.settlement_contact_phone,
    beneficialOwners: profile.beneficialOwners.map((owner) => ({
      id: owner.id,
      fullName: owner.full_name,
      nationality: owner.nationality,
      residenceCountry: owner.residence_country,
      ownershipPercent: String(owner.ownership_percent),
    })),
    noUboReason: profile.no_ubo_reason,
    seniorManager: manager && {
      fullName: manager.full_name,
      nationality: manager.nationality,
      residenceCountry: manager.residence_country,
    },
    primaryRepresentative: representative('primary'),
    secondaryRepresentative: representative('secondary'),
    userType: userType ?? profile.user_type,
    // Everything has been seen once, the settlement too where nothing of it was given.
    step: 'review',
  })
  return { ...given, email: profile.email ?? '' }
}

/** The one of two steps that comes later; what names no step comes before all of them. */
export function laterStep(one: string, other: BusinessStep): string {
  const steps: readonly string[] = BUSINESS_STEPS
  return steps.indexOf(one) > steps.indexOf(other) ? one : other
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
export function progressOf(values: BusinessValues, riskAccepted: boolean): BusinessProgress {
  return { riskAccepted, fields: values, furthest: values.step }
}

/** Only what was answered: no empty text, no null, nobody with nothing in any field. */
function withoutBlanks(group: object): BusinessDraft {
  const kept = Object.entries(group)
    .filter(([, value]) => !isBlank(value))
    .map(([name, value]) => [name, isGroup(value) ? withoutBlanks(value) : value])
  return Object.fromEntries(kept)
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
