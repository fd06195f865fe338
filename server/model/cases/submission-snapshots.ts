import { desc, eq } from 'drizzle-orm'
import { BusinessAnswers } from '#contract/onboarding/business.ts'
import { type IdentifiedAnswers, withOwnerIds } from '#domain/business/owner-ids.ts'
import type { HeldDocument } from '#domain/cases/document-requirements.ts'
import { caseSubmissions, type StoredSnapshot, type SubmissionRow } from '#server/model/schema/cases.ts'
import type { DocumentRow } from '#server/model/schema/documents.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { FieldPlace } from '#server/platform/fields/field-cipher.ts'
import { openJson, openText, sealerFor } from '#server/platform/fields/stored-values.ts'
import { selectHandedIn } from './cases.sql.ts'
import type { StoredCase } from './cases.ts'
import { heldDocuments } from './documents.ts'

/** A submission of a case. */
interface Of {
  caseId: number
  round: number
}

/** What was submitted: the answers, and the files by id and hash. */
interface Snapshot {
  answers: unknown
  documents: StoredSnapshot['documents']
}

/** What was submitted, and when. */
export interface SubmittedSnapshot extends Snapshot {
  submittedAt: Date
}

/** A submission as stored: the files stay unencrypted, because queries need to know which were submitted. */
export async function submissionToStore(
  tx: Db,
  of: Of,
  { answers, documents, payloadHash }: Snapshot & { payloadHash: string },
): Promise<Pick<SubmissionRow, 'snapshot' | 'payloadHash'>> {
  const seal = await sealerFor(tx)
  return {
    snapshot: {
      answers: seal.json(answers, placeOf(of)),
      documents: documents.map(({ id, slot, sha256 }) => ({ id, slot, sha256 })),
    },
    payloadHash: seal.text(payloadHash, hashPlace(of)),
  }
}

/** Recognises a repeated submission. */
export function openPayloadHash(db: Db, row: SubmissionRow): string {
  return openText(db, row.payloadHash, hashPlace(row))
}

/** A submission's original content. Throws if its answers were altered or are another submission's. */
export function openSnapshot(db: Db, of: Of, { answers, documents }: StoredSnapshot): Snapshot {
  return { answers: openJson(db, answers, placeOf(of)), documents }
}

/** The last two submissions of a case, the latest first. */
export async function lastTwoSnapshots(db: Db, caseId: number): Promise<SubmittedSnapshot[]> {
  const { round, snapshot, submittedAt } = caseSubmissions
  const rows = await db
    .select({ round, snapshot, submittedAt })
    .from(caseSubmissions)
    .where(eq(caseSubmissions.caseId, caseId))
    .orderBy(desc(caseSubmissions.round))
    .limit(2)
  return rows.map((row) => ({
    ...openSnapshot(db, { caseId, round: row.round }, row.snapshot),
    submittedAt: row.submittedAt,
  }))
}

/** A company's answers as submitted, with the ids of its owners. Rules that came later refuse none of them. */
export function submittedCompany(answers: unknown): IdentifiedAnswers {
  const read = BusinessAnswers.safeParse(answers)
  return withOwnerIds(read.success ? read.data : (answers as BusinessAnswers), [])
}

function hashPlace({ caseId, round }: Of): FieldPlace {
  return ['case_submissions', 'payload_hash', `${caseId}:${round}`]
}

function placeOf({ caseId, round }: Of): FieldPlace {
  return ['case_submissions', 'snapshot', `${caseId}:${round}`]
}

/**
 * A case's documents for the rules about its approval. An accepted document keeps the day of its first
 * submission, so that it doesn't grow too old while another one is requested again.
 */
export async function handedInDocuments(
  db: Db,
  { id, current }: StoredCase,
  rows: readonly DocumentRow[],
): Promise<HeldDocument[]> {
  const accepted = rows.filter(({ slot }) => current.items.some((item) => item.key === slot && item.isFinal))
  if (accepted.length === 0) return heldDocuments(rows)
  const { rows: found } = await selectHandedIn(db, [id, accepted.map((row) => row.id)])
  const firsts = new Map(found.map(({ document, at }) => [document, at]))
  return rows.flatMap((row) =>
    heldDocuments([row]).map((document) => ({ ...document, handedInAt: firsts.get(row.id) })),
  )
}
