/** The items of a person's answers in order, with their labels. */
export const CONSUMER_PARTS = { name: 'Name', birth_date: 'Date of Birth', address: 'Address' } as const
export type ConsumerPart = keyof typeof CONSUMER_PARTS

/** The pages that show answers again: to the person in their account and before they confirm them, and to staff. */
export type ReadingPage = 'account' | 'confirm' | 'staff'

/** The description of one field of the consumer form. */
interface ConsumerField {
  /** The label in the form, on its review and among missing answers (onboarding §5.9). */
  label: string
  /** The label on the pages that show it again. */
  short: string
  /** The line it shares with its neighbours when typed and shown: "Name: Ada Lovelace". */
  line?: string
  isOptional?: true
  /** Longest unfinished text that a draft stores. */
  draftMax: number
  /** The name in the returned profile and in the export. */
  wire: string
  /** Other names that a submission may use; the form also sends the first of them (onboarding §7.1). */
  aliases?: readonly string[]
  /** The item under which it is reviewed and compared with the previous round; null if it is not reviewed. */
  part: ConsumerPart | null
  /** The kind of input; `isShort` makes it narrower than the page. */
  input: 'text' | 'email' | 'tel' | 'birthday' | 'lines'
  isShort?: true
  autoComplete?: string
  hint?: string
  /** Which pages show it, and its position there. */
  shown: Partial<Record<ReadingPage, number>>
}

/**
 * The fields of the consumer form in order. Everything that handles them reads this
 * table: the form, its draft and validation, missing answers, the submission, storage, the export, and the reviewer's
 * comparison. Their rules are in `consumer-rules.ts`.
 */
export const CONSUMER_FIELDS = {
  firstName: {
    label: 'First Name',
    short: 'First name',
    line: 'Name',
    draftMax: 400,
    wire: 'first_name',
    aliases: ['first_name'],
    part: 'name',
    input: 'text',
    autoComplete: 'given-name',
    shown: { account: 1, confirm: 1, staff: 1 },
  },
  lastName: {
    label: 'Last Name',
    short: 'Last name',
    line: 'Name',
    draftMax: 400,
    wire: 'last_name',
    aliases: ['last_name'],
    part: 'name',
    input: 'text',
    autoComplete: 'family-name',
    shown: { account: 1, confirm: 1, staff: 2 },
  },
  dob: {
    label: 'Date of Birth',
    short: 'Date of birth',
    draftMax: 24,
    wire: 'dob',
    aliases: ['date_of_birth', 'dateOfBirth', 'birth_date'],
    part: 'birth_date',
    input: 'birthday',
    hint: 'For example, 27 3 1988',
    shown: { account: 4, confirm: 2, staff: 3 },
  },
  placeOfBirth: {
    label: 'Place of Birth',
    short: 'Place of birth',
    isOptional: true,
    draftMax: 400,
    wire: 'place_of_birth',
    aliases: ['place_of_birth'],
    part: 'birth_date',
    input: 'text',
    autoComplete: 'off',
    hint: 'The town or city, if your ID document shows it',
    shown: { account: 4, confirm: 2, staff: 3 },
  },
  email: {
    label: 'Email',
    short: 'Email',
    draftMax: 400,
    wire: 'email',
    part: null,
    input: 'email',
    autoComplete: 'email',
    hint: 'Kept with your application. Updates go to your confirmed email.',
    shown: { confirm: 4 },
  },
  phone: {
    label: 'Phone Number',
    short: 'Phone',
    draftMax: 100,
    wire: 'phone',
    aliases: ['phone_number', 'phoneNumber'],
    part: null,
    input: 'tel',
    isShort: true,
    autoComplete: 'tel',
    hint: 'Include the country code if it is not a UK number.',
    shown: { account: 2, confirm: 5, staff: 4 },
  },
  address: {
    label: 'Address',
    short: 'Address',
    draftMax: 2000,
    wire: 'address',
    aliases: ['residential_address', 'residentialAddress'],
    part: 'address',
    input: 'lines',
    autoComplete: 'street-address',
    hint: 'Your home address with postcode. It must match your proof of address.',
    shown: { account: 3, confirm: 3, staff: 5 },
  },
} as const satisfies Record<string, ConsumerField>

export type ConsumerFields = typeof CONSUMER_FIELDS
export type ConsumerFieldName = keyof ConsumerFields

/** In the order of the form. */
export const CONSUMER_FIELD_NAMES = Object.keys(CONSUMER_FIELDS) as ConsumerFieldName[]

/** Returns a field's description, typed without its literals. */
export function consumerField(name: ConsumerFieldName): ConsumerField {
  return CONSUMER_FIELDS[name]
}

/** Whether a consumer can submit without it. */
export function isOptionalField(name: ConsumerFieldName): boolean {
  return consumerField(name).isOptional === true
}

/** Returns the fields that one item of a person's case rests on. */
export function fieldsOfPart(part: ConsumerPart): ConsumerFieldName[] {
  return CONSUMER_FIELD_NAMES.filter((name) => consumerField(name).part === part)
}

/** Whether an item of a case is a part of a person's answers. */
export function isConsumerPart(item: string): item is ConsumerPart {
  return item in CONSUMER_PARTS
}
