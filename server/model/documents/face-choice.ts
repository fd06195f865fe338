import { and, eq } from 'drizzle-orm'
import { CaseState } from '#contract/verification/cases.ts'
import { whoWaits } from '#domain/cases/case-waiting.ts'
import { currentDocuments } from '#server/model/cases/documents.ts'
import { cases } from '#server/model/schema/cases.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Services } from '#server/services.ts'

/** What someone was told of the comparison of faces, what they want, and whether reviewers have their photos. */
export interface FaceChoice {
  toldAt: Date | null
  byPeopleAt: Date | null
  isSubmitted: boolean
}

/** By their case of a person; undefined where none is started. */
export async function faceChoiceOf(db: Db, userId: number): Promise<FaceChoice | undefined> {
  const [row] = await db
    .select({ toldAt: cases.facesToldAt, byPeopleAt: cases.facesByPeopleAt, state: cases.state })
    .from(cases)
    .where(and(eq(cases.userId, userId), eq(cases.kind, 'consumer')))
  if (!row) return undefined
  const { state, ...choice } = row
  const waiting = whoWaits(CaseState.parse(state))
  return { ...choice, isSubmitted: waiting === 'reviewer' || waiting === 'second_reviewer' }
}

/** Has someone’s selfie compared with their ID photo, where the operator wants it; the job looks whether its person was told and agrees. */
export async function enqueueComparison(
  { config, jobs }: Pick<Services, 'config' | 'jobs'>,
  tx: Db,
  userId: number,
): Promise<void> {
  if (!config.faceComparison) return
  const selfie = (await currentDocuments(tx, userId)).find(({ slot }) => slot === 'selfie')
  // A key of its own: the look at the upload may still be waiting.
  if (selfie)
    await jobs.enqueue(tx, 'read-document', { documentId: selfie.id }, { key: `compare ${selfie.id}` })
}
