import type { DocumentNotice, StoredDocument } from '#contract/documents/uploads.ts'
import { documentNotices, type GivenFile } from '#domain/cases/document-problems.ts'

/** A stored document as the rules about given files read it. */
export function givenFile(document: StoredDocument): GivenFile {
  return { ...document, slot: document.documentType, uploadedAt: new Date(document.uploadedAt) }
}

/** What is still to be said of a stored document beside the others; what its owner chose to keep is said no more. */
export function openNotices(document: StoredDocument, beside: readonly StoredDocument[]): DocumentNotice[] {
  return documentNotices(givenFile(document), beside.map(givenFile)).filter(
    ({ mayKeep }) => !(mayKeep && document.keptAt),
  )
}
