import { CONFIRM_DAYS, CONFIRM_SOON_DAYS } from '#contract/verification/case-limits.ts'
import type { DueState } from '#contract/verification/cases.ts'
import { addDays, londonDate, londonMidnight } from '#domain/plain-date.ts'

/** Returns the London day by which a person asked now should confirm their details; that day is included. */
export function confirmByDate(now: Date): Date {
  return londonMidnight(addDays(londonDate(now), CONFIRM_DAYS))
}

/** Returns the span of due days for a standing; `from` is included, `to` is not. */
export function confirmationSpan(standing: DueState, now: Date): { from: Date | null; to: Date | null } {
  const today = londonDate(now)
  const soonUntil = londonMidnight(addDays(today, CONFIRM_SOON_DAYS + 1))
  switch (standing) {
    case 'overdue':
      return { from: null, to: londonMidnight(today) }
    case 'due_soon':
      return { from: londonMidnight(today), to: soonUntil }
    case 'on_time':
      return { from: soonUntil, to: null }
    default:
      return standing satisfies never
  }
}

/**
 * Returns the standing of a person asked to confirm by a day: late from the day after it, soon in the last seven days.
 */
export function confirmationStanding(confirmBy: Date, now: Date): DueState {
  const today = londonDate(now)
  const day = londonDate(confirmBy)
  if (day < today) return 'overdue'
  return day <= addDays(today, CONFIRM_SOON_DAYS) ? 'due_soon' : 'on_time'
}
