import { USER_TYPES, type UserType } from '#contract/account/user-types.ts'
import { flagsForType, needsSelfCertification } from '#domain/onboarding/user-type.ts'
import { type Answer, api } from '#web/lib/api.ts'
import { readStored, removeStored, writeStored } from '#web/lib/browser-storage.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { LOCAL_KEYS } from '#web/lib/storage-keys.ts'
import { type OnboardingType, preventProfileRedirect, rememberOnboarding } from './onboarding-context.ts'

export type UserTypeContext = OnboardingType | 'standalone'

/**
 * Stores the chosen user type. Throws ApiError; outside onboarding CERTIFICATION_REQUIRED for a trader or
 * investor without a certification. In onboarding that check is deferred and the choice is kept in this browser
 * (onboarding §4.4).
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

/**
 * Keeps a trader's or investor's choice until the certification completes, when it is requested again
 * (onboarding §4.4).
 */
export function storePendingChoice(userId: number, type: UserType): void {
  const update = { userId, user_type: type, ...flagsForType(type) }
  writeStored('local', LOCAL_KEYS.pendingUserTypeUpdate, JSON.stringify(update))
}

/**
 * The choice this browser keeps for this person, or null. It is only a wish, which the server checks again: one
 * that is corrupt, another person's, or of a type that needs no certification counts as none.
 */
export function pendingChoice(userId: number): UserType | null {
  const update = parsed(readStored('local', LOCAL_KEYS.pendingUserTypeUpdate))
  if (update?.userId !== userId) return null
  const type = USER_TYPES.find((userType) => userType === update.user_type)
  return type && needsSelfCertification(type) ? type : null
}

/** Removes a settled choice, and what was to follow the risk disclosure. */
export function forgetPendingChoice(): void {
  const { pendingUserTypeUpdate, needsTraderCertification, onboardingNextStep } = LOCAL_KEYS
  removeStored('local', pendingUserTypeUpdate, needsTraderCertification, onboardingNextStep)
}

function parsed(text: string | null): { userId?: unknown; user_type?: unknown } | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
