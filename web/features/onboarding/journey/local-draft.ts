import type { z } from 'zod'
import { LOCAL_DRAFT_DAYS } from '#contract/onboarding/onboarding-steps.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { DAY_MS } from '#domain/plain-date.ts'
import { readStored, removeStored, storedKeys, writeStored } from '#web/lib/browser-storage.ts'
import { DRAFT_PREFIX } from '#web/lib/storage-keys.ts'
import type { DraftCipher } from './draft-cipher.ts'

/** A draft as this browser stores it: never a file (onboarding §9), never longer than a week (security R39). */
export interface LocalDraft<Draft> {
  draft: Draft
  /** The account's draft on which this one is based. */
  base: Partial<Draft>
  savedAt: Date
  /** The revision of the server's draft on which this one is based. */
  revision: number
}

/** Returns a draft without the answers that no browser stores, such as bank data (security R39). */
export function withoutSecrets<Draft extends object>(draft: Draft, secrets: readonly string[]): Draft {
  return Object.fromEntries(Object.entries(draft).filter(([name]) => !secrets.includes(name))) as Draft
}

/**
 * Returns this browser's draft with the account's secret answers filled in, because neither is newer than the
 * other.
 */
export function withSecretsOf<Draft extends object>(
  local: LocalDraft<Draft>,
  account: Partial<Draft> | null,
  secrets: readonly string[],
): LocalDraft<Draft> {
  const held = Object.fromEntries(Object.entries(account ?? {}).filter(([name]) => secrets.includes(name)))
  return { ...local, draft: { ...local.draft, ...held }, base: { ...local.base, ...held } }
}

/**
 * Stores an encrypted draft in this browser under its `draftKey`, synchronously. Returns false if the browser
 * refuses (storage full or blocked).
 */
export function writeLocalDraft<Draft>(
  key: string,
  { draft, base, savedAt, revision }: LocalDraft<Draft>,
  { sealed, lock }: DraftCipher,
): boolean {
  const at = savedAt.toISOString()
  const content = lock(JSON.stringify({ draft, base, revision }), placeOf(key, at))
  return writeStored('local', key, JSON.stringify({ savedAt: at, sealed, content }))
}

/**
 * Returns the draft this browser stores under a key; one that is too old, or that the cipher can't open, is
 * deleted.
 */
export function readLocalDraft<Draft>(
  key: string,
  schema: z.ZodType<Draft>,
  now: Date,
  { open }: DraftCipher,
): LocalDraft<Draft> | null {
  const stored = readSealed(key)
  if (stored && isFresh(stored, now)) {
    const text = open(stored.content, placeOf(key, stored.savedAt))
    const draft = text === null ? null : parseDraft(text, schema)
    if (draft) return { ...draft, savedAt: new Date(stored.savedAt) }
  }
  removeLocalDraft(key)
  return null
}

/** Returns a draft's sealed key, which the server can open; null if there is no readable draft. */
export function sealedKeyOf(key: string): string | null {
  return readSealed(key)?.sealed ?? null
}

/** Deletes anyone's expired drafts, and those that a former release stored unencrypted. */
export function dropStaleDrafts(now: Date): void {
  for (const key of storedKeys('local')) {
    if (!key.startsWith(DRAFT_PREFIX)) continue
    const stored = readSealed(key)
    if (!stored || !isFresh(stored, now)) removeLocalDraft(key)
  }
}

/** Deletes the draft under a key. */
export function removeLocalDraft(key: string): void {
  removeStored('local', key)
}

/** As stored in the browser: everything except its time and its sealed key is encrypted. */
interface SealedDraft {
  savedAt: string
  sealed: string
  content: string
}

function readSealed(key: string): SealedDraft | null {
  const stored = parsed(readStored('local', key) ?? 'null')
  const { savedAt, sealed, content } = (stored ?? {}) as Partial<Record<keyof SealedDraft, unknown>>
  const isWhole =
    typeof savedAt === 'string' &&
    !Number.isNaN(Date.parse(savedAt)) &&
    typeof sealed === 'string' &&
    typeof content === 'string'
  return isWhole ? { savedAt, sealed, content } : null
}

function isFresh({ savedAt }: SealedDraft, now: Date): boolean {
  return now.getTime() - new Date(savedAt).getTime() < LOCAL_DRAFT_DAYS * DAY_MS
}

/** Where and when it was stored: moved or redated, it can't be decrypted. */
function placeOf(key: string, savedAt: string): string {
  return `${key} ${savedAt}`
}

function parseDraft<Draft>(
  text: string,
  schema: z.ZodType<Draft>,
): Omit<LocalDraft<Draft>, 'savedAt'> | null {
  const stored = parsed(text) as Partial<Record<keyof LocalDraft<Draft>, unknown>> | null | undefined
  const draft = schema.safeParse(stored?.draft)
  const base = schema.safeParse(stored?.base)
  const revision = stored?.revision
  if (!draft.success || !base.success || typeof revision !== 'number') return null
  return { draft: draft.data, base: base.data as Partial<Draft>, revision }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Drafts are stored per email address, so that two people on one computer never see each other's answers. */
export function draftKey(email: string, kind: CaseKind): string {
  return `${DRAFT_PREFIX}${kind === 'consumer' ? '' : `${kind}:`}${email.toLowerCase()}`
}
