import { daysBetween, londonDate } from '#domain/plain-date.ts'
import { formatDate } from '#web/lib/dates.ts'

/** What is to be said of a confirmation that was asked for: "Confirm by Apr 9, 2026", "Confirmation 3 days late". */
export function confirmationText(by: string, now: Date): string {
  const day = londonDate(new Date(by))
  const late = daysBetween(day, londonDate(now))
  if (late <= 0) return `Confirm by ${formatDate(day)}`
  return `Confirmation ${late === 1 ? '1 day' : `${late} days`} late`
}
