import { STATEMENT_MONTHS, STATEMENT_REMINDER_DAYS } from '#contract/certifications/investor-rules.ts'
import { addMonths, daysBetween, londonDate, londonMidnight, type PlainDate } from '#domain/plain-date.ts'

/**
 * The day on which a statement that was signed on `signedOn` has ended: the same day 12 calendar months later, and 28
 * February for one of 29 February (choices §4).
 */
export function statementEndsOn(signedOn: PlainDate): PlainDate {
  return addMonths(signedOn, STATEMENT_MONTHS)
}

/** The instant from which it no longer counts: when that day begins in London. */
export function statementExpiresAt(signedAt: Date): Date {
  return londonMidnight(statementEndsOn(londonDate(signedAt)))
}

/** Days until a statement ends, counted in London: 1 on the last day on which it counts, 0 or less afterwards. */
export function daysLeft(expiresAt: Date, now: Date): number {
  return daysBetween(londonDate(now), londonDate(expiresAt))
}

export type StatementStanding = 'valid' | 'ends_soon' | 'expired'

/** How a statement stands: in its last 30 days the person is told on screen, too. At its very end it has expired. */
export function statementStanding(expiresAt: Date, now: Date): StatementStanding {
  if (expiresAt <= now) return 'expired'
  return daysLeft(expiresAt, now) <= STATEMENT_REMINDER_DAYS[0] ? 'ends_soon' : 'valid'
}

/**
 * Which reminder is due, if any: from the 30th day before the end the first one, from the 7th the second. Each is sent
 * once, so one whose day was missed follows late, and a first one that is overtaken by the second is not sent.
 */
export function reminderDue(expiresAt: Date, now: Date): (typeof STATEMENT_REMINDER_DAYS)[number] | null {
  if (expiresAt <= now) return null
  const left = daysLeft(expiresAt, now)
  return STATEMENT_REMINDER_DAYS.findLast((days) => left <= days) ?? null
}
