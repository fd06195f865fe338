import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '#server/platform/http/app-error.ts'
import { newSignInSecrets, SignInCancelled, type SignInSecrets } from './identity-provider.ts'
import { createOidcClient, type OidcClientOptions } from './oidc-client.ts'
import { type Script, type ScriptedIssuer, startScriptedIssuer } from './testing/scripted-issuer.ts'

const REDIRECT_URI = 'http://localhost:3000/api/auth/callback'
const DISCOVERY = '/.well-known/openid-configuration'
const MINUTE = 60_000

let peer: ScriptedIssuer
beforeEach(async () => {
  peer = await startScriptedIssuer()
})
afterEach(() => peer.close())

const clientOf = (options: Partial<OidcClientOptions> = {}) =>
  createOidcClient({
    issuer: peer.issuer,
    clientId: 'product',
    clientSecret: 'secret',
    redirectUri: REDIRECT_URI,
    now: () => new Date(),
    timeoutMs: 60_000,
    ...options,
  })

async function signIn(client = clientOf(), secrets: SignInSecrets = newSignInSecrets()) {
  return client.exchange(peer.signIn(await client.authorizationUrl(secrets)), secrets)
}

async function failureOf(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => undefined,
    (failure: unknown) => failure,
  )
  if (!(error instanceof AppError)) throw new Error('expected an AppError', { cause: error })
  return error
}

describe('a sign-in at an honest provider', () => {
  it('R1 asks with code, PKCE S256, state and nonce, and returns who signed in', async () => {
    const secrets = newSignInSecrets()
    const url = await clientOf().authorizationUrl({ ...secrets, loginHint: 'ada@example.org', signUp: true })
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      redirect_uri: REDIRECT_URI,
      scope: 'openid profile email',
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge_method: 'S256',
      login_hint: 'ada@example.org',
      screen_hint: 'signup',
    })
    expect(url.search).not.toContain(secrets.codeVerifier)

    expect(await signIn()).toMatchObject({
      issuer: peer.issuer,
      sub: 'auth0|1',
      email: 'ada@example.org',
      emailVerified: true,
      authTime: undefined,
    })
  })

  it('R11 asks for the password again and reads when it was given', async () => {
    const at = Math.floor(Date.now() / 1000)
    peer.script.claims = { auth_time: at }
    const url = await clientOf().authorizationUrl({ ...newSignInSecrets(), reauthenticate: true })
    expect(url.searchParams.get('prompt')).toBe('login')
    expect(url.searchParams.get('max_age')).toBe('0')
    expect((await signIn()).authTime).toEqual(new Date(at * 1000))
  })

  it.each([['true'], [1], [undefined]])('does not count email_verified %j as verified', async (value) => {
    peer.script.claims = { email_verified: value }
    expect((await signIn()).emailVerified).toBe(false)
  })

  it('reads the profile from the userinfo endpoint if the ID token has no email', async () => {
    peer.script.omitClaims = ['email', 'email_verified']
    peer.script.userinfo = { sub: 'auth0|1', email: 'ada@example.org', email_verified: true }
    expect(await signIn()).toMatchObject({ email: 'ada@example.org', emailVerified: true })
  })

  it('refuses a userinfo answer about someone else', async () => {
    peer.script.omitClaims = ['email']
    peer.script.userinfo = { sub: 'auth0|2', email: 'eve@example.org' }
    expect((await failureOf(signIn())).code).toBe('PROVIDER_FAILED')
  })
})

