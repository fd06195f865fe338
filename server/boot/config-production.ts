import { isIP } from 'node:net'
import { LIST_AGE_MAX_DAYS } from '#contract/screening/sanctions.ts'
import type { MasterKey } from '#server/platform/files/envelope.ts'
import { isOnThisMachine } from '#server/platform/http/loopback.ts'
import { isPlain } from '#server/platform/keys/key-setting.ts'
import type { VARIABLES } from './config-variables.ts'
import type { Variable } from './variable.ts'

/** The least entropy of a secret in bits, in any alphabet; 32 random hexadecimal digits have about 110. */
const LEAST_BITS = 80
/** Words from examples, which no generator of secrets produces. */
const EXAMPLE = /change.?me|example|password|placeholder|replace|secret|your.?key/i

export type Values = {
  [K in keyof typeof VARIABLES]: (typeof VARIABLES)[K] extends Variable<infer T> ? T : never
}

const WEAK = 'expected a random one; `openssl rand -base64 32` makes it'

/** Problems with guessable secrets, each with where a better one comes from. */
export function weakSecrets(v: Values): string[] {
  const weak: [name: string, secrets: readonly (string | Buffer)[], expected: string][] = [
    ['CAPTCHA_KEY', v.CAPTCHA_KEY ? [v.CAPTCHA_KEY] : [], WEAK],
    ['METRICS_TOKEN', v.METRICS_TOKEN ? [v.METRICS_TOKEN] : [], WEAK],
    [
      'OIDC_CLIENT_SECRET',
      v.OIDC_CLIENT_SECRET ? [v.OIDC_CLIENT_SECRET] : [],
      'expected the one that the identity provider shows for the application',
    ],
    [
      'RESEND_WEBHOOK_SECRETS',
      (v.RESEND_WEBHOOK_SECRETS ?? []).map(signing),
      'expected the signing secret that Resend shows for the webhook',
    ],
    [
      'STRIPE_WEBHOOK_SECRET',
      (v.STRIPE_WEBHOOK_SECRET ?? []).map(signing),
      'expected the signing secret that Stripe shows for the webhook endpoint',
    ],
  ]
  const problems = weak.flatMap(([name, secrets, expected]) =>
    secrets.every(isStrongSecret) ? [] : [`${name} is set to something that can be guessed, ${expected}.`],
  )
  // Keys wrapped by a KMS are checked once they are opened.
  for (const name of ['DOCUMENT_KEYS', 'CHECKPOINT_KEYS'] as const)
    problems.push(...weakKeys(name, (v[name] ?? []).filter(isPlain)))
  return problems
}

/** Problems with our own keys: a guessable one, or a duplicate id or key. */
export function weakKeys(name: 'DOCUMENT_KEYS' | 'CHECKPOINT_KEYS', keys: readonly MasterKey[]): string[] {
  const problems: string[] = []
  if (!keys.every(({ key }) => isStrongSecret(key)))
    problems.push(`${name} is set to something that can be guessed, ${WEAK}.`)
  const distinct = new Set(keys.map(({ key }) => key.toString('hex')))
  if (new Set(keys.map(({ id }) => id)).size < keys.length || distinct.size < keys.length)
    problems.push(`${name} has an id or a key twice, expected each once.`)
  return problems
}

function signing(secret: string): string {
  return secret.replace(/^whsec_/, '')
}

/** Bounds of settings that a deployment may choose if others can reach it. */
const BOUNDS = {
  RATE_LIMIT_FACTOR: { max: 20 },
  SESSION_IDLE_MINUTES: { max: 60 },
  SESSION_HOURS: { max: 24 },
  ADMIN_SESSION_IDLE_MINUTES: { max: 30 },
  ADMIN_SESSION_HOURS: { max: 12 },
  SANCTIONS_MAX_AGE_DAYS: { max: LIST_AGE_MAX_DAYS },
} as const

const SAMPLE_DOMAIN = 'verdaccord.example'
const DOMAIN = /^(?=.{4,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,}$/
/** Email domains at which anyone can have an address. */
const PUBLIC_DOMAINS: ReadonlySet<string> = new Set([
  'aol.com',
  'gmail.com',
  'googlemail.com',
  'gmx.com',
  'gmx.net',
  'hotmail.co.uk',
  'hotmail.com',
  'icloud.com',
  'live.com',
  'mail.com',
  'me.com',
  'msn.com',
  'outlook.com',
  'proton.me',
  'protonmail.com',
  'yahoo.co.uk',
  'yahoo.com',
  'yandex.com',
])

/** Problems with the settings of a server that others can reach: each must be within bounds. */
export function looseSettings(v: Values): string[] {
  const problems: string[] = []
  for (const [name, { max }] of Object.entries(BOUNDS)) {
    const value = v[name as keyof typeof BOUNDS]
    if (value > max) problems.push(`${name} is "${value}", expected at most ${max} in production.`)
  }
  for (const domain of v.COMPANY_DOMAINS) {
    if (domain === SAMPLE_DOMAIN) continue
    if (!DOMAIN.test(domain)) problems.push(`COMPANY_DOMAINS has "${domain}", expected a domain name.`)
    else if (PUBLIC_DOMAINS.has(domain))
      problems.push(`COMPANY_DOMAINS has "${domain}", where anyone may have an address; expected your own.`)
  }
  for (const proxy of v.TRUSTED_PROXIES ?? []) {
    if (!isNarrow(proxy))
      problems.push(
        `TRUSTED_PROXIES has "${proxy}", expected addresses, or ranges of /8 (IPv6: /32) or smaller.`,
      )
  }
  for (const { keyId, endpoint } of v.KMS_URL ?? [])
    if (endpoint?.startsWith('http:') && !isOnThisMachine(endpoint))
      problems.push(`KMS_URL has "${endpoint}" for ${keyId}, expected an https:// address in production.`)
  if (v.RESEND_URL.startsWith('http:') && !isOnThisMachine(v.RESEND_URL))
    problems.push(`RESEND_URL is "${v.RESEND_URL}", expected an https:// address in production.`)
  return problems
}

/** Whether a proxy setting is a specific address or range, rather than a whole network that anyone is in. */
function isNarrow(proxy: string): boolean {
  const [address = '', bits] = proxy.split('/')
  return bits === undefined || Number(bits) >= (isIP(address) === 4 ? 8 : 32)
}

/**
 * Whether a secret may be random: its characters, and the differences between them, have enough entropy, and no
 * part is repeated. Detects zeros, counting, repeated words and examples; whether it was generated well can't
 * be seen.
 */
function isStrongSecret(secret: string | Buffer): boolean {
  const values = [...(typeof secret === 'string' ? Buffer.from(secret) : secret)]
  if (typeof secret === 'string' && EXAMPLE.test(secret)) return false
  if (/^(.+?)\1+$/s.test(Buffer.from(values).toString('latin1'))) return false
  const steps = values.slice(1).map((value, index) => (value - (values[index] ?? 0) + 256) % 256)
  return Math.min(bitsOf(values), bitsOf(steps)) >= LEAST_BITS
}

/** The Shannon entropy of a sequence, in bits. */
function bitsOf(values: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => sum + count * Math.log2(values.length / count), 0)
}
