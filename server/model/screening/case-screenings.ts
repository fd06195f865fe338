import { and, asc, count, desc, eq, isNull, ne, notExists, type SQL, sql } from 'drizzle-orm'
import {
  ListSource,
  type MatchExplanation,
  MatchLevel,
  MatchState,
  MatchVerdict,
} from '#contract/screening/sanctions.ts'
import type { ScreeningMatch } from '#contract/screening/screening.ts'
import { CaseKind } from '#contract/verification/cases.ts'
import { countryName } from '#domain/country-names.ts'
import { birthText } from '#domain/screening/screening-facts.ts'
import type { ScreeningSubject } from '#domain/screening/screening-records.ts'
import type { ScreeningFacts } from '#domain/screening/screening-standing.ts'
import type { Config } from '#server/config.ts'
import type { StoredCase } from '#server/model/cases/cases.ts'
import { ERASED_ISSUER } from '#server/model/people/erased-people.ts'
import { namesOf, unnamed } from '#server/model/people/names.ts'
import { cases } from '#server/model/schema/cases.ts'
import {
  type CaseScreeningRow,
  caseScreenings,
  type ScreeningMatchRow,
  screeningMatches,
} from '#server/model/schema/sanctions.ts'
import { users } from '#server/model/schema/users.ts'
import { thoseWhoStillMay } from '#server/model/staff/roles.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AlteredValueError, type FieldPlace } from '#server/platform/fields/field-cipher.ts'
import { openJson } from '#server/platform/fields/stored-values.ts'
import { LIST_PAGES } from './lists/fetched-list.ts'
import { listsInForce } from './sanctions-lists.ts'
import { settingsInForce } from './screening-settings.ts'

/** A match that is undecided and still valid: the list, its count and the notices use this. */
export const IS_OPEN_MATCH = sql`${screeningMatches.state} = 'open' and ${screeningMatches.endedAt} is null`

/** Who reads matches, and whether they may read what is retained of erased accounts. */
export interface ScreeningReader {
  readerId: number
  withErased: boolean
}

/** Whose matches a reader sees: never their own, which no one may reveal to them (law §3.4). */
export function isReadableBy(db: Db, { readerId, withErased }: ScreeningReader): SQL | undefined {
  const erased = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, cases.userId), eq(users.issuer, ERASED_ISSUER)))
  return and(ne(cases.userId, readerId), withErased ? undefined : notExists(erased))
}

/** The matches that await a decision, as a reader sees them. */
export function isOpenFor(db: Db, reader: ScreeningReader): SQL | undefined {
  return and(IS_OPEN_MATCH, isReadableBy(db, reader))
}

/** How many matches await a decision, as in the reader's list. */
export async function countOpenMatches(db: Db, reader: ScreeningReader): Promise<number> {
  const [found] = await db
    .select({ n: count() })
    .from(screeningMatches)
    .innerJoin(cases, eq(cases.id, screeningMatches.caseId))
    .where(isOpenFor(db, reader))
  return found?.n ?? 0
}

/** Which of a person's cases have an undecided match. */
export async function casesWithOpenMatch(db: Db, userId: number): Promise<CaseKind[]> {
  const rows = await db
    .selectDistinct({ kind: cases.kind })
    .from(screeningMatches)
    .innerJoin(cases, eq(cases.id, screeningMatches.caseId))
    .where(and(eq(cases.userId, userId), IS_OPEN_MATCH))
    .orderBy(asc(cases.kind))
  return rows.map(({ kind }) => CaseKind.parse(kind))
}

/** A case's screening, with the subjects it looked for. */
type Screening = Omit<CaseScreeningRow, 'subjects'> & { subjects: ScreeningSubject[] }

/** The latest screening of a case; undefined before the first. */
export async function findScreening(db: Db, caseId: number): Promise<Screening | undefined> {
  const [row] = await db.select().from(caseScreenings).where(eq(caseScreenings.caseId, caseId))
  return row && { ...row, subjects: openSubjects(db, row) }
}

/** The subjects a screening looked for. Throws if they were altered or are another case's. */
export function openSubjects(
  db: Db,
  { caseId, subjects }: Pick<CaseScreeningRow, 'caseId' | 'subjects'>,
): ScreeningSubject[] {
  return openJson(db, subjects, subjectsPlace(caseId))
}

/** Where a screening's subjects are stored. */
export function subjectsPlace(caseId: number): FieldPlace {
  return ['case_screenings', 'subjects', String(caseId)]
}