describe('R2 each single fault of the ID token ends the sign-in', () => {
  const now = Math.floor(Date.now() / 1000)
  const faults: [string, Script, string][] = [
    ['another issuer', { claims: { iss: 'https://other.example/' } }, 'PROVIDER_FAILED'],
    ['the issuer without its last slash', { claims: { iss: 'ISSUER_WITHOUT_SLASH' } }, 'PROVIDER_FAILED'],
    ['another audience', { claims: { aud: 'someone-else' } }, 'PROVIDER_FAILED'],
    ['expired longer ago than the skew', { claims: { exp: now - 40 } }, 'PROVIDER_FAILED'],
    ['issued in the future', { claims: { iat: now + 600, exp: now + 900 } }, 'PROVIDER_FAILED'],
    ['another nonce', { claims: { nonce: 'other' } }, 'VALIDATION_ERROR'],
    ['no nonce', { omitClaims: ['nonce'] }, 'PROVIDER_FAILED'],
    ['no sub', { omitClaims: ['sub'] }, 'PROVIDER_FAILED'],
    ['an empty sub', { claims: { sub: '' } }, 'PROVIDER_FAILED'],
    ['algorithm none', { algorithm: 'none' }, 'PROVIDER_FAILED'],
    ['algorithm HS256', { algorithm: 'HS256' }, 'PROVIDER_FAILED'],
    ['a foreign signature', { forgeSignature: true }, 'PROVIDER_FAILED'],
  ]
  it.each(faults)('R2 %s', async (_name, script, code) => {
    peer.script = script
    if (script.claims?.iss === 'ISSUER_WITHOUT_SLASH') peer.script.claims = { iss: peer.issuer.slice(0, -1) }
    expect((await failureOf(signIn())).code).toBe(code)
  })

  it('R2 accepts a token that expired within the allowed skew', async () => {
    peer.script.claims = { exp: now - 5 }
    expect((await signIn()).sub).toBe('auth0|1')
  })

  it.each([['https://other.example/'], ['without slash']])(
    'R2 a discovery document of %s is refused',
    async (issuer) => {
      peer.script.discovery = { issuer: issuer === 'without slash' ? peer.issuer.slice(0, -1) : issuer }
      expect((await failureOf(clientOf().authorizationUrl(newSignInSecrets()))).code).toBe('PROVIDER_FAILED')
    },
  )
})

describe('R1 a callback that does not belong to this sign-in is a 400', () => {
  const change: [string, (callback: URL) => void][] = [
    ['without state', (url) => url.searchParams.delete('state')],
    ['with a foreign state', (url) => url.searchParams.set('state', 'foreign')],
    ['with the state twice', (url) => url.searchParams.append('state', url.searchParams.get('state') ?? '')],
    ['without a code', (url) => url.searchParams.delete('code')],
    ['with an invented code', (url) => url.searchParams.set('code', 'invented')],
    ['of another issuer', (url) => url.searchParams.set('iss', 'https://other.example/')],
  ]
  it.each(change)('R1 %s', async (_name, spoil) => {
    const client = clientOf()
    const secrets = newSignInSecrets()
    const callback = peer.signIn(await client.authorizationUrl(secrets))
    spoil(callback)
    expect((await failureOf(client.exchange(callback, secrets))).code).toBe('VALIDATION_ERROR')
  })

  it('R1 a code works for one exchange', async () => {
    const client = clientOf()
    const secrets = newSignInSecrets()
    const callback = peer.signIn(await client.authorizationUrl(secrets))
    await client.exchange(callback, secrets)
    expect((await failureOf(client.exchange(callback, secrets))).code).toBe('VALIDATION_ERROR')
  })

  it('R1 a code is bound to the verifier of the browser that started', async () => {
    const client = clientOf()
    const secrets = newSignInSecrets()
    const callback = peer.signIn(await client.authorizationUrl(secrets))
    const stolen = { ...secrets, codeVerifier: newSignInSecrets().codeVerifier }
    expect((await failureOf(client.exchange(callback, stolen))).code).toBe('VALIDATION_ERROR')
  })

  it.each([
    ['access_denied', undefined, 'cancelled'],
    ['access_denied', 'User did not authorize the request', 'cancelled'],
    ['access_denied', 'AADSTS65004: The user declined to consent to access the app.', 'cancelled'],
    ['access_denied', 'AADB2C90091: The user has cancelled entering self-asserted information.', 'cancelled'],
    ['access_denied', 'user is blocked', 'provider-refused'],
    ['access_denied', 'The user is not assigned to the client application.', 'provider-refused'],
    ['unauthorized', 'user is blocked', 'provider-refused'],
    ['login_required', 'Login required', 'provider-asks'],
    ['temporarily_unavailable', undefined, 'provider-busy'],
    ['server_error', undefined, 'provider-failed'],
    ['invalid_scope', 'cancelled', 'provider-failed'],
    ['constructor', undefined, 'provider-failed'],
  ])('tells what the provider answers apart: %s, %s', async (error, description, meaning) => {
    const secrets = newSignInSecrets()
    const callback = new URL(REDIRECT_URI)
    callback.searchParams.set('error', error)
    callback.searchParams.set('state', secrets.state)
    if (description) callback.searchParams.set('error_description', description)
    const failure = await failureOf(clientOf().exchange(callback, secrets))
    if (meaning === 'cancelled') expect(failure).toBeInstanceOf(SignInCancelled)
    else expect(failure).toMatchObject({ refusal: meaning })
  })
})

