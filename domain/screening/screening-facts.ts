import type { ComparedFact } from '#contract/sanctions.ts'
import { countryName } from '#domain/country-names.ts'
import { bareNumber } from './screening-keys.ts'
import type { ListedBirth, ListedEntry, PartialDate, ScreeningSubject } from './screening-records.ts'

/** What agreement and contradiction are worth; nothing is added where one side says nothing (domain 3.3, step 4). */
const POINTS = {
  sameDay: 0.05,
  anotherDay: -0.1,
  anotherYear: -0.15,
  anotherCountry: -0.1,
  sameNumber: 0.05,
} as const

/** Compares birth date, country and company number of a subject with those of an entry. */
export function compareFacts(subject: ScreeningSubject, entry: ListedEntry): ComparedFact[] {
  return subject.kind === 'person'
    ? [compareBirth(subject, entry), compareCountry(subject, entry)]
    : [compareNumber(subject, entry), compareCountry(subject, entry)]
}

/**
 * A listed birth as people read it: `9 Mar 1971` is not needed, what the list knows is (`1971-03-09`, `1971`, `1970 to
 * 1972`).
 */
export function birthText(birth: ListedBirth): string {
  if ('fromYear' in birth) return `${birth.fromYear} to ${birth.toYear}`
  const { year, month, day } = birth
  return [year, month, day]
    .filter((part) => part !== undefined)
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

function compareBirth({ birthDate }: ScreeningSubject, { births }: ListedEntry): ComparedFact {
  const fact = {
    fact: 'birth_date' as const,
    given: birthDate ?? null,
    listed: births.length ? births.map(birthText).join(', ') : null,
  }
  if (!birthDate || births.length === 0) return { ...fact, result: 'unknown', points: 0 }
  const verdicts = births.map((birth) => birthVerdict(birthDate, birth))
  // The kindest of several dates counts: a list gives them because it does not know which is right.
  const best = verdicts.reduce((kindest, verdict) => (verdict.points > kindest.points ? verdict : kindest))
  return { ...fact, ...best }
}

function birthVerdict(birthDate: string, birth: ListedBirth): Pick<ComparedFact, 'result' | 'points'> {
  const [year = 0, month = 0, day = 0] = birthDate.split('-').map(Number)
  if ('fromYear' in birth) {
    const within = year >= birth.fromYear && year <= birth.toYear
    return within ? { result: 'agrees', points: 0 } : { result: 'differs', points: POINTS.anotherYear }
  }
  if (year !== birth.year) return { result: 'differs', points: POINTS.anotherYear }
  if (differs(month, birth.month) || differs(day, birth.day))
    return { result: 'differs', points: POINTS.anotherDay }
  return { result: 'agrees', points: isFullDate(birth) ? POINTS.sameDay : 0 }
}

function differs(given: number, listed: number | undefined): boolean {
  return listed !== undefined && given !== listed
}

function isFullDate({ month, day }: PartialDate): boolean {
  return month !== undefined && day !== undefined
}

function compareCountry({ country }: ScreeningSubject, { countries }: ListedEntry): ComparedFact {
  const fact = {
    fact: 'country' as const,
    given: country ? countryName(country) : null,
    listed: countries.length ? countries.map(countryName).join(', ') : null,
  }
  if (!country || countries.length === 0) return { ...fact, result: 'unknown', points: 0 }
  return countries.includes(country)
    ? { ...fact, result: 'agrees', points: 0 }
    : { ...fact, result: 'differs', points: POINTS.anotherCountry }
}

function compareNumber({ companyNumber }: ScreeningSubject, { numbers }: ListedEntry): ComparedFact {
  const fact = {
    fact: 'company_number' as const,
    given: companyNumber ?? null,
    listed: numbers.length ? numbers.join(', ') : null,
  }
  if (!companyNumber || numbers.length === 0) return { ...fact, result: 'unknown', points: 0 }
  // Registers of different countries give the same numbers, so another number takes nothing away.
  return numbers.some((number) => bareNumber(number) === bareNumber(companyNumber))
    ? { ...fact, result: 'agrees', points: POINTS.sameNumber }
    : { ...fact, result: 'unknown', points: 0 }
}
