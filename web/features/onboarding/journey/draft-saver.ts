import { AUTOSAVE_MS } from '#contract/onboarding/onboarding-steps.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { isSameDraft, mergeDrafts } from './draft-merge.ts'
import type { LocalDraft } from './local-draft.ts'

export interface DraftStatus {
  /** Whether something typed hasn't been saved anywhere yet. */
  unsaved: boolean
  savedHereAt: Date | null
  savedToAccountAt: Date | null
  /** When another device's answers were merged in. */
  mergedAt: Date | null
  signedOut: boolean
}

/** Where drafts are stored; tests pass their own. */
export interface DraftPlaces<Draft> {
  writeLocal: (draft: LocalDraft<Draft>) => boolean
  removeLocal: () => void
  saveToAccount: (draft: Draft, revision: number) => Promise<{ revision: number; savedAt: string }>
  loadFromAccount: () => Promise<{ draft: Draft | null; revision: number }>
  now: () => Date
}

export interface DraftSaver<Draft> {
  /** Takes the form's current values and saves them 5 s after the last change (onboarding §9). */
  change: (draft: Draft) => void
  /** Saves immediately: on this device before it returns, to the account when the promise resolves. Never throws. */
  flush: () => Promise<void>
  /** After the submission or on request: discards the draft and stops saving. */
  forget: () => void
  status: () => DraftStatus
  subscribe: (listener: () => void) => () => void
}

interface Start<Draft> {
  /** The form's initial values. */
  draft: Draft
  /** The account's draft: if it differs, the first save updates it. */
  synced: Partial<Draft>
  revision: number
  /** Called with the merged answers when another device had saved newer ones. */
  onMerged: (draft: Draft) => void
}

/**
 * Saves one draft on this device and in the account. Saves run one after the other, and never overwrite a newer
 * one.
 */
export function createDraftSaver<Draft extends object>(
  places: DraftPlaces<Draft>,
  start: Start<Draft>,
): DraftSaver<Draft> {
  let current = start.draft
  let synced = start.synced
  let revision = start.revision
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving: Promise<void> | null = null
  let isForgotten = false
  let status: DraftStatus = {
    unsaved: false,
    savedHereAt: null,
    savedToAccountAt: null,
    mergedAt: null,
    signedOut: false,
  }
  const listeners = new Set<() => void>()
  const update = (change: Partial<DraftStatus>) => {
    status = { ...status, ...change }
    for (const listener of listeners) listener()
  }

  const saveHere = () => {
    const savedAt = places.now()
    if (places.writeLocal({ draft: current, base: synced, savedAt, revision }))
      update({ unsaved: false, savedHereAt: savedAt })
  }

  const saveToAccount = async () => {
    while (!isForgotten && !isSameDraft(current, synced)) {
      const sent = current
      try {
        const answer = await places.saveToAccount(sent, revision)
        revision = answer.revision
        synced = sent
        if (isForgotten) return
        update({ savedToAccountAt: places.now(), signedOut: false, unsaved: !isSameDraft(current, sent) })
        saveHere()
      } catch (error) {
        if (!(await isMerged(error))) return
      }
    }
  }

  /** Merges a newer draft and continues saving; after any other failure the next change tries again. */
  const isMerged = async (error: unknown): Promise<boolean> => {
    if (!(error instanceof ApiError)) return false
    // Refused because it names another user: someone else has signed in since, in another tab.
    if (error.status === 401 || error.code === 'FORBIDDEN') update({ signedOut: true })
    if (error.code !== 'STALE_VERSION') return false
    try {
      const theirs = await places.loadFromAccount()
      if (isForgotten) return false
      const joined = mergeDrafts(synced, current, theirs.draft ?? {})
      revision = theirs.revision
      synced = theirs.draft ?? {}
      current = joined
      saveHere()
      update({ mergedAt: places.now() })
      start.onMerged(joined)
      return true
    } catch {
      return false
    }
  }

  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    if (isForgotten) return
    if (status.unsaved) saveHere()
    saving ??= saveToAccount().finally(() => {
      saving = null
    })
    await saving
  }

  return {
    change: (draft) => {
      if (isForgotten || isSameDraft(draft, current)) return
      current = draft
      update({ unsaved: true })
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), AUTOSAVE_MS)
    },
    flush,
    forget: () => {
      isForgotten = true
      clearTimeout(timer)
      places.removeLocal()
      update({ unsaved: false })
    },
    status: () => status,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