/** The explanation of a match, which includes the birth date. Throws if it was altered or is another match's. */
export function openExplanation(db: Db, row: ScreeningMatchRow): MatchExplanation {
  return openJson(db, row.explanation, explanationPlace(row))
}

/**
 * Returns what `read` does, or null, after calling `onAltered`, for an altered value: a list with one such
 * value still shows the others.
 */
export function unlessAltered<T>(read: () => T, onAltered: (place: FieldPlace) => void): T | null {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof AlteredValueError)) throw error
    onAltered(error.place)
    return null
  }
}

/** Where a match's explanation is stored. */
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

/** Where the hash of a match's subject is stored: equal ones are encrypted equally, in any case. */
export const SUBJECT_PLACE: FieldPlace = ['screening_matches', 'subject_hash', '']

/** Every match that a case ever had, the current ones first, newest first. */
export async function matchesOf(
  db: Db,
  caseId: number,
  config: Pick<Config, 'companyDomains'>,
): Promise<ScreeningMatchRow[]> {
  const stored = await db
    .select()
    .from(screeningMatches)
    .where(eq(screeningMatches.caseId, caseId))
    .orderBy(desc(screeningMatches.id))
  const rows = await withHeardProposals(db, stored, config)
  return [...rows.filter((row) => !row.endedAt), ...rows.filter((row) => row.endedAt)]
}

export const NO_PROPOSAL = {
  proposedState: null,
  proposedBy: null,
  proposedAt: null,
  proposedComment: null,
} as const

/**
 * Matches without the proposals of people who may no longer decide: those wait for two others (screening, Who
 * decides on a match).
 */
export async function withHeardProposals(
  db: Db,
  rows: readonly ScreeningMatchRow[],
  { companyDomains }: Pick<Config, 'companyDomains'>,
): Promise<ScreeningMatchRow[]> {
  const proposers = [...new Set(rows.flatMap(({ proposedBy }) => proposedBy ?? []))]
  const heard = await thoseWhoStillMay(db, proposers, 'screening.decide', companyDomains)
  return rows.map((row) =>
    row.proposedBy === null || heard.has(row.proposedBy) ? row : { ...row, ...NO_PROPOSAL },
  )
}

/** The facts about a case for the screening rules, as of now and as their reader is told. */
export async function screeningFacts(
  db: Db,
  { id, current }: StoredCase,
  readerId: number,
  config: Pick<Config, 'sanctions' | 'companyDomains'>,
): Promise<ScreeningFacts & { run: Screening | undefined }> {
  // One after the other: a transaction has one connection.
  const lists = await listsInForce(db)
  const run = await findScreening(db, id)
  const stored = await db
    .select()
    .from(screeningMatches)
    .where(and(eq(screeningMatches.caseId, id), isNull(screeningMatches.endedAt)))
    .orderBy(asc(screeningMatches.id))
  const standing = await withHeardProposals(db, stored, config)
  const nameOf = new Map(run?.subjects.map(({ key, name }) => [key, name]))
  const proposers = await namesOf(
    db,
    standing.flatMap(({ proposedBy }) => proposedBy ?? []),
  )
  return {
    lists,
    run,
    round: current.round,
    ...(await settingsInForce(db, config.sanctions)),
    matches: standing.map((row) => ({
      subject: row.subjectKey,
      subjectName: nameOf.get(row.subjectKey) ?? 'Someone on this case',
      source: ListSource.parse(row.source),
      ref: row.entryRef,
      level: MatchLevel.parse(row.level),
      state: MatchState.parse(row.state),
      proposal:
        row.proposedBy === null
          ? null
          : {
              said: MatchVerdict.parse(row.proposedState),
              by: proposers.get(row.proposedBy) ?? unnamed(row.proposedBy),
              isReader: row.proposedBy === readerId,
            },
      isExposedOnly: row.entry.isExposedOnly ?? false,
    })),
  }
}

/** Whether anyone in a case is confirmed to be politically exposed, which requires a second person to approve. */
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

/** The reader of a match, and the names of the people who decided on it. */
export interface MatchReader {
  id: number
  nameOf: (id: number) => string
  /** Called for an altered value, so that the rest can be read; without it the error is thrown. */
  onAltered?: (place: FieldPlace) => void
}

/** A match as staff read it, with the entry as it was on the list. */
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
