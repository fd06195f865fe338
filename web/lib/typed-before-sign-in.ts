import { readStored, removeStored, writeStored } from './browser-storage.ts'
import { SESSION_KEYS } from './storage-keys.ts'

/** Typed texts by field name. */
type Typed = Readonly<Record<string, string>>

/** Stores what was typed in this tab while its writer signs in again; `what` identifies the form and its subject. */
export function storeTyped(what: string, typed: Typed): void {
  writeStored('session', SESSION_KEYS.typedBeforeSignIn, JSON.stringify({ what, typed }))
}

/** What was typed in this form before the sign-in, by field; empty if nothing was. */
export function typedBefore(what: string): Typed {
  try {
    const kept = JSON.parse(readStored('session', SESSION_KEYS.typedBeforeSignIn) ?? '{}')
    return kept.what === what ? kept.typed : {}
  } catch {
    return {}
  }
}

/** Removes it once it was sent or given up. */
export function forgetTyped(): void {
  removeStored('session', SESSION_KEYS.typedBeforeSignIn)
}
