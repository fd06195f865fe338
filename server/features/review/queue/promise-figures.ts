import type { PromiseKept } from '#contract/review/staff-home.ts'
import { FEW_DECISIONS, PROMISE_DAYS_MAX } from '#contract/review/staff-home-limits.ts'
import { PROMISED_HOURS } from '#contract/verification/case-limits.ts'
import {
  addDays,
  daysBetween,
  endOfWeek,
  londonDate,
  londonMidnight,
  type PlainDate,
  parsePlainDate,
} from '#domain/plain-date.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { countWeeks, selectDecisions } from './queue.sql.ts'

/** Twelve weeks, of which the last is today's, unless something else is asked for. */
const USUAL_DAYS = 84

/**
 * How often people heard within the promised hours, by the week in London; where there are few decisions, of each. Throws
 * VALIDATION_ERROR for days that are no range.
 */
export async function promiseKept(
  db: Db,
  asked: { from?: string | undefined; to?: string | undefined },
  now: Date,
): Promise<PromiseKept> {
  const to = (asked.to && parsePlainDate(asked.to)) || londonDate(now)
  const from = (asked.from && parsePlainDate(asked.from)) || addDays(to, 1 - USUAL_DAYS)
  const days = daysBetween(from, to)
  if (days < 0) throw invalid('Choose a first day that is not after the last')
  if (days >= PROMISE_DAYS_MAX) throw invalid('Choose a range of two years or less')
  const range = [londonMidnight(from), londonMidnight(addDays(to, 1))] as const
  const { rows } = await countWeeks(db, [...range, from, PROMISED_HOURS])
  const sum = (of: 'decided' | 'kept') => rows.reduce((total, week) => total + week[of], 0)
  const count = sum('decided')
  return {
    from,
    to,
    count,
    kept: sum('kept'),
    weeks: rows.map(({ week, ...figures }) => ({ from: week, to: lastOf(week, to), ...figures })),
    decisions:
      count < FEW_DECISIONS
        ? (await selectDecisions(db, [...range, PROMISED_HOURS])).rows.map(({ at, kept }) => ({
            at: at.toISOString(),
            isKept: kept,
          }))
        : null,
  }
}

/** The last day of a week, cut off at the end of the range. */
function lastOf(week: string, to: PlainDate): string {
  const from = parsePlainDate(week)
  const last = from ? endOfWeek(from) : to
  return last < to ? last : to
}

function invalid(message: string): AppError {
  return new AppError('VALIDATION_ERROR', message, { fields: { from: message } })
}
