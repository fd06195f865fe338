import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import type { ItemKey } from '#contract/cases.ts'
import type { VerdictDraft, VerdictDrafts } from './verdict-drafts.ts'

export interface VerdictDraftsState {
  drafts: VerdictDrafts
  set: (item: ItemKey, draft: VerdictDraft) => void
  /** Forgets what has been saved. */
  clear: () => void
}

/** What the reviewer has not saved yet: it outlives tabs and reloads of the case, and asks before it is left. */
export function useVerdictDrafts(): VerdictDraftsState {
  const [drafts, setDrafts] = useState<VerdictDrafts>({})
  const isDirty = Object.keys(drafts).length > 0
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty &&
      current.pathname !== next.pathname &&
      !window.confirm('Your review has unsaved changes. Leave without saving them?'),
    enableBeforeUnload: isDirty,
  })
  return {
    drafts,
    set: (item, draft) => setDrafts((current) => ({ ...current, [item]: draft })),
    clear: () => setDrafts({}),
  }
}
