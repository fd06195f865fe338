import type { z } from 'zod'
import type { CaseKind } from '#contract/verification/cases.ts'
import { putWaiting, readStore, type WaitingOwner } from '#web/lib/waiting-database.ts'
import {
  canEncrypt,
  decryptWaiting,
  type Encrypted,
  encryptWaiting,
  type WaitingKey,
  waitingKey,
} from '#web/lib/waiting-key.ts'
import {
  deleteDraft,
  deleteStaleDrafts,
  isFreshDraft,
  type StoredDraft,
} from '#web/shared/onboarding/stored-drafts.ts'

/** A draft as this browser stores it: never a file (onboarding §4.7), never longer than a week (security R39). */
export interface LocalDraft<Draft> {
  draft: Draft
  /** The account's draft on which this one is based. */
  base: Partial<Draft>
  savedAt: Date
  /** The revision of the server's draft on which this one is based. */
  revision: number
  /** How often the application had been submitted. What was typed before a submission isn't continued after it. */
  round: number
}

/** Whose draft it is, and of which application. */
type DraftPlace = Pick<StoredDraft, 'owner' | 'place' | 'isVisitor'>

/** Stores a draft in this browser, encrypted. */
export interface DraftStore<Draft> {
  /** Fetches its key while there is a connection. */
  prepare: () => void
  /** Resolves to false if the browser refuses (storage full or blocked), or there is no key yet. */
  write: (draft: LocalDraft<Draft>) => Promise<boolean>
  remove: () => void
}

/** The store of an open form's draft. It keeps its key as long as the form is open, no matter who signs in. */
export function draftStore<Draft>(place: DraftPlace): DraftStore<Draft> {
  let key: WaitingKey | undefined
  const hold = async () => {
    key ??= await waitingKey(place.owner)
    return key
  }
  return {
    prepare: () => {
      if (canEncrypt()) hold().catch(() => {})
    },
    write: async ({ draft, base, savedAt, revision, round }) => {
      if (!canEncrypt()) return false
      try {
        const standing = { ...place, savedAt: savedAt.getTime() }
        const content = new TextEncoder().encode(JSON.stringify({ draft, base, revision, round }))
        const stored = { ...standing, ...(await encryptWaiting(await hold(), content, boundOf(standing))) }
        await putWaiting('drafts', stored)
        return true
      } catch {
        return false
      }
    },
    remove: () => void deleteDraft(place),
  }
}

/** Returns a draft as this browser stores it, if any. Never throws: a browser without storage has none. */
export async function findDraft(owner: WaitingOwner, kind: CaseKind): Promise<StoredDraft | null> {
  try {
    if (!canEncrypt()) return null
    const stored = await readStore<StoredDraft | undefined>('drafts', (store) => store.get([owner, kind]))
    void deleteStaleDrafts()
    return stored && isFreshDraft(stored) ? stored : null
  } catch {
    return null
  }
}

/**
 * Decrypts a draft; one that can't be opened any more is deleted. Throws ApiError if its key can't be fetched now:
 * the draft is kept.
 */
export async function readLocalDraft<Draft>(
  stored: StoredDraft,
  loadSchema: () => Promise<z.ZodType<Draft>>,
): Promise<LocalDraft<Draft> | null> {
  const [content, schema] = await Promise.all([decryptWaiting(stored, boundOf(stored)), loadSchema()])
  const draft = content && parseDraft(new TextDecoder().decode(content), schema)
  if (draft) return { ...draft, savedAt: new Date(stored.savedAt) }
  await deleteDraft(stored)
  return null
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

/** Moved, redated or taken for a file, it can't be decrypted. */
function boundOf({ owner, place, savedAt, isVisitor }: Omit<StoredDraft, keyof Encrypted>) {
  return ['draft', owner, place, savedAt, isVisitor]
}

/** Null if a former release stored it in a form that isn't read any more. */
export function parseDraft<Draft>(
  text: string,
  schema: z.ZodType<Draft>,
): Omit<LocalDraft<Draft>, 'savedAt'> | null {
  const stored = JSON.parse(text) as Record<keyof LocalDraft<Draft>, unknown>
  const draft = schema.safeParse(stored.draft)
  const base = schema.safeParse(stored.base)
  if (!draft.success || !base.success || typeof stored.revision !== 'number') return null
  // Without one it is a former release's, of an application that may have been submitted since.
  const round = typeof stored.round === 'number' ? stored.round : 0
  return { draft: draft.data, base: base.data as Partial<Draft>, revision: stored.revision, round }
}
