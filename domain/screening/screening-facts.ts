import type { ComparedFact } from '#contract/screening/sanctions.ts'
import { countryName } from '#domain/country-names.ts'
import { comparedNumber } from './screening-keys.ts'
import type { ListedBirth, ListedEntry, PartialDate, ScreeningSubject } from './screening-records.ts'

/** Points for agreement and contradiction; none if one side is missing (law §3.3). */
const POINTS = {
  sameDay: 0.05,
  /** Day and month swapped, two digits of a number swapped, or another day: a clerical mistake. */
  slip: -0.02,
  closeYear: -0.05,
  furtherYear: -0.15,
  anotherAge: -0.2,
  sameNumber: 0.05,
} as const

/** Lists are often off by a year or two. */
const CLOSE_YEARS = 2
/** "Approximately" means several years. */
const ABOUT_YEARS = 3
const ANOTHER_AGE_YEARS = 10

/** Compares a subject's birth date, country and company number with an entry's. */
export function compareFacts(subject: ScreeningSubject, entry: ListedEntry): ComparedFact[] {
  return subject.kind === 'person'
    ? [compareBirth(subject, entry), compareCountry(subject, entry)]
    : [compareNumber(subject, entry), compareCountry(subject, entry)]
}

/**
 * Returns a listed date of birth as text, with just what the list knows (`1971-03-09`, `1971`, `1970 to 1972`) rather
 * than as `9 Mar 1971`.
 */
export function birthText(birth: ListedBirth): string {
  if ('fromYear' in birth) return `${birth.fromYear} to ${birth.toYear}`
  const { year, month, day, isApproximate } = birth
  const date = [year, month, day]
    .filter((part) => part !== undefined)
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
  return isApproximate ? `about ${date}` : date
}

/** Whether the list gives the day of birth and it is the given one. */
export function isSameDay({ birthDate }: ScreeningSubject, { births }: ListedEntry): boolean {
  return births.some(
    (birth) =>
      !('fromYear' in birth) && !birth.isApproximate && isFullDate(birth) && birthText(birth) === birthDate,
  )
}

/**
 * Whether the list is certain of the year of birth and no known part of the date contradicts the given one: a list with
 * years further apart than a clerical mistake is certain of none.
 */
export function isSameYear({ birthDate = '' }: ScreeningSubject, { births }: ListedEntry): boolean {
  const [year = 0, month, day] = birthDate.split('-').map(Number)
  const certain = births.flatMap((birth) => ('fromYear' in birth || birth.isApproximate ? [] : [birth]))
  return (
    certain.some((birth) => birth.year === year && agrees(month, birth.month) && agrees(day, birth.day)) &&
    certain.every((birth) => Math.abs(birth.year - year) <= CLOSE_YEARS)
  )
}

/** Whether the month of birth is known on both sides and the same. */
export function isSameMonth({ birthDate = '' }: ScreeningSubject, { births }: ListedEntry): boolean {
  const [year, month] = birthDate.split('-').map(Number)
  return births.some((birth) => 'year' in birth && birth.year === year && birth.month === month)
}

function compareBirth({ birthDate }: ScreeningSubject, { births }: ListedEntry): ComparedFact {
  const fact = {
    fact: 'birth_date' as const,
    given: birthDate ?? null,
    listed: births.length ? births.map(birthText).join(', ') : null,
  }
  if (!birthDate || births.length === 0) return { ...fact, result: 'unknown', points: 0 }
  const verdicts = births.map((birth) => birthVerdict(birthDate, birth))
  // The best result of several dates counts: a list gives several because it does not know which is right.
  const best = verdicts.reduce((kindest, verdict) => (verdict.points > kindest.points ? verdict : kindest))
  return { ...fact, ...best }
}

function birthVerdict(birthDate: string, birth: ListedBirth): Pick<ComparedFact, 'result' | 'points'> {
  const [year = 0, month = 0, day] = birthDate.split('-').map(Number)
  if ('fromYear' in birth)
    return year >= birth.fromYear && year <= birth.toYear
      ? { result: 'agrees', points: 0 }
      : yearsApart(Math.min(Math.abs(year - birth.fromYear), Math.abs(year - birth.toYear)))
  const years = Math.abs(year - birth.year)
  if (birth.isApproximate)
    return years <= ABOUT_YEARS ? { result: 'agrees', points: 0 } : yearsApart(years - ABOUT_YEARS)
  if (years === 0) {
    const isSame = agrees(month, birth.month) && agrees(day, birth.day)
    if (isSame)
      return { result: 'agrees', points: isFullDate(birth) && day !== undefined ? POINTS.sameDay : 0 }
    const isSwapped = day !== undefined && day === birth.month && month === birth.day
    const isSlip =
      isSwapped ||
      agrees(month, birth.month) ||
      (areDigitsSwapped(month, birth.month) && agrees(day, birth.day))
    return { result: 'close', points: isSlip ? POINTS.slip : POINTS.closeYear }
  }
  const isSameDayOfYear = agrees(month, birth.month) && agrees(day, birth.day)
  if (areDigitsSwapped(year, birth.year) && isSameDayOfYear) return { result: 'close', points: POINTS.slip }
  // Hardly anyone shares the day of the year by chance: the year is wrong, or they make themselves younger.
  if (isSameDayOfYear && isFullDate(birth) && day !== undefined && years <= ANOTHER_AGE_YEARS)
    return { result: 'close', points: POINTS.closeYear }
  return yearsApart(years)
}

function yearsApart(years: number): Pick<ComparedFact, 'result' | 'points'> {
  if (years <= CLOSE_YEARS) return { result: 'close', points: POINTS.closeYear }
  return { result: 'differs', points: years <= ANOTHER_AGE_YEARS ? POINTS.furtherYear : POINTS.anotherAge }
}

/** Whether two numbers have the same digits in another order, such as 1971 and 1917, or 01 and 10. */
function areDigitsSwapped(a: number, b = 0): boolean {
  return digitsOf(a) === digitsOf(b)
}

function digitsOf(value: number): string {
  return [...String(value).padStart(2, '0')].sort().join('')
}

function agrees(given: number | undefined, listed: number | undefined): boolean {
  return given === undefined || listed === undefined || given === listed
}

function isFullDate({ month, day }: PartialDate): boolean {
  return month !== undefined && day !== undefined
}

/** Compares countries. Nationalities change, and people have several: a difference costs nothing. */
function compareCountry({ country }: ScreeningSubject, { countries }: ListedEntry): ComparedFact {
  const fact = {
    fact: 'country' as const,
    given: country ? countryName(country) : null,
    listed: countries.length ? countries.map(countryName).join(', ') : null,
  }
  if (!country || countries.length === 0) return { ...fact, result: 'unknown', points: 0 }
  return countries.includes(country)
    ? { ...fact, result: 'agrees', points: 0 }
    : { ...fact, result: 'differs', points: 0 }
}

function compareNumber({ companyNumber }: ScreeningSubject, { numbers }: ListedEntry): ComparedFact {
  const fact = {
    fact: 'company_number' as const,
    given: companyNumber ?? null,
    listed: numbers.length ? numbers.join(', ') : null,
  }
  if (!companyNumber || numbers.length === 0) return { ...fact, result: 'unknown', points: 0 }
  // Registers of different countries use the same numbers, so a different number costs nothing.
  return numbers.some((number) => comparedNumber(number) === comparedNumber(companyNumber))
    ? { ...fact, result: 'agrees', points: POINTS.sameNumber }
    : { ...fact, result: 'unknown', points: 0 }
}
