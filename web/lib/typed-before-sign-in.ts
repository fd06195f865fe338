import { readStored, removeStored, writeStored } from './browser-storage.ts'
import { SESSION_KEYS } from './storage-keys.ts'

/** What someone typed, by the names of the fields. */
type Typed = Readonly<Record<string, string>>

/** Keeps what was typed in this tab while its writer signs in again; `what` names where it belongs, and to whom. */
export function storeTyped(what: string, typed: Typed): void {
  writeStored('session', SESSION_KEYS.typedBeforeSignIn, JSON.stringify({ what, typed }))
}

/** What was typed there before the sign-in, field by field; nothing where nothing was. */
export function typedBefore(what: string): Typed {
  try {
    const kept = JSON.parse(readStored('session', SESSION_KEYS.typedBeforeSignIn) ?? '{}')
    return kept.what === what ? kept.typed : {}
  } catch {
    return {}
  }
}

/** Lets go of it: it was sent, or given up. */
export function forgetTyped(): void {
  removeStored('session', SESSION_KEYS.typedBeforeSignIn)
}
