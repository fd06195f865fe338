import { type DocumentSlot, documentType, ONBOARDING_MAX_FILE_BYTES } from '#contract/documents/documents.ts'
import { MEGABYTE } from '#contract/file-types.ts'

/** The text that says which files a slot accepts. */
export function acceptedFiles(slot: DocumentSlot): string {
  const types = documentType(slot).takes === 'pictures' ? 'PNG, JPEG' : 'PNG, JPEG, PDF'
  return `${types} or an iPhone photo, under ${ONBOARDING_MAX_FILE_BYTES / MEGABYTE}\u00a0MB`
}
