import type { DocumentNotice, StoredDocument } from '#contract/documents/uploads.ts'
import { faceProblem } from '#domain/documents/face-problem.ts'
import { api } from '#web/lib/api.ts'

/** Records the choice to use a poor picture, which the reviewer sees. */
export async function confirmPoor({ id }: Pick<StoredDocument, 'id'>): Promise<StoredDocument> {
  return (await api('POST /api/documents/:id/keep', { params: { id } })).document
}

/**
 * Tells the server about a selfie without exactly one face, so that the notice appears like those for other
 * pictures; returns the updated document.
 */
export async function tellFaces(document: StoredDocument, faces: number): Promise<StoredDocument> {
  if (!faceProblem(faces)) return document
  const { id } = document
  try {
    return (await api('PUT /api/documents/:id/faces', { params: { id }, body: { faces } })).document
  } catch {
    // The reviewer's own signal shows it anyway.
    return document
  }
}

/**
 * Tells the server what was found and chosen before the file was sent, so that it isn't asked again; if that
 * fails, it is.
 */
export async function tellChoice(
  { document, notices }: { document: StoredDocument; notices: readonly DocumentNotice[] },
  { faces = null, anyway }: { faces?: number | null | undefined; anyway?: boolean | undefined },
): Promise<StoredDocument> {
  const told = faces === null ? document : await tellFaces(document, faces)
  const isPoor = faceProblem(faces) !== null || notices.length > 0
  return anyway && isPoor ? confirmPoor(told).catch(() => told) : told
}
