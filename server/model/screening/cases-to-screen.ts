import { and, asc, count, eq, exists, gt, inArray, isNull, ne, notInArray, or, sql } from 'drizzle-orm'
import { CaseKind } from '#contract/verification/cases.ts'
import { ERASED_ISSUER } from '#server/model/people/erased-people.ts'
import { cases } from '#server/model/schema/cases.ts'
import { type CaseScreeningRow, caseScreenings, screeningMatches } from '#server/model/schema/sanctions.ts'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import { listsInForce } from './sanctions-lists.ts'
import { barInForce, type ScreenedBy } from './screening-settings.ts'

/** Cases whose people may become or are customers: no one does by a rejected or withdrawn one, or erased. */
const SCREENED_STATES = [
  'draft',
  'submitted',
  'in_review',
  'needs_resubmission',
  'awaiting_second_approval',
  'approved',
  'reverification_due',
]

/** A case that hasn't been screened against the lists in force. */
export interface DueCase {
  id: number
  userId: number
  current: { kind: CaseKind; round: number }
  /** The submission that its last screening looked at; null before the first. */
  screenedRound: number | null
  /** The subjects it looked for, as stored; null before the first. */
  subjects: CaseScreeningRow['subjects'] | null
  /** Whether it has a current match. */
  hasMatches: boolean
}

/**
 * The submitted cases that must be screened with these lists and this threshold, after id `after`, in order of
 * their ids.
 */
export async function casesToScreen(
  db: Db,
  by: ScreenedBy,
  after: number,
  limit: number,
): Promise<DueCase[]> {
  const rows = await dueCases(db, by, after, limit)
  return rows.map(({ kind, round, ...row }) => ({
    ...row,
    current: { kind: CaseKind.parse(kind), round },
  }))
}

/** The query of `casesToScreen`, whose plan a test reads. */
export function dueCases(db: Db, by: ScreenedBy, after: number, limit: number) {
  const standing = db
    .select({ id: screeningMatches.id })
    .from(screeningMatches)
    .where(and(eq(screeningMatches.caseId, cases.id), isNull(screeningMatches.endedAt)))
  return (
    db
      .select({
        id: cases.id,
        userId: cases.userId,
        kind: cases.kind,
        round: cases.round,
        screenedRound: caseScreenings.round,
        subjects: caseScreenings.subjects,
        hasMatches: sql<boolean>`${exists(standing)}`,
      })
      .from(cases)
      .innerJoin(users, eq(users.id, cases.userId))
      // Stated for both tables: otherwise the planner wouldn't apply it to the second, and would read through
      // everything that is done.
      .leftJoin(caseScreenings, and(eq(caseScreenings.caseId, cases.id), gt(caseScreenings.caseId, after)))
      .where(and(waits(by), gt(cases.id, after)))
      .orderBy(asc(cases.id))
      .limit(limit)
  )
}

/** The number of such cases. */
export async function countToScreen(db: Db): Promise<number> {
  const lists = await listsInForce(db)
  if (lists.length === 0) return 0
  const [found] = await db
    .select({ n: count() })
    .from(cases)
    .innerJoin(users, eq(users.id, cases.userId))
    .leftJoin(caseScreenings, eq(caseScreenings.caseId, cases.id))
    .where(waits({ lists, possibleFrom: await barInForce(db) }))
  return found?.n ?? 0
}

function waits({ lists, possibleFrom }: ScreenedBy) {
  return and(
    gt(cases.round, 0),
    inArray(cases.state, SCREENED_STATES),
    notInArray(users.issuer, ['applicant', ERASED_ISSUER]),
    or(
      isNull(caseScreenings.caseId),
      ne(caseScreenings.round, cases.round),
      ne(
        caseScreenings.listIds,
        lists.map(({ id }) => id),
      ),
      gt(caseScreenings.possibleFrom, possibleFrom),
    ),
  )
}
