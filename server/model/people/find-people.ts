import type { Db } from '#server/platform/database/database.ts'
import { type Bind, composed } from '#server/platform/database/statement.ts'
import { readTerms, waysToFind } from './search-terms.ts'

export interface PeopleSearch {
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
  { q, withErased }: PeopleSearch,
  most: number,
): Promise<FoundPeople> {
  const terms = await readTerms(db, q)
  const erased = withErased ? 'true' : 'not e.is_erased'
  for (const { isNear, matches } of waysToFind(terms)) {
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
