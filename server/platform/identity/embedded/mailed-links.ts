import { AppError } from '#server/platform/http/app-error.ts'
import type { Account } from './accounts.ts'
import { EMBEDDED_LIMITS, type EmbeddedProviderDeps, IDP_PREFIX } from './deps.ts'
import { createLink, RESET_MINUTES } from './links.ts'

/**
 * Makes a link for a new password and queues its mail, in one transaction. Past a number of mails an hour it does
 * nothing and says nothing, for a refusal would tell that the address has an account (security R56).
 */
export async function mailReset(deps: EmbeddedProviderDeps, account: Account): Promise<void> {
  try {
    await deps.limit(EMBEDDED_LIMITS.mailPerAccount, account.sub)
  } catch (error) {
    if (error instanceof AppError && error.code === 'RATE_LIMITED') return
    throw error
  }
  await deps.database.transaction(async (tx) => {
    const token = await createLink(tx, account.id, 'reset-password', deps.now())
    await deps.sendMail(tx, {
      kind: 'password-reset',
      to: account.email,
      name: account.name,
      path: `${IDP_PREFIX}/reset?token=${token}`,
      expiresInMinutes: RESET_MINUTES,
    })
  })
}
