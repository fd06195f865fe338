import { createHash } from 'node:crypto'
import type { Configuration, CustomFetch } from 'openid-client'
import { AppError } from '#server/platform/http/app-error.ts'
import {
  type AuthorizationRequest,
  type IdentityProvider,
  SignInCancelled,
  SignInRefused,
  type SignInSecrets,
} from './identity-provider.ts'
import { readTokenClaims, type TokenClaims } from './token-claims.ts'

const BAD_CALLBACK = 'This sign-in link is no longer valid. Please start again.'
const PROVIDER_DOWN = 'The sign-in service isn’t responding as it should. Please try again in a moment.'

/** A callback that doesn't belong to this sign-in, or was used before (security R1). */
const badCallback = (cause?: unknown): AppError =>
  new AppError('VALIDATION_ERROR', BAD_CALLBACK, {}, { cause })

/** What a provider answers instead of a code (RFC 6749, section 4.1.2.1; OpenID Connect Core, section 3.1.2.6). */
const REFUSALS: Readonly<Record<string, SignInRefused['refusal']>> = {
  access_denied: 'provider-refused',
  // Auth0's, for example for a blocked account.
  unauthorized: 'provider-refused',
  login_required: 'provider-asks',
  interaction_required: 'provider-asks',
  consent_required: 'provider-asks',
  account_selection_required: 'provider-asks',
  temporarily_unavailable: 'provider-busy',
}
/**
 * How providers say that it was the person who ended a sign-in. They use `access_denied` for their own refusals as
 * well, such as "user is blocked", and then always say why.
 */
const BY_THE_PERSON = /\bcancel|\buser (has )?(denied|declined|did not (authori[sz]e|consent))/i

export const SCOPE = 'openid profile email'
export const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA']
const CLOCK_SKEW_SECONDS = 30
const CACHE_MS = 10 * 60_000
/** How long a provider that has answered counts as up: many processes must not ask it all the time. */
const HEARD_MS = 30_000
/**
 * A sign-in ends within 10 s whatever the provider does (security B07), so all its calls together get a little
 * less.
 */
const TIMEOUT_MS = 9_000
/** The longest session (security R7): asking for it makes every provider send `auth_time`. */
const MAX_AGE_SECONDS = 12 * 3600
/** Signing out must not wait for a provider that is down. */
const LOGOUT_TIMEOUT_MS = 3_000

export interface OidcClientOptions {
  /** Exactly as in the provider's discovery document, with or without the trailing slash (law §6.3). */
  issuer: string
  clientId: string
  clientSecret?: string
  /** The provider's name for a sign-in with a second factor (`acr_values`). */
  secondFactorLevel?: string
  redirectUri: string
  now: () => Date
  /** How to reach the provider; the embedded one is called without a network (see `injectFetch`). */
  fetch?: CustomFetch
  timeoutMs?: number
}

/**
 * The OpenID Connect client: authorization code with PKCE S256, state and nonce (security R1, R2). The
 * discovery document is read at first use and cached for ten minutes; after any provider failure it is read
 * again, with its keys, so that sign-in recovers as soon as the provider does (security B07).
 */
