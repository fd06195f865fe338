import { eq, inArray } from 'drizzle-orm'
import type { MatchLevel } from '#contract/screening/sanctions.ts'
import type { SeenPair } from '#contract/screening/screening.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { SEEN_FROM } from '#domain/screening/screening-match.ts'
import type { ScreeningSubject } from '#domain/screening/screening-records.ts'
import { isCurrentRun } from '#domain/screening/screening-standing.ts'
import { businessSubjects, consumerSubjects } from '#domain/screening/screening-subjects.ts'
import { storedPairs } from '#domain/screening/seen-pairs.ts'
import { type LedgerEvent, recordEvent } from '#server/model/audit/record-event.ts'
import { businessesOf } from '#server/model/cases/business-profiles.ts'
import type { StoredCase } from '#server/model/cases/cases.ts'
import { kycProfilesOf } from '#server/model/cases/kyc-profiles.ts'
import { cases } from '#server/model/schema/cases.ts'
import { caseScreenings } from '#server/model/schema/sanctions.ts'
import { excluded } from '#server/platform/database/columns.ts'
import type { Db } from '#server/platform/database/database.ts'
import { sealerFor } from '#server/platform/fields/stored-values.ts'
import { subjectsPlace } from './case-screenings.ts'
import { type ScreenedBy, screenedBy } from './screening-settings.ts'
import { type Found, searchLists } from './search-lists.ts'
import { standingMatches, storeMatches } from './store-matches.ts'

/** The subjects of each case as of now, in order; none before the first submission. */
export async function subjectsOf(
  db: Db,
  stored: readonly { userId: number; current: { kind: CaseKind } }[],
): Promise<ScreeningSubject[][]> {
  const peopleOf = (kind: CaseKind) =>
    stored.filter(({ current }) => current.kind === kind).map(({ userId }) => userId)
  const [companies, people] = [peopleOf('business'), peopleOf('consumer')]
  // One after the other: a transaction has one connection.
  const businesses = companies.length > 0 ? await businessesOf(db, companies) : undefined
  const profiles = people.length > 0 ? await kycProfilesOf(db, people) : undefined
  return stored.map(({ userId, current }) => {
    const business = current.kind === 'business' ? businesses?.get(userId) : undefined
    const profile = current.kind === 'consumer' ? profiles?.get(userId) : undefined
    if (business) return businessSubjects(business.answers)
    return profile ? consumerSubjects(profile) : []
  })
}

/** The result of a screening: what it used, and what it found. */
interface Screened {
  /** For each screened case, the levels of its new matches. */
  opened: Map<number, readonly MatchLevel[]>
  /** The cases for which the ledger records a change. */
  changed: ReadonlySet<number>
}

/**
 * Screens everyone in a case against the lists in force, unless that was done for this submission and these lists
 * (screening, Whom it asks about). Without a list nothing is done, and the case counts as not screened. Returns
 * the levels of new matches.
 */
export async function screenCase(tx: Db, stored: StoredCase, at: Date): Promise<readonly MatchLevel[]> {
  const { id, userId } = stored
  await tx.select({ id: cases.id }).from(cases).where(eq(cases.id, id)).for('update')
  const by = await screenedBy(tx)
  if (!by) return []
  const { opened, changed } = await screenCases(tx, [stored], by, at)
  if (opened.has(id) && !changed.has(id))
    await recordEvent(tx, { ...doneEvent(by, at), userId, caseId: id, subject: `case:${id}` })
  return opened.get(id) ?? []
}

/**
 * The same for several locked cases at once, skipping those that were screened meanwhile. What a person has
 * dismissed stays dismissed while neither side has changed; nothing is decided here. Pairs below the threshold
 * are stored with their score. Changes are recorded in the ledger; the caller records that the cases were
 * screened.
 */
export async function screenCases(
  tx: Db,
  stored: readonly StoredCase[],
  by: ScreenedBy,
  at: Date,
): Promise<Screened> {
  const { lists, possibleFrom } = by
  const runs = await runsOf(
    tx,
    stored.map(({ id }) => id),
  )
  const due = stored.filter(({ id, current }) => !isCurrentRun(runs.get(id), { ...by, round: current.round }))
  if (due.length === 0) return { opened: new Map(), changed: new Set() }
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
  for (const [place, { id, userId, current }] of due.entries()) {
    const count = subjects[place]?.length ?? 0
    const ofCase: Found[] = found.slice(start, start + count).flat()
    start += count
    const changed = await storeMatches(tx, standing.get(id) ?? [], ofCase, {
      caseId: id,
      lists,
      possibleFrom,
      at,
      seal,
    })
    opened.set(id, changed.opened)
    seen.set(id, storedPairs(runs.get(id)?.seen ?? [], changed.below.map(seenPair), at))
    if (runs.get(id)?.round === current.round && changed.opened.length === 0 && changed.ended === 0) continue
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
      due.map(({ id, current }, place) => ({
        caseId: id,
        round: current.round,
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
        round: excluded(caseScreenings.round),
        listIds: excluded(caseScreenings.listIds),
        lists: excluded(caseScreenings.lists),
        subjects: excluded(caseScreenings.subjects),
        screenedAt: excluded(caseScreenings.screenedAt),
        possibleFrom: excluded(caseScreenings.possibleFrom),
        seen: excluded(caseScreenings.seen),
      },
    })
  for (const event of inOrderOfLanes(told)) await recordEvent(tx, event)
  return { opened, changed: new Set(told.flatMap(({ caseId }) => caseId ?? [])) }
}

async function runsOf(tx: Db, caseIds: readonly number[]) {
  const { caseId, round, listIds, possibleFrom, seen } = caseScreenings
  const rows = await tx
    .select({ caseId, round, listIds, possibleFrom, seen })
    .from(caseScreenings)
    .where(inArray(caseId, [...caseIds]))
  return new Map(rows.map((row) => [row.caseId, row]))
}

/** The least of a pair that later shows what was seen. */
export function seenPair({ subjectKey, entry, list, score, explanation }: Found) {
  const { source, version } = list.stamp
  return { subject: subjectKey, source, ref: entry.ref, name: explanation.listedName, score, version }
}

/** Sorts events by ledger lane, so that two writers of several events never deadlock. */
function inOrderOfLanes(events: readonly LedgerEvent[]): LedgerEvent[] {
  return events.toSorted((a, b) => ((a.userId ?? 0) % LANES) - ((b.userId ?? 0) % LANES))
}

const LANES = 64

/** The ledger event for which lists someone was screened against: one case by itself, or several by number. */
export function doneEvent({ lists }: ScreenedBy, at: Date, caseIds?: readonly number[]): LedgerEvent {
  const after = { lists: lists.map(({ stamp }) => stamp), cases: caseIds }
  return { at, type: 'screening.done', actor: { kind: 'system' }, after }
}
