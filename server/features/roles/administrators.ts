import { and, eq, ne } from 'drizzle-orm'
import type { Administrator } from '#contract/roles/admin-roles.ts'
import { rolesOf } from '#domain/roles/held-roles.ts'
import type { Config } from '#server/config.ts'
import { users } from '#server/model/schema/users.ts'
import { isEligible } from '#server/model/staff/roles.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Paging, pageOf, readCursor } from '#server/platform/database/keyset.ts'
import { selectAdministrators } from './roles.sql.ts'

/** Everyone with a role, super admins first. Throws VALIDATION_ERROR for a cursor that isn't ours. */
export async function findAdministrators(
  db: Db,
  { limit, cursor }: Paging,
  { companyDomains }: Pick<Config, 'companyDomains'>,
): Promise<{ data: Administrator[]; nextCursor: string | null }> {
  const place = cursor ? readCursor(cursor, (key) => key === 'true' || key === 'false') : undefined
  const { rows } = await selectAdministrators(db, [
    place ? place.key === 'true' : null,
    place?.id ?? null,
    limit + 1,
  ])
  const { page, nextCursor } = pageOf(rows, limit, (last) => ({
    key: String(last.isSuperAdmin),
    id: last.id,
  }))
  return {
    data: page.map((row) => ({
      id: Number(row.id),
      name: row.name,
      email: row.auth0Email,
      roles: rolesOf(row),
      is_in_force: isEligible(row, companyDomains),
      admin_role_assigned_at: row.assigned_at?.toISOString() ?? null,
      admin_role_assigned_by: row.assigned_by,
      last_login: row.last_login?.toISOString() ?? null,
    })),
    nextCursor,
  }
}

/**
 * Whether someone else must agree before this super admin appoints another one (account-admin, A super admin is
 * made by two).
 */
export async function grantTakesTwo(
  db: Db,
  userId: number,
  { companyDomains, fourEyesForRoles }: Pick<Config, 'companyDomains' | 'fourEyesForRoles'>,
): Promise<boolean> {
  if (!fourEyesForRoles) return false
  const others = await db
    .select()
    .from(users)
    .where(and(eq(users.isSuperAdmin, true), ne(users.id, userId)))
  return others.some((person) => isEligible(person, companyDomains))
}