export function createOidcClient(options: OidcClientOptions): IdentityProvider {
  const { issuer, redirectUri, now, timeoutMs = TIMEOUT_MS } = options
  /** When the provider last answered `health`. */
  let heardAt: number | undefined
  let known: { configuration: Promise<Configuration>; since: number } | undefined

  function configuration(): Promise<Configuration> {
    if (known && now().getTime() - known.since < CACHE_MS) return known.configuration
    const fresh = { configuration: discover(options, timeoutMs), since: now().getTime() }
    known = fresh
    fresh.configuration.catch(() => {
      if (known === fresh) known = undefined
    })
    return fresh.configuration
  }

  async function failing<T>(work: Promise<T>): Promise<T> {
    try {
      return await within(timeoutMs, work)
    } catch (error) {
      const failure = asSignInFailure(error)
      if (failure.code === 'PROVIDER_FAILED') known = undefined
      throw failure
    }
  }

  return {
    issuer,
    authorizationUrl: (request) => failing(authorizationUrl(request)),
    exchange: (callbackUrl, expected) => failing(exchange(callbackUrl, expected)),
    logoutUrl: (returnTo) =>
      within(Math.min(timeoutMs, LOGOUT_TIMEOUT_MS), logoutUrl(returnTo)).catch(() => undefined),
    async health() {
      if (heardAt !== undefined && now().getTime() - heardAt < HEARD_MS) return 'ok'
      try {
        await within(timeoutMs, known ? discover(options, timeoutMs) : configuration())
        heardAt = now().getTime()
        return 'ok'
      } catch {
        heardAt = undefined
        return 'failing'
      }
    },
  }

  async function authorizationUrl(request: AuthorizationRequest): Promise<URL> {
    const client = await import('openid-client')
    return client.buildAuthorizationUrl(await configuration(), {
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: SCOPE,
      state: request.state,
      nonce: request.nonce,
      code_challenge: createHash('sha256').update(request.codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...(request.loginHint ? { login_hint: request.loginHint } : {}),
      ...(request.signUp ? { screen_hint: 'signup' } : {}),
      ...(request.secondFactor && options.secondFactorLevel ? { acr_values: options.secondFactorLevel } : {}),
      ...(request.reauthenticate ? { prompt: 'login', max_age: '0' } : { max_age: String(MAX_AGE_SECONDS) }),
    })
  }

  async function exchange(callbackUrl: URL, expected: SignInSecrets): Promise<TokenClaims> {
    const parameters = callbackUrl.searchParams
    for (const name of ['state', 'code', 'error', 'iss'])
      if (parameters.getAll(name).length > 1) throw badCallback()
    if (parameters.get('state') !== expected.state) throw badCallback()
    if (!parameters.has('code') && !parameters.has('error')) throw badCallback()
    if (parameters.has('iss') && parameters.get('iss') !== issuer) throw badCallback()

    const client = await import('openid-client')
    const provider = await configuration()
    const url = new URL(redirectUri)
    url.search = parameters.toString()
    const tokens = await client.authorizationCodeGrant(provider, url, {
      expectedState: expected.state,
      expectedNonce: expected.nonce,
      pkceCodeVerifier: expected.codeVerifier,
      idTokenExpected: true,
    })
    const idToken = tokens.claims()
    if (!idToken) throw new Error('The provider sent no ID token')
    const reading = { skewSeconds: CLOCK_SKEW_SECONDS, secondFactorLevel: options.secondFactorLevel }
    const claims = readTokenClaims(issuer, idToken, now(), reading)
    if (claims.email || !provider.serverMetadata().userinfo_endpoint) return claims
    // Some providers keep the profile out of the ID token; the second answer must have the same sub.
    const profile = await client.fetchUserInfo(provider, tokens.access_token, claims.sub)
    return readTokenClaims(issuer, { ...profile, ...idToken }, now(), reading)
  }

  async function logoutUrl(returnTo: string): Promise<URL | undefined> {
    const client = await import('openid-client')
    const provider = await configuration()
    if (provider.serverMetadata().end_session_endpoint)
      return client.buildEndSessionUrl(provider, { post_logout_redirect_uri: returnTo })
    if (!new URL(issuer).hostname.endsWith('.auth0.com')) return undefined
    const url = new URL('/v2/logout', issuer)
    url.search = new URLSearchParams({ client_id: options.clientId, returnTo }).toString()
    return url
  }
}

async function discover(options: OidcClientOptions, timeoutMs: number): Promise<Configuration> {
  const client = await import('openid-client')
  const { issuer, clientId, clientSecret } = options
  // Plain http is for a provider on this machine; the configuration refuses it in production (security R63).
  const plainHttp = issuer.startsWith('http://')
  const timeout = timeoutMs / 1000
  const found = await client.discovery(new URL(issuer), clientId, undefined, undefined, {
    timeout,
    ...(options.fetch ? { [client.customFetch]: options.fetch } : {}),
    execute: plainHttp ? [client.allowInsecureRequests] : [],
  })
  const server = { ...found.serverMetadata() }
  // openid-client compares normalised URLs; RFC 9207 and Auth0's trailing slash require an exact comparison.
  if (server.issuer !== issuer) throw new Error('The discovery document names another issuer')
  const offered = server.id_token_signing_alg_values_supported ?? ['RS256']
  server.id_token_signing_alg_values_supported = offered.filter((name) => ALGORITHMS.includes(name))

  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const secretBy = methods.includes('client_secret_post') ? client.ClientSecretPost : client.ClientSecretBasic
  const provider = new client.Configuration(
    server,
    clientId,
    { [client.clockTolerance]: CLOCK_SKEW_SECONDS },
    clientSecret ? secretBy(clientSecret) : client.None(),
  )
  provider.timeout = timeout
  if (options.fetch) provider[client.customFetch] = options.fetch
  if (plainHttp) client.allowInsecureRequests(provider)
  // Otherwise the library trusts TLS for tokens it fetched itself; we require the signature as well (security
  // R2).
  client.enableNonRepudiationChecks(provider)
  return provider
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('The identity provider took too long')), ms)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Classifies a sign-in failure: the callback's fault is a 400, what the provider answered is said as it is, and
 * everything else is the provider's, a 502 (security B07).
 */
function asSignInFailure(error: unknown): AppError {
  if (error instanceof AppError) return error
  const answer = oauthAnswer(error)
  if (answer?.from === 'callback') return asRefusal(answer, error)
  if (answer?.from === 'token' && answer.error === 'invalid_grant') return badCallback(error)
  if (comparedClaim(error) === 'nonce') return badCallback(error)
  return new AppError('PROVIDER_FAILED', PROVIDER_DOWN, {}, { cause: error })
}

interface OauthAnswer {
  from: 'callback' | 'token'
  error: string
  description?: string
}

/** What the provider's answer means for the person: they cancelled, or weren't let in. */
function asRefusal({ error, description }: OauthAnswer, cause: unknown): AppError {
  const isByPerson = !description || BY_THE_PERSON.test(description)
  if (error === 'access_denied' && isByPerson) return new SignInCancelled({ cause })
  const refusal = Object.hasOwn(REFUSALS, error) ? REFUSALS[error] : undefined
  return new SignInRefused(refusal ?? 'provider-failed', { cause })
}

/**
 * The provider's own error answer, recognised by openid-client's codes, because its classes would have to be
 * loaded.
 */
function oauthAnswer(error: unknown): OauthAnswer | undefined {
  if (!(error instanceof Error) || !('error' in error) || typeof error.error !== 'string') return undefined
  const code = 'code' in error ? error.code : undefined
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') {
    const description = 'error_description' in error ? error.error_description : undefined
    return {
      from: 'callback',
      error: error.error,
      ...(typeof description === 'string' && { description }),
    }
  }
  if (code === 'OAUTH_RESPONSE_BODY_ERROR') return { from: 'token', error: error.error }
  return undefined
}

/** The claim whose value wasn't the expected one, if that is what failed. */
function comparedClaim(error: unknown): string | undefined {
  for (let e: unknown = error; typeof e === 'object' && e !== null; e = 'cause' in e ? e.cause : undefined) {
    if ('claim' in e && typeof e.claim === 'string') return e.claim
  }
  return undefined
}
