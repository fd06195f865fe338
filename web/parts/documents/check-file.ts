import {
  ACCEPTED_TYPES,
  type DocumentSlot,
  invalidTypeMessage,
  tooLargeMessage,
  UPLOAD_TEXT,
} from '#contract/documents.ts'

const TYPE_OF_EXTENSION: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  pdf: 'application/pdf',
}

/**
 * What is wrong with a chosen file before it is sent, or null (onboarding §5). The server judges by the bytes; this
 * spares people a wait. Some systems name no type, so the extension speaks for it then.
 */
export function fileProblem(file: File, slot: DocumentSlot, maxBytes: number): string | null {
  const accepted = ACCEPTED_TYPES[slot]
  const type = file.type || TYPE_OF_EXTENSION[extensionOf(file.name)] || ''
  if (!accepted.includes(type)) return invalidTypeMessage(accepted)
  if (file.size > maxBytes) return tooLargeMessage(maxBytes)
  return file.size === 0 ? UPLOAD_TEXT.empty : null
}

/** The extension in lower case, without its dot; '' when there is none. */
export function extensionOf(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
}
