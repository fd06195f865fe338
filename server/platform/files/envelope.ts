import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { RandomBytes } from './file-store.ts'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A configured key that wraps the keys of files. The id is stored beside what it wrapped. */
export interface MasterKey {
  id: string
  key: Buffer
}

/** What a row keeps about a file's key; useless without the master key of that id. */
export interface WrappedKey {
  wrappedKey: string
  keyId: string
}

/**
 * Wraps data keys with the newest master key and unwraps with whichever was used (security R47), so that a master key
 * is rotated by putting a new one first and rewrapping at leisure; no file has to be read for it.
 */
export class KeyRing {
  readonly #keys: Map<string, Buffer>
  readonly #newest: MasterKey
  readonly #random: RandomBytes

  /** Takes the master keys, newest first; throws when there is none, one is not 256 bits, or an id is used twice. */
  constructor(keys: readonly MasterKey[], random: RandomBytes) {
    const [newest] = keys
    if (!newest) throw new Error('At least one master key is needed')
    for (const { id, key } of keys) {
      if (key.length !== KEY_BYTES) throw new Error(`Master key ${id} must be ${KEY_BYTES} bytes long`)
    }
    this.#keys = new Map(keys.map(({ id, key }) => [id, key]))
    if (this.#keys.size !== keys.length) throw new Error('Two master keys have the same id')
    this.#newest = newest
    this.#random = random
  }

  /** The id of the key that wraps from now on. */
  get newestId(): string {
    return this.#newest.id
  }

  newDataKey(): { dataKey: Buffer } & WrappedKey {
    const dataKey = this.#random(KEY_BYTES)
    return { dataKey, ...this.#wrap(dataKey) }
  }

  /** Throws DamagedFileError when the wrapping was altered, and an Error when its master key is not configured. */
  unwrap({ wrappedKey, keyId }: WrappedKey): Buffer {
    const master = this.#keys.get(keyId)
    if (!master)
      throw new Error(`The master key ${keyId} is not configured, so files wrapped with it can't be read`)
    const bytes = Buffer.from(wrappedKey, 'base64')
    if (bytes.length !== NONCE_BYTES + KEY_BYTES + TAG_BYTES) throw new DamagedFileError()
    const decipher = createDecipheriv(CIPHER, master, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(keyId))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    const dataKey = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
    try {
      decipher.final()
    } catch (cause) {
      throw new DamagedFileError({ cause })
    }
    return dataKey
  }

  /** The same data key under the newest master key; the very same object when it is already. */
  rewrap(wrapped: WrappedKey): WrappedKey {
    return wrapped.keyId === this.#newest.id ? wrapped : this.#wrap(this.unwrap(wrapped))
  }

  #wrap(dataKey: Buffer): WrappedKey {
    const nonce = this.#random(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, this.#newest.key, nonce)
    cipher.setAAD(Buffer.from(this.#newest.id))
    const sealed = Buffer.concat([nonce, cipher.update(dataKey), cipher.final(), cipher.getAuthTag()])
    return { wrappedKey: sealed.toString('base64'), keyId: this.#newest.id }
  }
}

/**
 * The key for one stored file. It depends on the storage key, so that two files of one data key can't be swapped for
 * each other on disk without being noticed.
 */
export function fileKey(dataKey: Buffer, storageKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', dataKey, '', `verdaccord file ${storageKey}`, KEY_BYTES))
}

/** What is stored is not what was written: cut, reordered, altered, or under another key. */
export class DamagedFileError extends Error {
  constructor(options?: ErrorOptions) {
    super('A stored file is damaged or was altered', options)
    this.name = 'DamagedFileError'
  }
}
