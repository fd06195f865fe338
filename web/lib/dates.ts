const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
// A calendar day (a birth date) is the same day everywhere, so it is read and written in UTC.
const PLAIN_DAY = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const RELATIVE = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' })

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** A moment or a calendar day as `MMM d, yyyy`; missing reads N/A and nonsense Invalid date (account-admin §8, Dates). */
export function formatDate(value: string | Date | null | undefined, missing = 'N/A'): string {
  if (value === null || value === undefined || value === '') return missing
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) return 'Invalid date'
  const isPlainDay = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
  return (isPlainDay ? PLAIN_DAY : DAY).format(date)
}

/** The same with the time of day: `Nov 14, 2025, 16:05`. */
export function formatDateTime(value: string | Date | null | undefined, missing = 'N/A'): string {
  const day = formatDate(value, missing)
  return value && day !== 'Invalid date' ? `${day}, ${TIME.format(new Date(value))}` : day
}

/** The time of day of a moment: `16:05`. */
export function formatTime(value: string | Date): string {
  return TIME.format(new Date(value))
}

/** How far a moment is from `now` in words: "3 hours ago", "in 2 days"; nonsense reads Invalid date. */
export function relativeTime(value: string | Date, now = new Date()): string {
  const ms = new Date(value).getTime() - now.getTime()
  if (Number.isNaN(ms)) return 'Invalid date'
  const size = Math.abs(ms)
  if (size < HOUR_MS) return RELATIVE.format(Math.round(ms / MINUTE_MS), 'minute')
  if (size < DAY_MS) return RELATIVE.format(Math.round(ms / HOUR_MS), 'hour')
  if (size < 60 * DAY_MS) return RELATIVE.format(Math.round(ms / DAY_MS), 'day')
  return RELATIVE.format(Math.round(ms / (30 * DAY_MS)), 'month')
}
