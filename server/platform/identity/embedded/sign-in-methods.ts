import type { Db } from '#server/platform/database/database.ts'
import { listPasskeys, type Passkey } from './passkeys.ts'
import { recoveryCodesOf } from './recovery-codes.ts'
import { deleteUselessCodes, selectAuthenticator } from './sign-in-methods.sql.ts'

/** How an account can be signed in to, besides its password. */
export interface SignInMethods {
  passkeys: Passkey[]
  app: { addedAt: Date; lastUsedAt: Date | null } | null
  recoveryCodes: { left: number; madeAt: Date } | null
}

/** An account's methods. */
export async function methodsOf(db: Db, accountId: number): Promise<SignInMethods> {
  const app = await selectAuthenticator(db, [accountId])
  return {
    passkeys: await listPasskeys(db, accountId),
    app: app.rows[0] ?? null,
    recoveryCodes: (await recoveryCodesOf(db, accountId)) ?? null,
  }
}

/** Whether anything but the password proves the owner. */
export function hasSecondFactor({ passkeys, app }: Pick<SignInMethods, 'passkeys' | 'app'>): boolean {
  return passkeys.length > 0 || app !== null
}

/** Deletes recovery codes once there is nothing left that they could replace. */
export async function dropUselessCodes(tx: Db, accountId: number): Promise<void> {
  await deleteUselessCodes(tx, [accountId])
}
