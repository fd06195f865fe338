/** Owners of this share or more are collected (choices §4.6: exactly 25.00 % counts). */
export const OWNERSHIP_THRESHOLD_PERCENT = 25
/** More than fit into 100 %, because the same share counts for each person who holds it through others. */
export const MAX_OWNERS = 8
export const SHARE_TOO_SMALL = `Enter ${OWNERSHIP_THRESHOLD_PERCENT}% or more, or remove this owner`

/** The description of one field about a person of a company; its rules are in `business-rules.ts`. */
interface PersonField {
  /** The label in the form and on its review. */
  label: string
  /** The label in a reviewer's comparison, which has the order of this table. */
  short: string
  /** The name in the returned profile. */
  wire: string
  input: 'text' | 'email' | 'birth' | 'nationality' | 'country' | 'percent' | 'powers'
  /** The form marks it as optional. */
  isOptional?: true
  /** Fields with the same row are side by side in the form. */
  row?: string
  hint?: string
  /** Added after the first release: if absent, it is not part of the evidence, so that old decisions remain valid. */
  isLater?: true
}

const BIRTH_DATE = {
  label: 'Date of Birth',
  short: 'Date of birth',
  wire: 'birth_date',
  input: 'birth',
  hint: 'For example, 27 3 1988. Leave out the day if you don’t know it.',
  isLater: true,
} as const satisfies PersonField

/** The senior manager, asked for if no owner is named (choices §4.6). */
export const MANAGER_FIELDS = {
  fullName: { label: 'Full Name', short: 'Full name', wire: 'full_name', input: 'text' },
  birthDate: BIRTH_DATE,
  nationality: {
    label: 'Nationality',
    short: 'Nationality',
    wire: 'nationality',
    input: 'nationality',
    row: 'countries',
  },
  residenceCountry: {
    label: 'Country of Residence',
    short: 'Country of residence',
    wire: 'residence_country',
    input: 'country',
    row: 'countries',
  },
} as const satisfies Record<string, PersonField>

/** The same as for a manager, plus the share and what is between its holder and the company. */
export const OWNER_FIELDS = {
  ...MANAGER_FIELDS,
  ownershipPercent: {
    label: 'Ownership (%)',
    short: 'Ownership',
    wire: 'ownership_percent',
    input: 'percent',
    hint: `${OWNERSHIP_THRESHOLD_PERCENT} or more, with up to two decimals`,
  },
  heldThrough: {
    label: 'Held Through',
    short: 'Held through',
    wire: 'held_through',
    input: 'text',
    isOptional: true,
    hint: 'If they hold it through other companies, trusts or people, name them',
    isLater: true,
  },
} as const satisfies Record<string, PersonField>

/** A person who acts for the company. */
export const REPRESENTATIVE_FIELDS = {
  name: { label: 'Full Name', short: 'Full name', wire: 'name', input: 'text' },
  birthDate: BIRTH_DATE,
  title: {
    label: 'Title',
    short: 'Title',
    wire: 'title',
    input: 'text',
    isOptional: true,
    hint: 'The position in the company, for example Finance Director',
  },
  powers: {
    label: 'Powers',
    short: 'Powers',
    wire: 'powers',
    input: 'powers',
    isOptional: true,
  },
  email: {
    label: 'Email',
    short: 'Email',
    wire: 'email',
    input: 'email',
    hint: 'Kept with the application. We don’t send updates here.',
  },
} as const satisfies Record<string, PersonField>

/** The fields about one kind of person, in the order of the form. */
export type PersonFields = Readonly<Record<string, PersonField>>

/** Returns an object with one entry per field of a person. */
export function personShape<Fields extends PersonFields, Shape>(
  fields: Fields,
  entry: (name: keyof Fields & string, field: PersonField) => [string, unknown],
): Shape {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => entry(name, field))) as Shape
}

/** Why a company names no beneficial owner (onboarding §5.10). */
export const NO_UBO_REASONS = ['no-nat-shareholder', 'government-owned', 'non-profit', 'listed'] as const
export const NO_UBO_REASON_LABELS: Readonly<Record<(typeof NO_UBO_REASONS)[number], string>> = {
  'no-nat-shareholder': 'No natural person owns 25% or more',
  'government-owned': 'More than 75% is owned by a government',
  'non-profit': 'It is a non-profit organisation',
  listed: 'It is listed on a regulated market',
}

/** Powers that two people only have together. */
export const JOINT_POWERS = 'Director, acting jointly'

/** What a representative may do for the company (an enumeration, plus free text). */
export const REPRESENTATIVE_POWERS = [
  'Director, acting alone',
  JOINT_POWERS,
  'Power of attorney',
  'Board resolution',
  'Authorised signatory',
] as const
