import { and, eq, sql } from 'drizzle-orm'
import { hasRole } from '#domain/roles/held-roles.ts'
import { signInAttempts, signIns } from '#server/model/schema/sessions.ts'
import { users } from '#server/model/schema/users.ts'
import { excluded } from '#server/platform/database/columns.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { TokenClaims } from '#server/platform/identity/token-claims.ts'

/** Stores a started sign-in. */
export async function insertAttempt(db: Db, attempt: typeof signInAttempts.$inferInsert): Promise<void> {
  await db.insert(signInAttempts).values(attempt)
}

/**
 * Deletes and returns a browser's attempt: a second call with the same state finds none, and another browser's call
 * leaves it.
 */
export async function deleteAttempt(
  db: Db,
  { stateHash, browserHash }: { stateHash: string; browserHash: string },
): Promise<typeof signInAttempts.$inferSelect | undefined> {
  const [attempt] = await db
    .delete(signInAttempts)
    .where(and(eq(signInAttempts.stateHash, stateHash), eq(signInAttempts.browserHash, browserHash)))
    .returning()
  return attempt
}

/** Stores a completed sign-in for the activity lists. */
export async function insertSignIn(tx: Db, signIn: typeof signIns.$inferInsert): Promise<void> {
  await tx.insert(signIns).values(signIn)
}

/** Whether someone who signs in has no system email yet: they are new, or theirs was another person's. */
export async function lacksEmail(tx: Db, { issuer, sub }: TokenClaims): Promise<boolean> {
  const [user] = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.issuer, issuer), eq(users.auth0Id, sub)))
  return !user?.email
}

export interface SignedInUser {
  id: number
  hasRole: boolean
  disabled: boolean
  suspended: boolean
  created: boolean
  hasEmail: boolean
}

/** Whether the provider verifies the address that is the system email. */
const PROVEN = sql`${excluded(users.emailVerified)} and lower(coalesce(${users.email}, ${excluded(users.email)})) = lower(${excluded(users.auth0Email)})`

/**
 * Creates or updates a person's record by issuer and sub, never by email (security R3). The provider's email
 * and picture are updated with each sign-in; name and system email are the person's own once they exist. A
 * system email verified by the provider counts as confirmed, and is set if there was none.
 */
export async function upsertUser(
  tx: Db,
  claims: TokenClaims,
  at: Date,
  withEmail: boolean,
): Promise<SignedInUser> {
  const email = withEmail ? (claims.email ?? null) : null
  const [row] = await tx
    .insert(users)
    .values({
      issuer: claims.issuer,
      auth0Id: claims.sub,
      auth0Email: claims.email ?? null,
      emailVerified: claims.emailVerified,
      email,
      emailConfirmedAt: email && claims.emailVerified ? at : null,
      name: claims.name ?? null,
      nickname: claims.nickname ?? null,
      picture: claims.picture ?? null,
      lastLogin: at,
      createdAt: at,
      updatedAt: at,
    })
    .onConflictDoUpdate({
      target: [users.issuer, users.auth0Id],
      set: {
        auth0Email: excluded(users.auth0Email),
        emailVerified: excluded(users.emailVerified),
        email: sql`case when ${users.email} is null and ${excluded(users.emailVerified)} then ${excluded(users.email)} else ${users.email} end`,
        emailConfirmedAt: sql`case when ${users.emailConfirmedAt} is null and ${PROVEN} then ${excluded(users.lastLogin)} else ${users.emailConfirmedAt} end`,
        formerEmail: sql`case when ${PROVEN} then null else ${users.formerEmail} end`,
        name: sql`coalesce(${users.name}, ${excluded(users.name)})`,
        nickname: excluded(users.nickname),
        picture: excluded(users.picture),
        lastLogin: at,
      },
    })
    .returning({
      id: users.id,
      isAdmin: users.isAdmin,
      isSuperAdmin: users.isSuperAdmin,
      roles: users.roles,
      disabledAt: users.disabledAt,
      suspendedAt: users.suspendedAt,
      email: users.email,
      created: sql<boolean>`xmax = 0`,
    })
  if (!row) throw new Error('An upsert answers with its row')
  return {
    id: row.id,
    hasRole: hasRole(row),
    disabled: row.disabledAt !== null,
    suspended: row.suspendedAt !== null,
    created: row.created,
    hasEmail: row.email !== null,
  }
}
