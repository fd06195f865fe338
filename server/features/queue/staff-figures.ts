import {
  CaseKind,
  DUE_STATES,
  FIGURE_DAYS,
  PROMISED_HOURS,
  QUEUE_STATES,
  QueueState,
} from '#contract/cases.ts'
import { RISK_DISCLOSURE } from '#contract/certifications.ts'
import type { QueueFilters } from '#contract/review-queue.ts'
import { type DayFigures, FUNNEL_STEPS, type QueueFigures, type StaffHome } from '#contract/staff-home.ts'
import { addDays, londonDate, londonMidnight, type PlainDate } from '#domain/plain-date.ts'
import type { Db } from '#server/platform/database/database.ts'
import { workingHours } from '#server/records/cases/working-time.ts'
import { type Asking, IS_CLAIMED_PERSON, IS_OPEN, queueConditions } from './queue-filter.ts'

/** The lists that the figures of the queue count and link to. */
const COUNTED = {
  waiting: {},
  ...(Object.fromEntries(DUE_STATES.map((due) => [due, { due }])) as Record<
    (typeof DUE_STATES)[number],
    QueueFilters
  >),
  nobody: { owner: 'nobody' },
  mine: { owner: 'me' },
} as const satisfies Record<Exclude<keyof QueueFigures, 'oldestSubmittedAt'>, QueueFilters>

/** What waits now. Each number is made with the condition of the list it links to, so that the two cannot differ. */
export async function queueFigures(db: Db, asking: Asking): Promise<QueueFigures> {
  const values: unknown[] = []
  const value = (one: unknown) => `$${values.push(one)}`
  const counts = Object.entries(COUNTED).map(([name, filters]) => {
    const conditions = queueConditions(filters, asking, value)
    return `count(*) filter (where ${conditions.join(' and ')})::int as ${name}`
  })
  const { rows } = await db.$client.query<Omit<QueueFigures, 'oldestSubmittedAt'> & { oldest: Date | null }>(
    `select ${counts.join(', ')}, min(c.submitted_at) as oldest
     from cases c join users u on u.id = c.user_id where ${IS_OPEN} and ${IS_CLAIMED_PERSON}`,
    values,
  )
  const [{ oldest = null, ...figures } = {}] = rows
  return {
    waiting: 0,
    overdue: 0,
    due_soon: 0,
    on_time: 0,
    nobody: 0,
    mine: 0,
    ...figures,
    oldestSubmittedAt: oldest?.toISOString() ?? null,
  }
}

/** How many people have not confirmed their details by the day they were asked to. */
export function lateConfirmations(db: Db, asking: Asking): Promise<number> {
  return lengthOf(db, { state: 'reverification_due', due: 'overdue' }, asking)
}

/** How many approvals that stand rest on less than a review of every item. */
export function unreviewedApprovals(db: Db, asking: Asking): Promise<number> {
  return lengthOf(db, { approval: 'unreviewed' }, asking)
}

/** The length of a list that a figure links to, made as the list is. */
async function lengthOf(db: Db, filters: Omit<QueueFilters, 'q'>, asking: Asking): Promise<number> {
  const values: unknown[] = []
  const value = (one: unknown) => `$${values.push(one)}`
  const conditions = queueConditions(filters, asking, value)
  const { rows } = await db.$client.query<{ n: number }>(
    `select count(*)::int as n from cases c join users u on u.id = c.user_id where ${conditions.join(' and ')}`,
    values,
  )
  return rows[0]?.n ?? 0
}

/** How many cases of each kind stand in each state that has a list. */
export async function stateFigures(db: Db): Promise<StaffHome['states']> {
  const { rows } = await db.$client.query<{ state: string; kind: string; n: number }>(
    `select c.state, c.kind, count(*)::int as n from cases c join users u on u.id = c.user_id
     where ${IS_CLAIMED_PERSON} and c.round > 0 and c.state = any($1) and (not (${IS_OPEN}) or c.due_at is not null)
       and (c.state <> 'reverification_due' or c.confirm_by is not null)
     group by c.state, c.kind`,
    [QUEUE_STATES],
  )
  return QueueState.options.flatMap((state) =>
    CaseKind.options.map((kind) => ({
      state,
      kind,
      cases: rows.find((row) => row.state === state && row.kind === kind)?.n ?? 0,
    })),
  )
}

/** The first of the days that figures look back on, in London. */
function firstDay(now: Date): PlainDate {
  return addDays(londonDate(now), 1 - FIGURE_DAYS)
}

