import { ID_REMINDER_DAYS, type IdReminderDay } from '#contract/verification/reverification.ts'
import { daysBetween, londonDate, type PlainDate } from '#domain/plain-date.ts'
import { isExpiredOn } from './document-requirements.ts'

/**
 * What an expiring ID document asks for on a day in London: a reminder from the 60th, the 30th and the 7th day before its
 * last day, each sent once and late where its day was missed; confirmation from the day after it (cases, Keeping it true).
 */
export function idExpiryStep(expiresOn: PlainDate, now: Date): IdReminderDay | 'expired' | null {
  const today = londonDate(now)
  if (isExpiredOn(expiresOn, today)) return 'expired'
  const left = daysBetween(today, expiresOn)
  return ID_REMINDER_DAYS.findLast((days) => left <= days) ?? null
}
