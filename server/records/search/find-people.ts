import type { Db } from '#server/platform/database/database.ts'
import { entryMatches, entryResembles, readTerms, type Value } from './search-terms.ts'

export interface PeopleSearch {
  q: string
  /** Also those whose account was erased and whose records the law wants kept. */
  withErased: boolean
}

/** The people a list is narrowed to: their ids, or a condition on an id where there are more than `most` of them. */
export type FoundPeople = (
  | { kind: 'few'; ids: number[] }
  | { kind: 'many'; isAmong: (column: string, value: Value) => string }
) & {
  /** Nobody has the words as they were typed; these are a letter off. */
  isNear: boolean
}

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
  const ids = async (match: (value: Value) => string) => {
    const values: unknown[] = []
    const value: Value = (one) => `$${values.push(one)}`
    const { rows } = await db.$client.query<{ user_id: string }>(
      `select e.user_id from search_entries e where e.kind = 'person' and ${erased} and ${match(value)} limit ${most + 1}`,
      values,
    )
    return rows.map(({ user_id }) => Number(user_id))
  }
  const exact = await ids((value) => entryMatches(terms, value))
  if (exact.length > 0) return found(exact, (value) => entryMatches(terms, value), false)
  if (entryResembles(terms, () => '') === null) return { kind: 'few', ids: [], isNear: false }
  const near = (value: Value) => entryResembles(terms, value) ?? 'false'
  return found(await ids(near), near, true)

  function found(these: number[], match: (value: Value) => string, isNear: boolean): FoundPeople {
    if (these.length <= most) return { kind: 'few', ids: these, isNear }
    return {
      kind: 'many',
      isNear,
      isAmong: (column, value) =>
        `exists (select from search_entries e where e.kind = 'person' and e.user_id = ${column} and ${erased} and ${match(value)})`,
    }
  }
}
