/** What the product believes about a person after a sign-in; the pair of issuer and sub is the key (security R3). */
export interface TokenClaims {
  issuer: string
  sub: string
  email: string | undefined
  /** True only if the provider said exactly `true`; missing, "true" and 1 don't count (law §6.3). */
  emailVerified: boolean
  name: string | undefined
  nickname: string | undefined
  picture: string | undefined
  updatedAt: Date | undefined
  /** When the person authenticated; undefined if the provider doesn't say, which never counts as recent (R11). */
  authTime: Date | undefined
  /** Whether the provider says that a second factor was used (RFC 8176, section 2 of OpenID Connect Core). */
  hasSecondFactor: boolean
  /** The account's version at the embedded provider. */
  accountVersion?: number
}

/** OpenID's assurance levels for phishing-resistant authentication, such as a passkey. */
const STRONG_LEVELS = ['phr', 'phrh']
const KNOWLEDGE = ['pwd', 'pin', 'kba']
const POSSESSION = ['otp', 'hwk', 'swk', 'sc', 'sms', 'tel', 'pop']
const INHERENCE = ['face', 'fpt', 'iris', 'retina', 'vbm']

const MAX_TEXT = 200
const MAX_SUB = 255
const MAX_EMAIL = 254

/**
 * Reads claims that openid-client has verified. Only `sub` is required; a claim of the wrong type is dropped.
 * Throws if `sub` is unusable or the token is from the future (security R2).
 */
export function readTokenClaims(
  issuer: string,
  claims: Record<string, unknown>,
  now: Date,
  { skewSeconds, secondFactorLevel }: { skewSeconds: number; secondFactorLevel?: string },
): TokenClaims {
  const { sub, iat } = claims
  if (typeof sub !== 'string' || sub === '' || sub.length > MAX_SUB)
    throw new Error('The ID token has no usable sub')
  if (typeof iat === 'number' && iat > now.getTime() / 1000 + skewSeconds)
    throw new Error('The ID token was issued in the future')
  return {
    issuer,
    sub,
    email: text(claims.email, MAX_EMAIL),
    emailVerified: claims.email_verified === true,
    name: text(claims.name, MAX_TEXT),
    nickname: text(claims.nickname, MAX_TEXT),
    picture: httpsAddress(claims.picture),
    updatedAt: moment(claims.updated_at),
    authTime: typeof claims.auth_time === 'number' ? noLaterThan(now, moment(claims.auth_time)) : undefined,
    hasSecondFactor: saysSecondFactor(claims, secondFactorLevel),
  }
}

/**
 * Only by the methods or level that the provider states: `mfa`, methods of two kinds, the level that we ask
 * for, or a phishing-resistant one. A single method, such as an emailed code, is one factor.
 */
function saysSecondFactor({ amr, acr }: Record<string, unknown>, level: string | undefined): boolean {
  if (typeof acr === 'string' && [...STRONG_LEVELS, level].includes(acr)) return true
  if (!Array.isArray(amr)) return false
  const kinds = [KNOWLEDGE, POSSESSION, INHERENCE].filter((kind) =>
    kind.some((method) => amr.includes(method)),
  )
  return amr.includes('mfa') || kinds.length > 1
}

function text(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string') return undefined
  // Truncating an address would make it another address; truncating a name is harmless.
  if (maxLength === MAX_EMAIL && value.length > maxLength) return undefined
  return value.trim().slice(0, maxLength) || undefined
}

function httpsAddress(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= 2000 && URL.parse(value)?.protocol === 'https:'
    ? value
    : undefined
}

/** A moment ahead of our clock would keep a sign-in recent for longer than R11 allows. */
function noLaterThan(now: Date, date: Date | undefined): Date | undefined {
  return date && date > now ? now : date
}

/** OpenID Connect has seconds, Auth0 sends an ISO text (law §6.3). */
function moment(value: unknown): Date | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  const date = new Date(typeof value === 'number' ? value * 1000 : value)
  return Number.isNaN(date.getTime()) ? undefined : date
}
