import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { MasterKey } from '#server/platform/files/envelope.ts'
import type { RandomBytes } from '#server/platform/files/file-store.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** `f1.` key id `.` nonce, ciphertext and tag in base64. */
const SEALED = /^f1\.([^.]+)\.([A-Za-z0-9+/=]+)$/

/** Where a value stands: its table, its column and what names its row. It opens there and nowhere else. */
export type Place = readonly [table: string, column: string, row: string]

/** What is stored is not what was written there: it was altered, or belongs elsewhere. */
export class AlteredValueError extends Error {
  override name = 'AlteredValueError'
  readonly place: Place

  constructor(place: Place, options?: ErrorOptions) {
    super(`A value of ${place[0]}.${place[1]} was altered, or stands elsewhere`, options)
    this.place = place
  }
}

/**
 * Encrypts single values of rows with keys derived from the master keys of documents, the newest first, so that a dump of
 * the database says nothing of them. What a former release wrote in the clear is read as it is until it is encrypted.
 */
export class FieldCipher {
  readonly #keys: Map<string, Buffer>
  readonly #newestId: string
  readonly #random: RandomBytes

  /** Takes the master keys, newest first. Throws when there is none. */
  constructor(masterKeys: readonly MasterKey[], random: RandomBytes) {
    const [newest] = masterKeys
    if (!newest) throw new Error('At least one master key is needed')
    this.#newestId = newest.id
    this.#keys = new Map(masterKeys.map(({ id, key }) => [id, fieldKey(key)]))
    this.#random = random
  }

  /** How every value begins that the newest key has encrypted. */
  get newestPrefix(): string {
    return `f1.${this.#newestId}.`
  }

  /** Whether a value is encrypted, and for this place. */
  opensAt(stored: string, place: Place): boolean {
    try {
      this.open(stored, place)
      return SEALED.test(stored)
    } catch {
      return false
    }
  }

  seal(value: string, place: Place): string {
    const nonce = this.#random(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, this.#key(this.#newestId), nonce)
    cipher.setAAD(placeBytes(place))
    const sealed = Buffer.concat([nonce, cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return this.newestPrefix + sealed.toString('base64')
  }

  /** Throws AlteredValueError for what was altered or stands elsewhere, and an Error when its key is not configured. */
  open(stored: string, place: Place): string {
    const [, id, sealed] = SEALED.exec(stored) ?? []
    if (id === undefined || sealed === undefined) return stored
    const bytes = Buffer.from(sealed, 'base64')
    const key = this.#key(id)
    if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new AlteredValueError(place)
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(placeBytes(place))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    const value = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
    try {
      return Buffer.concat([value, decipher.final()]).toString('utf8')
    } catch (cause) {
      throw new AlteredValueError(place, { cause })
    }
  }

  #key(id: string): Buffer {
    const key = this.#keys.get(id)
    if (!key) throw new Error(`The master key ${id} is not configured, so what it encrypted can't be read`)
    return key
  }
}

/** Of its own, so that no key both wraps files and encrypts values. */
function fieldKey(master: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', master, '', 'verdaccord fields', 32))
}

/** Written as JSON, so that no two places have the same bytes. */
function placeBytes(place: Place): Buffer {
  return Buffer.from(JSON.stringify(place))
}
