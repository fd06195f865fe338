import type { ListedKind, NameQuality } from '#contract/screening/sanctions.ts'

/** A date as a list gives it; unknown parts are not made up (law §3.2). */
export interface PartialDate {
  year: number
  month?: number
  day?: number
  /** If the list itself says so. */
  isApproximate?: boolean
}

/** One of a list's dates of birth: a date as far as known, or a range of years. */
export type ListedBirth = PartialDate | { fromYear: number; toYear: number }

/** A name of an entry, and its quality according to the list. */
export interface ListedName {
  text: string
  quality: NameQuality
  /** The words that are the family name, if the list says so. */
  family?: string
}

/** An entry of a sanctions list, as far as a comparison needs it. */
export interface ListedEntry {
  /** The list's own key, such as `AFG0006` or `QDi.001`. */
  ref: string
  kind: ListedKind
  names: readonly ListedName[]
  births: readonly ListedBirth[]
  /** Country codes of nationalities and, for companies, of addresses. */
  countries: readonly string[]
  /** Registration numbers of companies. */
  numbers: readonly string[]
  /** The regime it is listed under, for the reviewer. */
  regime: string | null
  listedOn: string | null
  /** A person's identity documents as the list names them: for the reviewer, not compared. */
  documents?: readonly string[]
  /** Offices that a politically exposed person holds or held (law §3.5). */
  positions?: readonly string[]
  /**
   * Whether it is politically exposed and on no sanctions list: no reason to refuse anyone, only for a second look
   * (law §3.5).
   */
  isExposedOnly?: boolean
  /** The publisher's page about it. */
  url?: string
}

/**
 * Returns what a comparison reads of an entry, and whether it is only there for its office, as one text that is the
 * same for the same facts in any order: a decision on a match holds until this changes.
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

/** A person or company that a case screens. */
export interface ScreeningSubject {
  /** Unique within the case: `person`, `company`, `owner:ID`, `representative:primary`. */
  key: string
  kind: 'person' | 'company'
  label: string
  name: string
  /** The family name, if the person gave it separately. */
  family?: string
  /** `1971-03-09`, or `1971-03` if the day is unknown. */
  birthDate?: string
  /** A person's nationality, or a company's country of registration. */
  country?: string
  companyNumber?: string
}
