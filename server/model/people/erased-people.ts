import { eq } from 'drizzle-orm'
import { type Caller, mayCall } from '#server/model/access/caller.ts'
import { type UserRow, users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'

/** The issuer of erased people, so that a later sign-in with the same account registers someone new. */
export const ERASED_ISSUER = 'erased'

/** Whether an account was erased; what the law requires to be retained of it is still stored (decision 019). */
export function isErased({ issuer }: Pick<UserRow, 'issuer'>): boolean {
  return issuer === ERASED_ISSUER
}

/** The same for an account by its number. */
export async function isErasedId(db: Db, userId: number): Promise<boolean> {
  const [user] = await db.select({ issuer: users.issuer }).from(users).where(eq(users.id, userId))
  return user !== undefined && isErased(user)
}

/** Throws INVALID_STATE for a person who was erased: what is retained of them stays as it was. */
export async function requireNotErased(tx: Db, userId: number): Promise<void> {
  if (await isErasedId(tx, userId))
    throw new AppError('INVALID_STATE', 'This account was erased. Its case can’t be changed any more.')
}

/** Throws FORBIDDEN for a caller who may not read what is retained of an account, if that was erased. */
export function requireRetainedOpen(
  { isErased }: { isErased: boolean },
  caller: Caller,
  companyDomains: string[],
): void {
  if (isErased && !mayCall('people.erased', caller, companyDomains))
    throw new AppError(
      'FORBIDDEN',
      'This account was erased. Only super admins and auditors can open what is retained of it.',
    )
}

/** The same for an account by its number. Throws FORBIDDEN. */
export async function requireEvidenceOpen(
  db: Db,
  userId: number,
  caller: Caller,
  companyDomains: string[],
): Promise<void> {
  requireRetainedOpen({ isErased: await isErasedId(db, userId) }, caller, companyDomains)
}

/** Whether the caller may read a person's evidence as far as erasure is concerned. */
export async function mayReadRetained(
  db: Db,
  userId: number,
  caller: Caller,
  companyDomains: string[],
): Promise<boolean> {
  return mayCall('people.erased', caller, companyDomains) || !(await isErasedId(db, userId))
}
