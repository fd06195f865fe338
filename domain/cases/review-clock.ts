import { PROMISED_HOURS } from '#contract/verification/case-limits.ts'
import { type CaseState, DUE_SOON_HOURS } from '#contract/verification/cases.ts'
import { addDays, londonDate, londonMidnight, type PlainDate, weekday } from '#domain/plain-date.ts'
import { isWithUs, whoWaits } from './case-waiting.ts'

/** Bank holidays of England and Wales (gov.uk/bank-holidays), substitute days included. */
const TABLE = [
  ['2025', '01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26'],
  ['2026', '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28'],
  ['2027', '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28'],
  ['2028', '01-03 04-14 04-17 05-01 05-29 08-28 12-25 12-26'],
] as const

/** All of them as plain dates. */
export const BANK_HOLIDAYS: readonly string[] = TABLE.flatMap(([year, days]) =>
  days.split(' ').map((day) => `${year}-${day}`),
)

const HOLIDAYS: ReadonlySet<string> = new Set(BANK_HOLIDAYS)

/** The years that the table covers; outside them only weekends are left out. */
export const BANK_HOLIDAY_YEARS = { first: 2025, last: 2028 } as const

const HOUR = 3_600_000

export type ReviewTiming =
  /** Nothing is promised now: not submitted, decided, or waiting for the applicant. */
  | { kind: 'not_running' }
  | { kind: 'on_time' | 'due_soon'; dueAt: Date; msLeft: number }
  | { kind: 'overdue'; dueAt: Date; msLate: number }

/** Returns when a submission is due: the promised 48 hours later, by the clock (cases, The promise). */
export function dueAt(submittedAt: Date): Date {
  return new Date(submittedAt.getTime() + PROMISED_HOURS * HOUR)
}

/**
 * Returns how a case stands against its promise. Due soon means the last 12 hours; at the exact time it is due it is
 * not yet late.
 */
export function reviewTiming(review: { state: CaseState; dueAt: Date | null }, now: Date): ReviewTiming {
  if (!review.dueAt || !isWithUs(review.state)) return { kind: 'not_running' }
  const msLeft = review.dueAt.getTime() - now.getTime()
  if (msLeft < 0) return { kind: 'overdue', dueAt: review.dueAt, msLate: -msLeft }
  return { kind: msLeft <= DUE_SOON_HOURS * HOUR ? 'due_soon' : 'on_time', dueAt: review.dueAt, msLeft }
}

/** Whether a London day counts as working time: not a weekend or a bank holiday. */
export function isWorkingDay(day: PlainDate): boolean {
  return weekday(day) !== 0 && weekday(day) !== 6 && !isBankHoliday(day)
}

/**
 * Returns the milliseconds of working days in London between two instants; whole days count, from midnight to
 * midnight.
 */
export function workingMs(from: Date, to: Date): number {
  let total = 0
  for (let day = londonDate(from); day <= londonDate(to) && from < to; day = addDays(day, 1)) {
    if (!isWorkingDay(day)) continue
    const begins = Math.max(from.getTime(), londonMidnight(day).getTime())
    const ends = Math.min(to.getTime(), londonMidnight(addDays(day, 1)).getTime())
    total += Math.max(0, ends - begins)
  }
  return total
}

/** A state of a case, and when it was entered. */
export interface StateSince {
  state: CaseState
  since: Date
}

/**
 * Returns the working time spent on our side in a case's latest verification, in milliseconds: the time it waited
 * for a reviewer, pausing while it waits for the applicant (cases, Working time); null if it never did. Takes each
 * state with the time it was entered, oldest first; repeating a state changes nothing.
 */
export function reviewerWorkingMs(history: readonly StateSince[], now: Date): number | null {
  return latestVerification(history).reduce<number | null>((total, { state, since }, index, all) => {
    if (!isWithUs(state)) return total
    return (total ?? 0) + workingMs(since, all[index + 1]?.since ?? now)
  }, null)
}

/** Returns what happened since the previous verification was decided; the latest one may be decided too. */
function latestVerification(history: readonly StateSince[]): readonly StateSince[] {
  const isOver = ({ state }: StateSince) => whoWaits(state) === 'nobody'
  const last = history.findLastIndex((period) => !isOver(period))
  return history.slice(history.slice(0, last + 1).findLastIndex(isOver) + 1)
}

/** Whether a day is a bank holiday in England and Wales. */
export function isBankHoliday(date: PlainDate): boolean {
  return HOLIDAYS.has(date)
}
