import type { Db } from '#server/platform/database/database.ts'
import { listPasskeys, type Passkey } from './passkeys.ts'
import { recoveryCodesOf } from './recovery-codes.ts'

/** How an account can be signed in to beside its password. */
export interface SignInMethods {
  passkeys: Passkey[]
  app: { addedAt: Date; lastUsedAt: Date | null } | null
  recoveryCodes: { left: number; madeAt: Date } | null
}

/** What an account has. */
export async function methodsOf(db: Db, accountId: number): Promise<SignInMethods> {
  const app = await db.$client.query<{ addedAt: Date; lastUsedAt: Date | null }>(
    `select confirmed_at as "addedAt", last_used_at as "lastUsedAt" from idp_authenticators
     where account_id = $1 and confirmed_at is not null`,
    [accountId],
  )
  return {
    passkeys: await listPasskeys(db, accountId),
    app: app.rows[0] ?? null,
    recoveryCodes: (await recoveryCodesOf(db, accountId)) ?? null,
  }
}

/** Whether anything but the password proves who its owner is. */
export function hasSecondFactor({ passkeys, app }: Pick<SignInMethods, 'passkeys' | 'app'>): boolean {
  return passkeys.length > 0 || app !== null
}

/** Forgets recovery codes that nothing is left to stand in for. */
export async function dropUselessCodes(tx: Db, accountId: number): Promise<void> {
  await tx.$client.query(
    `delete from idp_recovery_codes r where r.account_id = $1
       and not exists (select from idp_passkeys p where p.account_id = r.account_id)
       and not exists (select from idp_authenticators a where a.account_id = r.account_id and a.confirmed_at is not null)`,
    [accountId],
  )
}
