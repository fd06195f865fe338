import type { UserType } from '#contract/user-types.ts'
import { flagsForType, needsSelfCertification } from '#domain/user-type.ts'
import { type Answer, api } from '#web/lib/api.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { LOCAL_KEYS, SESSION_KEYS } from '#web/lib/storage-keys.ts'

export type UserTypeContext = 'onboarding' | 'standalone'

/**
 * Stores what the person wants to do. Throws ApiError; outside onboarding CERTIFICATION_REQUIRED for a trader or
 * investor without one. In onboarding that check is put off and the choice waits in this browser (onboarding §4).
 */
export async function chooseUserType(
  userId: number,
  type: UserType,
  context: UserTypeContext,
): Promise<Answer<'POST /api/users/update-type'>> {
  const flags = flagsForType(type)
  const isOnboarding = context === 'onboarding'
  const answer = await api('POST /api/users/update-type', {
    body: { userId, user_type: type, ...flags, ...(isOnboarding && { skipCertificationCheck: true }) },
  })
  if (isOnboarding) rememberOnboardingChoice(type)
  void invalidate(
    'GET /api/auth/user',
    'GET /api/user/profile',
    'GET /api/user/type',
    'GET /api/verification/status',
  )
  return answer
}

/** Kept until the certification completes, which then applies it (onboarding §4, User type selection). */
export function keepPendingChoice(type: UserType): void {
  const update = JSON.stringify({ user_type: type, ...flagsForType(type) })
  localStorage.setItem(LOCAL_KEYS.pendingUserTypeUpdate, update)
}

/** The onboarding is over: a later choice of type leads to the verification page again (onboarding §4). */
export function leaveOnboardingContext(): void {
  localStorage.removeItem(LOCAL_KEYS.userTypeFromOnboarding)
  localStorage.removeItem(LOCAL_KEYS.userTypeOnboardingType)
}

function rememberOnboardingChoice(type: UserType): void {
  localStorage.setItem(LOCAL_KEYS.userTypeFromOnboarding, 'true')
  localStorage.setItem(LOCAL_KEYS.userTypeOnboardingType, 'consumer')
  sessionStorage.setItem(SESSION_KEYS.preventProfileRedirect, 'true')
  if (needsSelfCertification(type)) {
    localStorage.setItem(LOCAL_KEYS.needsTraderCertification, 'true')
    keepPendingChoice(type)
  } else {
    localStorage.removeItem(LOCAL_KEYS.needsTraderCertification)
    localStorage.removeItem(LOCAL_KEYS.pendingUserTypeUpdate)
  }
}
