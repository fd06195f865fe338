import { inOurDigits, monthNumber } from '#contract/month-number.ts'
import { dateParts, type PlainDate, parsePlainDate, plainDate } from '#domain/plain-date.ts'

/** Minimum age (choices §4.5). */
export const MIN_AGE = 18
/** A greater age is a typing mistake (law §2.2). */
export const MAX_AGE = 120

export type BirthDateProblem = 'not_a_date' | 'future' | 'too_young' | 'too_old'
export type BirthDateCheck =
  | { ok: true; date: PlainDate; age: number }
  | { ok: false; why: BirthDateProblem; message: string }

const MESSAGES: Readonly<Record<BirthDateProblem, string>> = {
  not_a_date: 'Enter a real date of birth, for example 27 3 1988',
  future: 'Date of birth must be in the past',
  too_young: `You must be at least ${MIN_AGE} years old`,
  too_old: 'Check the year of your date of birth',
}

/** Checks a date of birth `YYYY-MM-DD` against the given day (security R29). */
export function checkBirthDate(text: string, today: PlainDate): BirthDateCheck {
  return checkDay(parsePlainDate(text.trim()), today)
}

/** The same check on the form's three fields, as typed. */
export function checkBirthDateParts(
  parts: { day: string; month: string; year: string },
  today: PlainDate,
): BirthDateCheck {
  const month = monthNumber(parts.month) ?? Number.NaN
  return checkDay(plainDate(wholeNumber(parts.year), month, wholeNumber(parts.day)), today)
}

/**
 * Returns the completed years on a day. Someone born on 29 February turns a year older on 1 March of a common
 * year.
 */
export function ageOn(birth: PlainDate, day: PlainDate): number {
  const { year: birthYear } = dateParts(birth)
  const { year } = dateParts(day)
  const hadBirthday = day.slice(5) >= birth.slice(5)
  return year - birthYear - (hadBirthday ? 0 : 1)
}

function checkDay(date: PlainDate | null, today: PlainDate): BirthDateCheck {
  if (!date) return refuse('not_a_date')
  if (date > today) return refuse('future')
  const age = ageOn(date, today)
  if (age < MIN_AGE) return refuse('too_young')
  if (age > MAX_AGE) return refuse('too_old')
  return { ok: true, date, age }
}

function refuse(why: BirthDateProblem): BirthDateCheck {
  return { ok: false, why, message: MESSAGES[why] }
}

function wholeNumber(text: string): number {
  const trimmed = inOurDigits(text).trim()
  return /^\d{1,4}$/.test(trimmed) ? Number(trimmed) : Number.NaN
}
