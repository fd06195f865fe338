import type { Visitor } from '#contract/sign-in/auth.ts'
import { readStored, removeStored, writeStored } from '#web/lib/browser-storage.ts'
import { LOCAL_KEYS } from '#web/lib/storage-keys.ts'
import { deleteVisitorsDrafts } from '#web/shared/onboarding/stored-drafts.ts'

/**
 * Remembers who started an application in this browser (onboarding §3.1). It only
 * prefills a field and selects a text; the server decides who someone is.
 */
export function rememberVisitor({ id, email }: Pick<Visitor, 'id' | 'email'>): void {
  writeStored('local', LOCAL_KEYS.onboardingEmail, email)
  writeStored('local', LOCAL_KEYS.onboardingUserId, String(id))
}

/** The address of the last application started here; null if there is none, or it was given up. */
export function rememberedEmail(): string | null {
  const wasStarted = readStored('local', LOCAL_KEYS.onboardingUserId) !== null
  return wasStarted ? readStored('local', LOCAL_KEYS.onboardingEmail) : null
}

/**
 * Forgets the visitor and the answers this browser stores: the application now belongs to an account, or is
 * deleted.
 */
export function forgetVisitor(): void {
  void deleteVisitorsDrafts()
  removeStored('local', LOCAL_KEYS.onboardingEmail, LOCAL_KEYS.onboardingUserId)
}
