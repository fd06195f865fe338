import { DOC_TYPE_LABELS, type DocType, type DocumentSlot, documentType } from './documents.ts'

/** Returns the name of the kind of ID document that a slot shows a side of; null for other slots or unknown kinds. */
export function idKindLabel(slot: DocumentSlot, docType: DocType | null): string | null {
  return docType && documentType(slot).group === 'id' ? DOC_TYPE_LABELS[docType] : null
}
