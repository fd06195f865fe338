import { useEffect, useState, useSyncExternalStore } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { writeStored } from '#web/lib/browser-storage.ts'
import { SESSION_KEYS } from '#web/lib/storage-keys.ts'
import { createDraftSaver, type DraftSaver, type DraftStatus } from './draft-saver.ts'
import type { JourneyKind, JourneyTypes } from './journey-kind.ts'
import { type DraftStore, withoutSecrets } from './local-draft.ts'

interface DraftStart<Draft> {
  /** Where this browser stores it. */
  store: DraftStore<Draft>
  userId: number
  draft: Draft
  synced: Draft
  revision: number
  /** How often the application had been submitted. */
  round: number
}

/** Says to this browser's other tabs that answers were saved. */
const DRAFT_CHANNEL = 'draft-saved'

/**
 * Saves the form's values: after a pause, on leaving the page, and whenever `flush` is called. What
 * other tabs save is taken over when someone comes back.
 */
export function useDraft<T extends JourneyTypes>(
  kind: JourneyKind<T>,
  form: UseFormReturn<FieldValues>,
  start: DraftStart<T['draft']>,
): { saver: DraftSaver<T['draft']>; status: DraftStatus } {
  const [saver] = useState(() =>
    createDraftSaver<T['draft']>(
      {
        writeLocal: (local) =>
          start.store.write({
            ...local,
            round: start.round,
            draft: withoutSecrets(local.draft, kind.secrets),
            base: withoutSecrets(local.base, kind.secrets),
          }),
        removeLocal: start.store.remove,
        saveToAccount: (draft, revision) => {
          writeStored('session', SESSION_KEYS.draftSent, '1')
          return kind.saveDraft({ draft, revision, round: start.round, userId: start.userId })
        },
        loadFromAccount: kind.loadDraft,
        now: () => new Date(),
      },
      {
        draft: start.draft,
        synced: start.synced,
        revision: start.revision,
        onMerged: (draft) => form.reset(kind.valuesFromDraft(draft, null), { keepErrors: true }),
      },
    ),
  )
  const status = useSyncExternalStore(saver.subscribe, saver.status)

  useEffect(() => start.store.prepare(), [start.store])
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => saver.change(kind.draftFromValues(values)),
      }),
    [kind, form, saver],
  )

  useEffect(() => {
    const save = () => void saver.flush()
    // Answers the account doesn't have yet are sent immediately, so that other devices have them.
    save()
    const catchUp = () => {
      if (document.visibilityState === 'visible') void saver.catchUp()
    }
    const handleVisibility = () => (document.visibilityState === 'hidden' ? save() : catchUp())
    // The tab that was left may save after this one has come to the front.
    const otherTabs = new BroadcastChannel(DRAFT_CHANNEL)
    otherTabs.addEventListener('message', catchUp)
    let toldOf = saver.status().savedToAccountAt
    const stopTelling = saver.subscribe(() => {
      const { savedToAccountAt } = saver.status()
      if (savedToAccountAt === toldOf) return
      toldOf = savedToAccountAt
      otherTabs.postMessage(null)
    })
    window.addEventListener('pagehide', save)
    window.addEventListener('online', save)
    document.addEventListener('visibilitychange', handleVisibility)
    return () => {
      window.removeEventListener('pagehide', save)
      window.removeEventListener('online', save)
      document.removeEventListener('visibilitychange', handleVisibility)
      stopTelling()
      otherTabs.close()
      save()
    }
  }, [saver])

  return { saver, status }
}
