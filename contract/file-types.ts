/**
 * Formats that phones and browsers save pictures in besides those named to people: accepted everywhere and converted,
 * so that no one has to know about them.
 */
export const CONVERTED_TYPES = ['image/heic', 'image/webp', 'image/avif'] as const

/**
 * Types detected from a stored file's bytes: `image/jpg` is only another name for `image/jpeg` (security R41,
 * A09).
 */
export const FILE_TYPES = ['image/png', 'image/jpeg', 'application/pdf', ...CONVERTED_TYPES] as const
export type FileType = (typeof FILE_TYPES)[number]

export const MEGABYTE = 1024 * 1024
/** Largest file that the server accepts (security R40); also the bare widget's default. */
export const MAX_FILE_BYTES = 24 * MEGABYTE

/** Limits checked before anything is decoded (security R42). */
export const MAX_IMAGE_PIXELS = 50_000_000
/** An interlaced PNG is decoded whole, whatever size is wanted of it; no camera and no scanner saves one. */
export const MAX_INTERLACED_PIXELS = 12_000_000
/** Longest side of a picture: reducing a few lines of millions of pixels each takes gigabytes and minutes. */
export const MAX_IMAGE_EDGE = 20_000
/**
 * HEIC photos from phones have 12 or 24 megapixels; decoding larger ones on the server would take too much memory.
 */
export const MAX_HEIC_PIXELS = 25_000_000
export const MAX_PDF_PAGES = 50

export const MAX_FILE_NAME_BYTES = 255

/** Returns the everyday name of a file type: PNG, JPEG, PDF. */
function typeName(type: string): string {
  const name = type.slice(type.indexOf('/') + 1).toUpperCase()
  return name === 'JPG' ? 'JPEG' : name
}

/**
 * Returns the refusal of a file type, listing the accepted ones by their everyday names, without the converted ones.
 */
export function invalidTypeMessage(accepted: readonly string[]): string {
  const named = accepted.filter((type) => !CONVERTED_TYPES.some((converted) => converted === type))
  return `Invalid file type. Accepted types: ${[...new Set(named.map(typeName))].join(', ')}`
}

/**
 * Returns the refusal of a file over `maxBytes`, in whole megabytes (onboarding §5.1), or in bytes if it is less
 * than one.
 */
export function tooLargeMessage(maxBytes: number): string {
  const most = maxBytes < MEGABYTE ? `${maxBytes} bytes` : `${Math.floor(maxBytes / MEGABYTE)}MB`
  return `File is too large. Maximum size: ${most}`
}

/** Texts of the upload widget (onboarding §8.1). */
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
