import { CaseState } from '#contract/cases.ts'
import { BANK_HOLIDAYS } from '#domain/cases/bank-holidays.ts'
import { reviewerWorkingMs, type StateSince } from '#domain/cases/review-clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { APPLICANT_ISSUER } from '#server/platform/database/schema/applicants.ts'

const HISTORY = `
  select e.case_id as "caseId", e.type, e.at, e.after->>'state' as state
  from events e join cases c on c.id = e.case_id join users u on u.id = c.user_id and u.issuer <> '${APPLICANT_ISSUER}'
  where e.case_id = any($1) and (e.type = 'application.claimed' or e.type like 'case.%' and e.after->>'state' is not null)
  order by e.id`

interface HistoryRow {
  caseId: string
  type: string
  at: Date
  state: string | null
}

/**
 * The working time that each of some cases has waited for us in its latest verification, in milliseconds (cases, Time);
 * from the ledger, by the rule of the domain. A case that did not wait for us in it, or is a visitor's still, is left out.
 */
export async function workingTimes(
  db: Db,
  caseIds: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, number>> {
  if (caseIds.length === 0) return new Map()
  const { rows } = await db.$client.query<HistoryRow>(HISTORY, [caseIds])
  const histories = Map.groupBy(rows, ({ caseId }) => Number(caseId))
  const times = new Map<number, number>()
  for (const [id, history] of histories) {
    const worked = reviewerWorkingMs(statesOf(history), now)
    if (worked !== null) times.set(id, worked)
  }
  return times
}

/** Until a visitor's application was claimed no reviewer could see it, so that nobody waited for one (choices §2). */
function statesOf(rows: readonly HistoryRow[]): StateSince[] {
  let states: StateSince[] = []
  for (const { type, at, state } of rows) {
    const last = states.at(-1)
    if (type !== 'application.claimed') states.push({ state: CaseState.parse(state), since: at })
    else states = last ? [{ state: last.state, since: at }] : []
  }
  return states
}

/** `workingMs` of the domain in SQL, as hours between two moments; `value` takes the bank holidays into the query. */
export function workingHours(from: string, to: string, value: (one: unknown) => string): string {
  const midnight = (day: string) => `(${day}) at time zone 'Europe/London'`
  return `(
    select coalesce(sum(greatest(0, extract(epoch from
      least(${to}, ${midnight("day + interval '1 day'")}) - greatest(${from}, ${midnight('day')})))), 0)::float8 / 3600
    from generate_series(date_trunc('day', ${from} at time zone 'Europe/London'), ${to} at time zone 'Europe/London', interval '1 day') as day
    where extract(isodow from day) < 6 and day::date <> all(${value(BANK_HOLIDAYS)}::date[])
  )`
}
