import { useEffect, useState } from 'react'
import { LOOK_MS } from '#contract/documents/looks.ts'
import type { DeskLine } from './desk-lines.ts'

/** The lines that stood on the desk for as long as a look at a document takes: to hurry past one is none. */
export function useLinesLookedAt(selected: string): ReadonlySet<string> {
  const [lookedAt, setLookedAt] = useState<ReadonlySet<string>>(() => new Set())
  useEffect(() => {
    const timer = setTimeout(() => setLookedAt((current) => new Set([...current, selected])), LOOK_MS)
    return () => clearTimeout(timer)
  }, [selected])
  return lookedAt
}

/** Whether its reader looked at a line: at its own document, as the server has recorded, or at the line where it stood on the desk. */
export function isOpened({ key, item }: DeskLine, lookedAt: ReadonlySet<string>): boolean {
  const isUnread = item.beforeAccept.some(({ kind }) => kind === 'not_opened' || kind === 'too_small')
  return !isUnread && (item.document !== null || lookedAt.has(key))
}

/** The open lines that were looked at and that nothing keeps from being accepted. */
export function openedLines(lines: readonly DeskLine[], lookedAt: ReadonlySet<string>): DeskLine[] {
  return lines.filter(
    (line) => line.draft.decision === 'pending' && line.canAccept && isOpened(line, lookedAt),
  )
}
