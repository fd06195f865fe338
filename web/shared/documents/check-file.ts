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
 * What is wrong with a chosen file before it is sent, or null. The server judges by the bytes; this spares people a wait.
 * Some systems name no type, so the extension speaks for it then; a file that says nothing of itself is the server's.
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

/** A file that its person has moved or deleted since they chose it. */
export class UnreadableFile extends Error {}

/** The extension in lower case, without its dot; '' when there is none. */
export function fileExtension(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** A size as people read it: 684 KB, 2.4 MB (design §8). */
export function fileSize(bytes: number): string {
  if (bytes < KILOBYTE) return `${bytes} bytes`
  const kilobytes = bytes / KILOBYTE
  // 1023.6 KB would round to 1024 KB.
  if (Math.round(kilobytes) < KILOBYTE) return `${Math.round(kilobytes)} KB`
  return `${(kilobytes / KILOBYTE).toFixed(1)} MB`
}
