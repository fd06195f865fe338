import { FUNNEL_STEPS, type FunnelStep } from '#contract/review/funnel-steps.ts'
import { FIGURE_DAYS } from '#contract/verification/case-limits.ts'
import { OPEN_STATES } from '#contract/verification/case-states.ts'
import { addDays, londonDate, londonMidnight, type PlainDate } from '#domain/plain-date.ts'
import { type Bind, statement } from '#server/platform/database/statement.ts'

/** The first of the days that figures cover, in London. */
export function firstDay(now: Date): PlainDate {
  return addDays(londonDate(now), 1 - FIGURE_DAYS)
}

/** Stores that someone who signed in works here, so that figures of customers leave them out (decision 060). */
export const storeColleague = statement({
  text: 'select note_beginner($1, null, 256)',
  takes: ['int8'],
  gives: { note_beginner: 'void' },
})

/** Whether this user works here and has taken no step as a customer, written the way its index is. */
export function isColleague(id: string): string {
  return `exists (select from begun_people p where p.user_id = ${id} and p.marks & 508 = 256)`
}

/** How far people got who began in the days that figures cover. */
export interface Reached {
  /** To this step or further. */
  came?: FunnelStep | undefined
  /** To the step before this one, and no further, without waiting for us. */
  left?: FunnelStep | undefined
  /** To the step before this one, and wait for our decision. */
  waits?: FunnelStep | undefined
}

/** Whether this user's own case waits for our decision. One held for its applicant's email has no due time. */
function waitsForUs(id: string): string {
  return `exists (select from cases c where c.user_id = ${id} and c.kind = 'consumer' and ${WAITS_FOR_US})`
}

const WAITS_FOR_US = `c.state in (${OPEN_STATES.map((state) => `'${state}'`).join(', ')}) and c.due_at is not null`

/** How many of those who got to a step, and no further, wait for our decision. */
export const countWaiting = statement({
  text: `select f.name, count(*)::int as n
     from cases c join begun_people p on p.user_id = c.user_id cross join lateral figures_of_beginner(p) f
     where c.kind = 'consumer' and ${WAITS_FOR_US} and p.began_at >= $1 group by 1`,
  takes: ['timestamptz'],
  gives: { name: 'text?', n: 'int4' },
})

/** Which `begun_people p` the funnel's figure counts. */
export function reachedCondition({ came, left, waits }: Reached, now: Date, value: Bind): string {
  const isBefore = (step: number, end: FunnelStep | undefined) =>
    !end || step === FUNNEL_STEPS.indexOf(end) - 1
  const furthest = FUNNEL_STEPS.filter(
    (_, step) =>
      (!came || step >= FUNNEL_STEPS.indexOf(came)) && isBefore(step, left) && isBefore(step, waits),
  )
  const waiting = waitsForUs('p.user_id')
  return `p.began_at >= ${value(londonMidnight(firstDay(now)))}::timestamptz and exists (
    select from figures_of_beginner(p) f where f.name = any(${value(furthest.map((step) => `begun.${step}`))}::text[]))
    ${left ? `and not ${waiting}` : ''} ${waits ? `and ${waiting}` : ''}`
}
