import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { ListSource, MatchLevel } from '#contract/screening/sanctions.ts'
import { isRaised } from '#domain/screening/screening-match.ts'
import { comparedOf } from '#domain/screening/screening-records.ts'
import { type ScreeningMatchRow, sanctionsEntries, screeningMatches } from '#server/model/schema/sanctions.ts'
import type { Db } from '#server/platform/database/database.ts'
import { openText, type Sealer } from '#server/platform/fields/stored-values.ts'
import { explanationPlace, SUBJECT_PLACE } from './case-screenings.ts'
import type { ForceList } from './sanctions-lists.ts'
import type { Found } from './search-lists.ts'

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
