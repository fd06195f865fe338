import { CaseState } from '#contract/verification/cases.ts'
import { BANK_HOLIDAYS, reviewerWorkingMs, type StateSince } from '#domain/cases/review-clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { RowOf } from '#server/platform/database/statement.ts'
import { selectHistories } from './cases.sql.ts'

type HistoryRow = RowOf<typeof selectHistories>

/**
 * The working time in milliseconds for which each case has waited for us in its latest verification (cases,
 * Working time), from the ledger by the domain's rule. Cases that didn't wait for us in it, or are still a
 * visitor's, are left out.
 */
export async function workingTimes(
  db: Db,
  caseIds: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, number>> {
  if (caseIds.length === 0) return new Map()
  const { rows } = await selectHistories(db, [caseIds])
  const histories = Map.groupBy(rows, ({ caseId }) => Number(caseId))
  const times = new Map<number, number>()
  for (const [id, history] of histories) {
    const worked = reviewerWorkingMs(statesOf(history), now)
    if (worked !== null) times.set(id, worked)
  }
  return times
}

/**
 * Until a visitor's application was claimed no reviewer could see it, so it didn't wait for one (onboarding,
 * Claimed by two proofs).
 */
function statesOf(rows: readonly HistoryRow[]): StateSince[] {
  let states: StateSince[] = []
  for (const { type, at, state } of rows) {
    const last = states.at(-1)
    if (type !== 'application.claimed') states.push({ state: CaseState.parse(state), since: at })
    else states = last ? [{ state: last.state, since: at }] : []
  }
  return states
}

/**
 * The domain's `workingMs` in SQL: the spans of a query, `began` to `ended`, each with its hours of working
 * time. `value` binds the bank holidays. Each day is computed once, however many spans include it.
 */
export function withWorkingHours(spans: string, value: (argument: unknown) => string): string {
  const inLondon = (moment: string) => `((${moment}) at time zone 'Europe/London')::date`
  const midnight = (day: string) => `((${day})::timestamp at time zone 'Europe/London')`
  // Working seconds up to a moment: those of earlier days, and of its own day if that is a working day.
  const upTo = (moment: string, place: string) =>
    `before[${place}] + works[${place}] * date_part('epoch', ${moment} - midnights[${place}])`
  return `
    with spans as materialized (${spans}), days as (
      select day::date as day, (extract(isodow from day) < 6 and day::date <> all(${value(BANK_HOLIDAYS)}::date[]))::int::float8 as works
      from generate_series((select ${inLondon('min(least(began, ended))')} from spans),
        (select ${inLondon('max(greatest(began, ended))')} from spans), interval '1 day') as day
    ), calendar as materialized (
      select array_agg(works order by day) as works, array_agg(${midnight('day')} order by day) as midnights,
        array_agg(before order by day) as before
      from (select *, coalesce(sum(works * date_part('epoch', ${midnight('day + 1')} - ${midnight('day')}))
        over (order by day rows between unbounded preceding and 1 preceding), 0) as before from days) counted
    )
    select s.*, greatest(0, ${upTo('s.ended', 'e')} - (${upTo('s.began', 'b')})) / 3600 as working
    from spans s cross join calendar
      cross join lateral (select width_bucket(s.began, midnights) as b, width_bucket(s.ended, midnights) as e offset 0) at`
}
