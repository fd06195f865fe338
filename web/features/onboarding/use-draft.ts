import { useEffect, useState, useSyncExternalStore } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { ConsumerDraft } from '#contract/onboarding.ts'
import { api } from '#web/lib/api.ts'
import { createDraftKeeper, type DraftKeeper, type DraftStatus } from './draft-keeper.ts'
import { draftFromValues, type FormValues, valuesFromDraft } from './form-values.ts'
import { removeLocalDraft, writeLocalDraft } from './local-draft.ts'

interface DraftStart {
  /** Whose draft it is; the key of the copy in this browser. */
  owner: string
  draft: ConsumerDraft
  synced: ConsumerDraft
  revision: number
}

/** Keeps what the form holds: after a pause, on leaving the page, and whenever `flush` is called. */
export function useDraft(
  form: UseFormReturn<FormValues>,
  start: DraftStart,
): { keeper: DraftKeeper; status: DraftStatus } {
  const [keeper] = useState(() =>
    createDraftKeeper(
      {
        writeLocal: (draft) => writeLocalDraft(start.owner, draft),
        removeLocal: () => removeLocalDraft(start.owner),
        saveToAccount: (draft, revision) =>
          api('PUT /api/onboarding/consumer/draft', { body: { draft, revision } }),
        loadFromAccount: () => api('GET /api/onboarding/consumer/draft'),
        now: () => new Date(),
      },
      {
        draft: start.draft,
        synced: start.synced,
        revision: start.revision,
        onMerged: (draft) => form.reset(valuesFromDraft(draft, null), { keepErrors: true }),
      },
    ),
  )
  const status = useSyncExternalStore(keeper.subscribe, keeper.status)

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keeper.change(draftFromValues(values)),
      }),
    [form, keeper],
  )

  useEffect(() => {
    const save = () => void keeper.flush()
    // What this device knows and the account does not is sent at once, so that other devices have it.
    save()
    const saveWhenHidden = () => {
      if (document.visibilityState === 'hidden') save()
    }
    window.addEventListener('pagehide', save)
    document.addEventListener('visibilitychange', saveWhenHidden)
    return () => {
      window.removeEventListener('pagehide', save)
      document.removeEventListener('visibilitychange', saveWhenHidden)
      save()
    }
  }, [keeper])

  return { keeper, status }
}
