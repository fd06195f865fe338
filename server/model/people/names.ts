import { inArray } from 'drizzle-orm'
import type { ActingStaff, ActingUser } from '#domain/roles/acting-user.ts'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'

/** The label of a person whose name isn't known any more. */
export function unnamed(id: number): string {
  return `User ${id}`
}

/** People's names by id; the address they sign in with if they have none. */
export async function namesOf(db: Db, ids: number[]): Promise<Map<number, string>> {
  if (!ids.length) return new Map()
  const rows = await db
    .select({ id: users.id, name: users.name, email: users.auth0Email })
    .from(users)
    .where(inArray(users.id, ids))
  return new Map(rows.map(({ id, name, email }) => [id, name ?? email ?? unnamed(id)]))
}

/** The acting user's name; null for the system. */
export async function actingName(db: Db, actor: ActingStaff): Promise<string>
export async function actingName(db: Db, actor: ActingUser): Promise<string | null>
export async function actingName(db: Db, { id }: ActingUser): Promise<string | null> {
  return id === undefined ? null : ((await namesOf(db, [id])).get(id) ?? unnamed(id))
}
