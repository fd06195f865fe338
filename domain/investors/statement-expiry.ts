import {
  STATEMENT_MONTHS,
  STATEMENT_REMINDER_DAYS,
  UNMET_ANSWERS_PER_DAY,
} from '#contract/certifications/investor-rules.ts'
import {
  addMonths,
  DAY_MS,
  daysBetween,
  londonDate,
  londonMidnight,
  type PlainDate,
} from '#domain/plain-date.ts'

/**
 * Returns the day on which a statement signed on `signedOn` has ended: the same day 12 calendar months later, or 28
 * February if signed on 29 February (choices §4.3).
 */
export function statementEndsOn(signedOn: PlainDate): PlainDate {
  return addMonths(signedOn, STATEMENT_MONTHS)
}

/** Returns when it stops counting: at the start of that day in London. */
export function statementExpiresAt(signedAt: Date): Date {
  return londonMidnight(statementEndsOn(londonDate(signedAt)))
}

/** Returns the days until a statement ends, counted in London: 1 on its last day, 0 or less afterwards. */
export function daysLeft(expiresAt: Date, now: Date): number {
  return daysBetween(londonDate(now), londonDate(expiresAt))
}

export type StatementStanding = 'valid' | 'ends_soon' | 'expired'

/**
 * Returns a statement's standing: in its last 30 days the person is also told on screen. At its exact end it has
 * expired.
 */
export function statementStanding(expiresAt: Date, now: Date): StatementStanding {
  if (expiresAt <= now) return 'expired'
  return daysLeft(expiresAt, now) <= STATEMENT_REMINDER_DAYS[0] ? 'ends_soon' : 'valid'
}

/**
 * Returns which reminder is due, if any: the first one from the 30th day before the end, the second from the 7th.
 * Each is sent once; one whose day was missed is sent late, and a first one overtaken by the second is not sent.
 */
export function reminderDue(expiresAt: Date, now: Date): (typeof STATEMENT_REMINDER_DAYS)[number] | null {
  if (expiresAt <= now) return null
  const left = daysLeft(expiresAt, now)
  return STATEMENT_REMINDER_DAYS.findLast((days) => left <= days) ?? null
}

/** One set of answers to a category's questions, and whether they met it. */
interface AnswerAttempt {
  at: Date
  met: boolean
}

export type AttemptStanding =
  /** How many more sets may meet no category before the questions close. */
  { kind: 'open'; left: number } | { kind: 'waiting'; until: Date }

/**
 * Whether someone may answer the investor questions at `now`, by all their attempts under the rules in force. Two
 * sets within a day that met no category close them for a day, so that no one tries figures until some fit.
 */
export function attemptStanding(attempts: readonly AnswerAttempt[], now: Date): AttemptStanding {
  const unmet = attempts
    .filter(({ met }) => !met)
    .map(({ at }) => at.getTime())
    .sort((a, b) => b - a)
  const last = unmet[0]
  const firstOfDay = unmet[UNMET_ANSWERS_PER_DAY - 1]
  if (last !== undefined && firstOfDay !== undefined && last - firstOfDay < DAY_MS) {
    const until = last + DAY_MS
    if (now.getTime() < until) return { kind: 'waiting', until: new Date(until) }
  }
  const today = unmet.filter((at) => now.getTime() - at < DAY_MS)
  return { kind: 'open', left: UNMET_ANSWERS_PER_DAY - today.length }
}
