import { and, asc, count, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { MatchState } from '#contract/screening/sanctions.ts'
import {
  type listOpenMatches,
  MATCHES_PER_PAGE,
  type MatchSort,
  type MatchWaiting,
} from '#contract/screening/screening.ts'
import { CaseKind } from '#contract/verification/cases.ts'
import { caseReference } from '#domain/cases/case-reference.ts'
import { DAY_MS } from '#domain/plain-date.ts'
import { isStaleList } from '#domain/screening/screening-standing.ts'
import type { Config } from '#server/config.ts'
import { namesOf, unnamed } from '#server/model/people/names.ts'
import { cases } from '#server/model/schema/cases.ts'
import { caseScreenings, screeningMatches } from '#server/model/schema/sanctions.ts'
import {
  isOpenFor,
  isReadableBy,
  openSubjects,
  presentMatch,
  type ScreeningReader,
  unlessAltered,
  withHeardProposals,
} from '#server/model/screening/case-screenings.ts'
import { countToScreen } from '#server/model/screening/cases-to-screen.ts'
import { listRenewals } from '#server/model/screening/list-renewals.ts'
import { listsInForce } from '#server/model/screening/sanctions-lists.ts'
import { findSettings } from '#server/model/screening/screening-settings.ts'
import type { Db } from '#server/platform/database/database.ts'
import { isStorableKey, pageOf, readCursor, sortPlace } from '#server/platform/database/keyset.ts'
import type { FieldPlace } from '#server/platform/fields/field-cipher.ts'

type Answer = z.input<typeof listOpenMatches.answer>
type Query = z.output<typeof listOpenMatches.query>

const WAITING_DAYS: Readonly<Record<MatchWaiting, number>> = { day: 1, week: 7, month: 30 }

/** Each order's sort key, as text that sorts equally, and its default direction. */
const SORTS: Readonly<Record<MatchSort, { key: SQL<string>; order: 'asc' | 'desc' }>> = {
  found: { key: sql<string>`''::text`, order: 'asc' },
  // Strong before possible, then by score.
  level: {
    key: sql<string>`case ${screeningMatches.level} when 'strong' then '1' else '0' end || to_char(${screeningMatches.score}, 'FM0.000')`,
    order: 'desc',
  },
  list: { key: sql<string>`${screeningMatches.source} collate "C"`, order: 'asc' },
}

/**
 * The settings, the lists in force and the undecided matches that the reader may see, filtered and sorted.
 * Throws VALIDATION_ERROR for a cursor that isn't ours.
 */
export async function openMatches(
  db: Db,
  query: Query,
  {
    reader,
    config,
    now,
    onAltered,
  }: {
    reader: ScreeningReader
    config: Pick<Config, 'sanctions' | 'companyDomains'>
    now: Date
    /** Called for each altered value; the rest is returned. */
    onAltered: (place: FieldPlace) => void
  },
): Promise<Answer> {
  const { readerId } = reader
  const settings = await findSettings(db, config.sanctions)
  const lists = await listsInForce(db)
  const { key, order: usual } = SORTS[query.sort]
  const order = query.order ?? usual
  const rows = await db
    .select({
      match: screeningMatches,
      run: caseScreenings,
      userId: cases.userId,
      kind: cases.kind,
      sort_key: key.as('sort_key'),
    })
    .from(screeningMatches)
    .innerJoin(cases, eq(cases.id, screeningMatches.caseId))
    .innerJoin(caseScreenings, eq(caseScreenings.caseId, cases.id))
    .where(and(isOpenFor(db, reader), filtersOf(query, now), isAfter(query.cursor, key, order)))
    .orderBy(
      order === 'asc' ? asc(key) : desc(key),
      order === 'asc' ? asc(screeningMatches.id) : desc(screeningMatches.id),
    )
    .limit(MATCHES_PER_PAGE + 1)
  const { page, nextCursor } = pageOf(rows, MATCHES_PER_PAGE, ({ match, sort_key }) =>
    sortPlace({ sort_key, id: String(match.id) }),
  )
  const matches = await withHeardProposals(
    db,
    page.map(({ match }) => match),
    config,
  )
  const counts = await matchCounts(db, reader)
  const names = await namesOf(
    db,
    matches.flatMap(({ proposedBy }) => proposedBy ?? []),
  )
  const nameOf = (id: number) => names.get(id) ?? unnamed(id)
  return {
    settings,
    lists: lists.map((list) => ({
      ...list.stamp,
      entries: list.entries,
      importedAt: list.importedAt.toISOString(),
      isStale: isStaleList(list, settings.maxAgeDays, now),
      matches: counts.get(list.source) ?? NO_MATCHES,
    })),
    ...(await listRenewals(db, config.sanctions)),
    waiting: await countToScreen(db),
    matches: page.map(({ match: stored, run, userId, kind }, place) => {
      const match = matches[place] ?? stored
      const subjects = unlessAltered(() => openSubjects(db, run), onAltered)
      const subject = subjects?.find((subject) => subject.key === match.subjectKey)
      const company = subjects?.find((subject) => subject.kind === 'company')
      return {
        match: presentMatch(db, match, { id: readerId, nameOf, onAltered }),
        userId,
        kind: CaseKind.parse(kind),
        reference: caseReference(match.caseId),
        subjectName: subject?.name ?? 'Someone on this case',
        subjectLabel: subject?.label ?? '',
        companyName: subject?.kind === 'person' ? (company?.name ?? null) : null,
      }
    }),
    open: [...counts.values()].reduce((sum, { open }) => sum + open, 0),
    nextCursor,
  }
}

function filtersOf({ level, source, waiting }: Query, now: Date): SQL | undefined {
  const foundBefore = waiting && new Date(now.getTime() - WAITING_DAYS[waiting] * DAY_MS)
  return and(
    level === undefined ? undefined : eq(screeningMatches.level, level),
    source === undefined ? undefined : eq(screeningMatches.source, source),
    foundBefore && lt(screeningMatches.foundAt, foundBefore),
  )
}

function isAfter(cursor: string | undefined, key: SQL<string>, order: 'asc' | 'desc'): SQL | undefined {
  if (cursor === undefined) return undefined
  const place = readCursor(cursor, isStorableKey)
  const places = sql`(${key}, ${screeningMatches.id})`
  const last = sql`(${place.key}, ${Number(place.id)}::bigint)`
  return order === 'asc' ? sql`${places} > ${last}` : sql`${places} < ${last}`
}

type MatchCounts = Record<MatchState, number>

const NO_MATCHES: MatchCounts = { open: 0, false: 0, true: 0 }

/** The number of current matches per list, by decision. */
async function matchCounts(db: Db, reader: ScreeningReader): Promise<Map<string, MatchCounts>> {
  const { source, state, endedAt, caseId } = screeningMatches
  const rows = await db
    .select({ source, state, n: count() })
    .from(screeningMatches)
    .innerJoin(cases, eq(cases.id, caseId))
    .where(and(isNull(endedAt), isReadableBy(db, reader)))
    .groupBy(source, state)
  const counts = new Map<string, MatchCounts>()
  for (const row of rows)
    counts.set(row.source, { ...NO_MATCHES, ...counts.get(row.source), [MatchState.parse(row.state)]: row.n })
  return counts
}
