import type { UserType } from '#contract/account/user-types.ts'
import { flagsForType } from '#domain/onboarding/user-type.ts'
import { type Answer, api } from '#web/lib/api.ts'
import { writeStored } from '#web/lib/browser-storage.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { LOCAL_KEYS } from '#web/lib/storage-keys.ts'
import { type OnboardingType, preventProfileRedirect, rememberOnboarding } from './onboarding-context.ts'
import { forgetPendingChoice, storePendingChoice } from './pending-choice.ts'

export type UserTypeContext = OnboardingType | 'standalone'

/**
 * Stores what the person wants to do. Throws ApiError; outside onboarding CERTIFICATION_REQUIRED for a trader or
 * investor without one. In onboarding that check is put off and the choice waits in this browser (onboarding §4).
 */
export async function sendUserType(
  userId: number,
  type: UserType,
  context: UserTypeContext,
): Promise<Answer<'POST /api/users/update-type'>> {
  const flags = flagsForType(type)
  const isOnboarding = context !== 'standalone'
  const answer = await api('POST /api/users/update-type', {
    body: { userId, user_type: type, ...flags, ...(isOnboarding && { skipCertificationCheck: true }) },
  })
  if (isOnboarding) rememberOnboarding(context)
  preventProfileRedirect()
  if (answer.pending_user_type) {
    writeStored('local', LOCAL_KEYS.needsTraderCertification, 'true')
    storePendingChoice(userId, answer.pending_user_type)
  } else {
    forgetPendingChoice()
  }
  void invalidate(
    'GET /api/auth/user',
    'GET /api/user/profile',
    'GET /api/user/type',
    'GET /api/verification/status',
  )
  return answer
}
