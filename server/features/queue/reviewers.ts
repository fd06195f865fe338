import { and, asc, eq, isNull, or } from 'drizzle-orm'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/platform/database/database.ts'
import { users } from '#server/platform/database/schema/users.ts'
import { isStaff } from '#server/platform/sessions/caller.ts'
import { unnamed } from '#server/records/people/names.ts'

/** Who can be given cases: administrators of the staff whose account is not disabled, by name. */
export async function reviewersOf(db: Db, config: Config): Promise<{ id: number; name: string }[]> {
  const rows = await db
    .select()
    .from(users)
    .where(
      and(
        or(eq(users.isAdmin, true), eq(users.isSuperAdmin, true)),
        isNull(users.disabledAt),
        isNull(users.suspendedAt),
      ),
    )
    .orderBy(asc(users.name), asc(users.id))
  return rows
    .filter((user) => isStaff(user, config.companyDomains))
    .map(({ id, name, auth0Email }) => ({ id, name: name ?? auth0Email ?? unnamed(id) }))
}
