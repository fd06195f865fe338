import { FUNNEL_STEPS } from '#contract/review/funnel-steps.ts'
import type { DayFigures, QueueFigures, StaffHome } from '#contract/review/staff-home.ts'
import { FIGURE_DAYS, PROMISED_HOURS } from '#contract/verification/case-limits.ts'
import { CaseKind, QueueState } from '#contract/verification/cases.ts'
import { addDays, londonDate, londonMidnight, type PlainDate } from '#domain/plain-date.ts'
import { rolesThatMay } from '#domain/roles/held-roles.ts'
import type { Config } from '#server/config.ts'
import { isStaff } from '#server/model/access/caller.ts'
import { withWorkingHours } from '#server/model/cases/working-time.ts'
import { countStillHere, firstDay } from '#server/model/people/beginners.ts'
import { unnamed } from '#server/model/people/names.ts'
import type { Db } from '#server/platform/database/database.ts'
import { bindings, composed } from '#server/platform/database/statement.ts'
import { countSignUps, selectReviewers } from './queue.sql.ts'
import { type Asking, lapsedBefore, queueConditions } from './queue-filter.ts'

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

/** How many cases of each kind are in each state that has a list. */
export function stateFigures(kept: CountedFigures): StaffHome['states'] {
  return QueueState.options.flatMap((state) =>
    CaseKind.options.map((kind) => ({ state, kind, cases: kept.sum(`state.${state}.${kind}`) })),
  )
}

/** Customers' sign-ups and decisions of each day, including days without any. */
export async function dayFigures(db: Db, kept: CountedFigures, now: Date): Promise<DayFigures[]> {
  const { rows } = await countSignUps(db, [londonMidnight(firstDay(now))])
  const signUps = new Map(rows.map(({ day, n }) => [day, n]))
  return Array.from({ length: FIGURE_DAYS }, (_, index) => {
    const day = addDays(firstDay(now), index)
    return {
      day,
      signUps: signUps.get(day) ?? 0,
      approved: kept.sum('case.approved', { day }),
      returned: kept.sum('case.returned', { day }),
      rejected: kept.sum('case.rejected', { day }),
    }
  })
}

/**
 * How far people got who began within these days, with an account or as visitors, who count as one person with
 * the account that claimed their application. People who only submitted a company aren't included, and everyone
 * counted at a step has completed all steps before it.
 */
export async function funnelFigures(db: Db, kept: CountedFigures, now: Date): Promise<StaffHome['funnel']> {
  const here = await countStillHere(db, now)
  const furthest = FUNNEL_STEPS.map((step) => kept.sum(`begun.${step}`))
  return FUNNEL_STEPS.map((step, index) => {
    const before = `begun.${FUNNEL_STEPS[index - 1]}`
    const of = (gap: 'waits' | 'theirs' | 'rejected') =>
      here.find((row) => row.gap === gap && row.furthest === before)?.n ?? 0
    const [waits, theirs, rejected] = [of('waits'), of('theirs'), of('rejected')]
    return {
      step,
      people: furthest.slice(index).reduce((total, people) => total + people, 0),
      waits,
      theirs,
      rejected,
      // The groups are counted in separate queries, between which people may move.
      left: Math.max(0, (furthest[index - 1] ?? 0) - waits - theirs - rejected),
    }
  })
}

/**
 * How long people waited for the first decision on each submission, and how often the promise was kept. For a
 * visitor's application the wait begins when it is claimed.
 */
export async function decisionFigures(db: Db, now: Date): Promise<StaffHome['decisions']> {
  const { values, value } = bindings()
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

/**
 * Reviewers who can be assigned cases: staff whose role may work on them and whose account isn't disabled, by
 * name.
 */
export async function reviewersOf(db: Db, config: Config): Promise<{ id: number; name: string }[]> {
  const { rows } = await selectReviewers(db, [rolesThatMay('cases.work')])
  return rows
    .filter((user) => isStaff(user, config.companyDomains))
    .map(({ id, name, auth0Email }) => ({ id: Number(id), name: name ?? auth0Email ?? unnamed(Number(id)) }))
}

/**
 * Sums of the counts maintained by triggers (decision 060), and what no daily count can tell: the hours around
 * now.
 */
class CountedFigures {
  readonly #rows: readonly Row[]

  constructor(rows: readonly Row[]) {
    this.#rows = rows
  }

  /** A figure's sum: of all its days, of one, or of those before another. */
  sum(name: string, on: { day?: PlainDate; before?: PlainDate } = {}): number {
    const { day, before } = on
    return this.#rows
      .filter((row) => row.name === name && (!day || row.day === day) && (!before || row.day < before))
      .reduce((total, { n }) => total + n, 0)
  }
}

interface Row {
  name: string
  /** Empty for a figure without days. */
  day: string
  n: number
}

/** Figures that need every day rather than the latest ones, because people may have waited for long. */
const OF_ALL_DAYS = ['waiting', 'confirming']

/** Reads the counts, daily ones since `first`, together with the live ones: in one statement, as of one moment. */
export async function readFigures(db: Db, asking: Asking, first: PlainDate): Promise<CountedFigures> {
  const { now } = asking
  const { values, value } = bindings()
  const live = (name: string, conditions: string[]) =>
    `select '${name}', '', count(*)::int from cases c join users u on u.id = c.user_id where ${conditions.join(' and ')}`
  const today = `${value(londonMidnight(londonDate(now)))}::timestamptz`
  const { rows } = await composed(db, {
    text: `select name, case when isfinite(day) then to_char(day, 'YYYY-MM-DD') else '' end as day, sum(n)::int as n
     from kept_figures where (day >= ${value(first)} or day = '-infinity' or name = any(${value(OF_ALL_DAYS)}))
       and not starts_with(name, 'signal.') group by 1, 2
     union all ${live('overdue today', [...queueConditions({ due: 'overdue' }, asking, value), `c.due_at >= ${today}`])}
     union all ${live('due soon', queueConditions({ due: 'due_soon' }, asking, value))}
     union all ${live('mine', queueConditions({ owner: 'me' }, asking, value))}
     union all ${live('claimed alone', [
       ...queueConditions({}, asking, value),
       'c.assigned_to is null and c.claimed_by is not null',
       `c.claimed_at > ${value(lapsedBefore(now))}::timestamptz`,
     ])}`,
    values,
    gives: { name: 'text', day: 'text', n: 'int4' },
  })
  return new CountedFigures(rows)
}

/** When the oldest waiting case was submitted; null if none is waiting. */
export async function oldestWaiting(db: Db, asking: Asking): Promise<string | null> {
  const { values, value } = bindings()
  const conditions = queueConditions({}, asking, value)
  const { rows } = await composed(db, {
    text: `select c.submitted_at as at from cases c join users u on u.id = c.user_id where ${conditions.join(' and ')}
     order by c.submitted_at limit 1`,
    values,
    gives: { at: 'timestamptz?' },
  })
  return rows[0]?.at?.toISOString() ?? null
}
