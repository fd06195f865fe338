import { CONVERTED_TYPES, FILE_TYPES, type FileType, MEGABYTE } from '#contract/file-types.ts'
import type { BusinessStep } from '#contract/onboarding/business-steps.ts'
import type { ConsumerStep } from '#contract/onboarding/onboarding-steps.ts'

/** `docType` (onboarding §3). */
export const DOC_TYPES = ['passport', 'drivingLicence', 'residencePermit'] as const
export type DocType = (typeof DOC_TYPES)[number]

export const DOC_TYPE_LABELS: Readonly<Record<DocType, string>> = {
  passport: 'Passport',
  drivingLicence: 'Driving licence',
  residencePermit: 'Residence permit',
}

/** What is known of one type of document. */
export interface DocumentDescription {
  /** What people call it (account-admin §2, Verification Documents card). */
  label: string
  /** The same where there is little room: in the viewer, and beside a thumbnail. */
  short: string
  /** Whose evidence it is. */
  of: 'consumer' | 'business'
  /** Who has to give it: everyone, those who chose one of these kinds of ID document, or no one. */
  needed: 'always' | readonly DocType[] | 'optional'
  /** What it proves, which says by which reasons it can be sent back and how old it may be. */
  group: 'id' | 'selfie' | 'proof' | 'other'
  /** Pictures alone, or PDFs as well. */
  takes: 'pictures' | 'files'
  /** The screen of the onboarding on which it is given. */
  step: ConsumerStep | BusinessStep
  /** The printed date by which it counts: a reviewer has to know it, and `isDateAsked` says that its owner is asked for it. */
  date?: 'issuedOn' | 'expiresOn'
  isDateAsked?: true
  /** What is said beside its upload in the onboarding, where that doesn’t hang on what else was chosen, and in the account. */
  asked?: string
  account?: string
  /** What the KYC profile calls its address (onboarding §3). */
  wire?: string
  /** Of one that may be left out: the items of a returned case with which it may be given or exchanged. */
  comesWith?: readonly string[]
}

/**
 * The types of documents, one each, in the order in which they are asked for and reviewed (onboarding §3). Slots, uploads, what
 * is missing, the review, the viewer, the standing and what people are told read this table.
 */
export const DOCUMENTS = {
  'id-front': {
    label: 'ID Document (Front)',
    short: 'ID front',
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
    label: 'ID Document (Back)',
    short: 'ID back',
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
    label: 'Selfie Verification',
    short: 'Selfie',
    of: 'consumer',
    needed: 'always',
    group: 'selfie',
    takes: 'pictures',
    step: 'selfie',
    asked: 'A clear photo of your face, without glasses or a hat',
    account: 'A clear photo of your face, without a hat or sunglasses.',
    wire: 'selfie_url',
  },
  'proof-of-address': {
    label: 'Proof of Address',
    short: 'Proof of address',
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
    label: 'Bank Statement',
    short: 'Bank statement',
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
    label: 'Additional Document',
    short: 'Additional document',
    of: 'business',
    needed: 'optional',
    group: 'other',
    takes: 'files',
    step: 'company',
  },
} as const satisfies Record<string, DocumentDescription>

export type DocumentSlot = keyof typeof DOCUMENTS
export const DOCUMENT_SLOTS = Object.keys(DOCUMENTS) as DocumentSlot[]

/** A type of document as any of them is described. */
export function documentType(slot: DocumentSlot): DocumentDescription {
  return DOCUMENTS[slot]
}

/** Whether an item of a case is a document. */
export function isDocumentSlot(item: string): item is DocumentSlot {
  return Object.hasOwn(DOCUMENTS, item)
}

/** The four slots of a consumer that are asked for, counted as "documents out of 4" (account-admin §4). */
export const CONSUMER_SLOTS = ['id-front', 'id-back', 'selfie', 'proof-of-address'] as const
export type ConsumerSlot = (typeof CONSUMER_SLOTS)[number]

/** The slots in which someone, or their company, may give a document: those that are asked for, and others. */
export function slotsOf(kind: 'consumer' | 'business'): DocumentSlot[] {
  return DOCUMENT_SLOTS.filter((slot) => documentType(slot).of === kind)
}

export const SLOT_LABELS = ofEach(({ label }) => label)

function ofEach<Value>(
  value: (description: DocumentDescription) => Value,
): Readonly<Record<DocumentSlot, Value>> {
  return Object.fromEntries(DOCUMENT_SLOTS.map((slot) => [slot, value(DOCUMENTS[slot])])) as Record<
    DocumentSlot,
    Value
  >
}

const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/jpg'] as const
/** The list the widget accepts unless told otherwise (onboarding §5). */
export const DEFAULT_ACCEPTED_TYPES = [...IMAGE_TYPES, 'application/pdf'] as const

/** Declared types a picker offers for a slot; a selfie is an image (onboarding §5). */
export const ACCEPTED_TYPES = ofEach<readonly string[]>(({ takes }) =>
  takes === 'pictures' ? IMAGE_TYPES : DEFAULT_ACCEPTED_TYPES,
)

/** What the file picker offers for a slot; some systems know a photo of an iPhone by its extension alone. */
export function pickableTypes(slot: DocumentSlot): string {
  return [...ACCEPTED_TYPES[slot], ...CONVERTED_TYPES, 'image/heif', '.heic', '.heif'].join(',')
}

export const STORED_TYPES = ofEach<readonly FileType[]>(({ takes }) =>
  takes === 'pictures' ? ['image/png', 'image/jpeg', ...CONVERTED_TYPES] : FILE_TYPES,
)

/** What onboarding and the documents card take (choices §5). */
export const ONBOARDING_MAX_FILE_BYTES = 10 * MEGABYTE

/**
 * The smallest picture taken without a word: at 600 pixels across, a card of 85.6 mm has 7 pixels for each millimetre, and
 * its smallest print, 1.5 mm high, has the 10 pixels that a letter needs to be told from another.
 */
export const MIN_PICTURE_EDGES = { long: 600, short: 400 } as const
/** The header in which a page of a document says how many there are. */
export const PAGES_HEADER = 'document-pages'
/** What one person may store and upload (security R46). */
export const MAX_STORED_FILES = 40
export const MAX_STORED_BYTES = 200 * MEGABYTE
/** A proof of address may be this many calendar months old on the day of submission (onboarding §9). */
export const ADDRESS_PROOF_MAX_MONTHS = 3

/** Where the progress bar stands: reading, sending begins, done (onboarding §9). */
export const UPLOAD_PROGRESS = { reading: 10, sending: 30, done: 100 } as const

/** Extensions for which the widget shows a preview (onboarding §2). */
export const PREVIEW_EXTENSIONS = ['jpeg', 'jpg', 'png', 'gif'] as const
