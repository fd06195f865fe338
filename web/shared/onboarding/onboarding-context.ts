import { readStored, removeStored, writeStored } from '#web/lib/browser-storage.ts'
import { LOCAL_KEYS, SESSION_KEYS } from '#web/lib/storage-keys.ts'

const ONBOARDING_TYPES = ['consumer', 'business'] as const
export type OnboardingType = (typeof ONBOARDING_TYPES)[number]

/** Remembers the onboarding in which a user type is chosen, so that later choices return there (onboarding §4.4). */
export function rememberOnboarding(type: OnboardingType): void {
  writeStored('local', LOCAL_KEYS.userTypeFromOnboarding, 'true')
  writeStored('local', LOCAL_KEYS.userTypeOnboardingType, type)
}

/** The onboarding someone came from, or null; unknown stored values count as none. */
export function rememberedOnboarding(): OnboardingType | null {
  if (readStored('local', LOCAL_KEYS.userTypeFromOnboarding) !== 'true') return null
  const stored = readStored('local', LOCAL_KEYS.userTypeOnboardingType)
  return ONBOARDING_TYPES.find((type) => type === stored) ?? null
}

/**
 * Called when the onboarding is over: a later choice of type leads to the verification page again (onboarding §4.4).
 */
export function leaveOnboardingContext(): void {
  removeStored('local', LOCAL_KEYS.userTypeFromOnboarding, LOCAL_KEYS.userTypeOnboardingType)
}

/**
 * Records that a type was chosen in this tab, so that nothing redirects the person to their profile
 * (investor-rules, Certification in the browser).
 */
export function preventProfileRedirect(): void {
  writeStored('session', SESSION_KEYS.preventProfileRedirect, 'true')
}
