import { useCallback, useState } from 'react'
import type { DocumentSlot } from '#contract/documents/documents.ts'

/** What keeps a slot from being left as it is: a wrong date, a file to exchange, a choice to make. */
export type ReportHold = (slot: DocumentSlot, reason: string | null) => void

/** The first reason why the upload widgets of a page hold it back, as they report it; `reportHold` never changes. */
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
