import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  generateKeyPair,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * What the embedded provider keeps between starts, next to the data: created once, private, the same in every
 * process.
 */
export const EmbeddedSecrets = z.object({
  /** Newest first; older ones still verify. */
  cookieKeys: z.array(z.string().min(32)).min(1),
  jwks: z.object({ keys: z.array(z.record(z.string(), z.unknown())).min(1) }),
})
export type EmbeddedSecrets = z.infer<typeof EmbeddedSecrets>

/** A new private RSA key for RS256, as a key set. */
async function newJwks(): Promise<EmbeddedSecrets['jwks']> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const kid = randomBytes(8).toString('hex')
  return { keys: [{ ...privateKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }] }
}

/** New secrets for a first start; the caller must store them readable by its account only. */
export async function newEmbeddedSecrets(): Promise<EmbeddedSecrets> {
  return { cookieKeys: [randomBytes(32).toString('base64url')], jwks: await newJwks() }
}

export const EMBEDDED_CLIENT_ID = 'verdaccord'
/** The same as Auth0's. */
export const SECOND_FACTOR_LEVEL = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor'

/** The embedded provider's issuer at this public URL. */
export function embeddedIssuer(publicUrl: string): string {
  return `${publicUrl}/idp`
}

/** How the product's OpenID client reaches and identifies itself to the embedded provider. */
export interface EmbeddedClient {
  issuer: string
  clientId: string
  clientSecret: string
  redirectUri: string
  /** The value with which the product asks for a second factor. */
  secondFactorLevel: string
}

/** The embedded provider's one client: the product itself. */
export function embeddedClient(publicUrl: string, secrets: EmbeddedSecrets): EmbeddedClient {
  // The schema requires at least one key.
  const [key = ''] = secrets.cookieKeys
  return {
    issuer: embeddedIssuer(publicUrl),
    clientId: EMBEDDED_CLIENT_ID,
    clientSecret: createHmac('sha256', key).update('client secret').digest('base64url'),
    redirectUri: `${publicUrl}/api/auth/callback`,
    secondFactorLevel: SECOND_FACTOR_LEVEL,
  }
}

/** Encrypts a secret for the database, bound to its account: it can't be decrypted in another account's row. */
export function sealSecret({ cookieKeys }: EmbeddedSecrets, sub: string, secret: Uint8Array): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, keyFrom(cookieKeys[0] ?? ''), nonce)
  cipher.setAAD(Buffer.from(sub))
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

/** Decrypts a secret with whichever key encrypted it. Throws if none did, or the row was altered. */
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

/** Hashes a short code with a key that isn't in the database, so that the table alone doesn't allow trying codes. */
export function keyedHash(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

function keyFrom(key: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'authenticator secret', 32))
}
