import { READING_REASON_MINUTES } from '#contract/documents/uploads.ts'
import type { Case } from '#domain/cases/case.ts'
import { caseOwner, isAtHand } from '#domain/cases/case-claims.ts'
import type { Db } from '#server/platform/database/database.ts'
import { selectReason } from './documents.sql.ts'

/** Why someone may open a person's documents: the case they have at hand, or a reason that they gave (security R11). */
export type ReadingBasis =
  | { kind: 'case'; until: Date | null }
  | { kind: 'reason'; reason: string; until: Date }

/** What lets a reader open the documents of a person now; undefined where they have to claim the case or give a reason first. */
export async function readingBasis(
  db: Db,
  {
    readerId,
    userId,
    current,
    now,
  }: { readerId: number; userId: number; current: Case | undefined; now: Date },
): Promise<ReadingBasis | undefined> {
  if (current && isAtHand(current, readerId, now))
    return { kind: 'case', until: caseOwner(current, now)?.until ?? null }
  const { rows } = await selectReason(db, [userId, readerId])
  const [given] = rows
  const until = given && new Date(given.at.getTime() + READING_REASON_MINUTES * 60_000)
  return given && until && until > now ? { kind: 'reason', reason: given.note, until } : undefined
}
