import type { DocType, DocumentSlot } from '#contract/documents/documents.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'

/** What locks the files that wait in this browser: the key in memory alone, and what the server opens it by again. */
export interface WaitingKey {
  key: CryptoKey
  sealed: string
}

/** Someone who is here, or a phone that is connected to someone. */
export type FileOwner = `person:${number}` | `phone:${string}`

const keys = new Map<string, Promise<WaitingKey>>()

/**
 * The key of an owner's files, or the one that `sealed` stands for: asked of the server once in the life of a page. Throws ApiError
 * where it can't be had: without a line, without a session, or because it is not the owner's.
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

/** Whether the server has said that no key of theirs is in it, so that what it locked is lost. */
export function isUnreadableKey(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'VALIDATION_ERROR'
}

/** Lets go of the keys of all other owners. */
export function forgetKeysOfOthers(owner: FileOwner): void {
  for (const name of keys.keys()) if (!name.startsWith(nameOf(owner))) keys.delete(name)
}

/** The owner first, and of which key; the newest has no more of a name. */
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
  // Not to be read again by any script.
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  return { key, sealed: given.sealed }
}

/** What the browser's database calls where they lie. */
export const STORE = 'files'
/** How long a file waits in the browser for its upload; on the server its parts wait as long. */
const WAITING_MS = 24 * 3_600_000

/** What is said of a file before it is sent: which kind of ID it is, the dates printed on it, and what was seen and chosen. */
export interface SaidOfDocument {
  docType?: DocType | undefined
  issuedOn?: string | undefined
  expiresOn?: string | undefined
  /** How many faces this device has found on a selfie; where no one has looked, it does once the file is here. */
  faces?: number | undefined
  /** Its owner was told that it is poor, and uses it anyway. */
  anyway?: boolean | undefined
}

/** A file that was chosen or taken and is not on the server yet. */
export interface WaitingFile {
  /** Of its upload. */
  id: string
  /** For whom: one owner's files are not shown to another. */
  owner: FileOwner
  /** Where it belongs, such as a slot of someone's own documents. */
  place: string
  slot: DocumentSlot
  file: File
  said: SaidOfDocument
  /** Whether it is on its way; otherwise it waits for a press of Upload. */
  isSent: boolean
  /** In milliseconds; it waits no longer than a day from then on. */
  chosenAt: number
}

/** Whether a file still waits. */
export function isFresh({ chosenAt }: Pick<WaitingFile, 'chosenAt'>): boolean {
  return Math.abs(Date.now() - chosenAt) < WAITING_MS
}
