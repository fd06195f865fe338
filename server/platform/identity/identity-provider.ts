import { randomBytes } from 'node:crypto'
import type { ErrorCode } from '#contract/errors.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { TokenClaims } from './token-claims.ts'

/** One sign-in's random values: kept on the server until the callback, used once (security R1). */
export interface SignInSecrets {
  state: string
  nonce: string
  codeVerifier: string
}

export interface AuthorizationRequest extends SignInSecrets {
  loginHint?: string
  /** Opens the provider's sign-up form first, if it has one. */
  signUp?: boolean
  /** Asks for the password again even if the provider still knows the person (security R11). */
  reauthenticate?: boolean
  /** Asks for a second factor, which staff need (security R21). */
  secondFactor?: boolean
}

/** The person ended the sign-in themselves at the provider. */
export class SignInCancelled extends AppError {
  constructor(options: ErrorOptions) {
    super('VALIDATION_ERROR', 'The sign-in was cancelled. Nothing was changed.', {}, options)
  }
}

/** Why someone isn't let in, by their account or by the provider. */
const CODES = {
  'account-suspended': 'FORBIDDEN',
  'account-closed': 'FORBIDDEN',
  'provider-refused': 'FORBIDDEN',
  'provider-asks': 'UNAUTHENTICATED',
  'provider-busy': 'UNAVAILABLE',
  'provider-failed': 'PROVIDER_FAILED',
} as const satisfies Record<string, ErrorCode>

/** The account or its provider doesn't let the person in; the error page explains it by the key only. */
export class SignInRefused extends AppError {
  readonly refusal: keyof typeof CODES

  constructor(refusal: keyof typeof CODES, options?: ErrorOptions) {
    super(CODES[refusal], `The sign-in was refused: ${refusal}.`, {}, options)
    this.refusal = refusal
  }
}

/** The port to the party that signs people in: Auth0, any other OpenID Connect issuer, or the embedded provider. */
export interface IdentityProvider {
  issuer: string
  /** The URL to send the browser to. Throws PROVIDER_FAILED if the provider can't be reached. */
  authorizationUrl(request: AuthorizationRequest): Promise<URL>
  /**
   * Turns the callback into claims. Throws VALIDATION_ERROR for a bad callback, SignInCancelled or SignInRefused
   * for what the provider says instead, and PROVIDER_FAILED if it is down, slow or sends something that can't be
   * trusted.
   */
  exchange(callbackUrl: URL, expected: SignInSecrets): Promise<TokenClaims>
  /**
   * Whether the person's password or methods have changed since these claims were proven; if not, they can't until
   * the transaction ends. Only the embedded provider can say.
   */
  isOutdated?(tx: Db, claims: TokenClaims): Promise<boolean>
  /** Where to end the provider's own session; undefined if it has none that can be ended. Never throws. */
  logoutUrl(returnTo: string): Promise<URL | undefined>
  health(): Promise<'ok' | 'failing'>
}

/** New random values for one sign-in, 256 bits each. */
export function newSignInSecrets(): SignInSecrets {
  const random = () => randomBytes(32).toString('base64url')
  return { state: random(), nonce: random(), codeVerifier: random() }
}

/**
 * The issuer stored for people of the embedded provider. Its real issuer contains the public URL, and no one
 * should become a stranger because that or the port changed: they are the same accounts in the same database.
 */
export const EMBEDDED_ISSUER = 'embedded'
