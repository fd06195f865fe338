import { WAITING } from './storage-keys.ts'

/** What waits in this browser until the server has it. */
const STORES = ['files', 'drafts', 'marks'] as const
export type WaitingStore = (typeof STORES)[number]

/** Whose something is, and where it belongs: one thing waits in a place. */
export interface WaitingPlace {
  owner: WaitingOwner
  place: string
}

/** A person here, or a phone connected to someone. */
export type WaitingOwner = `person:${number}` | `phone:${string}`

/** In version 1 files were stored unencrypted; version 2 had no drafts, version 3 no marks. */
const VERSION = 4
const ENCRYPTED_SINCE = 2

/** The owner for someone signed in, or a visitor with an application. */
export function personOwner(userId: number): WaitingOwner {
  return `person:${userId}`
}

/** The owner for a connected phone while it is connected: the expiry time distinguishes it from any other. */
export function phoneOwner(expiresAt: string): WaitingOwner {
  return `phone:${expiresAt}`
}

/** Whether anything ever waited in this browser; true as well where it lists no databases. */
export async function hasWaiting(): Promise<boolean> {
  return !indexedDB.databases || (await indexedDB.databases()).some(({ name }) => name === WAITING)
}

/** Reads from a store; undefined where nothing ever waited, because opening a missing database would create it. */
export async function readStore<T>(
  name: WaitingStore,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  return (await hasWaiting()) ? inStore(name, 'readonly', work) : undefined
}

/** Changes a store. Resolves once the change is stored. */
export async function changeStore(
  name: WaitingStore,
  work: (store: IDBObjectStore) => IDBRequest,
): Promise<void> {
  await inStore(name, 'readwrite', work)
}

/**
 * Stores something in its place. It is committed at once: a transaction that ends by itself waits for the page, and
 * is undone if that is closed meanwhile.
 */
export async function putWaiting(name: WaitingStore, stored: WaitingPlace): Promise<void> {
  await changeStore(name, (store) => {
    const request = store.put(stored)
    store.transaction.commit()
    return request
  })
}

/** Deletes everything in a store to which `isOver` applies. Never throws: a browser without storage has nothing. */
export async function deleteWaiting<Stored extends WaitingPlace>(
  name: WaitingStore,
  isOver: (stored: Stored) => boolean,
): Promise<void> {
  try {
    if (!(await hasWaiting())) return
    await changeStore(name, (store) => {
      const cursor = store.openCursor()
      cursor.onsuccess = () => {
        if (!cursor.result) return
        if (isOver(cursor.result.value)) cursor.result.delete()
        cursor.result.continue()
      }
      return cursor
    })
  } catch {
    // It is deleted at the next visit.
  }
}

/** Closed after each use, so that the database can be deleted at any time. */
async function inStore<T>(
  name: WaitingStore,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open()
  try {
    const transaction = database.transaction(name, mode)
    const request = work(transaction.objectStore(name))
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
    const asked = indexedDB.open(WAITING, VERSION)
    asked.onupgradeneeded = ({ oldVersion }) => {
      const { result } = asked
      const has = (name: WaitingStore) => result.objectStoreNames.contains(name)
      // A former release stored files unencrypted. They are deleted, and their owner chooses them again.
      if (oldVersion < ENCRYPTED_SINCE && has('files')) result.deleteObjectStore('files')
      for (const name of STORES)
        if (!has(name)) result.createObjectStore(name, { keyPath: ['owner', 'place'] })
    }
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error)
  })
}
