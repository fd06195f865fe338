import { argon2, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import pLimit from 'p-limit'

/** OWASP's first choice for argon2id: memory in KiB, passes, lanes. */
const COST = { m: 19_456, t: 2, p: 1 }
/** The scrypt parameters of former releases, for as long as an account has such a hash. */
const FORMER_COST = { N: 2 ** 15, r: 8, p: 3 }
const SALT_BYTES = 16
const KEY_BYTES = 32
/** Each hash occupies a thread of Node's pool and its memory; two at once leave room for files and DNS look-ups. */
const turn = pLimit(2)

/**
 * Hashes a password with argon2id. The parameters are part of the text, so that they can be raised later
 * (choices §2.2).
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return hashText(salt, await byArgon2(password, salt, COST))
}

/** Whether a hash is a former release's, to be replaced once the password is known. */
export function isFormerHash(hash: string): boolean {
  return hash.startsWith('scrypt$')
}

/**
 * Whether the password matches the hash, compared in constant time. Without a hash, for an unknown address, it
 * takes as long and returns false (security R56). While `formerAreLeft`, any account may have a former hash, so
 * each attempt takes the time of both.
 */
export async function passwordMatches(
  password: string,
  hash: string | undefined,
  formerAreLeft: boolean,
): Promise<boolean> {
  const isFormer = hash !== undefined && isFormerHash(hash)
  const matchesCurrent = await matchesArgon2(password, isFormer ? undefined : hash)
  const matchesFormer =
    (isFormer || formerAreLeft) && (await matchesScrypt(password, isFormer ? hash : undefined))
  return isFormer ? matchesFormer : matchesCurrent
}

async function matchesArgon2(password: string, hash: string | undefined): Promise<boolean> {
  const [, , , cost = '', salt = '', key = ''] = (hash ?? NO_ONE).split('$')
  const { m, t, p } = Object.fromEntries(cost.split(',').map((part) => part.split('=')))
  const given = { m: Number(m), t: Number(t), p: Number(p) }
  return isKey(await byArgon2(password, Buffer.from(salt, 'base64'), given), key, hash)
}

async function matchesScrypt(password: string, hash: string | undefined): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = (hash ?? NO_ONE_FORMERLY).split('$')
  const given = { N: Number(N), r: Number(r), p: Number(p) }
  return isKey(await byScrypt(password, Buffer.from(salt, 'base64url'), given), key, hash)
}

/** Accepts either kind of base64. */
function isKey(actual: Buffer, key: string, hash: string | undefined): boolean {
  const expected = Buffer.from(key, 'base64')
  return expected.length === KEY_BYTES && timingSafeEqual(actual, expected) && hash !== undefined
}

/** In the standard form, which other programs read too. */
function hashText(salt: Buffer, key: Buffer): string {
  const [saltText, keyText] = [salt, key].map((bytes) => bytes.toString('base64').replaceAll('=', ''))
  return `$argon2id$v=19$m=${COST.m},t=${COST.t},p=${COST.p}$${saltText}$${keyText}`
}

/** A valid hash of no password: its key is random and wasn't derived from anything. */
const NO_ONE = hashText(randomBytes(SALT_BYTES), randomBytes(KEY_BYTES))
const NO_ONE_FORMERLY = [
  'scrypt',
  ...Object.values(FORMER_COST),
  randomBytes(SALT_BYTES).toString('base64url'),
  randomBytes(KEY_BYTES).toString('base64url'),
].join('$')

/** The same word typed on another keyboard may arrive in another Unicode form. */
const typed = (password: string) => password.normalize('NFKC')

function byArgon2(password: string, nonce: Buffer, { m, t, p }: typeof COST): Promise<Buffer> {
  const cost = { memory: m, passes: t, parallelism: p, tagLength: KEY_BYTES }
  return turn(
    () =>
      new Promise((resolve, reject) => {
        argon2('argon2id', { message: typed(password), nonce, ...cost }, (error, key) =>
          error ? reject(error) : resolve(key),
        )
      }),
  )
}

function byScrypt(password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
  const options = { ...cost, maxmem: 256 * 1024 * 1024 }
  return turn(
    () =>
      new Promise((resolve, reject) => {
        scrypt(typed(password), salt, KEY_BYTES, options, (error, key) =>
          error ? reject(error) : resolve(key),
        )
      }),
  )
}
