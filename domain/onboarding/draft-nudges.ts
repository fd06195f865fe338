import { NUDGE_DAYS, type NudgeDay } from '#contract/onboarding/nudges.ts'
import { daysBetween, londonDate } from '#domain/plain-date.ts'

/**
 * Which reminder of a draft is due that was left alone since a moment, if any: from the 7th day the first, from the 14th
 * the second, from the 30th the third, counted in London (cases, Notices). One whose day was missed follows late, and
 * one that the next has overtaken is not sent.
 */
export function nudgeDue(leftAloneSince: Date, now: Date): NudgeDay | null {
  const days = daysBetween(londonDate(leftAloneSince), londonDate(now))
  return NUDGE_DAYS.findLast((day) => days >= day) ?? null
}
