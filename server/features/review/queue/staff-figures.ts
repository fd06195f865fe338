import {
  type DayFigures,
  FUNNEL_STEPS,
  type QueueFigures,
  type StaffHome,
} from '#contract/review/staff-home.ts'
import { FIGURE_DAYS, PROMISED_HOURS } from '#contract/verification/case-limits.ts'
import { CaseKind, QueueState } from '#contract/verification/cases.ts'
import { addDays, londonDate, londonMidnight, type PlainDate } from '#domain/plain-date.ts'
import { rolesThatMay } from '#domain/roles/held-roles.ts'
import type { Config } from '#server/config.ts'
import { isStaff } from '#server/model/access/caller.ts'
import { withWorkingHours } from '#server/model/cases/working-time.ts'
import { unnamed } from '#server/model/people/names.ts'
import type { Db } from '#server/platform/database/database.ts'
import { composed } from '#server/platform/database/statement.ts'
import type { CountedFigures } from './counted-figures.ts'
import { selectReviewers } from './queue.sql.ts'

/** The first of the days that figures look back on, in London. */
export function firstDay(now: Date): PlainDate {
  return addDays(londonDate(now), 1 - FIGURE_DAYS)
}

/** What waits now; each number is the length of the list it links to. */
export function queueFigures(kept: CountedFigures, now: Date): Omit<QueueFigures, 'oldestSubmittedAt'> {
  const waiting = kept.sum('waiting')
  const overdue = kept.sum('waiting', { before: londonDate(now) }) + kept.sum('overdue today')
  const dueSoon = kept.sum('due soon')
  return {
    waiting,
    overdue,
    due_soon: dueSoon,
    on_time: waiting - overdue - dueSoon,
    nobody: waiting - kept.sum('assigned') - kept.sum('claimed alone'),
    mine: kept.sum('mine'),
  }
}

/** How many cases of each kind stand in each state that has a list. */
export function stateFigures(kept: CountedFigures): StaffHome['states'] {
  return QueueState.options.flatMap((state) =>
    CaseKind.options.map((kind) => ({ state, kind, cases: kept.sum(`state.${state}.${kind}`) })),
  )
}

/** Sign-ups and decisions of each day, the days without any included. */
export function dayFigures(kept: CountedFigures, now: Date): DayFigures[] {
  return Array.from({ length: FIGURE_DAYS }, (_, index) => {
    const day = addDays(firstDay(now), index)
    return {
      day,
      signUps: kept.sum('user.created', { day }),
      approved: kept.sum('case.approved', { day }),
      returned: kept.sum('case.returned', { day }),
      rejected: kept.sum('case.rejected', { day }),
    }
  })
}

/**
 * How far the people came who began in these days: with an account or as visitors, who are one person with the account
 * that claimed their application. Anyone who brought only a company is not in it, and anyone who is counted at a step has taken
 * all before it.
 */
export function funnelFigures(kept: CountedFigures): StaffHome['funnel'] {
  const furthest = FUNNEL_STEPS.map((step) => kept.sum(`begun.${step}`))
  return FUNNEL_STEPS.map((step, index) => ({
    step,
    people: furthest.slice(index).reduce((total, people) => total + people, 0),
  }))
}

/**
 * How long people waited for the first decision on each submission, and how often the promise was kept. A visitor's
 * application is waited for since it was claimed.
 */
export async function decisionFigures(db: Db, now: Date): Promise<StaffHome['decisions']> {
  const values: unknown[] = []
  const value = (argument: unknown) => `$${values.push(argument)}`
  const decided = `select waited_since as began, decided_at as ended from first_decisions
    where decided_at >= ${value(londonMidnight(firstDay(now)))}`
  const { rows } = await composed(db, {
    text: `select count(*)::int as count, count(*) filter (where hours <= ${PROMISED_HOURS})::int as within,
       percentile_cont(0.5) within group (order by hours) as median,
       percentile_cont(0.5) within group (order by working) as working
     from (select working, date_part('epoch', ended - began) / 3600 as hours from (${withWorkingHours(decided, value)}) worked) w`,
    values,
    gives: { count: 'int4', within: 'int4', median: 'float8?', working: 'float8?' },
  })
  const [found] = rows
  return {
    count: found?.count ?? 0,
    withinPromise: found?.within ?? 0,
    medianHours: found?.median ?? null,
    medianWorkingHours: found?.working ?? null,
  }
}

/** Who can be given cases: staff whose role may work on them and whose account is not disabled, by name. */
export async function reviewersOf(db: Db, config: Config): Promise<{ id: number; name: string }[]> {
  const { rows } = await selectReviewers(db, [rolesThatMay('cases.work')])
  return rows
    .filter((user) => isStaff(user, config.companyDomains))
    .map(({ id, name, auth0Email }) => ({ id: Number(id), name: name ?? auth0Email ?? unnamed(Number(id)) }))
}
