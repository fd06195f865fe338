import { and, asc, count, eq, exists, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { CaseKind } from '#contract/verification/cases.ts'
import { cases } from '#server/model/schema/cases.ts'
import { type CaseScreeningRow, caseScreenings, screeningMatches } from '#server/model/schema/sanctions.ts'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import { listsInForce } from './sanctions-lists.ts'
import { barInForce, type ScreenedBy } from './screening-settings.ts'

/** Cases that someone may deal with: no one becomes a customer by a rejected or withdrawn one. */
const SCREENED_STATES = [
  'draft',
  'submitted',
  'in_review',
  'needs_resubmission',
  'awaiting_second_approval',
  'approved',
  'reverification_due',
]

/** A case that is not screened against the lists in force. */
export interface DueCase {
  id: number
  userId: number
  current: { kind: CaseKind; round: number }
  /** The submission that its last screening looked at; null before the first. */
  screenedRound: number | null
  /** Whom it looked for, as stored; null before the first. */
  subjects: CaseScreeningRow['subjects'] | null
  /** Whether a match of it stands. */
  hasMatches: boolean
}

/** Which submitted cases are to be screened by these lists and this bar, from `after` on in the order of their ids. */
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

/** The question of `casesToScreen`, of which a test reads the plan. */
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
      // Said of both tables: of the second the database would not see it, and read through all that is done.
      .leftJoin(caseScreenings, and(eq(caseScreenings.caseId, cases.id), gt(caseScreenings.caseId, after)))
      .where(and(waits(by), gt(cases.id, after)))
      .orderBy(asc(cases.id))
      .limit(limit)
  )
}

/** How many there are. */
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
    ne(users.issuer, 'applicant'),
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
