import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import { type MasterKey, MissingKeyError } from '#server/platform/files/envelope.ts'
import type { RandomBytes } from '#server/platform/files/file-store.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** `f1.` key id `.` nonce, ciphertext and tag in base64. */
const SEALED = /^f1\.([^.]+)\.([A-Za-z0-9+/=]+)$/

/** Where a value is stored: table, column and row. It can be decrypted only there. */
export type FieldPlace = readonly [table: string, column: string, row: string]

/** A stored value was altered or belongs elsewhere. */
export class AlteredValueError extends Error {
  override name = 'AlteredValueError'
  readonly place: FieldPlace

  constructor(place: FieldPlace, options?: ErrorOptions) {
    super(`A value of ${place[0]}.${place[1]} was altered, or stands elsewhere`, options)
    this.place = place
  }
}

/** Keys derived from one master key, kept as key objects so that they aren't prepared again for every value. */
interface FieldKeys {
  values: KeyObject
  /** Derives the same nonce for the same value. */
  nonces: KeyObject
}

/**
 * Encrypts single values of rows with keys derived from the documents' master keys, newest first, so that a
 * database dump reveals nothing of them. Values that a former release stored in plain text are read as they are
 * until they are encrypted.
 */
export class FieldCipher {
  readonly #keys: Map<string, FieldKeys>
  readonly #newestId: string
  readonly #random: RandomBytes

  /** Takes the master keys, newest first. Throws if there are none. */
  constructor(masterKeys: readonly MasterKey[], random: RandomBytes) {
    const [newest] = masterKeys
    if (!newest) throw new Error('At least one master key is needed')
    this.#newestId = newest.id
    this.#keys = new Map(masterKeys.map(({ id, key }) => [id, fieldKeys(key)]))
    this.#random = random
  }

  /** The prefix of every value encrypted with the newest key. */
  get newestPrefix(): string {
    return `f1.${this.#newestId}.`
  }

  /** Whether a value is encrypted, and for this place. */
  opensAt(stored: string, place: FieldPlace): boolean {
    try {
      this.open(stored, place)
      return SEALED.test(stored)
    } catch {
      return false
    }
  }

  seal(value: string, place: FieldPlace): string {
    return this.#sealed(this.#newestId, this.#random(NONCE_BYTES), value, place)
  }

  /**
   * Encrypts equal values of one place to equal texts, so that the database can look them up; without the key a
   * dump shows only which are equal. The place has no row.
   */
  sealAlike(value: string, place: FieldPlace): string {
    return this.#sealedAlike(this.#newestId, value, place)
  }

  /**
   * The stored forms that a value encrypted with `sealAlike` may have: under each key, or in plain text from a
   * former release.
   */
  formsOf(value: string, place: FieldPlace): string[] {
    return [value, ...[...this.#keys.keys()].map((id) => this.#sealedAlike(id, value, place))]
  }

  /**
   * Throws AlteredValueError for a value that was altered or belongs elsewhere, and MissingKeyError if its key isn't
   * configured.
   */
  open(stored: string, place: FieldPlace): string {
    const [, id, sealed] = SEALED.exec(stored) ?? []
    if (id === undefined || sealed === undefined) return stored
    const bytes = Buffer.from(sealed, 'base64')
    const { values } = this.#key(id)
    if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new AlteredValueError(place)
    const decipher = createDecipheriv(CIPHER, values, bytes.subarray(0, NONCE_BYTES), {
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

  #sealedAlike(id: string, value: string, place: FieldPlace): string {
    const mac = createHmac('sha256', this.#key(id).nonces).update(JSON.stringify([place, value]))
    return this.#sealed(id, mac.digest().subarray(0, NONCE_BYTES), value, place)
  }

  #sealed(id: string, nonce: Buffer, value: string, place: FieldPlace): string {
    const cipher = createCipheriv(CIPHER, this.#key(id).values, nonce)
    cipher.setAAD(placeBytes(place))
    const sealed = Buffer.concat([nonce, cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return `f1.${id}.${sealed.toString('base64')}`
  }

  #key(id: string): FieldKeys {
    const key = this.#keys.get(id)
    if (!key) throw new MissingKeyError(id)
    return key
  }
}

/** Separate keys, so that none both wraps files and encrypts values. */
function fieldKeys(master: Buffer): FieldKeys {
  const derived = (use: string) => createSecretKey(Buffer.from(hkdfSync('sha256', master, '', use, 32)))
  return { values: derived('verdaccord fields'), nonces: derived('verdaccord equal fields') }
}

/** Written as JSON, so that no two places have the same bytes. */
function placeBytes(place: FieldPlace): Buffer {
  return Buffer.from(JSON.stringify(place))
}
