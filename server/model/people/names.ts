import { inArray } from 'drizzle-orm'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'

/** What someone is called of whom no name is known any more. */
export function unnamed(id: number): string {
  return `User ${id}`
}

/** What people are called, by id: their name, else the address they sign in with. */
export async function namesOf(db: Db, ids: number[]): Promise<Map<number, string>> {
  if (!ids.length) return new Map()
  const rows = await db
    .select({ id: users.id, name: users.name, email: users.auth0Email })
    .from(users)
    .where(inArray(users.id, ids))
  return new Map(rows.map(({ id, name, email }) => [id, name ?? email ?? unnamed(id)]))
}