/** Sign-ups and decisions of each day, the days without any included. */
export async function dayFigures(db: Db, now: Date): Promise<DayFigures[]> {
  const first = firstDay(now)
  const { rows } = await db.$client.query<DayFigures>(
    `select to_char(at at time zone 'Europe/London', 'YYYY-MM-DD') as day,
       count(*) filter (where type = 'user.created')::int as "signUps",
       count(*) filter (where type = 'case.approved')::int as approved,
       count(*) filter (where type = 'case.returned')::int as returned,
       count(*) filter (where type = 'case.rejected')::int as rejected
     from events where type in ('user.created', 'case.approved', 'case.returned', 'case.rejected') and at >= $1 group by 1`,
    [londonMidnight(first)],
  )
  return Array.from({ length: FIGURE_DAYS }, (_, index) => {
    const day = addDays(first, index)
    return rows.find((row) => row.day === day) ?? { day, signUps: 0, approved: 0, returned: 0, rejected: 0 }
  })
}

interface Decisions {
  count: number
  within: number
  median: number | null
  working: number | null
}

/**
 * How long people waited for the first decision on each submission, and how often the promise was kept. A visitor's
 * application is waited for since it was claimed.
 */
export async function decisionFigures(db: Db, now: Date): Promise<StaffHome['decisions']> {
  const values: unknown[] = []
  const value = (one: unknown) => `$${values.push(one)}`
  const { rows } = await db.$client.query<Decisions>(
    `select count(*)::int as count, count(*) filter (where hours <= ${PROMISED_HOURS})::int as within,
       percentile_cont(0.5) within group (order by hours) as median,
       percentile_cont(0.5) within group (order by working) as working
     from (
       select extract(epoch from e.at - s.at)::float8 / 3600 as hours, ${workingHours('s.at', 'e.at', value)} as working
       from events e cross join lateral (
         select s.id, s.at from events s
         where s.case_id = e.case_id and s.type in ('case.submitted', 'application.claimed') and s.id < e.id
         order by s.id desc limit 1
       ) s
       where e.type in ('case.approved', 'case.returned', 'case.rejected') and e.at >= ${value(londonMidnight(firstDay(now)))} and not exists (
         select 1 from events p where p.case_id = e.case_id and p.id > s.id and p.id < e.id
           and p.type in ('case.approved', 'case.returned', 'case.rejected')
       )
     ) decided`,
    values,
  )
  const [found] = rows
  return {
    count: found?.count ?? 0,
    withinPromise: found?.within ?? 0,
    medianHours: found?.median ?? null,
    medianWorkingHours: found?.working ?? null,
  }
}

/**
 * How far the people came who began in these days: with an account or as visitors, who are one person with the account
 * that claimed their application. Whoever brought only a company is not in it.
 */
export async function funnelFigures(db: Db, now: Date): Promise<StaffHome['funnel']> {
  const stored = (slot: string) =>
    `e.type in ('document.stored', 'document.replaced') and e.after->>'slot' = '${slot}'`
  const { rows } = await db.$client.query<Record<string, number>>(
    `with claims as (
       select (before->>'userId')::bigint as former, user_id as person from events where type = 'application.claimed'
     ), begun as (
       select distinct coalesce(c.person, e.user_id) as person from events e left join claims c on c.former = e.user_id
       where e.type in ('user.created', 'application.begun') and e.at >= $1
     ), ids as (
       select person, person as id from begun union select c.person, c.former from claims c join begun b on b.person = c.person
     ), seen as (
       select i.person, coalesce(bool_or(k.kind = 'business'), false) as has_company, coalesce(bool_or(k.kind = 'consumer'), false) as has_own,
         bool_or(e.type = 'consent.accepted' and e.after->>'name' = $2) as risk_disclosure,
         bool_or(${stored('id-front')}) as id_document,
         bool_or(${stored('selfie')}) as selfie,
         bool_or(${stored('proof-of-address')}) as proof_of_address,
         bool_or(e.type = 'case.submitted' and k.kind = 'consumer') as submitted,
         bool_or(e.type = 'case.approved' and k.kind = 'consumer') as approved
       from ids i left join events e on e.user_id = i.id left join cases k on k.id = e.case_id group by i.person
     )
     select ${FUNNEL_STEPS.map((step, index) => `count(*) filter (where ${soFar(index)})::int as ${step}`).join(', ')}
     from seen where has_own or not has_company`,
    [londonMidnight(firstDay(now)), RISK_DISCLOSURE.name],
  )
  return FUNNEL_STEPS.map((step) => ({ step, people: rows[0]?.[step] ?? 0 }))
}

/** Whoever is counted at a step has taken all before it. */
function soFar(index: number): string {
  return FUNNEL_STEPS.slice(1, index + 1).join(' and ') || 'true'
}
