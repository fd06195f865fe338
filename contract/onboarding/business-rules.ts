import { z } from 'zod'
import { CountryCode, NationalityCode } from '#contract/country-schemas.ts'
import { Email, FullName, LegalName, Lei, OneLine, Phone, PostalAddress } from '#contract/fields.ts'
import { PartialBirth } from './birth.ts'
import { BUSINESS_FIELDS, type BusinessFieldTable } from './business-fields.ts'
import {
  type MANAGER_FIELDS,
  type OWNER_FIELDS,
  OWNERSHIP_THRESHOLD_PERCENT,
  type REPRESENTATIVE_FIELDS,
  SHARE_TOO_SMALL,
} from './business-people.ts'
import type { FieldRule } from './field-rule.ts'

/** The rule for each field about the company itself. */
export const BUSINESS_RULES = {
  legalName: LegalName,
  registeredAddress: PostalAddress,
  registrationCountry: CountryCode.default(BUSINESS_FIELDS.registrationCountry.otherwise),
  companyNumber: OneLine(40, 'Enter the company number'),
  taxNumber: OneLine(40).optional(),
  lei: Lei.optional(),
  email: Email.optional(),
  registryName: OneLine(200).optional(),
  registryAccount: OneLine(64).optional(),
  bankCountry: CountryCode.default(BUSINESS_FIELDS.bankCountry.otherwise),
  bankName: OneLine(200).optional(),
  bankSortCode: OneLine(20).optional(),
  bankAccountNumber: OneLine(40).optional(),
  settlementContactName: OneLine(200).optional(),
  settlementContactEmail: Email.optional(),
  settlementContactPhone: Phone.optional(),
} as const satisfies { [Name in keyof BusinessFieldTable]: FieldRule<BusinessFieldTable[Name]> }

/** A number, or its text as a form sends it (`37.5`, `37,5 %`); nothing else is converted to a number. */
const OwnershipPercent = z.preprocess(
  (value) => {
    const text = typeof value === 'string' ? value.replace(/[\s%]/g, '').replace(',', '.') : ''
    return /^\d+(\.\d+)?$/.test(text) ? Number(text) : value
  },
  z
    .number('Enter the ownership as a percentage, like 37.5')
    .min(OWNERSHIP_THRESHOLD_PERCENT, SHARE_TOO_SMALL)
    .max(100, 'Ownership cannot be more than 100%')
    .refine(
      (percent) => Number.isInteger(Number((percent * 100).toFixed(6))),
      'Use no more than two decimals',
    ),
)

/** One rule per field about a person of a company. */
type PersonRules<Fields> = Record<keyof Fields, z.ZodType>

// Absent for people submitted before it was asked for; the form's own rules require it.
const BirthDate = PartialBirth.optional()

export const MANAGER_RULES = {
  fullName: FullName,
  birthDate: BirthDate,
  nationality: NationalityCode,
  residenceCountry: CountryCode,
} as const satisfies PersonRules<typeof MANAGER_FIELDS>

export const OWNER_RULES = {
  ...MANAGER_RULES,
  ownershipPercent: OwnershipPercent,
  heldThrough: OneLine(200).optional(),
} as const satisfies PersonRules<typeof OWNER_FIELDS>

export const REPRESENTATIVE_RULES = {
  name: FullName,
  birthDate: BirthDate,
  title: OneLine(200).optional(),
  powers: OneLine(200).optional(),
  email: Email,
} as const satisfies PersonRules<typeof REPRESENTATIVE_FIELDS>

/** Identifies the person within this submission, so that verdicts stay with them from round to round. */
export const PersonId = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'Unknown person')

export const BeneficialOwner = z.object({ ...OWNER_RULES, id: PersonId.optional() })
export type BeneficialOwner = z.infer<typeof BeneficialOwner>

export const SeniorManager = z.object(MANAGER_RULES)
export type SeniorManager = z.infer<typeof SeniorManager>

export const Representative = z.object(REPRESENTATIVE_RULES)
export type Representative = z.infer<typeof Representative>
