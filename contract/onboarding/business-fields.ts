/** The items of a company itself, apart from its people, with their labels. */
export const BUSINESS_PARTS = {
  registration: 'Company registration',
  settlement: 'Settlement details',
} as const
export type BusinessPartKey = keyof typeof BUSINESS_PARTS

/** Groups of fields that are filled in completely or not at all: the title in the form and the line on the review. */
export const BUSINESS_GROUPS = {
  registry: { title: 'Carbon registry', line: 'Registry' },
  bank: { title: 'Bank account', line: 'Bank account' },
  contact: { title: 'Settlement contact', line: 'Settlement contact' },
} as const
export type BusinessGroup = keyof typeof BUSINESS_GROUPS

/**
 * Where answers are shown again: in the account, to staff, and in a reviewer's comparison, whose order fingerprints
 * depend on.
 */
export type BusinessReading = 'account' | 'staff' | 'compared'

/** The description of one field of the business form. */
interface BusinessField {
  /** The label in the form, on its review and among missing answers (onboarding §5.9). */
  label: string
  /** The label where it is shown again. */
  short: string
  isOptional?: true
  /** The default if nothing was given. */
  otherwise?: string
  /** Longest unfinished text that a draft stores, if not the usual limit. */
  draftMax?: number
  /** The name in the returned profile, in the export, and of its column if it has one. */
  wire: string
  /** The item it belongs to; each has a screen of its own. */
  part: BusinessPartKey
  group?: BusinessGroup
  /** Fields with the same row are side by side in the form. */
  row?: string
  input: 'text' | 'email' | 'tel' | 'lines' | 'country'
  isShort?: true
  /** A number or a code, so not spell-checked. */
  isCode?: true
  /** Left out of a draft's copy in the browser. */
  isSecret?: true
  autoComplete?: string
  hint?: string
  /** The country that decides its format, and how the form differs outside the United Kingdom. */
  by?: 'registrationCountry' | 'bankCountry'
  abroad?: { label?: string; hint?: string; isOptional?: true }
  /** Only meaningful together with this field. */
  of?: string
  /** Added after the first release: if absent, it is not part of the evidence, so that old decisions remain valid. */
  isLater?: true
  /** Where it is shown again, and its position there. */
  shown: Partial<Record<BusinessReading, number>>
}

/**
 * The fields of the business form about the company itself, in the order of the form.
 * Everything that handles them reads this table: the form, its draft and validation, missing answers, the submission,
 * storage, the export, and the reviewer's comparison. Their rules are in `business-rules.ts`.
 */
