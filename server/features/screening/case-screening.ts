import type { CaseScreening } from '#contract/screening/screening.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { countryName } from '#domain/country-names.ts'
import { isCurrentRun, outcomeOf, screeningObstacles } from '#domain/screening/screening-standing.ts'
import type { Config } from '#server/config.ts'
import type { Caller } from '#server/model/access/caller.ts'
import type { StoredCase } from '#server/model/cases/cases.ts'
import { findSubmittedCase } from '#server/model/cases/submitted-case.ts'
import { requireRetainedOpen } from '#server/model/people/erased-people.ts'
import { namesOf, unnamed } from '#server/model/people/names.ts'
import { requireUser } from '#server/model/people/user-view.ts'
import { matchesOf, presentMatch, screeningFacts } from '#server/model/screening/case-screenings.ts'
import { matchHistories } from '#server/model/screening/match-histories.ts'
import { subjectsOf } from '#server/model/screening/screen-case.ts'
import { recordAct, type StaffAct } from '#server/model/staff/staff-act.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { FieldPlace } from '#server/platform/fields/field-cipher.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'
import { giveMatchNotices } from './match-notices.ts'
import { screenOne } from './screen-waiting.ts'

interface CaseReader {
  id: number
  now: Date
  config: Pick<Config, 'sanctions' | 'companyDomains' | 'dateStyle'>
  /** Called for each altered match; the others are returned. */
  onAltered: (place: FieldPlace) => void
}

/**
 * The sanctions screening of everyone in a person's case; the read is recorded. Null if nothing was submitted,
 * and for one's own case. Throws NOT_FOUND, and FORBIDDEN for an erased person whose records the caller may not read.
 */
export async function readScreening(
  { database, config, now }: Services,
  act: StaffAct,
  {
    caller,
    userId,
    kind,
    onAltered,
  }: { caller: Caller; userId: number; kind: CaseKind } & Pick<CaseReader, 'onAltered'>,
): Promise<CaseScreening | null> {
  const at = now()
  const reader = {
    id: act.actor.id,
    now: at,
    config,
    onAltered,
  }
  await requireUser(database.db, userId)
  const stored = reader.id === userId ? undefined : await findSubmittedCase(database.db, userId, kind)
  if (!stored) return null
  requireRetainedOpen(stored, caller, config.companyDomains)
  await database.transaction((tx) =>
    recordAct(tx, act, { at, type: 'screening.viewed', userId, subject: `case:${stored.id}` }),
  )
  return presentScreening(database.db, stored, reader)
}

/** Screens a person's case again. Throws FORBIDDEN for one's own, and NOT_FOUND if nothing was submitted. */
export async function screenNow(
  services: Services,
  askedBy: number,
  userId: number,
  kind: CaseKind,
): Promise<void> {
  if (askedBy === userId)
    throw new AppError('FORBIDDEN', 'This is your own verification. A colleague works on it.')
  const stored = await findSubmittedCase(services.database.db, userId, kind)
  if (!stored) throw new AppError('NOT_FOUND', 'This user has not submitted anything to verify.')
  await screenOne(services, stored.id)
  await giveMatchNotices(services, stored.id)
}

async function presentScreening(
  db: Db,
  stored: StoredCase & { isErased: boolean },
  reader: CaseReader,
): Promise<CaseScreening> {
  const facts = await screeningFacts(db, stored, reader.id, reader.config)
  const { run } = facts
  const subjects = run?.subjects ?? (await subjectsOf(db, [stored]))[0] ?? []
  const matches = await matchesOf(db, stored.id, reader.config)
  const histories = await matchHistories(db, matches, reader.id)
  const names = await namesOf(db, [
    ...matches.flatMap(({ decidedBy, proposedBy }) => [decidedBy ?? [], proposedBy ?? []].flat()),
  ])
  const matchReader = {
    id: reader.id,
    nameOf: (id: number) => names.get(id) ?? unnamed(id),
    onAltered: reader.onAltered,
  }
  return {
    screenedAt: run?.screenedAt.toISOString() ?? null,
    lists: run?.lists ?? [],
    obstacles: screeningObstacles(facts, reader.now, reader.config.dateStyle).map(({ text }) => text),
    isDue: facts.lists.length > 0 && !isCurrentRun(run, facts),
    subjects: subjects.map((subject) => ({
      key: subject.key,
      kind: subject.kind,
      label: subject.label,
      name: subject.name,
      birthDate: subject.birthDate ?? null,
      country: subject.country ? countryName(subject.country) : null,
      companyNumber: subject.companyNumber ?? null,
      outcome: outcomeOf(subject.key, facts, reader.now),
    })),
    matches: matches.map((row) => ({
      ...presentMatch(db, row, matchReader),
      history: histories.get(row.id) ?? [],
    })),
    seen: [...(run?.seen ?? [])],
    possibleFrom: run?.possibleFrom ?? facts.possibleFrom,
    isErased: stored.isErased,
    mayDecide: stored.userId !== reader.id,
  }
}
