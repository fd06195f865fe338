import { CONVERTED_TYPES, FILE_TYPES, type FileType, MEGABYTE } from '#contract/file-types.ts'
import type { BusinessStep } from '#contract/onboarding/business-steps.ts'
import type { ConsumerStep } from '#contract/onboarding/onboarding-steps.ts'

/** `docType`. */
export const DOC_TYPES = ['passport', 'drivingLicence', 'residencePermit'] as const
export type DocType = (typeof DOC_TYPES)[number]

export const DOC_TYPE_LABELS: Readonly<Record<DocType, string>> = {
  passport: 'Passport',
  drivingLicence: 'Driving licence',
  residencePermit: 'Residence permit',
}

/** The description of one type of document. */
export interface DocumentDescription {
  /** What everyone calls it: form, camera, phone, receipt, mails and desk. */
  label: string
  /** Its name on the account's tiles, if another one is required there (account-admin §2.6). */
  tile?: string
  /** Whether it belongs to a person's own case or a company's. */
  of: 'consumer' | 'business'
  /** Who has to give it: everyone, those who chose one of these kinds of ID document, or no one. */
  needed: 'always' | readonly DocType[] | 'optional'
  /** What it proves; decides the reasons it can be returned for and how old it may be. */
  group: 'id' | 'selfie' | 'proof' | 'other'
  /** Pictures only, or PDFs as well. */
  takes: 'pictures' | 'files'
  /** The onboarding screen that asks for it. */
  step: ConsumerStep | BusinessStep
  /**
   * The printed date that decides whether it counts. A reviewer has to know it; `isDateAsked` means its owner is
   * asked too.
   */
  date?: 'issuedOn' | 'expiresOn'
  isDateAsked?: true
  /** Hints next to its upload, in onboarding (if they don’t depend on other choices) and in the account. */
  asked?: string
  account?: string
  /** The name of its URL in the KYC profile. */
  wire?: string
  /** For an optional document: the items of a returned case that allow adding or replacing it. */
  comesWith?: readonly string[]
}

/**
 * All document types, in the order in which they are requested and reviewed. Slots, uploads, missing
 * evidence, review, viewer, standing and messages are all derived from this table.
 */
export const DOCUMENTS = {
  'id-front': {
    label: 'ID front',
    tile: 'ID Document (Front)',
    of: 'consumer',
    needed: 'always',
    group: 'id',
    takes: 'files',
    step: 'id-document',
    date: 'expiresOn',
    isDateAsked: true,
    account: 'The side of your passport, driving licence or permit that shows your photo.',
    wire: 'id_document_url',
  },
  'id-back': {
    label: 'ID back',
    tile: 'ID Document (Back)',
    of: 'consumer',
    needed: ['drivingLicence', 'residencePermit'],
    group: 'id',
    takes: 'files',
    step: 'id-document',
    date: 'expiresOn',
    account: 'The other side of your driving licence or permit. A passport has none.',
    wire: 'id_document_back_url',
  },
  selfie: {
    label: 'Selfie',
    tile: 'Selfie Verification',
    of: 'consumer',
    needed: 'always',
    group: 'selfie',
    takes: 'pictures',
    step: 'selfie',
    asked: 'A clear photo of your face, without a hat or sunglasses. Glasses are fine.',
    account: 'A clear photo of your face, without a hat or sunglasses. Glasses are fine.',
    wire: 'selfie_url',
  },
  'proof-of-address': {
    label: 'Proof of address',
    tile: 'Proof of Address',
    of: 'consumer',
    needed: 'always',
    group: 'proof',
    takes: 'files',
    step: 'proof-of-address',
    date: 'issuedOn',
    isDateAsked: true,
    asked: 'Utility bill or bank statement dated within 3 months',
    account: 'A bill or statement with your name and address from the last 3 months.',
    wire: 'proof_of_address_url',
  },
  'bank-statement': {
    label: 'Bank statement',
    of: 'consumer',
    needed: 'optional',
    group: 'proof',
    takes: 'files',
    step: 'proof-of-address',
    date: 'issuedOn',
    isDateAsked: true,
    asked: 'A second proof of your address, if you want to add one. It must be dated within 3 months.',
    account: 'A second proof of your address. You don’t have to add it.',
    wire: 'bank_statement_url',
    comesWith: ['proof-of-address', 'address'],
  },
  other: {
    label: 'Additional document',
    of: 'business',
    needed: 'optional',
    group: 'other',
    takes: 'files',
    step: 'company',
  },
} as const satisfies Record<string, DocumentDescription>

