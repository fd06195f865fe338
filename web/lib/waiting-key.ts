import { api } from './api.ts'
import { ApiError } from './api-error.ts'
import type { WaitingOwner } from './waiting-database.ts'

/** The key of what waits in this browser: itself only in memory, and its sealed form, which the server opens. */
export interface WaitingKey {
  key: CryptoKey
  sealed: string
}

/** Something encrypted, as the browser stores it. */
export interface Encrypted {
  /** The sealed key. */
  sealed: string
  nonce: Uint8Array<ArrayBuffer>
  content: ArrayBuffer
}

/** What something encrypted is bound to, such as its owner and place: with anything else it can't be decrypted. */
type Bound = readonly (string | number | boolean)[]

const NONCE_BYTES = 12

const keys = new Map<string, Promise<WaitingKey>>()

/** Whether there are ciphers: outside a secure context there are none, and nothing is stored. */
export function canEncrypt(): boolean {
  return typeof indexedDB !== 'undefined' && crypto.subtle !== undefined
}

/** Fetches the key while there is a connection, so that something can be stored once there is none. */
export function prepareWaiting(owner: WaitingOwner): void {
  if (canEncrypt()) waitingKey(owner).catch(() => {})
}

/** Encrypts something. */
export async function encryptWaiting(
  { key, sealed }: WaitingKey,
  plain: BufferSource,
  bound: Bound,
): Promise<Encrypted> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  return { sealed, nonce, content: await crypto.subtle.encrypt(cipherOf(nonce, bound), key, plain) }
}

/**
 * Decrypts it; undefined if it was altered or moved, or the server says that its key is not the owner's. Throws
 * ApiError if the key only can't be fetched now.
 */
export async function decryptWaiting(
  { owner, sealed, nonce, content }: Encrypted & { owner: WaitingOwner },
  bound: Bound,
): Promise<ArrayBuffer | undefined> {
  const held = await waitingKey(owner, sealed).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'VALIDATION_ERROR') return undefined
    throw error
  })
  return held && crypto.subtle.decrypt(cipherOf(nonce, bound), held.key, content).catch(() => undefined)
}

/** Removes the keys of all other owners from memory. */
export function forgetKeysOfOthers(owner: WaitingOwner): void {
  for (const name of keys.keys()) if (!name.startsWith(nameOf(owner))) keys.delete(name)
}

/**
 * Returns an owner's newest key, or the one sealed in `sealed`: requested from the server once per page load.
 * Throws ApiError if it can't be had: without a connection or session, or because it isn't the owner's.
 */
export function waitingKey(owner: WaitingOwner, sealed?: string): Promise<WaitingKey> {
  const name = nameOf(owner, sealed)
  const held = keys.get(name)
  if (held) return held
  const asked = askForKey(owner, sealed)
  keys.set(name, asked)
  asked.then(
    (key) => {
      keys.set(nameOf(owner, key.sealed), asked)
      if (!keys.has(nameOf(owner))) keys.set(nameOf(owner), asked)
    },
    () => keys.delete(name),
  )
  return asked
}

/** The owner first, then the sealed key; the newest key has none in its name. */
function nameOf(owner: WaitingOwner, sealed = ''): string {
  return `${owner} ${sealed}`
}

async function askForKey(owner: WaitingOwner, sealed: string | undefined): Promise<WaitingKey> {
  const [kind, id] = owner.split(':', 2)
  const given =
    kind === 'phone'
      ? await api('POST /api/phone/hand-off/browser-key', { body: { sealed } })
      : await api('POST /api/browser-keys', { body: { sealed, userId: Number(id) } })
  const bytes = Uint8Array.from(atob(given.key), (character) => character.charCodeAt(0))
  // Not extractable by any script.
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  return { key, sealed: given.sealed }
}

function cipherOf(nonce: Uint8Array<ArrayBuffer>, bound: Bound): AesGcmParams {
  return { name: 'AES-GCM', iv: nonce, additionalData: new TextEncoder().encode(JSON.stringify(bound)) }
}
