import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import pLimit from 'p-limit'

const COST = { N: 2 ** 15, r: 8, p: 3 }
const SALT_BYTES = 16
const KEY_BYTES = 32
/** Each hash takes a thread of Node's pool and 32 MB for a while; two at once leave room for files and name look-ups. */
const turn = pLimit(2)

/** Hashes a password with scrypt; the parameters travel in the text, so that they can grow later (choices §2). */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await derive(password, salt, COST)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/**
 * Whether the password is the one of this hash, compared in constant time. Without a hash, for an address no one has,
 * it takes as long and answers false (security R56).
 */
export async function passwordMatches(password: string, hash: string | undefined): Promise<boolean> {
  const [, n, r, p, salt = '', key = ''] = (hash ?? NO_ONE).split('$')
  const expected = Buffer.from(key, 'base64url')
  const actual = await derive(password, Buffer.from(salt, 'base64url'), {
    N: Number(n),
    r: Number(r),
    p: Number(p),
  })
  return expected.length === KEY_BYTES && timingSafeEqual(actual, expected) && hash !== undefined
}

/** Well formed and of no password: the key is random and was not derived from anything. */
const NO_ONE = [
  'scrypt',
  COST.N,
  COST.r,
  COST.p,
  randomBytes(SALT_BYTES).toString('base64url'),
  randomBytes(KEY_BYTES).toString('base64url'),
].join('$')

function derive(password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
  const options = { ...cost, maxmem: 256 * 1024 * 1024 }
  // The same word typed on another keyboard may arrive in another Unicode form.
  const text = password.normalize('NFKC')
  return turn(
    () =>
      new Promise((resolve, reject) => {
        scrypt(text, salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)))
      }),
  )
}
