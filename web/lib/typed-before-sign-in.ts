import { readStored, removeStored, writeStored } from './browser-storage.ts'
import { SESSION_KEYS } from './storage-keys.ts'

/** Keeps what was typed in this tab while its writer signs in again; `what` names where it belongs. */
export function keepTyped(what: string, text: string): void {
  writeStored('session', SESSION_KEYS.typedBeforeSignIn, JSON.stringify({ what, text }))
}

/** What was typed there before the sign-in; empty where nothing was. */
export function typedBefore(what: string): string {
  try {
    const kept: unknown = JSON.parse(readStored('session', SESSION_KEYS.typedBeforeSignIn) ?? 'null')
    const { what: of, text } = (kept ?? {}) as { what?: unknown; text?: unknown }
    return of === what && typeof text === 'string' ? text : ''
  } catch {
    return ''
  }
}

/** Lets go of it: it was sent, or given up. */
export function forgetTyped(): void {
  removeStored('session', SESSION_KEYS.typedBeforeSignIn)
}
