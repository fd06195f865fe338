import type { DocumentSlot } from '#contract/documents/documents.ts'
import type { WaitingFile } from './waiting-file.ts'
import type { FileOwner, WaitingKey } from './waiting-keys.ts'

const NONCE_BYTES = 12
/** Before the description, its length. */
const LENGTH_BYTES = 4

/** A waiting file as the browser stores it: whose it is, where it belongs and since when; the rest is encrypted. */
export interface SealedFile {
  id: string
  owner: FileOwner
  place: string
  chosenAt: number
  /** What the server opens the key by. */
  sealed: string
  nonce: Uint8Array<ArrayBuffer>
  content: ArrayBuffer
}

/** What is said of a file before its bytes. */
interface Description extends Pick<WaitingFile, 'said' | 'isSent'> {
  slot: DocumentSlot
  name: string
  type: string
  changedAt: number
}

/** Encrypts a file with all that is said of it, for its place alone. */
export async function sealFile(
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

/** The file that was encrypted. Throws where it was altered or put elsewhere. */
export async function openFile(stored: SealedFile, { key }: WaitingKey): Promise<WaitingFile> {
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
