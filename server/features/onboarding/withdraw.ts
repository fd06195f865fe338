import type { CaseKind } from '#contract/verification/cases.ts'
import { isWithdrawable } from '#domain/cases/case-moves.ts'
import { sendCaseNotice } from '#server/model/cases/case-notices.ts'
import { casePolicyOf } from '#server/model/cases/case-policy.ts'
import { closedCase } from '#server/model/cases/case-refusal.ts'
import { lockCase, moveCase } from '#server/model/cases/cases.ts'
import { lockUser } from '#server/model/people/user-type.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'

/**
 * Withdraws what a person handed in, with its event, mail and notices in one transaction; answers and documents stay.
 * Twice is once. Throws NOT_FOUND where there is no application, and what the state of the case refuses.
 */
export async function withdraw(
  services: Services,
  userId: number,
  kind: CaseKind,
  origin: Origin,
): Promise<void> {
  const at = services.now()
  await services.database.transaction(async (tx) => {
    const stored = await lockCase(tx, userId, kind)
    if (!stored) throw new AppError('NOT_FOUND', 'You have no application to withdraw.')
    const { state } = stored.record
    if (state === 'withdrawn') return
    if (state === 'draft')
      throw new AppError(
        'INVALID_STATE',
        'You have not submitted your application, so there is nothing to withdraw.',
      )
    if (!isWithdrawable(state)) throw closedCase(state, userId)
    await lockUser(tx, userId)
    const command = { type: 'withdraw', actor: { kind: 'user', id: userId } } as const
    const moved = await moveCase(tx, stored, command, casePolicyOf(services.config), at, origin)
    await sendCaseNotice(services, tx, { before: stored, after: moved })
  })
}
