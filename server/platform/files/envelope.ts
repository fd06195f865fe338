import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { RandomBytes } from './file-store.ts'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A configured key that wraps the keys of files. Its id is stored with what it wrapped. */
export interface MasterKey {
  id: string
  key: Buffer
}

/** A file's key as its row stores it; useless without the master key with that id. */
export interface WrappedKey {
  wrappedKey: string
  keyId: string
}

/** What a file's key is for, such as whose document it is. A wrapped key opens only with the same binding. */
export type Binding = readonly string[]

/** The prefix of bound keys; those of former releases are plain base64, which has no dot. */
const BOUND = 'b1.'

/**
 * Wraps data keys with the newest master key and unwraps with whichever was used (security R47). So a master
 * key is rotated by adding a new one in front and rewrapping in the background, without reading any file.
 */
export class KeyRing {
  readonly #keys: Map<string, Buffer>
  readonly #newest: MasterKey
  readonly #random: RandomBytes

  /** Takes the master keys, newest first. Throws if there are none, one is not 256 bits, or an id is used twice. */
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

  /** The id of the key that wraps new data keys. */
  get newestId(): string {
    return this.#newest.id
  }

  newDataKey(): Buffer {
    return this.#random(KEY_BYTES)
  }

  /** Whether a wrapped key is bound. Those of a former release are not, and open with any binding. */
  isBound({ wrappedKey }: Pick<WrappedKey, 'wrappedKey'>): boolean {
    return wrappedKey.startsWith(BOUND)
  }

  /**
   * Throws DamagedFileError if the wrapped key was altered or is bound to something else, and MissingKeyError if its
   * master key isn't configured.
   */
  unwrap({ wrappedKey, keyId }: WrappedKey, binding: Binding): Buffer {
    const isBound = this.isBound({ wrappedKey })
    const master = this.#keys.get(keyId)
    if (!master) throw new MissingKeyError(keyId)
    const bytes = Buffer.from(isBound ? wrappedKey.slice(BOUND.length) : wrappedKey, 'base64')
    if (bytes.length !== NONCE_BYTES + KEY_BYTES + TAG_BYTES) throw new DamagedFileError()
    const decipher = createDecipheriv(CIPHER, master, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(isBound ? boundTo(keyId, binding) : Buffer.from(keyId))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    const dataKey = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
    try {
      decipher.final()
    } catch (cause) {
      throw new DamagedFileError({ cause })
    }
    return dataKey
  }

  /**
   * Returns the same data key wrapped with the newest master key and bound; the same object if it is so
   * already. Throws as `unwrap` does.
   */
  rewrap(wrapped: WrappedKey, binding: Binding): WrappedKey {
    const isDone = wrapped.keyId === this.#newest.id && this.isBound(wrapped)
    return isDone ? wrapped : this.wrap(this.unwrap(wrapped, binding), binding)
  }

  /** Without a binding it is wrapped in the former release's form, which opens with any binding. */
  wrap(dataKey: Buffer, binding: Binding | undefined): WrappedKey {
    const { id, key } = this.#newest
    const nonce = this.#random(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, key, nonce)
    cipher.setAAD(binding ? boundTo(id, binding) : Buffer.from(id))
    const sealed = Buffer.concat([nonce, cipher.update(dataKey), cipher.final(), cipher.getAuthTag()])
    return { wrappedKey: (binding ? BOUND : '') + sealed.toString('base64'), keyId: id }
  }
}

/** As JSON, so that no two bindings have the same bytes. */
function boundTo(keyId: string, binding: Binding): Buffer {
  return Buffer.from(JSON.stringify([keyId, ...binding]))
}

/**
 * The key for one stored file. It depends on the storage key, so that two files with the same data key can't be
 * swapped on disk unnoticed.
 */
export function fileKey(dataKey: Buffer, storageKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', dataKey, '', `verdaccord file ${storageKey}`, KEY_BYTES))
}

/** What is stored is not what was written: truncated, reordered, altered, or under another key. */
export class DamagedFileError extends Error {
  constructor(options?: ErrorOptions) {
    super('A stored file is damaged or was altered', options)
    this.name = 'DamagedFileError'
  }
}

/**
 * Something was encrypted with a key that this process was started without, such as by another process that has a
 * newer one.
 */
export class MissingKeyError extends Error {
  override name = 'MissingKeyError'

  constructor(id: string) {
    super(
      `The master key ${id} is not configured, so what it encrypted can't be read: put it into DOCUMENT_KEYS, behind the others, and start the process again`,
    )
  }
}
