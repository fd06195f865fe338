import { z } from 'zod'

/** `documentType` of the upload calls (onboarding §3). */
export const DOCUMENT_SLOTS = ['id-front', 'id-back', 'selfie', 'proof-of-address', 'other'] as const
export const DocumentSlot = z.enum(DOCUMENT_SLOTS, 'Choose which document this is')
export type DocumentSlot = z.infer<typeof DocumentSlot>

/** The four slots of a consumer, counted as "documents out of 4" (account-admin §4). */
export const CONSUMER_SLOTS = ['id-front', 'id-back', 'selfie', 'proof-of-address'] as const
export type ConsumerSlot = (typeof CONSUMER_SLOTS)[number]

/** `docType` (onboarding §3). */
export const DOC_TYPES = ['passport', 'drivingLicence', 'residencePermit'] as const
export const DocType = z.enum(DOC_TYPES, 'Choose a document type')
export type DocType = z.infer<typeof DocType>

export const DOC_TYPE_LABELS: Readonly<Record<DocType, string>> = {
  passport: 'Passport',
  drivingLicence: 'Driving licence',
  residencePermit: 'Residence permit',
}

export const SLOT_LABELS: Readonly<Record<DocumentSlot, string>> = {
  'id-front': 'ID Document (Front)',
  'id-back': 'ID Document (Back)',
  selfie: 'Selfie Verification',
  'proof-of-address': 'Proof of Address',
  other: 'Additional Document',
}

const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/jpg'] as const
/** The list the widget accepts unless told otherwise (onboarding §5). */
export const DEFAULT_ACCEPTED_TYPES = [...IMAGE_TYPES, 'application/pdf'] as const

/** Declared types a picker offers for a slot; a selfie is an image (onboarding §5). */
export const ACCEPTED_TYPES: Readonly<Record<DocumentSlot, readonly string[]>> = {
  'id-front': DEFAULT_ACCEPTED_TYPES,
  'id-back': DEFAULT_ACCEPTED_TYPES,
  selfie: IMAGE_TYPES,
  'proof-of-address': DEFAULT_ACCEPTED_TYPES,
  other: DEFAULT_ACCEPTED_TYPES,
}

/**
 * What phones and browsers save pictures as beside the types that are named to people: taken everywhere and converted, so
 * that no one has to know about them.
 */
export const CONVERTED_TYPES = ['image/heic', 'image/webp', 'image/avif'] as const

/** What the file picker offers for a slot; some systems know a photo of an iPhone by its extension alone. */
export function pickableTypes(slot: DocumentSlot): string {
  return [...ACCEPTED_TYPES[slot], ...CONVERTED_TYPES, 'image/heif', '.heic', '.heif'].join(',')
}

/** Types found in the bytes of a stored file: `image/jpg` is only another name of `image/jpeg` (security R41, A09). */
export const FileType = z.enum(['image/png', 'image/jpeg', 'application/pdf', ...CONVERTED_TYPES])
export type FileType = z.infer<typeof FileType>

export const STORED_TYPES: Readonly<Record<DocumentSlot, readonly FileType[]>> = {
  'id-front': FileType.options,
  'id-back': FileType.options,
  selfie: ['image/png', 'image/jpeg', ...CONVERTED_TYPES],
  'proof-of-address': FileType.options,
  other: FileType.options,
}

const MEGABYTE = 1024 * 1024
/** What the server takes per file, to the byte (security R40); the bare widget's default. */
export const MAX_FILE_BYTES = 24 * MEGABYTE
/** What onboarding and the documents card take (choices §5). */
export const ONBOARDING_MAX_FILE_BYTES = 10 * MEGABYTE

/** Limits before anything is decoded (security R42). */
export const MAX_IMAGE_PIXELS = 50_000_000
/** Photos of phones in HEIC have 12 or 24 megapixels; to decode more in the server would take too much memory. */
export const MAX_HEIC_PIXELS = 25_000_000
export const MAX_PDF_PAGES = 50
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
export const MAX_FILE_NAME_BYTES = 255

/** A proof of address may be this many calendar months old on the day of submission (onboarding §9). */
export const ADDRESS_PROOF_MAX_MONTHS = 3

/** Where the progress bar stands: reading, sending begins, done (onboarding §9). */
export const UPLOAD_PROGRESS = { reading: 10, sending: 30, done: 100 } as const

/** Extensions for which the widget shows a preview (onboarding §2). */
export const PREVIEW_EXTENSIONS = ['jpeg', 'jpg', 'png', 'gif'] as const

/** How people call a file type: PNG, JPEG, PDF. */
function typeName(type: string): string {
  const name = type.slice(type.indexOf('/') + 1).toUpperCase()
  return name === 'JPG' ? 'JPEG' : name
}

/** The refusal of a file type, with the list of accepted ones by the names people know; the converted ones stay unnamed. */
export function invalidTypeMessage(accepted: readonly string[]): string {
  const named = accepted.filter((type) => !CONVERTED_TYPES.some((converted) => converted === type))
  return `Invalid file type. Accepted types: ${[...new Set(named.map(typeName))].join(', ')}`
}

/** The refusal of a file over `maxBytes`, in whole megabytes (onboarding §5). */
export function tooLargeMessage(maxBytes: number): string {
  return `File is too large. Maximum size: ${Math.floor(maxBytes / MEGABYTE)}MB`
}

/** Texts of the upload widget (onboarding §4, §5, §8). */
export const UPLOAD_TEXT = {
  selectFirst: 'Please select a file first',
  failedTitle: 'Upload failed',
  failed: 'Failed to upload file',
  readFailed: 'Failed to read file',
  processingFailed: 'Error processing file',
  empty: 'This file is empty. Choose another file.',
  brokenOffTitle: 'Upload interrupted',
  brokenOff:
    'We can’t reach the server. Your file is kept. We’ll send it when you’re back online, or you can upload it again.',
} as const
