import { eq, inArray, sql } from 'drizzle-orm'
import type { MatchLevel } from '#contract/sanctions.ts'
import type { SeenPair } from '#contract/screening.ts'
import { MATCHER_VERSION } from '#domain/screening/screening-keys.ts'
import { SEEN_FROM } from '#domain/screening/screening-match.ts'
import type { ScreeningSubject } from '#domain/screening/screening-records.ts'
import { isCurrentRun } from '#domain/screening/screening-standing.ts'
import { businessSubjects, consumerSubjects } from '#domain/screening/screening-subjects.ts'
import { keptPairs } from '#domain/screening/seen-pairs.ts'
import type { Db } from '#server/platform/database/database.ts'
import { cases } from '#server/platform/database/schema/cases.ts'
import { caseScreenings } from '#server/platform/database/schema/sanctions.ts'
import { sealerFor } from '#server/platform/fields/stored-values.ts'
import { type LedgerEvent, recordEvent } from '#server/platform/ledger/record-event.ts'
import { businessesOf } from '#server/records/cases/business-profiles.ts'
import type { StoredCase } from '#server/records/cases/cases.ts'
import { kycProfilesOf } from '#server/records/cases/kyc-profiles.ts'
import { subjectsPlace } from './case-screenings.ts'
import { keepMatches, standingMatches } from './keep-matches.ts'
import { listsInForce } from './sanctions-lists.ts'
import { barInForce } from './screening-settings.ts'
import { type Found, searchLists } from './search-lists.ts'

/** Whom each of some cases asks about now, in their order; no one before the first submission. */
export async function subjectsOf(db: Db, stored: readonly StoredCase[]): Promise<ScreeningSubject[][]> {
  const peopleOf = (kind: StoredCase['record']['kind']) =>
    stored.filter(({ record }) => record.kind === kind).map(({ userId }) => userId)
  const [companies, people] = [peopleOf('business'), peopleOf('consumer')]
  // One after the other: inside a transaction there is one connection.
  const businesses = companies.length > 0 ? await businessesOf(db, companies) : undefined
  const profiles = people.length > 0 ? await kycProfilesOf(db, people) : undefined
  return stored.map(({ userId, record }) => {
    const business = record.kind === 'business' ? businesses?.get(userId) : undefined
    const profile = record.kind === 'consumer' ? profiles?.get(userId) : undefined
    if (business) return businessSubjects(business.answers)
    return profile ? consumerSubjects(profile) : []
  })
}

/**
 * Screens everyone of a case against the lists in force, unless that was done for what was submitted and these lists
 * (law §3.3). Returns the levels of the matches that are new.
 */
export async function screenCase(tx: Db, stored: StoredCase, at: Date): Promise<readonly MatchLevel[]> {
  await tx.select({ id: cases.id }).from(cases).where(eq(cases.id, stored.id)).for('update')
  return (await screenCases(tx, [stored], at)).get(stored.id) ?? []
}

/**
 * The same of several locked cases at once. What a person has dismissed stays so while neither side has changed; nothing is
 * decided here. Pairs below the bar are kept with their score. Without a list nothing is done: the cases then count as not
 * screened. Returns of each case that was screened the levels of its new matches.
 */
