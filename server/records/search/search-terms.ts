import type { Db } from '#server/platform/database/database.ts'

/** What someone typed, folded as the entries are. */
export interface SearchTerms {
  words: { word: string; spellings: string[] }[]
  /** The digits of a number typed in parts, as phone and company numbers are, without the zeros it begins with. */
  digits: string | null
}

/** Below it a number is looked for at the beginning of a word, as an account's own is. */
const LEAST_DIGITS = 5

/** Reads what was typed; without any word where it holds neither letter nor digit. */
export async function readTerms(db: Db, typed: string): Promise<SearchTerms> {
  const { rows } = await db.$client.query<{ word: string; spellings: string[] }>(
    `select distinct word, search_spellings(word) as spellings
     from string_to_table(search_words($1), ' ') as word where word <> ''`,
    [typed],
  )
  return { words: rows, digits: digitsOf(typed) }
}

/** Whether an entry, called `e` in the query, has all the words, each as the beginning of one of its own. */
export function entryMatches({ words, digits }: SearchTerms, value: Value): string {
  if (digits) return `e.words like ${value(`%${digits}%`)}`
  if (words.length === 0) return 'false'
  return words.map(({ word }) => `e.words like ${value(`% ${word}%`)}`).join(' and ')
}

/** The same, where a letter of each word may be wrong. Null where a number or short words leave nothing to be misspelt. */
export function entryResembles({ words, digits }: SearchTerms, value: Value): string | null {
  if (digits || words.every(({ spellings }) => spellings.length === 0)) return null
  return words
    .map(({ word, spellings }) => {
      const begins = `e.words like ${value(`% ${word}%`)}`
      return spellings.length
        ? `(${begins} or search_spellings(e.words) && ${value(spellings)}::text[])`
        : begins
    })
    .join(' and ')
}

/** Gives a value to the query and names its place in it. */
export type Value = (one: unknown) => string

function digitsOf(typed: string): string | null {
  if (!/^[\d\s()+./-]+$/.test(typed)) return null
  const digits = typed.replace('(0)', '').replace(/\D/g, '').replace(/^0+/, '')
  return digits.length >= LEAST_DIGITS ? digits : null
}
