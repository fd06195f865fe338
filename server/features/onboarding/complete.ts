import { and, eq, isNull } from 'drizzle-orm'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { lockCase } from '#server/model/cases/cases.ts'
import { findKycProfile } from '#server/model/cases/kyc-profiles.ts'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'

/**
 * Closes the onboarding after its submission; from then on a deferred certification is no longer deferred (choices
 * §4). A second call changes nothing. Throws NOT_FOUND for another's profile, INVALID_STATE before the submission.
 */
export async function completeOnboarding(
  services: Services,
  userId: number,
  profileId: number,
  origin: Origin,
): Promise<void> {
  const at = services.now()
  await services.database.transaction(async (tx) => {
    const profile = await findKycProfile(tx, userId)
    if (profile?.id !== profileId) throw new AppError('NOT_FOUND', 'There is no such profile.')
    const stored = await lockCase(tx, userId, 'consumer')
    if (!stored || stored.record.round === 0)
      throw new AppError('INVALID_STATE', 'Submit your details first.')
    await closeOnboarding(tx, userId, stored.id, at, origin)
  })
}

/** Marks a person's onboarding as closed, once; the submission itself does so, because a tab may close right after it. */
export async function closeOnboarding(
  tx: Db,
  userId: number,
  caseId: number,
  at: Date,
  origin: Origin,
): Promise<void> {
  const closed = await tx
    .update(users)
    .set({ onboardingCompletedAt: at, updatedAt: at })
    .where(and(eq(users.id, userId), isNull(users.onboardingCompletedAt)))
    .returning({ id: users.id })
  if (!closed.length) return
  const actor = { kind: 'user', id: userId } as const
  await recordEvent(tx, { at, type: 'onboarding.completed', actor, userId, caseId, origin })
}
