import type { AuthUser } from '#contract/sign-in/auth.ts'
import { removeStored, storedKeys } from '#web/lib/browser-storage.ts'
import { DRAFT_PREFIX } from '#web/lib/storage-keys.ts'

/**
 * Removes other accounts' draft answers from this browser (security R39); a visitor's are removed with their
 * application.
 */
export function forgetDraftsOfOthers({ email, auth0_id }: Pick<AuthUser, 'email' | 'auth0_id'>): void {
  const owner = (email ?? auth0_id).toLowerCase()
  for (const key of storedKeys('local')) {
    if (!key.startsWith(DRAFT_PREFIX)) continue
    const owned = key.slice(DRAFT_PREFIX.length).replace(/^business:/, '')
    if (owned !== owner && !owned.startsWith('visitor:')) removeStored('local', key)
  }
}
