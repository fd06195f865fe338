import { readBirth } from '#contract/onboarding/birth.ts'
import type { ItemKey } from '#contract/verification/cases.ts'
import { MAX_AGE, MIN_AGE } from '#domain/onboarding/birth-date.ts'
import { dateParts, type PlainDate } from '#domain/plain-date.ts'
import { type FieldProblems, isBlank } from './business-fields.ts'

/** Rules for the dates of birth of a company's people. */
export interface BirthRules {
  /** The latest possible date; not checked if absent. */
  today?: PlainDate
  /**
   * Whether an item may lack or break what was not asked for at its submission, such as a date of birth: it cannot be
   * changed now.
   */
  mayOmit?: (item: ItemKey) => boolean
  /** Whether they act for the company, which no one under the minimum age does (choices §4.5). */
  mustBeAdult?: boolean
}

/** Returns the problems of a person's date of birth: month and year are required, the day is not. */
export function birthProblems(
  path: string,
  item: ItemKey,
  birthDate: string | null | undefined,
  { today, mayOmit, mustBeAdult }: BirthRules,
): FieldProblems {
  const field = `${path}.birthDate`
  if (isBlank(birthDate)) return mayOmit?.(item) ? {} : { [field]: 'Enter the month and year of birth' }
  const birth = readBirth(birthDate ?? '')
  if (!birth) return { [field]: 'Enter a real month and year of birth, for example 3 1988' }
  if (!today) return {}
  const now = dateParts(today)
  const months = (now.year - birth.year) * 12 + now.month - birth.month
  // Without a day, the birthday of this month may have been.
  const isLaterInMonth = birth.day !== undefined && birth.day > now.day
  const isBefore = (years: number) => months < years * 12 || (months === years * 12 && isLaterInMonth)
  if (isBefore(0)) return { [field]: 'Date of birth must be in the past' }
  if (mustBeAdult && isBefore(MIN_AGE))
    return { [field]: `A representative must be at least ${MIN_AGE} years old` }
  return months > MAX_AGE * 12 ? { [field]: 'Check the year of birth' } : {}
}
