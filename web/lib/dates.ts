import { type DateStyle, DEFAULT_DATE_STYLE } from '#contract/date-style.ts'
import { birthDayText, dayText, momentText, timeText } from '#domain/date-text.ts'
import { queryClient } from './query-client.ts'
import { siteQuery } from './session.ts'

const RELATIVE = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' })

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** This deployment's date style; known before a page is shown. */
export function dateStyle(): DateStyle {
  return queryClient.getQueryData(siteQuery.queryKey)?.dateStyle ?? DEFAULT_DATE_STYLE
}

/**
 * A calendar day, or the day of a moment in London, in the deployment's style; "N/A" if missing and "Invalid
 * date" if invalid.
 */
export function formatDate(value: string | Date | null | undefined, missing = 'N/A'): string {
  return value ? dayText(value, dateStyle()) : missing
}

/** A birth date with or without the day: `Nov 14, 1975`, or `Nov 1975`. */
export function formatBirth(value: string | null | undefined, missing = 'N/A'): string {
  return value ? birthDayText(value, dateStyle()) : missing
}

/** A moment with its time and zone in London: `Nov 14, 2025, 16:05 GMT`. */
export function formatDateTime(value: string | Date | null | undefined, missing = 'N/A'): string {
  return value ? momentText(value, dateStyle()) : missing
}

/** The time of day of a moment in London: `16:05 GMT`. */
export function formatTime(value: string | Date): string {
  return timeText(value)
}

/** A moment relative to `now` in words: "3 hours ago", "in 2 days"; "Invalid date" if invalid. */
export function relativeTime(value: string | Date, now = new Date()): string {
  const ms = new Date(value).getTime() - now.getTime()
  if (Number.isNaN(ms)) return 'Invalid date'
  const size = Math.abs(ms)
  if (size < HOUR_MS) return RELATIVE.format(Math.round(ms / MINUTE_MS), 'minute')
  if (size < DAY_MS) return RELATIVE.format(Math.round(ms / HOUR_MS), 'hour')
  if (size < 60 * DAY_MS) return RELATIVE.format(Math.round(ms / DAY_MS), 'day')
  return RELATIVE.format(Math.round(ms / (30 * DAY_MS)), 'month')
}
