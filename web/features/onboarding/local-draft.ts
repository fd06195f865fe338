import type { AuthUser } from '#contract/auth.ts'
import { ConsumerDraft } from '#contract/onboarding.ts'
import { LOCAL_DRAFT_DAYS } from '#contract/onboarding-steps.ts'
import { draftKey } from '#web/lib/storage-keys.ts'

/** A draft as this browser keeps it: never a file (onboarding §9), never longer than a week (security R39). */
export interface LocalDraft {
  draft: ConsumerDraft
  /** What the account held when this one grew from it. */
  base: ConsumerDraft
  savedAt: Date
  /** The revision of the server's draft from which this one grew. */
  revision: number
}

/** Whose draft it is: the email address of the sign-in, or its subject where it has none. */
export function draftOwner({ email, sub }: Pick<AuthUser, 'email' | 'sub'>): string {
  return email ?? sub
}

const DAY_MS = 86_400_000

/** Keeps a draft in this browser. False when the browser refuses (storage full or blocked). */
export function writeLocalDraft(email: string, { draft, base, savedAt, revision }: LocalDraft): boolean {
  try {
    localStorage.setItem(
      draftKey(email),
      JSON.stringify({ draft, base, savedAt: savedAt.toISOString(), revision }),
    )
    return true
  } catch {
    return false
  }
}

/** The draft this browser keeps for an email address; one that is too old or unreadable is dropped. */
export function readLocalDraft(email: string, now: Date): LocalDraft | null {
  const text = localStorage.getItem(draftKey(email))
  if (text === null) return null
  const stored = parseStored(text)
  if (stored && now.getTime() - stored.savedAt.getTime() < LOCAL_DRAFT_DAYS * DAY_MS) return stored
  removeLocalDraft(email)
  return null
}

/** Drops the draft of an email address. */
export function removeLocalDraft(email: string): void {
  localStorage.removeItem(draftKey(email))
}

function parseStored(text: string): LocalDraft | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return null
    const { draft, base, savedAt, revision } = value as Record<string, unknown>
    const parsed = ConsumerDraft.safeParse(draft)
    const parsedBase = ConsumerDraft.safeParse(base)
    const date = new Date(String(savedAt))
    if (
      !parsed.success ||
      !parsedBase.success ||
      Number.isNaN(date.getTime()) ||
      typeof revision !== 'number'
    )
      return null
    return { draft: parsed.data, base: parsedBase.data, savedAt: date, revision }
  } catch {
    return null
  }
}
