import type { DocumentSlot } from '#contract/documents/documents.ts'
import type { DocumentNotice, StoredDocument } from '#contract/documents/uploads.ts'
import { documentNotices, type GivenFile } from '#domain/cases/document-problems.ts'
import { withFaces } from '#domain/documents/face-problem.ts'
import type { SeenFile } from './picture-check.ts'

/** Returns a stored document in the form that the rules for files take. */
export function givenFile(document: StoredDocument): GivenFile {
  return { ...document, slot: document.documentType, uploadedAt: new Date(document.uploadedAt) }
}

/** Returns a stored document's open notices, given the others; those its owner has accepted are omitted. */
export function openNotices(document: StoredDocument, beside: readonly StoredDocument[]): DocumentNotice[] {
  return document.keptAt ? [] : documentNotices(givenFile(document), beside.map(givenFile))
}

/**
 * Returns the notices for a file that was inspected here and not sent yet, given the stored ones; `faces` if
 * they were counted.
 */
export function chosenNotices(
  { faces, ...seen }: SeenFile & { faces: number | null },
  slot: DocumentSlot,
  beside: readonly StoredDocument[],
): DocumentNotice[] {
  const problems = withFaces(seen.problems, faces)
  const given = { ...seen, slot, docType: null, problems, uploadedAt: new Date() }
  return documentNotices(given, beside.map(givenFile))
}