export const BUSINESS_FIELDS = {
  legalName: {
    label: 'Legal Name',
    short: 'Legal name',
    wire: 'legal_name',
    part: 'registration',
    input: 'text',
    autoComplete: 'organization',
    shown: { account: 1, staff: 1, compared: 1 },
  },
  registeredAddress: {
    label: 'Registered Address',
    short: 'Registered address',
    draftMax: 2000,
    wire: 'registered_address',
    part: 'registration',
    input: 'lines',
    autoComplete: 'street-address',
    hint: 'The registered office with its postcode',
    by: 'registrationCountry',
    abroad: { hint: 'The registered office as it appears in this country’s register' },
    shown: { account: 2, staff: 4, compared: 2 },
  },
  registrationCountry: {
    label: 'Country of Registration',
    short: 'Country of registration',
    otherwise: 'GB',
    wire: 'registration_country',
    part: 'registration',
    input: 'country',
    shown: { staff: 5, compared: 3 },
  },
  companyNumber: {
    label: 'Company Number',
    short: 'Company number',
    wire: 'company_number',
    part: 'registration',
    input: 'text',
    isShort: true,
    isCode: true,
    hint: '8 digits like 01234567, or 2 letters and 6 digits like SC123456',
    by: 'registrationCountry',
    abroad: { hint: 'As it appears in this country’s register' },
    shown: { account: 3, staff: 2, compared: 4 },
  },
  taxNumber: {
    label: 'Tax Number',
    short: 'Tax number',
    isOptional: true,
    wire: 'tax_number',
    part: 'registration',
    input: 'text',
    isShort: true,
    isCode: true,
    isSecret: true,
    hint: 'A VAT number or a UTR',
    by: 'registrationCountry',
    abroad: { hint: 'As the tax office of this country writes it' },
    shown: { account: 4, staff: 3, compared: 5 },
  },
  lei: {
    label: 'Legal Entity Identifier',
    short: 'LEI',
    isOptional: true,
    wire: 'lei',
    part: 'registration',
    input: 'text',
    isShort: true,
    isCode: true,
    isLater: true,
    hint: 'The LEI of 20 characters, if the company has one',
    shown: { account: 5, staff: 3, compared: 5 },
  },
  email: {
    label: 'Email',
    short: 'Email',
    isOptional: true,
    wire: 'email',
    part: 'registration',
    input: 'email',
    autoComplete: 'email',
    hint: 'Kept with the application. Updates go to your confirmed email.',
    shown: { staff: 6, compared: 6 },
  },
  registryName: {
    label: 'Registry Name',
    short: 'Registry',
    isOptional: true,
    wire: 'registry_name',
    part: 'settlement',
    group: 'registry',
    input: 'text',
    hint: 'The registry that holds your account, for example Verra or Gold Standard',
    shown: { staff: 1, compared: 1 },
  },
  registryAccount: {
    label: 'Registry Account',
    short: 'Registry account',
    isOptional: true,
    wire: 'registry_account',
    part: 'settlement',
    group: 'registry',
    input: 'text',
    isShort: true,
    isCode: true,
    hint: 'The number or name of the account at this registry',
    shown: { staff: 2, compared: 2 },
  },
  bankCountry: {
    label: 'Country of the Bank',
    short: 'Country of the bank',
    otherwise: 'GB',
    wire: 'bank_country',
    part: 'settlement',
    group: 'bank',
    input: 'country',
    isSecret: true,
    of: 'bankName',
    shown: { staff: 4, compared: 4 },
  },
  bankName: {
    label: 'Bank Name',
    short: 'Bank',
    isOptional: true,
    wire: 'bank_name',
    part: 'settlement',
    group: 'bank',
    input: 'text',
    isSecret: true,
    shown: { staff: 3, compared: 3 },
  },
  bankSortCode: {
    label: 'Sort Code',
    short: 'Sort code',
    isOptional: true,
    wire: 'bank_sort_code',
    part: 'settlement',
    group: 'bank',
    row: 'bank numbers',
    input: 'text',
    isSecret: true,
    hint: '6 digits, like 12-34-56',
    by: 'bankCountry',
    abroad: { label: 'Bank or Sort Code', hint: 'If your bank uses one', isOptional: true },
    shown: { staff: 6, compared: 6 },
  },
  bankAccountNumber: {
    label: 'Account Number',
    short: 'Account number',
    isOptional: true,
    wire: 'bank_account_number',
    part: 'settlement',
    group: 'bank',
    row: 'bank numbers',
    input: 'text',
    isCode: true,
    isSecret: true,
    hint: '8 digits, like 12345678',
    by: 'bankCountry',
    abroad: { label: 'Account Number or IBAN', hint: 'As your bank writes it' },
    shown: { staff: 5, compared: 5 },
  },
  settlementContactName: {
    label: 'Contact Name',
    short: 'Contact',
    isOptional: true,
    wire: 'settlement_contact_name',
    part: 'settlement',
    group: 'contact',
    input: 'text',
    autoComplete: 'name',
    shown: { staff: 7, compared: 7 },
  },
  settlementContactEmail: {
    label: 'Contact Email',
    short: 'Contact email',
    isOptional: true,
    wire: 'settlement_contact_email',
    part: 'settlement',
    group: 'contact',
    input: 'email',
    autoComplete: 'email',
    hint: 'An email address or a phone number is enough. We don’t send updates here.',
    shown: { staff: 8, compared: 8 },
  },
  settlementContactPhone: {
    label: 'Contact Phone',
    short: 'Contact phone',
    isOptional: true,
    wire: 'settlement_contact_phone',
    part: 'settlement',
    group: 'contact',
    input: 'tel',
    isShort: true,
    autoComplete: 'tel',
    hint: 'Include the country code if it is not a UK number.',
    by: 'registrationCountry',
    abroad: { hint: 'Include the country code, like +44 for the UK.' },
    shown: { staff: 9, compared: 9 },
  },
} as const satisfies Record<string, BusinessField>

export type BusinessFieldTable = typeof BUSINESS_FIELDS
export type BusinessFieldName = keyof BusinessFieldTable

/** In the order of the form. */
export const BUSINESS_FIELD_NAMES = Object.keys(BUSINESS_FIELDS) as BusinessFieldName[]

/** Returns a field's description, typed without its literals. */
export function businessField(name: BusinessFieldName): BusinessField & { of?: BusinessFieldName } {
  return BUSINESS_FIELDS[name]
}

/** Whether an item of a case is a part of the company. */
export function isBusinessPart(item: string): item is BusinessPartKey {
  return item in BUSINESS_PARTS
}

/** Returns the fields of a part of the company, in the order of the form. */
export function fieldsOfBusinessPart(part: BusinessPartKey): BusinessFieldName[] {
  return BUSINESS_FIELD_NAMES.filter((name) => businessField(name).part === part)
}

/** Returns the fields of a group of the settlement. */
export function fieldsOfGroup(group: BusinessGroup): BusinessFieldName[] {
  return BUSINESS_FIELD_NAMES.filter((name) => businessField(name).group === group)
}

/** Returns the fields of a part that a page shows, in that page's order. */
export function fieldsToRead(page: BusinessReading, part: BusinessPartKey): BusinessFieldName[] {
  const place = (name: BusinessFieldName) => businessField(name).shown[page] ?? 0
  const names = fieldsOfBusinessPart(part).filter((name) => place(name) > 0)
  return names.sort((first, second) => place(first) - place(second))
}

/** Whether a company must answer it; a country that was not given defaults to the United Kingdom. */
export function isRequiredBusinessField(name: BusinessFieldName): boolean {
  const { isOptional, otherwise } = businessField(name)
  return !isOptional && otherwise === undefined
}

/** Whether a company may leave it unanswered. */
export function isOptionalBusinessField(name: BusinessFieldName): boolean {
  return businessField(name).isOptional === true
}

/** Returns an object with one entry per field. */
export function businessShape<Shape>(entry: (name: BusinessFieldName) => [string, unknown]): Shape {
  return Object.fromEntries(BUSINESS_FIELD_NAMES.map(entry)) as Shape
}