describe('B07 a failing provider', () => {
  const troubles: [string, Script][] = [
    ['discovery fails', { broken: { [DISCOVERY]: 'failing' } }],
    ['discovery redirects', { broken: { [DISCOVERY]: 'redirecting' } }],
    ['discovery is garbled', { broken: { [DISCOVERY]: 'garbled' } }],
    ['the token endpoint fails', { broken: { '/token': 'failing' } }],
    ['the token endpoint redirects', { broken: { '/token': 'redirecting' } }],
    ['the keys fail', { broken: { '/jwks': 'failing' } }],
    ['the keys are garbled', { broken: { '/jwks': 'garbled' } }],
  ]
  it.each(troubles)(
    'B07 %s: a 502, and the same client works again as soon as it is over',
    async (_name, script) => {
      const client = clientOf()
      peer.script = script
      expect((await failureOf(signIn(client))).code).toBe('PROVIDER_FAILED')
      peer.script = {}
      expect((await signIn(client)).sub).toBe('auth0|1')
    },
  )

  it.each([DISCOVERY, '/token', '/jwks'])('B07 %s never answers: a 502 when the time is up', async (path) => {
    peer.script = { broken: { [path]: 'silent' } }
    expect((await failureOf(signIn(clientOf({ timeoutMs: 300 })))).code).toBe('PROVIDER_FAILED')
  })

  it('B07 bad keys are not cached: the next sign-in reads them again', async () => {
    const client = clientOf()
    await signIn(client)
    peer.script = { forgeSignature: true }
    expect((await failureOf(signIn(client))).code).toBe('PROVIDER_FAILED')
    peer.script = {}
    await signIn(client)
    expect(peer.calls.get('/jwks')).toBe(2)
  })

  it('B07 no one listens: a 502, and health says so', async () => {
    const client = clientOf({ issuer: 'http://127.0.0.1:1/' })
    expect((await failureOf(client.authorizationUrl(newSignInSecrets()))).code).toBe('PROVIDER_FAILED')
    expect(await client.health()).toBe('failing')
    expect(await client.logoutUrl('http://localhost:3000/')).toBeUndefined()
  })
})

describe('the discovery document', () => {
  it('is cached for ten minutes, then read again', async () => {
    let now = Date.now()
    const client = clientOf({ now: () => new Date(now) })
    const discoveries = async () => {
      await client.authorizationUrl(newSignInSecrets())
      return peer.calls.get(DISCOVERY)
    }
    expect(await discoveries()).toBe(1)
    now += 9 * MINUTE
    expect(await discoveries()).toBe(1)
    now += 2 * MINUTE
    expect(await discoveries()).toBe(2)
    expect(await client.health()).toBe('ok')
  })

  it('B07 hides no outage: health asks the provider again after half a minute, and at once after a failure', async () => {
    let now = Date.now()
    let isDown = false
    let asked = 0
    const client = clientOf({
      now: () => new Date(now),
      fetch: async (...request) => {
        asked++
        if (isDown) throw new Error('down')
        return fetch(...(request as Parameters<typeof fetch>))
      },
    })
    await client.authorizationUrl(newSignInSecrets())
    expect([await client.health(), await client.health(), asked]).toEqual(['ok', 'ok', 2])
    isDown = true
    now += 30_000
    expect([await client.health(), await client.health(), asked]).toEqual(['failing', 'failing', 4])
    isDown = false
    expect(await client.health()).toBe('ok')
  })

  it('decides where signing out leads', async () => {
    expect(await clientOf().logoutUrl('http://localhost:3000/')).toBeUndefined()
    peer.script.discovery = { end_session_endpoint: `${peer.issuer}logout` }
    const url = await clientOf().logoutUrl('http://localhost:3000/')
    expect(url?.pathname).toBe('/logout')
    expect(Object.fromEntries(url?.searchParams ?? [])).toEqual({
      client_id: 'product',
      post_logout_redirect_uri: 'http://localhost:3000/',
    })
  })

  it('of an Auth0 tenant without an end-session endpoint gives its older address', async () => {
    const issuer = 'https://tenant.eu.auth0.com/'
    const client = clientOf({
      issuer,
      fetch: async () =>
        Response.json({
          issuer,
          authorization_endpoint: `${issuer}authorize`,
          token_endpoint: `${issuer}oauth/token`,
          jwks_uri: `${issuer}.well-known/jwks.json`,
        }),
    })
    expect((await client.logoutUrl('http://localhost:3000/'))?.href).toBe(
      `${issuer}v2/logout?client_id=product&returnTo=${encodeURIComponent('http://localhost:3000/')}`,
    )
  })
})
