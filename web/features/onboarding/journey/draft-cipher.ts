import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import type { BrowserKey } from '#contract/account/browser-keys.ts'

const NONCE_BYTES = 24

/** Encrypts drafts synchronously, which Web Crypto can't: a page that is being left waits for nothing. */
export interface DraftCipher {
  /** The sealed key, which the server can open again. */
  sealed: string
  /** `place` is where the text is stored: it can only be decrypted there. */
  lock: (text: string, place: string) => string
  /** Null if the text was altered, belongs elsewhere or was locked with another key. */
  open: (locked: string, place: string) => string | null
}

export function draftCipher({ key, sealed }: BrowserKey): DraftCipher {
  const secret = bytesOf(key)
  const cipherOf = (nonce: Uint8Array, place: string) =>
    xchacha20poly1305(secret, nonce, new TextEncoder().encode(place))
  return {
    sealed,
    lock: (text, place) => {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
      const content = cipherOf(nonce, place).encrypt(new TextEncoder().encode(text))
      return base64Of([...nonce, ...content])
    },
    open: (locked, place) => {
      try {
        const bytes = bytesOf(locked)
        const content = cipherOf(bytes.subarray(0, NONCE_BYTES), place).decrypt(bytes.subarray(NONCE_BYTES))
        return new TextDecoder().decode(content)
      } catch {
        return null
      }
    },
  }
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

function base64Of(bytes: readonly number[]): string {
  return btoa(bytes.map((byte) => String.fromCharCode(byte)).join(''))
}
