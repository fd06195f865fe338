import { AUTOSAVE_MS } from '#contract/onboarding/onboarding-steps.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { changesElsewhere, type ElsewhereChange, isSameDraft, mergeDrafts } from './draft-merge.ts'
import type { LocalDraft } from './local-draft.ts'

export interface DraftStatus {
  /** Whether something typed hasn't been saved anywhere yet. */
  unsaved: boolean
  savedHereAt: Date | null
  savedToAccountAt: Date | null
  /** What was changed elsewhere and merged in; null if nothing was. */
  elsewhere: Elsewhere | null
  /** How often something was merged in: what was confirmed before the last time isn't what would be sent now. */
  merges: number
  signedOut: boolean
  /** Whether the answers were submitted elsewhere: then nothing is saved any more. */
  isSubmitted: boolean
}

/** What another tab or device did to the answers of an open page. */
export interface Elsewhere {
  changes: readonly ElsewhereChange[]
  /** Whether the account has no answers any more: they were submitted there, or deleted. */
  isGone: boolean
}

interface AccountDraft<Draft> {
  draft: Draft | null
  revision: number
}

/** Where drafts are stored; tests pass their own. */
export interface DraftPlaces<Draft> {
  writeLocal: (draft: Omit<LocalDraft<Draft>, 'round'>) => Promise<boolean>
  removeLocal: () => void
  saveToAccount: (draft: Draft, revision: number) => Promise<{ revision: number; savedAt: string }>
  loadFromAccount: () => Promise<AccountDraft<Draft>>
  now: () => Date
}

export interface DraftSaver<Draft> {
  /**
   * Takes the form's current values: stores them on this device at once, because nothing can be encrypted while the
   * page is being left, and saves them 5 s after the last change (onboarding §4.7).
   */
  change: (draft: Draft) => void
  /** Saves immediately, on this device and to the account. Never throws. */
  flush: () => Promise<void>
  /**
   * Saves immediately, then returns the revision whose answers this page shows; null if newer ones were merged in
   * meanwhile, which no one has seen yet.
   */
  revisionToSubmit: () => Promise<number | null>
  /** Merges in what was saved elsewhere; returns whether that changed an answer. Throws ApiError. */
  mergeNewer: () => Promise<boolean>
  /** The same when someone comes back to the page, if the account has newer answers. Never throws. */
  catchUp: () => Promise<void>
  /** What was changed elsewhere has been read. */
  dismissElsewhere: () => void
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
  let writing: Promise<boolean> | null = null
  /** Whether `current` isn't what is being written. */
  let hasNewer = false
  /** Whether the last write was refused: then only a save tries again. */
  let isRefused = false
  let isForgotten = false
  let status: DraftStatus = {
    unsaved: false,
    savedHereAt: null,
    savedToAccountAt: null,
    elsewhere: null,
    merges: 0,
    signedOut: false,
    isSubmitted: false,
  }
  const listeners = new Set<() => void>()
  const update = (change: Partial<DraftStatus>) => {
    status = { ...status, ...change }
    for (const listener of listeners) listener()
  }

  /** Stores what is current; what changes meanwhile is stored after it, so that no write overtakes another. */
  const writeHere = (): Promise<boolean> => {
    hasNewer = true
    writing ??= writeAll()
    return writing
  }

  const writeAll = async (): Promise<boolean> => {
    while (hasNewer && !isForgotten) {
      hasNewer = false
      const draft = { draft: current, base: synced, savedAt: places.now(), revision }
      isRefused = !(await places.writeLocal(draft))
    }
    writing = null
    return !isRefused
  }

  const saveHere = async () => {
    const [saved, savedAt] = [current, places.now()]
    if (isForgotten || !(await writeHere())) return
    update({ savedHereAt: savedAt, unsaved: status.unsaved && current !== saved })
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
        void saveHere()
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
    if (error.code === 'INVALID_STATE' || error.code === 'PROFILE_LOCKED') {
      forget()
      update({ isSubmitted: true })
    }
    if (error.code !== 'STALE_VERSION') return false
    try {
      await mergeNewer()
      return !isForgotten
    } catch {
      return false
    }
  }

  const mergeNewer = async (): Promise<boolean> => merge(await places.loadFromAccount())

  const merge = (theirs: AccountDraft<Draft>): boolean => {
    if (isForgotten) return false
    const [base, mine] = [synced, current]
    const isGone = theirs.draft === null
    // What is on the page stays there.
    const saved = theirs.draft ?? base
    const joined = mergeDrafts(base, mine, saved)
    const changes = changesElsewhere(base, mine, saved, joined)
    revision = theirs.revision
    synced = theirs.draft ?? {}
    current = joined
    void saveHere()
    if (!isSameDraft(joined, mine)) start.onMerged(joined)
    if (!isGone && changes.length === 0) return false
    const changed = new Set(changes.map(({ path }) => path))
    const earlier = status.elsewhere?.changes.filter(({ path }) => !changed.has(path)) ?? []
    update({ elsewhere: { changes: [...earlier, ...changes], isGone }, merges: status.merges + 1 })
    return true
  }

  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    if (isForgotten) return
    const here = status.unsaved ? saveHere() : null
    saving ??= saveToAccount().finally(() => {
      saving = null
    })
    await saving
    // What the account has isn't waited for here.
    if (status.unsaved) await here
  }

  const forget = () => {
    isForgotten = true
    clearTimeout(timer)
    places.removeLocal()
    // What is being written would come after it.
    void writing?.then(() => places.removeLocal())
    update({ unsaved: false })
  }

  return {
    change: (draft) => {
      if (isForgotten || isSameDraft(draft, current)) return
      current = draft
      update({ unsaved: true })
      if (!isRefused) void writeHere()
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), AUTOSAVE_MS)
    },
    flush,
    revisionToSubmit: async () => {
      const seen = status.merges
      await flush()
      return status.merges === seen && !status.isSubmitted ? revision : null
    },
    mergeNewer,
    catchUp: async () => {
      // A save that is under way meets what is newer by itself.
      await saving
      const theirs = await places.loadFromAccount().catch(() => null)
      if (isForgotten || !theirs || theirs.revision === revision || saving) return
      merge(theirs)
      // A save says whether it was submitted.
      if (theirs.draft === null) void flush()
    },
    dismissElsewhere: () => update({ elsewhere: null }),
    forget,
    status: () => status,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
