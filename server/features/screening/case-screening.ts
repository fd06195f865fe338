import type { DateStyle } from '#contract/date-style.ts'
import type { CaseScreening } from '#contract/screening/screening.ts'
import { countryName } from '#domain/country-names.ts'
import { outcomeOf, screeningObstacles } from '#domain/screening/screening-standing.ts'
import type { Config } from '#server/config.ts'
import type { StoredCase } from '#server/model/cases/cases.ts'
import { namesOf, unnamed } from '#server/model/people/names.ts'
import { matchesOf, presentMatch, screeningFacts } from '#server/model/screening/case-screenings.ts'
import { matchHistories } from '#server/model/screening/match-histories.ts'
import { subjectsOf } from '#server/model/screening/screen-case.ts'
import type { Db } from '#server/platform/database/database.ts'

interface Viewer {
  id: number
  now: Date
  sanctions: Config['sanctions']
  dateStyle: DateStyle
}

/** How everyone of a case stands with the sanctions lists, for staff. */
export async function presentScreening(db: Db, stored: StoredCase, viewer: Viewer): Promise<CaseScreening> {
  const facts = await screeningFacts(db, stored, viewer.sanctions)
  const { run } = facts
  const subjects = run?.subjects ?? (await subjectsOf(db, [stored]))[0] ?? []
  const matches = await matchesOf(db, stored.id)
  const histories = await matchHistories(db, matches, viewer.id)
  const names = await namesOf(db, [
    ...matches.flatMap(({ decidedBy, proposedBy }) => [decidedBy ?? [], proposedBy ?? []].flat()),
  ])
  const reader = { id: viewer.id, nameOf: (id: number) => names.get(id) ?? unnamed(id) }
  return {
    screenedAt: run?.screenedAt.toISOString() ?? null,
    lists: run?.lists ?? [],
    obstacles: screeningObstacles(facts, viewer.now, viewer.dateStyle),
    subjects: subjects.map((subject) => ({
      key: subject.key,
      kind: subject.kind,
      label: subject.label,
      name: subject.name,
      birthDate: subject.birthDate ?? null,
      country: subject.country ? countryName(subject.country) : null,
      companyNumber: subject.companyNumber ?? null,
      outcome: outcomeOf(subject.key, facts, viewer.now),
    })),
    matches: matches.map((row) => ({
      ...presentMatch(db, row, reader),
      history: histories.get(row.id) ?? [],
    })),
    seen: [...(run?.seen ?? [])],
    possibleFrom: run?.possibleFrom ?? facts.possibleFrom,
    mayDecide: stored.userId !== viewer.id,
  }
}
