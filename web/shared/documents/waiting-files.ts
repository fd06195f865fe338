import type { DocumentSlot } from '#contract/documents/documents.ts'
import { WAITING_FILES } from '#web/lib/storage-keys.ts'
import {
  type FileOwner,
  forgetKeysOfOthers,
  isFresh,
  isUnreadableKey,
  STORE,
  type WaitingFile,
  type WaitingKey,
  waitingKey,
} from './waiting-file.ts'

/** In version 1 files were stored unencrypted. */
const VERSION = 2

type Place = Pick<WaitingFile, 'owner' | 'place'>

/** Fetches the key while there is a connection, so that a file can be stored once there is none. */
export function prepareWaiting(owner: FileOwner): void {
  if (canLock()) waitingKey(owner).catch(() => {})
}

/**
 * Stores a file in this browser, encrypted, replacing one in the same place. Returns false if the browser
 * stores nothing or is full, or there is no key.
 */
export async function storeWaitingFile(file: WaitingFile): Promise<boolean> {
  if (!canLock()) return false
  try {
    const sealed = await sealFile(file, await waitingKey(file.owner))
    await inStore('readwrite', (store) => store.put(sealed))
    return true
  } catch {
    return false
  }
}

/** Deletes the file of a place, which was uploaded or cancelled; not one that has replaced it since. */
export async function forgetFile({ owner, place, id }: Place & { id: string }): Promise<void> {
  await inStore('readwrite', (store) => {
    const asked = store.get([owner, place]) as IDBRequest<SealedFile | undefined>
    asked.onsuccess = () => asked.result?.id === id && store.delete([owner, place])
    return asked
  }).catch(() => {})
}

/** Returns the file waiting in a place, if any. Throws ApiError if its key can't be fetched now: the file is kept. */
export async function findWaitingFile({ owner, place }: Place): Promise<WaitingFile | undefined> {
  const stored = await inStore<SealedFile | undefined>('readonly', (store) =>
    store.get([owner, place]),
  ).catch(() => undefined)
  return stored && isFresh(stored) && canLock() ? readFile(stored) : undefined
}

/** Returns all of an owner's waiting files. Throws ApiError if a key can't be fetched now. */
export async function findWaitingFiles(owner: FileOwner): Promise<WaitingFile[]> {
  if (!canLock()) return []
  const waiting: WaitingFile[] = []
  for (const stored of await storedFiles())
    if (stored.owner === owner && isFresh(stored)) {
      const file = await readFile(stored)
      if (file) waiting.push(file)
    }
  return waiting
}

/** Deletes files older than a day, and those of other owners of the same kind as `owner`, who is here now. */
export async function forgetOthers(owner: FileOwner): Promise<void> {
  forgetKeysOfOthers(owner)
  const kind = kindOf(owner)
  for (const stored of await storedFiles())
    if (!isFresh(stored) || (kindOf(stored.owner) === kind && stored.owner !== owner))
      await inStore('readwrite', (store) => store.delete([stored.owner, stored.place])).catch(() => {})
}

/** Deletes the files on a phone that is no longer connected: their key can't be fetched again. */
export async function forgetPhones(): Promise<void> {
  await forgetOthers('phone:')
}

/** The owner for someone signed in, or a visitor with an application. */
export function personOwner(userId: number): FileOwner {
  return `person:${userId}`
}

/** The owner for a connected phone while it is connected: the expiry time distinguishes it from any other. */
export function phoneOwner(expiresAt: string): FileOwner {
  return `phone:${expiresAt}`
}

function storedFiles(): Promise<SealedFile[]> {
  return inStore<SealedFile[]>('readonly', (store) => store.getAll()).catch(() => [])
}

/** Decrypts a stored file; one that no key can open is deleted. Throws ApiError if it only can't be read now. */
async function readFile(stored: SealedFile): Promise<WaitingFile | undefined> {
  const key = await waitingKey(stored.owner, stored.sealed).catch((error: unknown) => {
    if (isUnreadableKey(error)) return undefined
    throw error
  })
  const file = key && (await openFile(stored, key).catch(() => undefined))
  if (!file) await forgetFile(stored)
  return file
}

/** Whether there are ciphers: outside a secure context there are none, and nothing is stored. */
function canLock(): boolean {
  return typeof indexedDB !== 'undefined' && crypto.subtle !== undefined
}

function kindOf(owner: FileOwner): string {
  return owner.split(':', 1).join()
}

/** Closed after each use, so that the database can be deleted at any time. */
async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open()
  try {
    const transaction = database.transaction(STORE, mode)
    const request = work(transaction.objectStore(STORE))
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    return request.result
  } finally {
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(WAITING_FILES, VERSION)
    asked.onupgradeneeded = () => {
      const { result } = asked
      // A former release stored files unencrypted. They are deleted, and their owner chooses them again.
      if (result.objectStoreNames.contains(STORE)) result.deleteObjectStore(STORE)
      result.createObjectStore(STORE, { keyPath: ['owner', 'place'] })
    }
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error)
  })
}

const NONCE_BYTES = 12
/** The length prefix of the description. */
const LENGTH_BYTES = 4

/** A waiting file as the browser stores it: owner, place and time; the rest is encrypted. */
interface SealedFile {
  id: string
  owner: FileOwner
  place: string
  chosenAt: number
  /** The sealed key, which the server opens. */
  sealed: string
  nonce: Uint8Array<ArrayBuffer>
  content: ArrayBuffer
}

/** The description stored before a file's bytes. */
interface Description extends Pick<WaitingFile, 'said' | 'isSent'> {
  slot: DocumentSlot
  name: string
  type: string
  changedAt: number
}

/** Encrypts a file with its description, bound to its place. */
async function sealFile(
  { id, owner, place, chosenAt, file, ...rest }: WaitingFile,
  { key, sealed }: WaitingKey,
): Promise<SealedFile> {
  const { slot, said, isSent } = rest
  const { name, type, lastModified: changedAt } = file
  const about: Description = { slot, said, isSent, name, type, changedAt }
  const description = new TextEncoder().encode(JSON.stringify(about))
  const length = new DataView(new ArrayBuffer(LENGTH_BYTES))
  length.setUint32(0, description.byteLength)
  const plain = await new Blob([length, description, file]).arrayBuffer()
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const standing = { id, owner, place, chosenAt, sealed }
  const content = await crypto.subtle.encrypt(cipherOf(standing, nonce), key, plain)
  return { ...standing, nonce, content }
}

/** Decrypts a file. Throws if it was altered or moved. */
async function openFile(stored: SealedFile, { key }: WaitingKey): Promise<WaitingFile> {
  const { id, owner, place, chosenAt, nonce, content } = stored
  const plain = await crypto.subtle.decrypt(cipherOf(stored, nonce), key, content)
  const start = LENGTH_BYTES + new DataView(plain).getUint32(0)
  const text = new TextDecoder().decode(plain.slice(LENGTH_BYTES, start))
  const { name, type, changedAt, ...about } = JSON.parse(text) as Description
  const file = new File([plain.slice(start)], name, { type, lastModified: changedAt })
  return { id, owner, place, chosenAt, ...about, file }
}

function cipherOf(
  { id, owner, place, chosenAt }: Pick<SealedFile, 'id' | 'owner' | 'place' | 'chosenAt'>,
  nonce: Uint8Array<ArrayBuffer>,
): AesGcmParams {
  const additionalData = new TextEncoder().encode(JSON.stringify([owner, place, id, chosenAt]))
  return { name: 'AES-GCM', iv: nonce, additionalData }
}
