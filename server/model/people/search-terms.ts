import { referredCaseId } from '#domain/cases/case-reference.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Bind, composed } from '#server/platform/database/statement.ts'
import { selectSpellings } from './people.sql.ts'

/** What someone typed, folded as the entries are. */
export interface SearchTerms {
  /** In the order they were typed. */
  words: Word[]
  /** The digits of a number typed in parts, as phone and company numbers are, without the zeros it begins with. */
  digits: string | null
  /** The case whose reference was typed. */
  caseId: number | null
}

interface Word {
  word: string
  /** The word and each that it has one letter more than; none of a short word or a number. */
  spellings: string[]
}

/** Below it a number is looked for at the beginning of a word, as an account's own is. */
const LEAST_DIGITS = 5

/** Reads what was typed; without any word where it holds neither letter nor digit. */
export async function readTerms(db: Db, typed: string): Promise<SearchTerms> {
  const { rows } = await selectSpellings(db, [typed])
  return { words: rows, digits: digitsOf(typed), caseId: referredCaseId(typed) }
}

/** Who searches: people are found by their invoices only by those who may read these. */
export interface SearchedBy {
  mayReadInvoices: boolean
}

/** One way to look for what was typed. */
export interface Way {
  /** What is found has a letter other than what was typed. */
  isNear: boolean
  /** Writes the condition on an entry, which the query calls `e`. */
  matches: (value: Bind) => string
}

/**
 * The ways to look for what was typed, each asked only where the one before finds nothing: as the reference of a case; as it was
 * typed, each word as the beginning of one of an entry's own; as the number of an invoice of whom the entry is about; with a
 * letter of each word wrong; and so with the last word unfinished. Conditions are joined by `and` alone: with an `or` among them
 * the planner reads thousands of rows to compare their spellings.
 */
export function waysToFind(terms: SearchTerms, by: SearchedBy): Way[] {
  const { caseId } = terms
  return caseId === null ? waysToFindText(terms, by) : [ofCase(caseId), ...waysToFindText(terms, by)]
}

/** Whose case it is, and the company that it is about. */
function ofCase(caseId: number): Way {
  const matches = (value: Bind) => {
    const found = `from cases c where c.id = ${value(caseId)}`
    return `e.user_id = (select c.user_id ${found})
      and e.kind in ('person', (select case c.kind when 'business' then 'company' end ${found}))`
  }
  return { isNear: false, matches }
}

function waysToFindText({ words, digits }: SearchTerms, { mayReadInvoices }: SearchedBy): Way[] {
  if (digits) {
    const holding = (value: Bind) => `e.words like ${value(`%${digits}%`)}`
    return [{ isNear: false, matches: holding }, ...(mayReadInvoices ? [invoiced([`%${digits}%`])] : [])]
  }
  if (words.length === 0) return [{ isNear: false, matches: () => 'false' }]
  const begun = ({ word }: Word, value: Bind) => `e.words like ${value(`% ${word}%`)}`
  // A short word or a number leaves nothing to be misspelt.
  const spelt = (word: Word, value: Bind) =>
    word.spellings.length
      ? `search_spellings(e.words) && ${value(word.spellings)}::text[]`
      : begun(word, value)
  const way = (isNear: boolean, condition: (word: Word, value: Bind, at: number) => string): Way => ({
    isNear,
    matches: (value) => words.map((word, at) => condition(word, value, at)).join(' and '),
  })
  const isSpelt = words.map(({ spellings }) => spellings.length > 0)
  const last = words.length - 1
  return [
    way(false, begun),
    ...(mayReadInvoices && words.some(({ word }) => /\d/.test(word))
      ? [invoiced(words.map(({ word }) => `% ${word}%`))]
      : []),
    ...(isSpelt.includes(true) ? [way(true, spelt)] : []),
    ...(isSpelt.at(-1) && isSpelt.indexOf(true) < last
      ? [way(true, (word, value, at) => (at === last ? begun : spelt)(word, value))]
      : []),
  ]
}

/** Of the client's people whose invoice has a number like all of these. */
function invoiced(patterns: readonly string[]): Way {
  const matches = (value: Bind) =>
    `e.user_id in (select p.user_id from search_entries n join invoices i on i.id = n.invoice_id
       join client_users p on p.client_id = i.client_id
       where n.kind = 'invoice' and ${patterns.map((pattern) => `n.words like ${value(pattern)}`).join(' and ')})`
  return { isNear: false, matches }
}

function digitsOf(typed: string): string | null {
  if (!/^[\d\s()+./-]+$/.test(typed)) return null
  const digits = typed.replace('(0)', '').replace(/\D/g, '').replace(/^0+/, '')
  return digits.length >= LEAST_DIGITS ? digits : null
}

interface PeopleSearch extends SearchedBy {
  q: string
  /** Also those whose account was erased and whose records the law wants kept. */
  withErased: boolean
}

/**
 * The people a list is narrowed to: their ids, or a condition on an id where more than `most` have the words. Near spellings
 * are a guess, so that of more than NEAR_MOST the first found are as good as any.
 */
export type FoundPeople =
  | {
      kind: 'few'
      ids: number[]
      /** No one has the words as they were typed; these are a letter off. */
      isNear: boolean
    }
  | { kind: 'many'; isAmong: (column: string, value: Bind) => string; isNear: boolean }

const NEAR_MOST = 1000

/**
 * The people who have all the words of a search, by name, company, address, phone or number; where there is none, those who
 * nearly have them.
 */
export async function findPeople(
  db: Db,
  { q, withErased, ...by }: PeopleSearch,
  most: number,
): Promise<FoundPeople> {
  const terms = await readTerms(db, q)
  const erased = withErased ? 'true' : 'not e.is_erased'
  for (const { isNear, matches } of waysToFind(terms, by)) {
    const values: unknown[] = []
    const asked = isNear ? Math.min(NEAR_MOST, most + 1) : most + 1
    const { rows } = await composed(db, {
      text: `select e.user_id from search_entries e
       where e.kind = 'person' and ${erased} and ${matches((argument) => `$${values.push(argument)}`)} limit ${asked}`,
      values,
      gives: { user_id: 'int8!' },
    })
    if (rows.length > most) return { kind: 'many', isAmong: among(matches), isNear }
    if (rows.length > 0) return { kind: 'few', ids: rows.map(({ user_id }) => Number(user_id)), isNear }
  }
  return { kind: 'few', ids: [], isNear: false }

  function among(matches: (value: Bind) => string) {
    return (column: string, value: Bind) =>
      `exists (select from search_entries e where e.kind = 'person' and e.user_id = ${column} and ${erased} and ${matches(value)})`
  }
}
