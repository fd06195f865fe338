import { familyNameOf } from '#domain/person-name.ts'
import { londonDate, londonTime, weekday } from '#domain/plain-date.ts'
import { isBankHoliday } from './review-clock.ts'

/** What makes it unusual that staff open someone's identity papers (security R11). */
export type UnusualReading = 'hourly_number' | 'daily_number' | 'outside_hours' | 'family_name' | 'no_case'

/** Hours of a day by the clock in London, the last one excluded: 7 to 20 ends at 20:00. */
export interface ReadingHours {
  from: number
  to: number
}

export interface ReadingLimits {
  /** How many people's papers someone may open within an hour, and within 24 hours. */
  peoplePerHour: number
  peoplePerDay: number
  /** The same within 24 hours of people whose case they didn't have. */
  withoutCasePerDay: number
  hours: ReadingHours
}

/** Whose papers one reader has opened lately, the present person included. */
export interface RecentReading {
  peopleInHour: number
  peopleInDay: number
  withoutCaseInDay: number
}

export interface StaffReading {
  now: Date
  hasCase: boolean
  recent: RecentReading
  readerNames: readonly string[]
  personNames: readonly string[]
}

/** Whether a moment is outside of working hours in London: at night, at weekends and on bank holidays; never where the hours are a whole day. */
export function isOutsideHours(now: Date, { from, to }: ReadingHours): boolean {
  if (from === 0 && to === 24) return false
  const day = londonDate(now)
  const hour = Number(londonTime(now).hour)
  return weekday(day) === 0 || weekday(day) === 6 || isBankHoliday(day) || hour < from || hour >= to
}

/** What is unusual about opening these papers now; nothing for a day's work on one's cases. */
export function unusualReading(reading: StaffReading, limits: ReadingLimits): UnusualReading[] {
  const { now, hasCase, recent } = reading
  const theirs = new Set(familyNames(reading.personNames))
  const found: UnusualReading[] = []
  if (recent.peopleInHour > limits.peoplePerHour) found.push('hourly_number')
  if (recent.peopleInDay > limits.peoplePerDay) found.push('daily_number')
  if (isOutsideHours(now, limits.hours)) found.push('outside_hours')
  if (familyNames(reading.readerNames).some((name) => theirs.has(name))) found.push('family_name')
  if (!hasCase && recent.withoutCaseInDay > limits.withoutCasePerDay) found.push('no_case')
  return found
}

function familyNames(names: readonly string[]): string[] {
  return names.map(familyNameOf).filter((name) => name !== '')
}
