import { and, asc, count, desc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import {
  ListSource,
  type MatchExplanation,
  MatchLevel,
  MatchState,
  MatchVerdict,
} from '#contract/screening/sanctions.ts'
import type { ScreeningMatch } from '#contract/screening/screening.ts'
import { countryName } from '#domain/country-names.ts'
import { birthText } from '#domain/screening/screening-facts.ts'
import type { ScreeningSubject } from '#domain/screening/screening-records.ts'
import type { ScreeningFacts } from '#domain/screening/screening-standing.ts'
import type { Config } from '#server/config.ts'
import type { StoredCase } from '#server/model/cases/cases.ts'
import { cases } from '#server/model/schema/cases.ts'
import {
  type CaseScreeningRow,
  caseScreenings,
  type ScreeningMatchRow,
  screeningMatches,
} from '#server/model/schema/sanctions.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AlteredValueError, type FieldPlace } from '#server/platform/fields/field-cipher.ts'
import { openJson } from '#server/platform/fields/stored-values.ts'
import { LIST_PAGES } from './lists/fetched-list.ts'
import { listsInForce } from './sanctions-lists.ts'
import { settingsInForce } from './screening-settings.ts'

/** A match that no one has decided on and that still is one: the list, its figure and the notices ask this. */
export const IS_OPEN_MATCH = sql`${screeningMatches.state} = 'open' and ${screeningMatches.endedAt} is null`

/** The same, without those of a reader's own, which no one may tell them (law §3.2). */
export function isOpenFor(readerId: number): SQL | undefined {
  return and(IS_OPEN_MATCH, ne(cases.userId, readerId))
}

/** How many matches wait for a decision, as the reader's list of them has it. */
export async function countOpenMatches(db: Db, readerId: number): Promise<number> {
  const [found] = await db
    .select({ n: count() })
    .from(screeningMatches)
    .innerJoin(cases, eq(cases.id, screeningMatches.caseId))
    .where(isOpenFor(readerId))
  return found?.n ?? 0
}

/** A screening of a case, with whom it looked for. */
type Screening = Omit<CaseScreeningRow, 'subjects'> & { subjects: ScreeningSubject[] }

/** The latest screening of a case; undefined before the first. */
export async function findScreening(db: Db, caseId: number): Promise<Screening | undefined> {
  const [row] = await db.select().from(caseScreenings).where(eq(caseScreenings.caseId, caseId))
  return row && { ...row, subjects: openSubjects(db, row) }
}

/** Whom a screening looked for. Throws where that was altered, or is of another case. */
export function openSubjects(
  db: Db,
  { caseId, subjects }: Pick<CaseScreeningRow, 'caseId' | 'subjects'>,
): ScreeningSubject[] {
  return openJson(db, subjects, subjectsPlace(caseId))
}

/** Where the subjects of a screening stand. */
export function subjectsPlace(caseId: number): FieldPlace {
  return ['case_screenings', 'subjects', String(caseId)]
}

/** Why a match is one: it tells the birth date. Throws where it was altered, or is of another match. */
export function openExplanation(db: Db, row: ScreeningMatchRow): MatchExplanation {
  return openJson(db, row.explanation, explanationPlace(row))
}

/** What is read, or null where it was altered, of which `onAltered` hears: a list with one such value shows the others. */
export function unlessAltered<T>(read: () => T, onAltered: (place: FieldPlace) => void): T | null {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof AlteredValueError)) throw error
    onAltered(error.place)
    return null
  }
}

/** Where the explanation of a match stands. */
export function explanationPlace({
  caseId,
  subjectKey,
  source,
  entryRef,
  foundAt,
}: Pick<ScreeningMatchRow, 'caseId' | 'subjectKey' | 'source' | 'entryRef' | 'foundAt'>): FieldPlace {
  const name = [caseId, subjectKey, source, entryRef, foundAt.getTime()].join(':')
  return ['screening_matches', 'explanation', name]
}

/** Where the hash of whom a match was found for stands: equal ones alike, in whatever case. */
export const SUBJECT_PLACE: FieldPlace = ['screening_matches', 'subject_hash', '']

