import type { DocType, DocumentSlot } from '#contract/documents/documents.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'

/**
 * What encrypts the files waiting in this browser: the key, only in memory, and the sealed form that the server
 * opens.
 */
export interface WaitingKey {
  key: CryptoKey
  sealed: string
}

/** A person here, or a phone connected to someone. */
export type FileOwner = `person:${number}` | `phone:${string}`

const keys = new Map<string, Promise<WaitingKey>>()

/**
 * Returns the key of an owner's files, or the one sealed in `sealed`: requested from the server once per page
 * load. Throws ApiError if it can't be had: without a connection or session, or because it isn't the owner's.
 */
export function waitingKey(owner: FileOwner, sealed?: string): Promise<WaitingKey> {
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

/** Whether the server has said that the sealed text contains no key of theirs, so that what it encrypted is lost. */
export function isUnreadableKey(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'VALIDATION_ERROR'
}

/** Removes the keys of all other owners from memory. */
export function forgetKeysOfOthers(owner: FileOwner): void {
  for (const name of keys.keys()) if (!name.startsWith(nameOf(owner))) keys.delete(name)
}

/** The owner first, then the sealed key; the newest key has none in its name. */
function nameOf(owner: FileOwner, sealed = ''): string {
  return `${owner} ${sealed}`
}

async function askForKey(owner: FileOwner, sealed: string | undefined): Promise<WaitingKey> {
  const [kind, id] = owner.split(':', 2)
  const given =
    kind === 'phone'
      ? await api('POST /api/phone/hand-off/browser-key', { body: { sealed } })
      : await api('POST /api/browser-keys', { body: { use: 'files', sealed, userId: Number(id) } })
  const bytes = Uint8Array.from(atob(given.key), (character) => character.charCodeAt(0))
  // Not extractable by any script.
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  return { key, sealed: given.sealed }
}

/** The name of the object store in the browser's database. */
export const STORE = 'files'
/** How many milliseconds a file waits in the browser for its upload; its parts wait as long on the server. */
const WAITING_MS = 24 * 3_600_000

/** What is sent along with a file: the kind of ID, the dates printed on it, and what was found and chosen. */
export interface SaidOfDocument {
  docType?: DocType | undefined
  issuedOn?: string | undefined
  expiresOn?: string | undefined
  /** How many faces this device has found on a selfie; if not counted yet, it is once the file is here. */
  faces?: number | undefined
  /** Whether its owner was told that it is poor, and uses it anyway. */
  anyway?: boolean | undefined
}

/** A file that was chosen or taken and is not on the server yet. */
export interface WaitingFile {
  /** The id of its upload. */
  id: string
  /** Its owner: one owner's files aren't shown to another. */
  owner: FileOwner
  /** Where it belongs, such as a slot of someone's own documents. */
  place: string
  slot: DocumentSlot
  file: File
  said: SaidOfDocument
  /** Whether it is being sent; otherwise it waits for the Upload button. */
  isSent: boolean
  /** In milliseconds; it waits no longer than a day from then on. */
  chosenAt: number
}

/** Whether a file is still kept waiting. */
export function isFresh({ chosenAt }: Pick<WaitingFile, 'chosenAt'>): boolean {
  return Math.abs(Date.now() - chosenAt) < WAITING_MS
}
