import { FUNNEL_STEPS, type FunnelStep } from '#contract/review/funnel-steps.ts'
import { FIGURE_DAYS } from '#contract/verification/case-limits.ts'
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
  /** To the step before this one, and no further. */
  left?: FunnelStep | undefined
}

/** Which `begun_people p` the funnel's figure counts. */
export function reachedCondition({ came, left }: Reached, now: Date, value: Bind): string {
  const furthest = FUNNEL_STEPS.filter(
    (_, step) =>
      (!came || step >= FUNNEL_STEPS.indexOf(came)) && (!left || step === FUNNEL_STEPS.indexOf(left) - 1),
  )
  return `p.began_at >= ${value(londonMidnight(firstDay(now)))}::timestamptz and exists (
    select from figures_of_beginner(p) f where f.name = any(${value(furthest.map((step) => `begun.${step}`))}::text[]))`
}
