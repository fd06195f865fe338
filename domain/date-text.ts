import type { DateStyle } from '#contract/date-style.ts'
import { dateParts, londonDate, londonTime, type PlainDate, parsePlainDate } from './plain-date.ts'

const INVALID = 'Invalid date'
// Not from Intl, which abbreviates September differently in every country and version.
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/**
 * Returns a day for screens, mails and PDFs: Nov 22, 2026 or 22 Nov 2026. A moment is shown as its London day, so that
 * screens and mails agree; invalid input gives Invalid date.
 */
export function dayText(value: PlainDate | Date | string, style: DateStyle): string {
  const isDay = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
  const day = isDay ? parsePlainDate(value) : dayOf(new Date(value))
  if (!day) return INVALID
  const { year, month, day: dayOfMonth } = dateParts(day)
  const name = MONTHS[month - 1]
  return style === 'uk' ? `${dayOfMonth} ${name} ${year}` : `${name} ${dayOfMonth}, ${year}`
}

/** Returns a date of birth with or without its day: Mar 9, 1971, or Mar 1971. Invalid input gives Invalid date. */
export function birthDayText(value: string, style: DateStyle): string {
  const [, year, month] = /^(\d{4})-(\d{2})$/.exec(value) ?? []
  if (!year) return dayText(value, style)
  const name = MONTHS[Number(month) - 1]
  return name ? `${name} ${year}` : INVALID
}

/** Returns a moment with its London time and time zone: Nov 22, 2026, 16:05 GMT. Invalid input gives Invalid date. */
export function momentText(value: Date | string, style: DateStyle): string {
  const day = dayText(value, style)
  return day === INVALID ? day : `${day}, ${timeText(value)}`
}

/** Returns the London time of day: 16:05 GMT, or BST in summer. Invalid input gives Invalid date. */
export function timeText(value: Date | string): string {
  const at = new Date(value)
  if (!dayOf(at)) return INVALID
  const { hour, minute, zone } = londonTime(at)
  return `${hour}:${minute} ${zone}`
}

function dayOf(at: Date): PlainDate | null {
  return Number.isNaN(at.getTime()) ? null : parsePlainDate(londonDate(at))
}
