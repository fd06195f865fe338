import type { StoredDocument } from '#contract/documents/uploads.ts'
import { faceProblem } from '#domain/documents/face-problem.ts'
import { api } from '#web/lib/api.ts'
import { CaptureJudge } from '#web/shared/capture/capture-judge.ts'

/** Longer than this, no one waits to be told of faces. */
const MOST_MS = 20_000

/** How many faces a selfie has, counted by this device; null where it can’t tell. Never throws. */
export async function countSelfieFaces(file: Blob): Promise<number | null> {
  let judge: CaptureJudge | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    judge = new CaptureJudge()
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), MOST_MS)
    })
    return await Promise.race([judge.countFaces(file, 'selfie'), late])
  } catch {
    return null
  } finally {
    clearTimeout(timer)
    judge?.close()
  }
}

/** Tells the server of a selfie without one face, so that it is said as what is wrong with other pictures is; the document as it is then. */
export async function tellFaces(document: StoredDocument, faces: number): Promise<StoredDocument> {
  if (!faceProblem(faces)) return document
  const { id } = document
  try {
    return (await api('PUT /api/documents/:id/faces', { params: { id }, body: { faces } })).document
  } catch {
    // The reviewer's own signal says it all the same.
    return document
  }
}
