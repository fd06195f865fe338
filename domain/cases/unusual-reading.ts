import { familyNameOf } from '#domain/person-name.ts'
import { londonDate, londonTime, weekday } from '#domain/plain-date.ts'
import { isBankHoliday } from './review-clock.ts'

/** Why opening someone's identity papers is unusual (security R11). */
export type UnusualReading = 'hourly_number' | 'daily_number' | 'outside_hours' | 'family_name' | 'no_case'

/** Hours of the day in London, the last one excluded: 7 to 20 ends at 20:00. */
export interface ReadingHours {
  from: number
  to: number
}

export interface ReadingLimits {
  /** How many people's papers a member of staff may open within an hour, and within 24 hours. */
  peoplePerHour: number
  peoplePerDay: number
  /** The same within 24 hours for people whose case they didn't have. */
  withoutCasePerDay: number
  hours: ReadingHours
}

/** How many people's papers one reader has opened recently, including the current person's. */
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

/**
 * Whether a moment is outside working hours in London: at night, at weekends and on bank holidays; never if the hours
 * cover the whole day.
 */
export function isOutsideHours(now: Date, { from, to }: ReadingHours): boolean {
  if (from === 0 && to === 24) return false
  const day = londonDate(now)
  const hour = Number(londonTime(now).hour)
  return weekday(day) === 0 || weekday(day) === 6 || isBankHoliday(day) || hour < from || hour >= to
}

/** Returns what is unusual about opening these papers now; empty for normal work on one's own cases. */
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
