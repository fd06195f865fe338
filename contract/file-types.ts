/**
 * What phones and browsers save pictures as beside the types that are named to people: taken everywhere and converted, so
 * that no one has to know about them.
 */
export const CONVERTED_TYPES = ['image/heic', 'image/webp', 'image/avif'] as const

/** Types found in the bytes of a stored file: `image/jpg` is only another name of `image/jpeg` (security R41, A09). */
export const FILE_TYPES = ['image/png', 'image/jpeg', 'application/pdf', ...CONVERTED_TYPES] as const
export type FileType = (typeof FILE_TYPES)[number]

export const MEGABYTE = 1024 * 1024
/** What the server takes per file, to the byte (security R40); the bare widget's default. */
export const MAX_FILE_BYTES = 24 * MEGABYTE

/** Limits before anything is decoded (security R42). */
export const MAX_IMAGE_PIXELS = 50_000_000
/** Photos of phones in HEIC have 12 or 24 megapixels; to decode more in the server would take too much memory. */
export const MAX_HEIC_PIXELS = 25_000_000
export const MAX_PDF_PAGES = 50

export const MAX_FILE_NAME_BYTES = 255

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
  brokenOff:
    'The connection dropped. Your file isn’t lost, and its upload continues when you’re back online.',
} as const
