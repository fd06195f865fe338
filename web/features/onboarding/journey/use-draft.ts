import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { writeStored } from '#web/lib/browser-storage.ts'
import { SESSION_KEYS } from '#web/lib/storage-keys.ts'
import type { DraftCipher } from './draft-cipher.ts'
import { createDraftSaver, type DraftSaver, type DraftStatus } from './draft-saver.ts'
import type { JourneyKind, JourneyTypes } from './journey-kind.ts'
import { removeLocalDraft, withoutSecrets, writeLocalDraft } from './local-draft.ts'

interface DraftStart<Draft> {
  /** The key of this browser's copy. */
  key: string
  userId: number
  draft: Draft
  synced: Draft
  revision: number
}

/** Encrypts this browser's copy; until its key is loaded nothing is stored here. */
type HeldCipher = DraftCipher | undefined

/** Saves the form's values: after a pause, on leaving the page, and whenever `flush` is called. */
export function useDraft<T extends JourneyTypes>(
  kind: JourneyKind<T>,
  form: UseFormReturn<FieldValues>,
  start: DraftStart<T['draft']>,
  cipher: HeldCipher,
): { saver: DraftSaver<T['draft']>; status: DraftStatus } {
  const held = useRef(cipher)
  useEffect(() => {
    held.current = cipher
  }, [cipher])
  const [saver] = useState(() =>
    createDraftSaver<T['draft']>(
      {
        writeLocal: (local) =>
          held.current !== undefined &&
          writeLocalDraft(
            start.key,
            {
              ...local,
              draft: withoutSecrets(local.draft, kind.secrets),
              base: withoutSecrets(local.base, kind.secrets),
            },
            held.current,
          ),
        removeLocal: () => removeLocalDraft(start.key),
        saveToAccount: (draft, revision) => {
          writeStored('session', SESSION_KEYS.draftSent, '1')
          return kind.saveDraft(draft, revision, start.userId)
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
    const saveWhenHidden = () => {
      if (document.visibilityState === 'hidden') save()
    }
    window.addEventListener('pagehide', save)
    window.addEventListener('online', save)
    document.addEventListener('visibilitychange', saveWhenHidden)
    return () => {
      window.removeEventListener('pagehide', save)
      window.removeEventListener('online', save)
      document.removeEventListener('visibilitychange', saveWhenHidden)
      save()
    }
  }, [saver])

  return { saver, status }
}
