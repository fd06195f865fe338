import type { DocType, DocumentSlot } from '#contract/documents/documents.ts'
import { WAITING_FILES } from '#web/lib/storage-keys.ts'

/** How long a file waits in the browser for its upload; on the server its parts wait as long. */
const WAITING_MS = 24 * 3_600_000
const STORE = 'files'

/** What goes with a file: which kind of ID it is, and the dates printed on it. */
export interface SaidOfDocument {
  docType?: DocType | undefined
  issuedOn?: string | undefined
  expiresOn?: string | undefined
}

/** A file that was chosen or taken and is not on the server yet. */
export interface WaitingFile {
  /** Of its upload. */
  id: string
  /** For whom: one owner's files are not shown to another. */
  owner: string
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

/** Keeps a file in this browser, in the place of one that was there. False where the browser keeps nothing, or is full. */
export async function storeWaitingFile(file: WaitingFile): Promise<boolean> {
  return inStore('readwrite', (store) => store.put(file)).then(
    () => true,
    () => false,
  )
}

/** Forgets the file of a place, which has arrived or is not wanted; not one that has taken its place since. */
export async function forgetFile({
  owner,
  place,
  id,
}: Pick<WaitingFile, 'owner' | 'place' | 'id'>): Promise<void> {
  const held = await findWaitingFile({ owner, place })
  if (held?.id === id) await inStore('readwrite', (store) => store.delete([owner, place])).catch(() => {})
}

/** The file that waits in a place, if any is there. */
export async function findWaitingFile({
  owner,
  place,
}: Pick<WaitingFile, 'owner' | 'place'>): Promise<WaitingFile | undefined> {
  const held = await inStore<WaitingFile | undefined>('readonly', (store) => store.get([owner, place])).catch(
    () => undefined,
  )
  return held && isFresh(held) ? held : undefined
}

/** Deletes what is a day old, and what belongs to another of the same kind of owner than `owner`, who is here now. */
export async function forgetOthers(owner: string): Promise<void> {
  const kind = kindOf(owner)
  const all = await inStore<WaitingFile[]>('readonly', (store) => store.getAll()).catch(() => [])
  for (const kept of all)
    if (!isFresh(kept) || (kindOf(kept.owner) === kind && kept.owner !== owner))
      await inStore('readwrite', (store) => store.delete([kept.owner, kept.place])).catch(() => {})
}

/** Someone who is signed in, or a visitor with an application. */
export function personOwner(userId: number): string {
  return `person:${userId}`
}

/** A phone that is connected to someone, for as long as it is: its minutes tell it from any other. */
export function phoneOwner(expiresAt: string): string {
  return `phone:${expiresAt}`
}

function kindOf(owner: string): string {
  return owner.split(':', 1).join()
}

function isFresh({ chosenAt }: WaitingFile): boolean {
  return Math.abs(Date.now() - chosenAt) < WAITING_MS
}

/** Closed after each use, so that it can be deleted at any time. */
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
    const asked = indexedDB.open(WAITING_FILES, 1)
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: ['owner', 'place'] })
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error)
  })
}
