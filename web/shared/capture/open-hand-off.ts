import { z } from 'zod'
import type { DocumentSlot } from '#contract/documents/documents.ts'
import { readStored, removeStored, writeStored } from '#web/lib/browser-storage.ts'
import { SESSION_KEYS } from '#web/lib/storage-keys.ts'

const OpenHandOff = z.object({ id: z.uuid(), slot: z.string() })

/** Remembers what is open beside a document, so that a page that is loaded again still says whether a phone is connected. */
export function rememberHandOff(id: string, slot: DocumentSlot): void {
  writeStored('session', SESSION_KEYS.openHandOff, JSON.stringify({ id, slot }))
}

export function forgetHandOff(): void {
  removeStored('session', SESSION_KEYS.openHandOff)
}

/** The id of what was open beside a document when the page was left, or null. */
export function openHandOff(slot: DocumentSlot): string | null {
  try {
    const stored = OpenHandOff.parse(JSON.parse(readStored('session', SESSION_KEYS.openHandOff) ?? ''))
    return stored.slot === slot ? stored.id : null
  } catch {
    return null
  }
}
