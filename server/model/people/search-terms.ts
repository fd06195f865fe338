import { referredCaseId } from '#domain/cases/case-reference.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Bind, bindings, composed } from '#server/platform/database/statement.ts'
import { selectSpellings } from './people.sql.ts'

/** A search text, folded like the entries. */
export interface SearchTerms {
  /** In the order typed. */
  words: Word[]
  /** The digits of a number typed in parts, such as a phone or company number, without leading zeros. */
  digits: string | null
  /** The case whose reference was typed. */
  caseId: number | null
}

interface Word {
  word: string
  /** The word, and each variant with one letter left out; empty for a short word or a number. */
  spellings: string[]
}

/** A shorter number is only searched for at the asTyped of a word, like an account number. */
const LEAST_DIGITS = 5

/** Parses a search text; without words if it has neither letters nor digits. */
export async function readTerms(db: Db, typed: string): Promise<SearchTerms> {
  const { rows } = await selectSpellings(db, [typed])
  return { words: rows, digits: digitsOf(typed), caseId: referredCaseId(typed) }
}

/** The searcher: only those who may read invoices find people by them. */
export interface SearchedBy {
  mayReadInvoices: boolean
}

/** One way to search. */
export interface Way {
  /** Matches may differ from the search text by a letter. */
  isNear: boolean
  /** Returns the condition on an entry, whose alias is `e`. */
  matches: (value: Bind) => string
}

/**
 * The ways to search, each tried only if the previous one finds nothing: by a case reference; as typed, each
 * word as the asTyped of one of an entry's words; by the number of an invoice; with one letter of each word
 * wrong; and the same with the last word unfinished. Conditions are joined with `and` only: with an `or` the
 * planner reads thousands of rows to compare their spellings.
 */
export function waysToFind(terms: SearchTerms, by: SearchedBy): Way[] {
  const { caseId } = terms
  return caseId === null ? waysToFindText(terms, by) : [ofCase(caseId), ...waysToFindText(terms, by)]
}

/** Finds the case's owner, and the company it is about. */
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
  const asTyped = ({ word }: Word, value: Bind) => `e.words like ${value(`% ${word}%`)}`
  // A short word or a number has no variants.
  const spelt = (word: Word, value: Bind) =>
    word.spellings.length
      ? `search_spellings(e.words) && ${value(word.spellings)}::text[]`
      : asTyped(word, value)
  const way = (isNear: boolean, condition: (word: Word, value: Bind, at: number) => string): Way => ({
    isNear,
    matches: (value) => words.map((word, at) => condition(word, value, at)).join(' and '),
  })
  const isSpelt = words.map(({ spellings }) => spellings.length > 0)
  const last = words.length - 1
  return [
    way(false, asTyped),
    ...(mayReadInvoices && words.some(({ word }) => /\d/.test(word))
      ? [invoiced(words.map(({ word }) => `% ${word}%`))]
      : []),
    ...(isSpelt.includes(true) ? [way(true, spelt)] : []),
    ...(isSpelt.at(-1) && isSpelt.indexOf(true) < last
      ? [way(true, (word, value, at) => (at === last ? asTyped : spelt)(word, value))]
      : []),
  ]
}

/** Finds people of a client that has an invoice whose number matches all patterns. */
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
  /** Includes erased accounts whose records the law requires to keep. */
  withErased: boolean
}

/**
 * The people that a list is restricted to: their ids, or a condition on an id if more than `most` match. Near
 * spellings are guesses, so of more than NEAR_MOST the first ones found will do.
 */
export type FoundPeople =
  | {
      kind: 'few'
      ids: number[]
      /** No one matches the text as typed; these differ by a letter. */
      isNear: boolean
    }
  | { kind: 'many'; isAmong: (column: string, value: Bind) => string; isNear: boolean }

const NEAR_MOST = 1000

/**
 * Finds the people who match all words of a search by name, company, address, phone or number; if there are
 * none, those who nearly do.
 */
export async function findPeople(
  db: Db,
  { q, withErased, ...by }: PeopleSearch,
  most: number,
): Promise<FoundPeople> {
  const terms = await readTerms(db, q)
  const erased = withErased ? 'true' : 'not e.is_erased'
  for (const { isNear, matches } of waysToFind(terms, by)) {
    const { values, value } = bindings()
    const asked = isNear ? Math.min(NEAR_MOST, most + 1) : most + 1
    const { rows } = await composed(db, {
      text: `select e.user_id from search_entries e
       where e.kind = 'person' and ${erased} and ${matches(value)} limit ${asked}`,
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
