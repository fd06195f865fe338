import type { DocumentSlot } from '#contract/documents/documents.ts'
import {
  changeStore,
  deleteWaiting,
  putWaiting,
  readStore,
  type WaitingOwner,
  type WaitingPlace,
} from '#web/lib/waiting-database.ts'
import {
  canEncrypt,
  decryptWaiting,
  type Encrypted,
  encryptWaiting,
  forgetKeysOfOthers,
  waitingKey,
} from '#web/lib/waiting-key.ts'
import { isFresh, type WaitingFile } from './waiting-file.ts'

/**
 * Stores a file in this browser, encrypted, replacing one in the same place. Returns false if the browser
 * stores nothing or is full, or there is no key.
 */
export async function storeWaitingFile(file: WaitingFile): Promise<boolean> {
  if (!canEncrypt()) return false
  try {
    const sealed = await sealFile(file)
    await putWaiting('files', sealed)
    return true
  } catch {
    return false
  }
}

/** Deletes the file of a place, which was uploaded or cancelled; not one that has replaced it since. */
export async function forgetFile({ owner, place, id }: WaitingPlace & { id: string }): Promise<void> {
  await changeStore('files', (store) => {
    const asked = store.get([owner, place]) as IDBRequest<SealedFile | undefined>
    asked.onsuccess = () => asked.result?.id === id && store.delete([owner, place])
    return asked
  }).catch(() => {})
}

/** Returns the file waiting in a place, if any. Throws ApiError if its key can't be fetched now: the file is kept. */
export async function findWaitingFile({ owner, place }: WaitingPlace): Promise<WaitingFile | undefined> {
  const stored = await readStore<SealedFile | undefined>('files', (store) => store.get([owner, place])).catch(
    () => undefined,
  )
  return stored && isFresh(stored) && canEncrypt() ? readFile(stored) : undefined
}

/** Returns all of an owner's waiting files. Throws ApiError if a key can't be fetched now. */
export async function findWaitingFiles(owner: WaitingOwner): Promise<WaitingFile[]> {
  if (!canEncrypt()) return []
  const waiting: WaitingFile[] = []
  for (const stored of await storedFiles())
    if (stored.owner === owner && isFresh(stored)) {
      const file = await readFile(stored)
      if (file) waiting.push(file)
    }
  return waiting
}

/** Deletes files older than a day, and those of other owners of the same kind as `owner`, who is here now. */
export async function forgetOthers(owner: WaitingOwner): Promise<void> {
  forgetKeysOfOthers(owner)
  const kind = kindOf(owner)
  await deleteWaiting<SealedFile>(
    'files',
    (stored) => !isFresh(stored) || (kindOf(stored.owner) === kind && stored.owner !== owner),
  )
}

/** Deletes the files on a phone that is no longer connected: their key can't be fetched again. */
export async function forgetPhones(): Promise<void> {
  await forgetOthers('phone:')
}

async function storedFiles(): Promise<SealedFile[]> {
  return (await readStore<SealedFile[]>('files', (store) => store.getAll()).catch(() => [])) ?? []
}

/** Decrypts a stored file; one that no key can open is deleted. Throws ApiError if it only can't be read now. */
async function readFile(stored: SealedFile): Promise<WaitingFile | undefined> {
  const plain = await decryptWaiting(stored, boundOf(stored))
  if (plain) return fileOf(stored, plain)
  await forgetFile(stored)
  return undefined
}

function kindOf(owner: WaitingOwner): string {
  return owner.split(':', 1).join()
}

/** The length prefix of the description. */
const LENGTH_BYTES = 4

/** A waiting file as the browser stores it: whose and where it is, and since when; the rest is encrypted. */
interface SealedFile extends WaitingPlace, Encrypted {
  id: string
  chosenAt: number
}

/** The description stored before a file's bytes. */
interface Description extends Pick<WaitingFile, 'said' | 'isSent'> {
  slot: DocumentSlot
  name: string
  type: string
  changedAt: number
}

/** Encrypts a file with its description, bound to its place. */
async function sealFile({ id, owner, place, chosenAt, file, ...rest }: WaitingFile): Promise<SealedFile> {
  const key = await waitingKey(owner)
  const { slot, said, isSent } = rest
  const { name, type, lastModified: changedAt } = file
  const about: Description = { slot, said, isSent, name, type, changedAt }
  const description = new TextEncoder().encode(JSON.stringify(about))
  const length = new DataView(new ArrayBuffer(LENGTH_BYTES))
  length.setUint32(0, description.byteLength)
  const plain = await new Blob([length, description, file]).arrayBuffer()
  const standing = { id, owner, place, chosenAt }
  return { ...standing, ...(await encryptWaiting(key, plain, boundOf(standing))) }
}

function fileOf({ id, owner, place, chosenAt }: SealedFile, plain: ArrayBuffer): WaitingFile {
  const start = LENGTH_BYTES + new DataView(plain).getUint32(0)
  const text = new TextDecoder().decode(plain.slice(LENGTH_BYTES, start))
  const { name, type, changedAt, ...about } = JSON.parse(text) as Description
  const file = new File([plain.slice(start)], name, { type, lastModified: changedAt })
  return { id, owner, place, chosenAt, ...about, file }
}

function boundOf({ owner, place, id, chosenAt }: Omit<SealedFile, keyof Encrypted>) {
  return [owner, place, id, chosenAt]
}
