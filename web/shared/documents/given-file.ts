import type { DocumentSlot } from '#contract/documents/documents.ts'
import type { DocumentNotice, StoredDocument } from '#contract/documents/uploads.ts'
import { documentNotices, type GivenFile } from '#domain/cases/document-problems.ts'
import { withFaces } from '#domain/documents/face-problem.ts'
import type { SeenFile } from './picture-check.ts'

/** A stored document as the rules about given files read it. */
export function givenFile(document: StoredDocument): GivenFile {
  return { ...document, slot: document.documentType, uploadedAt: new Date(document.uploadedAt) }
}

/** What is still to be said of a stored document beside the others; what its owner chose to keep is said no more. */
export function openNotices(document: StoredDocument, beside: readonly StoredDocument[]): DocumentNotice[] {
  return document.keptAt ? [] : documentNotices(givenFile(document), beside.map(givenFile))
}

/** What is to be said of a file that was looked at here and not sent yet, beside the stored ones; `faces` where they were counted. */
export function chosenNotices(
  { faces, ...seen }: SeenFile & { faces: number | null },
  slot: DocumentSlot,
  beside: readonly StoredDocument[],
): DocumentNotice[] {
  const problems = withFaces(seen.problems, faces)
  const given = { ...seen, slot, docType: null, problems, uploadedAt: new Date() }
  return documentNotices(given, beside.map(givenFile))
}
