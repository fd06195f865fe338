import { findPeople } from '#server/model/people/find-people.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { MOST, selectIdsByEmail } from './activity.sql.ts'

/**
 * The accounts that an account number, a whole email address (by either of their addresses) or the words of a name name;
 * none where no one has it. An address and a number are taken to the letter. Throws VALIDATION_ERROR, at `field`, for words
 * that too many people have.
 */
export async function idsOfPerson(
  db: Db,
  words: string,
  { field, withErased }: { field: string; withErased: boolean },
): Promise<number[]> {
  if (/^\d{1,15}$/.test(words)) return [Number(words)]
  const { rows } = await selectIdsByEmail(db, [words])
  if (rows.length || words.includes('@')) return rows.map(({ id }) => Number(id))
  const found = await findPeople(db, { q: words, withErased }, MOST)
  if (found.kind === 'few') return found.ids
  const problem = `More than ${MOST} people match. Type more of the name, or a whole email address.`
  throw new AppError('VALIDATION_ERROR', problem, { fields: { [field]: problem } })
}
