import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { EmbeddedSecrets } from './secrets.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a secret for the database, bound to the account it is of: in the row of another it can't be opened. */
export function sealSecret({ cookieKeys }: EmbeddedSecrets, sub: string, secret: Uint8Array): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, keyFrom(cookieKeys[0] ?? ''), nonce)
  cipher.setAAD(Buffer.from(sub))
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

/** The secret again, with whichever of the keys encrypted it. Throws where none did, or the row was altered. */
export function openSecret({ cookieKeys }: EmbeddedSecrets, sub: string, sealed: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64')
  for (const key of cookieKeys) {
    const decipher = createDecipheriv(CIPHER, keyFrom(key), bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(sub))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    try {
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
    } catch {
      // Another key may have encrypted it.
    }
  }
  throw new Error('The secret of an authenticator app can’t be opened with any of the keys')
}

/** Hashes a short code with a key that is not in the database: anyone who reads the table can try none. */
export function keyedHash(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

function keyFrom(key: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'authenticator secret', 32))
}
