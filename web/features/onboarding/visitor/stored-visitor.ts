import type { Applicant } from '#contract/sign-in/auth.ts'
import { readStored, removeStored, writeStored } from '#web/lib/browser-storage.ts'
import { LOCAL_KEYS } from '#web/lib/storage-keys.ts'
import { visitorDraftOwner } from '../journey/applicant.ts'
import { draftKey, removeLocalDraft } from '../journey/local-draft.ts'

/**
 * Remembers who began an application in this browser (onboarding §3, Client-side stored keys). It fills in a field and
 * chooses a sentence; who someone is the server says.
 */
export function rememberVisitor({ id, email }: Pick<Applicant, 'id' | 'email'>): void {
  writeStored('local', LOCAL_KEYS.onboardingEmail, email)
  writeStored('local', LOCAL_KEYS.onboardingUserId, String(id))
}

/** The address with which an application was started here last; null where none was, or where it was given up. */
export function rememberedEmail(): string | null {
  const wasStarted = readStored('local', LOCAL_KEYS.onboardingUserId) !== null
  return wasStarted ? readStored('local', LOCAL_KEYS.onboardingEmail) : null
}

/** Forgets them with the answers that this browser keeps: the application is an account's now, or deleted. */
export function forgetVisitor(): void {
  const email = rememberedEmail()
  if (email)
    for (const kind of ['consumer', 'business'] as const)
      removeLocalDraft(draftKey(visitorDraftOwner(email), kind))
  removeStored('local', LOCAL_KEYS.onboardingEmail, LOCAL_KEYS.onboardingUserId)
}
