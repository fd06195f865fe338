import { ACCEPTED_TYPES, type DocumentSlot } from '#contract/documents/documents.ts'
import { CONVERTED_TYPES, invalidTypeMessage, tooLargeMessage, UPLOAD_TEXT } from '#contract/file-types.ts'

const KILOBYTE = 1024

const TYPE_OF_EXTENSION: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  pdf: 'application/pdf',
  heic: 'image/heic',
  heif: 'image/heic',
  webp: 'image/webp',
  avif: 'image/avif',
}

const CONVERTED: readonly string[] = [...CONVERTED_TYPES, 'image/heif']

/**
 * Returns what is wrong with a chosen file before it is sent, or null. The server checks the bytes; this spares
 * people a wait. Some systems give no type, so the extension is used instead; a file with neither is left to
 * the server.
 */
export function fileProblem(file: File, slot: DocumentSlot, maxBytes: number): string | null {
  const accepted = ACCEPTED_TYPES[slot]
  const extension = fileExtension(file.name)
  const type = file.type || TYPE_OF_EXTENSION[extension] || ''
  const saysNothing = type === '' && extension === ''
  if (!saysNothing && !accepted.includes(type) && !CONVERTED.includes(type))
    return invalidTypeMessage(accepted)
  if (file.size > maxBytes) return tooLargeMessage(maxBytes)
  return file.size === 0 ? UPLOAD_TEXT.empty : null
}

/** The file was moved or deleted after it was chosen. */
export class UnreadableFile extends Error {}

/** Returns the extension in lower case, without its dot; '' if there is none. */
export function fileExtension(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** Formats a size: 684 KB, 2.4 MB (design §8). */
export function fileSize(bytes: number): string {
  if (bytes < KILOBYTE) return `${bytes} bytes`
  const kilobytes = bytes / KILOBYTE
  // 1023.6 KB would round to 1024 KB.
  if (Math.round(kilobytes) < KILOBYTE) return `${Math.round(kilobytes)} KB`
  return `${(kilobytes / KILOBYTE).toFixed(1)} MB`
}
