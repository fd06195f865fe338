import { z } from 'zod'
import type { DocumentSlot } from '#contract/documents/documents.ts'
import type { HandOff } from '#contract/documents/hand-offs.ts'
import { readStored, removeStored, writeStored } from '#web/lib/browser-storage.ts'
import { LOCAL_KEYS, SESSION_KEYS } from '#web/lib/storage-keys.ts'

const OpenHandOff = z.object({ id: z.uuid(), slot: z.string() })

/** Stores which hand-off was started at a document, so that a reloaded page still shows whether a phone is connected. */
export function rememberHandOff(
  { id, expiresAt }: Pick<HandOff, 'id' | 'expiresAt'>,
  slot: DocumentSlot,
): void {
  writeStored('session', SESSION_KEYS.openHandOff, JSON.stringify({ id, slot }))
  writeStored('local', LOCAL_KEYS.handOffShown, expiresAt)
}

/** Forgets the one that was started, and that its code is shown. */
export function forgetHandOff(): void {
  removeStored('session', SESSION_KEYS.openHandOff)
  removeStored('local', LOCAL_KEYS.handOffShown)
}

/** Whether this browser shows a code for a phone, so that a link opened in it was probably meant for the phone. */
export function isShowingCode(): boolean {
  return Date.parse(readStored('local', LOCAL_KEYS.handOffShown) ?? '') > Date.now()
}

/** The id of the hand-off that was started at a document before the page was left, or null. */
export function openHandOff(slot: DocumentSlot): string | null {
  try {
    const stored = OpenHandOff.parse(JSON.parse(readStored('session', SESSION_KEYS.openHandOff) ?? ''))
    return stored.slot === slot ? stored.id : null
  } catch {
    return null
  }
}
