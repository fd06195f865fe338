import { and, asc, count, eq, gt, isNull, ne } from 'drizzle-orm'
import type { z } from 'zod'
import { CaseKind } from '#contract/cases.ts'
import { MatchState } from '#contract/sanctions.ts'
import { type listOpenMatches, MATCHES_PER_PAGE } from '#contract/screening.ts'
import { isStaleList } from '#domain/screening/screening-standing.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/platform/database/database.ts'
import { pageOf, readCursor } from '#server/platform/database/keyset.ts'
import { cases } from '#server/platform/database/schema/cases.ts'
import {
  caseScreenings,
  sanctionsFetches,
  screeningMatches,
} from '#server/platform/database/schema/sanctions.ts'
import type { FetchedList } from '#server/platform/sanctions/fetched-list.ts'
import { unnamed } from '#server/records/people/names.ts'
import { isOpenFor, openSubjects, presentMatch } from '#server/records/screening/case-screenings.ts'
import { countToScreen } from '#server/records/screening/cases-to-screen.ts'
import { listsInForce } from '#server/records/screening/sanctions-lists.ts'

type Answer = z.input<typeof listOpenMatches.answer>

/**
 * The lists in force and the matches no one has decided on, of others than the reader, oldest first. Throws
 * VALIDATION_ERROR for a strange cursor.
 */
export async function openMatches(
  db: Db,
  {
    readerId,
    cursor,
    sanctions: { maxAgeDays, fetched },
    now,
  }: { readerId: number; cursor: string | undefined; sanctions: Config['sanctions']; now: Date },
): Promise<Answer> {
  const after = cursor === undefined ? 0 : Number(readCursor(cursor, (key) => key === 'match').id)
  const lists = await listsInForce(db)
  const rows = await db
    .select({ match: screeningMatches, run: caseScreenings, userId: cases.userId, kind: cases.kind })
    .from(screeningMatches)
    .innerJoin(cases, eq(cases.id, screeningMatches.caseId))
    .innerJoin(caseScreenings, eq(caseScreenings.caseId, cases.id))
    .where(and(isOpenFor(readerId), gt(screeningMatches.id, after)))
    .orderBy(asc(screeningMatches.id))
    .limit(MATCHES_PER_PAGE + 1)
  const { page, nextCursor } = pageOf(rows, MATCHES_PER_PAGE, ({ match }) => ({
    key: 'match',
    id: String(match.id),
  }))
  const counts = await matchCounts(db, readerId)
  return {
    lists: lists.map((list) => ({
      ...list.stamp,
      entries: list.entries,
      importedAt: list.importedAt.toISOString(),
      isStale: isStaleList(list, maxAgeDays, now),
      matches: counts.get(list.source) ?? NO_MATCHES,
    })),
    renewals: await renewalsOf(db, fetched),
    waiting: await countToScreen(db),
    matches: page.map(({ match, run, userId, kind }) => {
      const subject = openSubjects(db, run).find(({ key }) => key === match.subjectKey)
      return {
        match: presentMatch(db, match, { id: readerId, nameOf: unnamed }),
        userId,
        kind: CaseKind.parse(kind),
        subjectName: subject?.name ?? 'Someone on this case',
        subjectLabel: subject?.label ?? '',
      }
    }),
    nextCursor,
  }
}

type MatchCounts = Record<MatchState, number>

const NO_MATCHES: MatchCounts = { open: 0, false: 0, true: 0 }

/** How many matches stand with each list, by what was said of them. */
async function matchCounts(db: Db, readerId: number): Promise<Map<string, MatchCounts>> {
  const { source, state, endedAt, caseId } = screeningMatches
  const rows = await db
    .select({ source, state, n: count() })
    .from(screeningMatches)
    .innerJoin(cases, eq(cases.id, caseId))
    .where(and(isNull(endedAt), ne(cases.userId, readerId)))
    .groupBy(source, state)
  const counts = new Map<string, MatchCounts>()
  for (const row of rows)
    counts.set(row.source, { ...NO_MATCHES, ...counts.get(row.source), [MatchState.parse(row.state)]: row.n })
  return counts
}

async function renewalsOf(db: Db, fetched: readonly FetchedList[]): Promise<Answer['renewals']> {
  const rows = await db.select().from(sanctionsFetches)
  return fetched.map(({ source }) => {
    const row = rows.find((one) => one.source === source)
    return { source, renewedAt: row?.renewedAt?.toISOString() ?? null, failure: row?.failure ?? null }
  })
}
