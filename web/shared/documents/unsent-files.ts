import { useCallback, useState } from 'react'
import type { DocumentSlot } from '#contract/documents/documents.ts'

/**
 * A file that is chosen and not sent: leaving loses it, or it is kept in the browser. A file being sent
 * continues.
 */
export type Unsent = 'chosen' | 'kept'

/** Whether closing the page would lose it. */
export const isLost = (unsent: Unsent | null): boolean => unsent === 'chosen'

const UNSENT: readonly Unsent[] = ['chosen', 'kept']

/** The open step's unsent files, as reported by its upload widgets; `report` is stable. */
export function useUnsentFiles(): {
  unsent: Unsent | null
  report: (slot: DocumentSlot, unsent: Unsent | null) => void
} {
  const [files, setFiles] = useState<ReadonlyMap<DocumentSlot, Unsent>>(new Map())
  const report = useCallback((slot: DocumentSlot, unsent: Unsent | null) => {
    setFiles((last) => {
      if ((last.get(slot) ?? null) === unsent) return last
      const next = new Map(last)
      if (unsent) next.set(slot, unsent)
      else next.delete(slot)
      return next
    })
  }, [])
  const kinds = [...files.values()]
  // A loss is reported first.
  return { unsent: UNSENT.find((kind) => kinds.includes(kind)) ?? null, report }
}

/** The question before people leave with an unsent file. */
export const UNSENT_QUESTIONS: Readonly<Record<Unsent, { description: string; confirmLabel: string }>> = {
  chosen: {
    description: 'The file you chose isn’t uploaded yet. If you leave, you’ll need to choose it again.',
    confirmLabel: 'Leave without uploading',
  },
  kept: {
    description:
      'Your file isn’t uploaded yet. We’ll keep it in this browser for a day, or until you log out, and you can continue when you come back.',
    confirmLabel: 'Leave for now',
  },
}

/** Called with the reason why a slot can't be left as it is: a wrong date, a file to replace, a choice to make. */
export type ReportHold = (slot: DocumentSlot, reason: string | null) => void

/** The first reason reported by a page's upload widgets for not continuing; `reportHold` is stable. */
export function useSlotHolds(): { hold: string | null; reportHold: ReportHold } {
  const [holds, setHolds] = useState<ReadonlyMap<DocumentSlot, string>>(new Map())
  const reportHold = useCallback<ReportHold>((slot, reason) => {
    setHolds((last) => {
      if ((last.get(slot) ?? null) === reason) return last
      const next = new Map(last)
      if (reason) next.set(slot, reason)
      else next.delete(slot)
      return next
    })
  }, [])
  return { hold: [...holds.values()][0] ?? null, reportHold }
}
