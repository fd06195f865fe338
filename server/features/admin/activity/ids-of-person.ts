import type { Db } from '#server/platform/database/database.ts'

const MOST = 50

/** The accounts that a number or a whole email address names, by either of their addresses; none where nobody has it. */
export async function idsOfPerson(db: Db, words: string): Promise<number[]> {
  if (/^\d{1,15}$/.test(words)) return [Number(words)]
  const { rows } = await db.$client.query<{ id: string }>(
    `select id from users where lower(email) = lower($1)
     union select id from users where lower(auth0_email) = lower($1) limit ${MOST}`,
    [words],
  )
  return rows.map(({ id }) => Number(id))
}
