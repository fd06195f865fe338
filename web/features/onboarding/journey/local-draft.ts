import type { z } from 'zod'
import { LOCAL_DRAFT_DAYS } from '#contract/onboarding/onboarding-steps.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { DAY_MS } from '#domain/plain-date.ts'
import { readStored, removeStored, writeStored } from '#web/lib/browser-storage.ts'
import { DRAFT_PREFIX } from '#web/lib/storage-keys.ts'

/** A draft as this browser keeps it: never a file (onboarding §9), never longer than a week (security R39). */
export interface LocalDraft<Draft> {
  draft: Draft
  /** What the account held when this one grew from it. */
  base: Partial<Draft>
  savedAt: Date
  /** The revision of the server's draft from which this one grew. */
  revision: number
}

/** A draft without the answers that no browser keeps, such as bank data (security R39). */
export function withoutSecrets<Draft extends object>(draft: Draft, secrets: readonly string[]): Draft {
  return Object.fromEntries(Object.entries(draft).filter(([name]) => !secrets.includes(name))) as Draft
}

/** This browser's draft with the secret answers of the account in their places: neither is newer than the other. */
export function withSecretsOf<Draft extends object>(
  local: LocalDraft<Draft>,
  account: Partial<Draft> | null,
  secrets: readonly string[],
): LocalDraft<Draft> {
  const held = Object.fromEntries(Object.entries(account ?? {}).filter(([name]) => secrets.includes(name)))
  return { ...local, draft: { ...local.draft, ...held }, base: { ...local.base, ...held } }
}

/** Keeps a draft in this browser under its `draftKey`. False when the browser refuses (storage full or blocked). */
export function writeLocalDraft<Draft>(
  key: string,
  { draft, base, savedAt, revision }: LocalDraft<Draft>,
): boolean {
  return writeStored('local', key, JSON.stringify({ draft, base, savedAt: savedAt.toISOString(), revision }))
}

/** The draft this browser keeps under a key; one that is too old or unreadable is dropped. */
export function readLocalDraft<Draft>(
  key: string,
  schema: z.ZodType<Draft>,
  now: Date,
): LocalDraft<Draft> | null {
  const text = readStored('local', key)
  if (text === null) return null
  const stored = parseStored(text, schema)
  if (stored && now.getTime() - stored.savedAt.getTime() < LOCAL_DRAFT_DAYS * DAY_MS) return stored
  removeLocalDraft(key)
  return null
}

/** Drops the draft under a key. */
export function removeLocalDraft(key: string): void {
  removeStored('local', key)
}

function parseStored<Draft>(text: string, schema: z.ZodType<Draft>): LocalDraft<Draft> | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return null
    const { draft, base, savedAt, revision } = value as Record<string, unknown>
    const parsed = schema.safeParse(draft)
    const parsedBase = schema.safeParse(base)
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

/** Drafts are kept per email address, so that two people on one computer never meet each other's answers. */
export function draftKey(email: string, kind: CaseKind): string {
  return `${DRAFT_PREFIX}${kind === 'consumer' ? '' : `${kind}:`}${email.toLowerCase()}`
}