export type DocumentSlot = keyof typeof DOCUMENTS
export const DOCUMENT_SLOTS = Object.keys(DOCUMENTS) as DocumentSlot[]

/** Returns a slot's description, typed without its literals. */
export function documentType(slot: DocumentSlot): DocumentDescription {
  return DOCUMENTS[slot]
}

/** Whether an item of a case is a document. */
export function isDocumentSlot(item: string): item is DocumentSlot {
  return Object.hasOwn(DOCUMENTS, item)
}

/** The four required consumer slots, counted as "documents out of 4" (account-admin §4.2). */
export const CONSUMER_SLOTS = ['id-front', 'id-back', 'selfie', 'proof-of-address'] as const
export type ConsumerSlot = (typeof CONSUMER_SLOTS)[number]

/** Returns all slots, required and optional, of a person or of a company. */
export function slotsOf(kind: 'consumer' | 'business'): DocumentSlot[] {
  return DOCUMENT_SLOTS.filter((slot) => documentType(slot).of === kind)
}

export const SLOT_LABELS = ofEach(({ label }) => label)
/** The same within a sentence. */
export const SLOT_NOUNS = ofEach(({ label }) => (label.startsWith('ID') ? label : label.toLowerCase()))

function ofEach<Value>(
  value: (description: DocumentDescription) => Value,
): Readonly<Record<DocumentSlot, Value>> {
  return Object.fromEntries(DOCUMENT_SLOTS.map((slot) => [slot, value(DOCUMENTS[slot])])) as Record<
    DocumentSlot,
    Value
  >
}

const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/jpg'] as const
/** What the widget accepts by default (onboarding §5.1). */
export const DEFAULT_ACCEPTED_TYPES = [...IMAGE_TYPES, 'application/pdf'] as const

/** Declared types that a picker offers for a slot; a selfie is an image (onboarding §5.1). */
export const ACCEPTED_TYPES = ofEach<readonly string[]>(({ takes }) =>
  takes === 'pictures' ? IMAGE_TYPES : DEFAULT_ACCEPTED_TYPES,
)

/** Returns the file picker's `accept` for a slot; some systems recognise an iPhone photo only by its extension. */
export function pickableTypes(slot: DocumentSlot): string {
  return [...ACCEPTED_TYPES[slot], ...CONVERTED_TYPES, 'image/heif', '.heic', '.heif'].join(',')
}

export const STORED_TYPES = ofEach<readonly FileType[]>(({ takes }) =>
  takes === 'pictures' ? ['image/png', 'image/jpeg', ...CONVERTED_TYPES] : FILE_TYPES,
)

/** The limit in onboarding and on the documents card (choices §5.2). */
export const ONBOARDING_MAX_FILE_BYTES = 10 * MEGABYTE

/**
 * The smallest picture accepted without a notice: at 600 pixels across, an 85.6 mm card has 7 pixels per
 * millimetre, so its smallest print, 1.5 mm high, gets the 10 pixels needed to tell letters apart.
 */
export const MIN_PICTURE_EDGES = { long: 600, short: 400 } as const
/** The response header of a page that gives the document's number of pages. */
export const PAGES_HEADER = 'document-pages'
/** What one person may store (security R46). */
export const MAX_STORED_FILES = 40
export const MAX_STORED_BYTES = 200 * MEGABYTE
/** Maximum age of a proof of address on the day of submission, in calendar months (onboarding §5.3). */
export const ADDRESS_PROOF_MAX_MONTHS = 3

/** Percentages of the progress bar: reading, sending starts, done (onboarding §4.2). */
export const UPLOAD_PROGRESS = { reading: 10, sending: 30, done: 100 } as const

/** Extensions for which the widget shows a preview (onboarding §2.7). */
export const PREVIEW_EXTENSIONS = ['jpeg', 'jpg', 'png', 'gif'] as const
