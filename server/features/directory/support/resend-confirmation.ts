import { RESEND_LIMIT } from '#contract/directory/support.ts'
import { requireUser } from '#server/model/people/require-user.ts'
import { mailLinkAgain } from '#server/model/people/system-email.ts'
import { lockUser } from '#server/model/people/user-type.ts'
import { recordAct, type StaffAct } from '#server/model/staff/staff-act.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'

/**
 * Sends a person the mail again that confirms their system email; the link sent before stops working. Within a minute it
 * is one mail, and within an hour a few. Throws NOT_FOUND, RATE_LIMITED, and INVALID_STATE where nothing is unconfirmed.
 */
export async function resendConfirmation(services: Services, act: StaffAct, userId: number): Promise<void> {
  const user = await requireUser(services.database.db, userId)
  requireUnconfirmed(user)
  await services.limiter.consume(RESEND_LIMIT, `u${userId}`)
  await services.database.transaction(async (tx) => {
    const locked = await lockUser(tx, userId)
    requireUnconfirmed(locked)
    await mailLinkAgain(services, tx, locked)
    await recordAct(tx, act, { at: services.now(), type: 'user.confirmation_resent', userId })
  })
}

function requireUnconfirmed({
  email,
  emailConfirmedAt,
}: {
  email: string | null
  emailConfirmedAt: Date | null
}) {
  if (!email) throw new AppError('INVALID_STATE', 'This person has given us no email address.')
  if (emailConfirmedAt) throw new AppError('INVALID_STATE', 'This address is confirmed already.')
}