export async function screenCases(
  tx: Db,
  stored: readonly StoredCase[],
  at: Date,
): Promise<Map<number, readonly MatchLevel[]>> {
  const lists = await listsInForce(tx)
  // Indexed by a former version, a list would not find everyone: it is renewed first, and until then no one is clear.
  if (lists.length === 0 || lists.some(({ matcher }) => matcher !== MATCHER_VERSION)) return new Map()
  const possibleFrom = await barInForce(tx)
  const runs = await runsOf(tx, stored)
  const due = stored.filter(
    ({ id, record }) => !isCurrentRun(runs.get(id), { lists, round: record.round, possibleFrom }),
  )
  if (due.length === 0) return new Map()
  const subjects = await subjectsOf(tx, due)
  const found = await searchLists(tx, subjects.flat(), lists, SEEN_FROM)
  const standing = await standingMatches(
    tx,
    due.map(({ id }) => id),
  )
  const seal = await sealerFor(tx)
  const stamps = lists.map(({ stamp }) => stamp)
  const opened = new Map<number, readonly MatchLevel[]>()
  const seen = new Map<number, SeenPair[]>()
  const told: LedgerEvent[] = []
  let start = 0
  for (const [place, { id, userId, record }] of due.entries()) {
    const count = subjects[place]?.length ?? 0
    const ofCase: Found[] = found.slice(start, start + count).flat()
    start += count
    const changed = await keepMatches(tx, standing.get(id) ?? [], ofCase, {
      caseId: id,
      lists,
      possibleFrom,
      at,
      seal,
    })
    opened.set(id, changed.opened)
    seen.set(id, keptPairs(runs.get(id)?.seen ?? [], changed.below.map(seenPair), at))
    if (runs.get(id)?.round === record.round && changed.opened.length === 0 && changed.ended === 0) continue
    told.push({
      at,
      type: 'screening.changed',
      actor: { kind: 'system' },
      userId,
      caseId: id,
      subject: `case:${id}`,
      after: {
        lists: stamps,
        subjects: count,
        matches: ofCase.length - changed.below.length,
        ended: changed.ended,
        opened: changed.opened.length,
      },
    })
  }
  await tx
    .insert(caseScreenings)
    .values(
      due.map(({ id, record }, place) => ({
        caseId: id,
        round: record.round,
        listIds: lists.map((list) => list.id),
        lists: stamps,
        subjects: seal.json(subjects[place] ?? [], subjectsPlace(id)),
        screenedAt: at,
        possibleFrom,
        seen: seen.get(id) ?? [],
      })),
    )
    .onConflictDoUpdate({
      target: caseScreenings.caseId,
      set: {
        round: sql`excluded.round`,
        listIds: sql`excluded.list_ids`,
        lists: sql`excluded.lists`,
        subjects: sql`excluded.subjects`,
        screenedAt: sql`excluded.screened_at`,
        possibleFrom: sql`excluded.possible_from`,
        seen: sql`excluded.seen`,
      },
    })
  for (const event of [...inOrderOfLanes(told), ...doneEvents(due, told, { at, lists: stamps })])
    await recordEvent(tx, event)
  return opened
}

async function runsOf(tx: Db, stored: readonly StoredCase[]) {
  const { caseId, round, listIds, possibleFrom, seen } = caseScreenings
  const rows = await tx
    .select({ caseId, round, listIds, possibleFrom, seen })
    .from(caseScreenings)
    .where(
      inArray(
        caseId,
        stored.map(({ id }) => id),
      ),
    )
  return new Map(rows.map((row) => [row.caseId, row]))
}

/** As little of a pair as tells later what was seen. */
function seenPair({ subjectKey, entry, list, score, explanation }: Found) {
  const { source, version } = list.stamp
  return { subject: subjectKey, source, ref: entry.ref, name: explanation.listedName, score, version }
}

/** Two who write several events each take the lanes of the ledger in one order, so that neither waits for the other. */
function inOrderOfLanes(events: readonly LedgerEvent[]): LedgerEvent[] {
  return events.toSorted((a, b) => ((a.userId ?? 0) % LANES) - ((b.userId ?? 0) % LANES))
}

const LANES = 64

/**
 * The ledger says of everyone when they were screened against which lists. One event does so for a whole batch, by the
 * numbers of its cases, the changed ones among them; a case alone is told by its change, or else by an event of its own.
 */
function doneEvents(
  due: readonly StoredCase[],
  told: readonly LedgerEvent[],
  after: { at: Date; lists: unknown },
): LedgerEvent[] {
  const [first] = due
  if (due.length === 1 && told.length === 1) return []
  const { at, lists } = after
  const event: LedgerEvent = { at, type: 'screening.done', actor: { kind: 'system' } }
  if (due.length > 1 || !first) return [{ ...event, after: { lists, cases: due.map(({ id }) => id) } }]
  const { id, userId } = first
  return [{ ...event, userId, caseId: id, subject: `case:${id}`, after: { lists } }]
}
