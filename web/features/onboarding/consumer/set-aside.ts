import type { DocType } from '#contract/documents/documents.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import { fitsDocType } from '#domain/cases/document-problems.ts'
import { isIdSide, requiredSlots } from '#domain/cases/document-requirements.ts'

/** Whether a stored document belongs to the chosen kind of ID document; others are set aside, not deleted. */
export function belongsTo(document: StoredDocument, docType: DocType | null): boolean {
  const { documentType: slot } = document
  if (!isIdSide(slot)) return true
  return requiredSlots(docType).includes(slot) && fitsDocType(document, docType)
}

/**
 * The sides that changing the kind of ID document sets aside. Empty if none were uploaded, so that no notice is
 * needed.
 */
export function setAside(
  documents: readonly StoredDocument[],
  from: DocType | null,
  to: DocType,
): readonly StoredDocument[] {
  return documents.filter((stored) => belongsTo(stored, from) && !belongsTo(stored, to))
}
