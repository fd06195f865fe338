import { setImmediate as others } from 'node:timers/promises'
import { asc, inArray, sql } from 'drizzle-orm'
import type { MatchLevel } from '#contract/screening/sanctions.ts'
import type { SeenPair } from '#contract/screening/screening.ts'
import { isRaised, SEEN_FROM } from '#domain/screening/screening-match.ts'
import type { ScreeningSubject } from '#domain/screening/screening-records.ts'
import { isCurrentRun } from '#domain/screening/screening-standing.ts'
import { storedPairs } from '#domain/screening/seen-pairs.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { lockFreeCases, type StoredCase } from '#server/model/cases/cases.ts'
import { caseScreenings } from '#server/model/schema/sanctions.ts'
import type { Db } from '#server/platform/database/database.ts'
import { openSubjects } from './case-screenings.ts'
import type { DueCase } from './cases-to-screen.ts'
import type { BetweenLookUps } from './list-indexes.ts'
import { doneEvent, screenCases, seenPair } from './screen-case.ts'
import type { ScreenedBy } from './screening-settings.ts'
import { type Found, searchLists } from './search-lists.ts'

/** A case for which nothing changes: the submission that was screened, and the pairs below the threshold. */
interface Unchanged {
  round: number
  below: readonly Found[]
}

/** Some cases, after looking up their people. */
interface LookedAt {
  unchanged: ReadonlyMap<number, Unchanged>
  /** The cases to be screened under their locks. */
  others: readonly number[]
}

/**
 * Looks up everyone in some cases, without locking anything. Nothing changes for a case that was screened as
 * submitted, has no match and gets none: for a new list that is nearly every case. The subjects are those of
 * the last screening: decrypting one value per case, rather than a dozen, leaves the thread to people's
 * requests. It yields between two values, and awaits `between` after each few look-ups.
 */
export async function lookAt(
  db: Db,
  due: readonly DueCase[],
  { lists, possibleFrom }: ScreenedBy,
  between?: BetweenLookUps,
): Promise<LookedAt> {
  const known: (Pick<DueCase, 'id' | 'current'> & { subjects: ScreeningSubject[] })[] = []
  for (const { id, current, screenedRound, hasMatches, subjects } of due) {
    if (screenedRound !== current.round || hasMatches || !subjects) continue
    known.push({ id, current, subjects: openSubjects(db, { caseId: id, subjects }) })
    await others()
  }
  const subjects = known.map((looked) => looked.subjects)
  const found = await searchLists(db, subjects.flat(), lists, SEEN_FROM, between)
  const unchanged = new Map<number, Unchanged>()
  let start = 0
  for (const [place, { id, current }] of known.entries()) {
    const end = start + (subjects[place]?.length ?? 0)
    const below = found.slice(start, end).flat()
    start = end
    if (!below.some((match) => isRaised(match, possibleFrom)))
      unchanged.set(id, { round: current.round, below })
  }
  return { unchanged, others: due.flatMap(({ id }) => (unchanged.has(id) ? [] : [id])) }
}

/**
 * Screens cases that were looked up: those for which nothing changes are marked together, the others locked and
 * screened. Cases that are locked at this moment, or have changed since, are left to the next pass. One ledger
 * event names all of them, so that no gap reveals that something was found. Returns the locked ones with the
 * levels of their new matches, and how many were screened.
 */
export async function screenLookedAt(
  tx: Db,
  { unchanged, others }: LookedAt,
  by: ScreenedBy,
  at: Date,
): Promise<{ opened: [StoredCase, readonly MatchLevel[]][]; screened: number }> {
  const marked = unchanged.size > 0 ? await markScreened(tx, unchanged, by, at) : []
  const stored = others.length > 0 ? await lockFreeCases(tx, others) : []
  const opened = stored.length > 0 ? (await screenCases(tx, stored, by, at)).opened : NONE
  const screened = [...marked, ...opened.keys()].sort((a, b) => a - b)
  if (screened.length > 0) await recordEvent(tx, doneEvent(by, at, screened))
  return {
    opened: stored.map((storedCase) => [storedCase, opened.get(storedCase.id) ?? []]),
    screened: screened.length,
  }
}

const NONE: ReadonlyMap<number, readonly MatchLevel[]> = new Map()

/**
 * Marks cases as screened. Any change of a person's identity sets their last screening's submission to none in
 * the same transaction: such a case is skipped, and so is one that was screened meanwhile.
 */
async function markScreened(
  tx: Db,
  unchanged: LookedAt['unchanged'],
  by: ScreenedBy,
  at: Date,
): Promise<number[]> {
  const { caseId, round, listIds, possibleFrom, seen } = caseScreenings
  const rows = await tx
    .select({ caseId, round, listIds, possibleFrom, seen })
    .from(caseScreenings)
    .where(inArray(caseId, [...unchanged.keys()]))
    .orderBy(asc(caseId))
    .for('update', { skipLocked: true })
  const due = rows.filter(
    (row) =>
      row.round === unchanged.get(row.caseId)?.round && !isCurrentRun(row, { ...by, round: row.round }),
  )
  if (due.length === 0) return []
  const pairs: Record<number, SeenPair[]> = {}
  for (const row of due) {
    const { below = [] } = unchanged.get(row.caseId) ?? {}
    if (below.length > 0) pairs[row.caseId] = storedPairs(row.seen, below.map(seenPair), at)
  }
  const ids = due.map((row) => row.caseId)
  await tx
    .update(caseScreenings)
    .set({
      listIds: by.lists.map(({ id }) => id),
      lists: by.lists.map(({ stamp }) => stamp),
      screenedAt: at,
      possibleFrom: by.possibleFrom,
      seen: sql`coalesce(${JSON.stringify(pairs)}::jsonb -> ${caseId}::text, ${seen})`,
    })
    .where(inArray(caseId, ids))
  return ids
}
