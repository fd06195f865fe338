import { readBirth } from '#contract/onboarding/birth.ts'
import type { ItemKey } from '#contract/verification/cases.ts'
import { MAX_AGE } from '#domain/onboarding/birth-date.ts'
import { dateParts, type PlainDate } from '#domain/plain-date.ts'
import { type FieldProblems, isBlank } from './business-fields.ts'

/** What is asked of the births of a company's people. */
export interface BirthRules {
  /** No birth is later; not looked at without one. */
  today?: PlainDate
  /** Whose birth need not be given: no one asked for it when they were handed in, and nothing of them can be changed now. */
  mayOmit?: (item: ItemKey) => boolean
}

/** What is wrong with the birth of someone of a company: month and year are needed, the day is not. */
export function birthProblems(
  path: string,
  item: ItemKey,
  birthDate: string | null | undefined,
  { today, mayOmit }: BirthRules,
): FieldProblems {
  const field = `${path}.birthDate`
  if (isBlank(birthDate)) return mayOmit?.(item) ? {} : { [field]: 'Enter the month and year of birth' }
  const birth = readBirth(birthDate ?? '')
  if (!birth) return { [field]: 'Enter a real month and year of birth, for example 3 1988' }
  if (!today) return {}
  const now = dateParts(today)
  const months = (now.year - birth.year) * 12 + now.month - birth.month
  if (months < 0 || (months === 0 && birth.day !== undefined && birth.day > now.day))
    return { [field]: 'Date of birth must be in the past' }
  return months > MAX_AGE * 12 ? { [field]: 'Check the year of birth' } : {}
}
