import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import type { DocumentSlot } from '#contract/documents/documents.ts'
import type { HandOff } from '#contract/documents/hand-offs.ts'
import { readStored, removeStored, writeStored } from '#web/lib/browser-storage.ts'
import { LOCAL_KEYS, SESSION_KEYS } from '#web/lib/storage-keys.ts'

const OpenHandOff = z.object({
  id: z.uuid(),
  /** The document whose dialog shows it; null once that was closed. */
  slot: z.string().nullable(),
  /** What its phone is asked for. */
  slots: z.array(z.string()).default([]),
})

const listeners = new Set<() => void>()

/**
 * Stores which hand-off was started, and at which document's dialog, so that a reloaded page and the next steps still
 * show whether a phone is connected.
 */
export function rememberHandOff(
  { id, expiresAt, slots }: Pick<HandOff, 'id' | 'expiresAt' | 'slots'>,
  slot: DocumentSlot | null,
): void {
  const stored = { id, slot, slots: slots.map((asked) => asked.slot) }
  writeStored('session', SESSION_KEYS.openHandOff, JSON.stringify(stored))
  writeStored('local', LOCAL_KEYS.handOffShown, expiresAt)
  tell()
}

/** Forgets the one that was started, and that its code is shown. */
export function forgetHandOff(): void {
  removeStored('session', SESSION_KEYS.openHandOff)
  removeStored('local', LOCAL_KEYS.handOffShown)
  tell()
}

/** Whether this browser shows a code for a phone, so that a link opened in it was probably meant for the phone. */
export function isShowingCode(): boolean {
  return Date.parse(readStored('local', LOCAL_KEYS.handOffShown) ?? '') > Date.now()
}

/** The id of the hand-off whose dialog was open at a document before the page was left, or null. */
export function openHandOff(slot: DocumentSlot): string | null {
  const stored = storedHandOff()
  return stored?.slot === slot ? stored.id : null
}

/** The id of the hand-off that was started here, if its phone is asked for a document, or null. */
export function runningHandOff(slot: DocumentSlot): string | null {
  const stored = storedHandOff()
  return stored && (stored.slot === slot || stored.slots.includes(slot)) ? stored.id : null
}

/** The same, as it changes. */
export function useRunningHandOff(slot: DocumentSlot): string | null {
  return useSyncExternalStore(
    subscribe,
    () => runningHandOff(slot),
    () => null,
  )
}

function storedHandOff(): z.infer<typeof OpenHandOff> | null {
  try {
    return OpenHandOff.parse(JSON.parse(readStored('session', SESSION_KEYS.openHandOff) ?? ''))
  } catch {
    return null
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}
