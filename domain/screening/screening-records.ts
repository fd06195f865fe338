import type { ListedKind, NameQuality } from '#contract/screening/sanctions.ts'

/** A day, month or year as a list states it; what it does not know is not made up (law §3.2). */
export interface PartialDate {
  year: number
  month?: number
  day?: number
  /** Where the list says so itself. */
  isApproximate?: boolean
}

/** One of the dates a list gives for a birth: a date as far as it is known, or the years it lies between. */
export type ListedBirth = PartialDate | { fromYear: number; toYear: number }

/** A name of an entry, and how much its list thinks of it. */
export interface ListedName {
  text: string
  quality: NameQuality
  /** Which of its words are the family name, where the list says so. */
  family?: string
}

/** Someone or something on a sanctions list, as far as a comparison looks at it. */
export interface ListedEntry {
  /** The list's own key, such as `AFG0006` or `QDi.001`. */
  ref: string
  kind: ListedKind
  names: readonly ListedName[]
  births: readonly ListedBirth[]
  /** Codes of nationalities and, for companies, of addresses. */
  countries: readonly string[]
  /** Registration numbers of companies. */
  numbers: readonly string[]
  /** Under which rules it is listed, for the reviewer. */
  regime: string | null
  listedOn: string | null
  /** Identity documents of a person, as the list names them: for the reviewer, compared with nothing. */
  documents?: readonly string[]
  /** Offices that a politically exposed person holds or held (law §3.2). */
  positions?: readonly string[]
  /** Politically exposed and on no list of sanctions: no reason to refuse anyone, but for a second look (law §3.2). */
  isExposedOnly?: boolean
  /** Where its publisher tells of it. */
  url?: string
}

/**
 * What a comparison reads of an entry, and whether it is there for its office alone, as one text that is the same for the same
 * facts in any order: a decision on a match stands until this changes.
 */
export function comparedOf(entry: ListedEntry): string {
  const { kind, names, births, countries, numbers, isExposedOnly = false } = entry
  const named = names.map(({ text, quality, family }) => JSON.stringify([text, quality, family ?? null]))
  const born = births.map((birth) =>
    JSON.stringify(Object.entries(birth).sort(([a], [b]) => (a < b ? -1 : 1))),
  )
  const facts = [named, born, countries, numbers].map((values) => values.toSorted())
  return JSON.stringify([kind, isExposedOnly, ...facts])
}

/** Whom a case asks about. */
export interface ScreeningSubject {
  /** Unique within the case: `person`, `company`, `owner:ID`, `representative:primary`. */
  key: string
  kind: 'person' | 'company'
  label: string
  name: string
  /** The family name, where the person gave it by itself. */
  family?: string
  /** `1971-03-09`, or `1971-03` where the day isn’t known. */
  birthDate?: string
  /** Nationality of a person, country of registration of a company. */
  country?: string
  companyNumber?: string
}
