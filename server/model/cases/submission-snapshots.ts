import type { HeldDocument } from '#domain/cases/document-requirements.ts'
import type { StoredSnapshot, SubmissionRow } from '#server/model/schema/cases.ts'
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

/** What was handed in: the answers, and the files by their id and hash. */
interface Snapshot {
  answers: unknown
  documents: StoredSnapshot['documents']
}

/** A submission as its row keeps it: the files stay readable, because the database asks which were handed in. */
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

/** By what a repeat of a submission is known. */
export function openPayloadHash(db: Db, row: SubmissionRow): string {
  return openText(db, row.payloadHash, hashPlace(row))
}

/** A submission as it was handed in. Throws where its answers were altered, or are another submission's. */
export function openSnapshot(db: Db, of: Of, { answers, documents }: StoredSnapshot): Snapshot {
  return { answers: openJson(db, answers, placeOf(of)), documents }
}

function hashPlace({ caseId, round }: Of): FieldPlace {
  return ['case_submissions', 'payload_hash', `${caseId}:${round}`]
}

function placeOf({ caseId, round }: Of): FieldPlace {
  return ['case_submissions', 'snapshot', `${caseId}:${round}`]
}

/**
 * Documents of a case for the rules of its approval. One that was accepted keeps the day it was first handed in, so that
 * it does not grow too old while another is asked for again.
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