/** Every match that a case ever had, the standing ones first, newest first. */
export async function matchesOf(db: Db, caseId: number): Promise<ScreeningMatchRow[]> {
  const rows = await db
    .select()
    .from(screeningMatches)
    .where(eq(screeningMatches.caseId, caseId))
    .orderBy(desc(screeningMatches.id))
  return [...rows.filter((row) => !row.endedAt), ...rows.filter((row) => row.endedAt)]
}

/** What the rules of screening look at for a case, as it is now. */
export async function screeningFacts(
  db: Db,
  { id, current }: StoredCase,
  sanctions: Config['sanctions'],
): Promise<ScreeningFacts & { run: Screening | undefined }> {
  // One after the other: inside a transaction there is one connection.
  const lists = await listsInForce(db)
  const run = await findScreening(db, id)
  const standing = await db
    .select()
    .from(screeningMatches)
    .where(and(eq(screeningMatches.caseId, id), isNull(screeningMatches.endedAt)))
    .orderBy(asc(screeningMatches.id))
  const nameOf = new Map(run?.subjects.map(({ key, name }) => [key, name]))
  return {
    lists,
    run,
    round: current.round,
    ...(await settingsInForce(db, sanctions)),
    matches: standing.map((row) => ({
      subject: row.subjectKey,
      subjectName: nameOf.get(row.subjectKey) ?? 'Someone on this case',
      source: ListSource.parse(row.source),
      ref: row.entryRef,
      level: MatchLevel.parse(row.level),
      state: MatchState.parse(row.state),
      isExposedOnly: row.entry.isExposedOnly ?? false,
    })),
  }
}

/** Whether someone of a case is confirmed to be politically exposed, which takes a second person to approve. */
export async function isExposed(db: Db, caseId: number): Promise<boolean> {
  const confirmed = await db
    .select({ entry: screeningMatches.entry })
    .from(screeningMatches)
    .where(
      and(
        eq(screeningMatches.caseId, caseId),
        eq(screeningMatches.state, 'true'),
        isNull(screeningMatches.endedAt),
      ),
    )
  return confirmed.some(({ entry }) => entry.isExposedOnly)
}

/** Anyone who reads of a match, and what the people who spoke of it are called. */
export interface MatchReader {
  id: number
  nameOf: (id: number) => string
  /** Hears of a value that was altered, beside which the rest is read; without it such a value is thrown. */
  onAltered?: (place: FieldPlace) => void
}

/** A match as staff read it, with the entry as it stood on the list. */
export function presentMatch(
  db: Db,
  row: ScreeningMatchRow,
  { id: readerId, nameOf, onAltered }: MatchReader,
): ScreeningMatch {
  const { entry } = row
  return {
    id: row.id,
    version: row.version,
    subject: row.subjectKey,
    source: ListSource.parse(row.source),
    list: row.list,
    entry: {
      ref: entry.ref,
      kind: entry.kind,
      names: entry.names.map(({ text, quality }) => ({ text, quality })),
      births: entry.births.map(birthText),
      countries: entry.countries.map(countryName),
      numbers: [...entry.numbers],
      regime: entry.regime,
      listedOn: entry.listedOn,
      documents: [...(entry.documents ?? [])],
      positions: [...(entry.positions ?? [])],
      isExposedOnly: entry.isExposedOnly ?? false,
      url: entry.url ?? LIST_PAGES.get(row.source) ?? null,
    },
    level: MatchLevel.parse(row.level),
    score: row.score,
    explanation: onAltered
      ? unlessAltered(() => openExplanation(db, row), onAltered)
      : openExplanation(db, row),
    foundAt: row.foundAt.toISOString(),
    state: MatchState.parse(row.state),
    comment: row.comment,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decidedBy: row.decidedBy === null ? null : nameOf(row.decidedBy),
    proposal: presentProposal(row, { id: readerId, nameOf }),
    endedAt: row.endedAt?.toISOString() ?? null,
  }
}

function presentProposal(row: ScreeningMatchRow, reader: MatchReader): ScreeningMatch['proposal'] {
  const { proposedState, proposedBy, proposedAt, proposedComment } = row
  if (!proposedState || proposedBy === null || !proposedAt) return null
  return {
    state: MatchVerdict.parse(proposedState),
    by: reader.nameOf(proposedBy),
    at: proposedAt.toISOString(),
    comment: proposedComment ?? '',
    isOwn: proposedBy === reader.id,
  }
}
