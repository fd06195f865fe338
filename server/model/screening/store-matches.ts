import { createHash } from 'node:crypto'
import { setImmediate as others } from 'node:timers/promises'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { ListSource, MatchLevel } from '#contract/screening/sanctions.ts'
import {
  type FoundMatch,
  isRaised,
  type LowestScore,
  matchEntry,
  type PreparedSubject,
  prepareSubject,
} from '#domain/screening/screening-match.ts'
import { comparedOf, type ListedEntry, type ScreeningSubject } from '#domain/screening/screening-records.ts'
import { type ScreeningMatchRow, sanctionsEntries, screeningMatches } from '#server/model/schema/sanctions.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { RowOf } from '#server/platform/database/statement.ts'
import { openText, type Sealer } from '#server/platform/fields/stored-values.ts'
import { explanationPlace, SUBJECT_PLACE } from './case-screenings.ts'
import { type BetweenLookUps, candidatesIn } from './list-indexes.ts'
import type { ForceList } from './sanctions-lists.ts'
import { selectEntriesByRef } from './screening.sql.ts'

/**
 * What a screening changed: the levels of the matches it opened, how many it ended, and the pairs it didn't
 * raise.
 */
export interface ChangedMatches {
  opened: MatchLevel[]
  ended: number
  below: Found[]
}

interface Place {
  caseId: number
  lists: readonly ForceList[]
  /** The threshold from which new ones are raised. */
  possibleFrom: number
  at: Date
  seal: Sealer
}

/** The current matches of some cases, by case. */
export async function standingMatches(
  db: Db,
  caseIds: readonly number[],
): Promise<Map<number, ScreeningMatchRow[]>> {
  const rows = await db
    .select()
    .from(screeningMatches)
    .where(and(inArray(screeningMatches.caseId, [...caseIds]), isNull(screeningMatches.endedAt)))
    .orderBy(asc(screeningMatches.id))
  return Map.groupBy(rows, ({ caseId }) => caseId)
}

/**
 * Updates a case's current matches to what was found: new ones are opened, and those that don't match any more
 * are ended. A match confirmed by two people stays for as long as its entry is listed: another name or birth
 * date frees no one. A match once raised also stays under a higher threshold.
 */
export async function storeMatches(
  tx: Db,
  standing: readonly ScreeningMatchRow[],
  found: readonly Found[],
  { caseId, lists, possibleFrom, at, seal }: Place,
): Promise<ChangedMatches> {
  const isSame = (row: ScreeningMatchRow, match: Found) =>
    placeOf(row) === placeOf({ ...match, source: match.list.source, entryRef: match.entry.ref }) &&
    (isConfirmed(row) ||
      // Hashed as today: a former release's hash covered more than what is compared.
      (comparedOf(row.entry) === comparedOf(match.entry) &&
        openText(tx, row.subjectHash, SUBJECT_PLACE) === match.subjectHash))
  const lost = standing.filter((row) => !found.some((match) => isSame(row, match)))
  const ended: number[] = []
  for (const row of lost) if (!isConfirmed(row) || !(await isListed(tx, row, lists))) ended.push(row.id)
  if (ended.length > 0)
    await tx.update(screeningMatches).set({ endedAt: at }).where(inArray(screeningMatches.id, ended))
  const opened: MatchLevel[] = []
  const below: Found[] = []
  for (const match of found) {
    const same = standing.find((row) => isSame(row, match))
    const place = {
      caseId,
      subjectKey: match.subjectKey,
      source: match.list.source,
      entryRef: match.entry.ref,
      foundAt: same?.foundAt ?? at,
    }
    const result = {
      level: match.level,
      score: match.score,
      explanation: seal.json(match.explanation, explanationPlace(place)),
      list: match.list.stamp,
      entry: match.entry,
      entryHash: match.entryHash,
    }
    if (same) {
      await tx.update(screeningMatches).set(result).where(eq(screeningMatches.id, same.id))
      continue
    }
    if (!isRaised(match, possibleFrom)) {
      below.push(match)
      continue
    }
    opened.push(match.level)
    await tx.insert(screeningMatches).values({
      ...result,
      ...place,
      subjectHash: seal.alike(match.subjectHash, SUBJECT_PLACE),
    })
  }
  return { opened, ended: ended.length, below }
}

/** Two people have confirmed that it is the listed person. */
function isConfirmed({ state, entry }: ScreeningMatchRow): boolean {
  return state === 'true' && !entry.isExposedOnly
}

async function isListed(
  tx: Db,
  { source, entryRef }: ScreeningMatchRow,
  lists: readonly ForceList[],
): Promise<boolean> {
  const ids = lists.filter((list) => list.source === source).map(({ id }) => id)
  const [row] = await tx
    .select({ ref: sanctionsEntries.ref })
    .from(sanctionsEntries)
    .where(and(inArray(sanctionsEntries.listId, ids), eq(sanctionsEntries.ref, entryRef)))
  return row !== undefined
}

function placeOf({
  subjectKey,
  source,
  entryRef,
}: {
  subjectKey: string
  source: ListSource | string
  entryRef: string
}): string {
  return JSON.stringify([subjectKey, source, entryRef])
}

/** A match, and what exactly was compared. */
export interface Found extends FoundMatch {
  subjectKey: string
  subjectHash: string
  entry: ListedEntry
  entryHash: string
  list: ForceList
}

/**
 * Finds each subject's matches in some lists, down to a score, by comparing it with the entries that the name
 * index returns. A separate thread searches the index; between two subjects it yields to others who wait for
 * this thread.
 */
export async function searchLists(
  tx: Db,
  subjects: readonly ScreeningSubject[],
  lists: readonly ForceList[],
  from: LowestScore,
  between?: BetweenLookUps,
): Promise<Found[][]> {
  const candidates = await candidatesIn(tx, subjects, lists, from, between)
  const asked: { subject: number; list: ForceList; refs: string[] }[] = []
  for (const [subject, ofLists] of candidates.entries())
    for (const [place, list] of lists.entries()) {
      const refs = ofLists[place] ?? []
      if (refs.length > 0) asked.push({ subject, list, refs })
    }
  const entries = new Map<ForceList, Map<string, StoredEntry>>()
  for (const list of new Set(asked.map((lookup) => lookup.list)))
    entries.set(
      list,
      await entriesOf(
        tx,
        list,
        asked.filter((lookup) => lookup.list === list).flatMap(({ refs }) => refs),
      ),
    )
  const found: Found[][] = subjects.map(() => [])
  for (const { subject, list, refs } of asked) {
    const prepared = prepareSubject(subjects[subject] as ScreeningSubject)
    for (const ref of refs) {
      const entry = entries.get(list)?.get(ref)
      const match = entry && compared(prepared, entry, list, from)
      if (match) found[subject]?.push(match)
    }
    await others()
  }
  return found
}

type StoredEntry = RowOf<typeof selectEntriesByRef>

async function entriesOf(tx: Db, list: ForceList, refs: string[]): Promise<Map<string, StoredEntry>> {
  const { rows } = await selectEntriesByRef(tx, [list.id, [...new Set(refs)]])
  return new Map(rows.map((row) => [row.ref, row]))
}

function compared(
  prepared: PreparedSubject,
  { data, hash }: StoredEntry,
  list: ForceList,
  from: LowestScore,
): Found | undefined {
  const match = matchEntry(prepared, data, from)
  if (!match) return undefined
  const { key, label: _, ...of } = prepared.subject
  const subjectHash = createHash('sha256').update(JSON.stringify(of)).digest('hex')
  return { ...match, subjectKey: key, subjectHash, entry: data, entryHash: hash, list }
}
