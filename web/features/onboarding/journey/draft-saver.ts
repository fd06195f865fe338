import { AUTOSAVE_MS } from '#contract/onboarding/onboarding-steps.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { isSameDraft, mergeDrafts } from './draft-merge.ts'
import type { LocalDraft } from './local-draft.ts'

export interface DraftStatus {
  /** Something was typed that is kept nowhere yet. */
  unsaved: boolean
  savedHereAt: Date | null
  savedToAccountAt: Date | null
  /** Answers of another device were taken in. */
  mergedAt: Date | null
  signedOut: boolean
}

/** Where the keeper keeps things; tests hand in their own. */
export interface DraftPlaces<Draft> {
  writeLocal: (draft: LocalDraft<Draft>) => boolean
  removeLocal: () => void
  saveToAccount: (draft: Draft, revision: number) => Promise<{ revision: number; savedAt: string }>
  loadFromAccount: () => Promise<{ draft: Draft | null; revision: number }>
  now: () => Date
}

export interface DraftSaver<Draft> {
  /** Takes what the form holds now; it is saved when nothing more was changed for 5 s (onboarding §9). */
  change: (draft: Draft) => void
  /** Saves at once: on this device before it returns, to the account when the promise settles. Never throws. */
  flush: () => Promise<void>
  /** After the submission or on purpose: nothing is kept any more, nothing is saved again. */
  forget: () => void
  status: () => DraftStatus
  subscribe: (listener: () => void) => () => void
}

interface Start<Draft> {
  /** What the form begins with. */
  draft: Draft
  /** What the account holds: where it differs, the first save brings it up to date. */
  synced: Partial<Draft>
  revision: number
  /** Called with the joined answers when another device had saved newer ones. */
  onMerged: (draft: Draft) => void
}

/** Keeps one draft safe on this device and in the account. Saves follow each other; none overwrites a newer one. */
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

  /** A newer draft is taken in and saving continues; any other failure waits for the next change. */
  const isMerged = async (error: unknown): Promise<boolean> => {
    if (!(error instanceof ApiError)) return false
    // Refused for naming another: someone else has signed in since, in another tab.
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
