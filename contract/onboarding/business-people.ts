import { z } from 'zod'
import { CountryCode, NationalityCode } from '#contract/countries.ts'
import { Email, FullName, OneLine } from '#contract/fields.ts'
import { PartialBirth } from './birth.ts'

/** Owners of this share or more are collected (onboarding §5; choices §4: exactly 25.00 % counts). */
export const OWNERSHIP_THRESHOLD_PERCENT = 25
/** Ownership is entered in steps of a hundredth (onboarding §9) and stored as whole hundredths. */
export const OWNERSHIP_STEP_PERCENT = 0.01

/** What is known of one field about someone of a company. */
interface PersonField {
  /** In the form and on its review. */
  label: string
  /** In a reviewer's comparison, whose order is that of the table. */
  short: string
  rule: z.ZodType
  /** In the profile that is read back. */
  wire: string
  input: 'text' | 'email' | 'birth' | 'nationality' | 'country' | 'percent' | 'powers'
  /** The form says that it may be left empty. */
  isOptional?: true
  /** Fields of one row stand side by side in the form. */
  row?: string
  hint?: string
  /** Asked for since the first release: left out, it is no part of what a decision rests on, so that old decisions stand. */
  isLater?: true
}

/** A number, or its text as a form sends it (`37.5`, `37,5 %`); nothing else is turned into a number. */
const OwnershipPercent = z.preprocess(
  (value) => {
    const text = typeof value === 'string' ? value.replace(/[\s%]/g, '').replace(',', '.') : ''
    return /^\d+(\.\d+)?$/.test(text) ? Number(text) : value
  },
  z
    .number('Enter the ownership as a percentage, like 37.5')
    .min(OWNERSHIP_THRESHOLD_PERCENT, `Beneficial owners hold ${OWNERSHIP_THRESHOLD_PERCENT}% or more`)
    .max(100, 'Ownership cannot be more than 100%')
    .refine(
      (percent) => Number.isInteger(Number((percent * 100).toFixed(6))),
      'Use no more than two decimals',
    ),
)

const BIRTH_DATE = {
  label: 'Date of Birth',
  short: 'Date of birth',
  // Absent of those who were handed in before it was asked for; the rules of the form ask for it.
  rule: PartialBirth.optional(),
  wire: 'birth_date',
  input: 'birth',
  hint: 'For example, 27 3 1988. Leave out the day if you don’t know it.',
  isLater: true,
} as const satisfies PersonField

/** The senior managing person that stands in where no owner is named (choices §4). */
export const MANAGER_FIELDS = {
  fullName: { label: 'Full Name', short: 'Full name', rule: FullName, wire: 'full_name', input: 'text' },
  birthDate: BIRTH_DATE,
  nationality: {
    label: 'Nationality',
    short: 'Nationality',
    rule: NationalityCode,
    wire: 'nationality',
    input: 'nationality',
    row: 'countries',
  },
  residenceCountry: {
    label: 'Country of Residence',
    short: 'Country of residence',
    rule: CountryCode,
    wire: 'residence_country',
    input: 'country',
    row: 'countries',
  },
} as const satisfies Record<string, PersonField>

/** A beneficial owner is asked for the same, and for their share. */
export const OWNER_FIELDS = {
  ...MANAGER_FIELDS,
  ownershipPercent: {
    label: 'Ownership (%)',
    short: 'Ownership',
    rule: OwnershipPercent,
    wire: 'ownership_percent',
    input: 'percent',
    hint: `${OWNERSHIP_THRESHOLD_PERCENT} or more, with up to two decimals`,
  },
} as const satisfies Record<string, PersonField>

/** Who acts for the company. */
export const REPRESENTATIVE_FIELDS = {
  name: { label: 'Full Name', short: 'Full name', rule: FullName, wire: 'name', input: 'text' },
  birthDate: BIRTH_DATE,
  title: {
    label: 'Title',
    short: 'Title',
    rule: OneLine(200).optional(),
    wire: 'title',
    input: 'text',
    isOptional: true,
    hint: 'The position in the company, for example Finance Director',
  },
  powers: {
    label: 'Powers',
    short: 'Powers',
    rule: OneLine(200).optional(),
    wire: 'powers',
    input: 'powers',
    isOptional: true,
  },
  email: {
    label: 'Email',
    short: 'Email',
    rule: Email,
    wire: 'email',
    input: 'email',
    hint: 'Kept with the application. We don’t send updates here.',
  },
} as const satisfies Record<string, PersonField>

/** The fields about people of one kind: what they are asked for, in the order of the form. */
export type PersonFields = Readonly<Record<string, PersonField>>

/** A shape with one entry for each field of a person. */
export function personShape<Fields extends PersonFields, Shape>(
  fields: Fields,
  entry: (name: keyof Fields & string, field: PersonField) => [string, unknown],
): Shape {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => entry(name, field))) as Shape
}

type Rules<Fields extends PersonFields> = { [Name in keyof Fields]: Fields[Name]['rule'] }

function answersTo<Fields extends PersonFields>(fields: Fields) {
  return z.object(personShape<Fields, Rules<Fields>>(fields, (name, { rule }) => [name, rule]))
}

/** Names the person within this submission, so that decisions stay with them from round to round. */
export const PersonId = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'Unknown person')

export const BeneficialOwner = answersTo(OWNER_FIELDS).extend({ id: PersonId.optional() })
export type BeneficialOwner = z.infer<typeof BeneficialOwner>

export const SeniorManager = answersTo(MANAGER_FIELDS)
export type SeniorManager = z.infer<typeof SeniorManager>

export const Representative = answersTo(REPRESENTATIVE_FIELDS)
export type Representative = z.infer<typeof Representative>
