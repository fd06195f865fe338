import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** What the stand-in does wrong; with an empty script it is an honest provider. */
export interface Script {
  claims?: Record<string, unknown>
  omitClaims?: string[]
  algorithm?: 'RS256' | 'HS256' | 'none'
  /** Signs with another key than the published one with the same kid. */
  forgeSignature?: boolean
  discovery?: Record<string, unknown>
  userinfo?: Record<string, unknown>
  /** Endpoints that redirect, fail or don't answer. */
  broken?: Record<string, 'silent' | 'failing' | 'redirecting' | 'garbled'>
}

export interface ScriptedIssuer {
  issuer: string
  script: Script
  /** How often each path was requested. */
  calls: Map<string, number>
  /** Plays browser and person: takes the authorization URL and returns the callback's. */
  signIn(authorizationUrl: URL): URL
  close(): Promise<void>
}

const CLIENT_ID = 'product'
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
/** The same for every stand-in: making them takes longer than most tests of the client. */
let keys: Record<'published' | 'forged', ReturnType<typeof newKey>> | undefined

/** An OpenID provider on loopback that follows its script, for the tests of the client (security R2, B07). */
export async function startScriptedIssuer(): Promise<ScriptedIssuer> {
  keys ??= { published: newKey(), forged: newKey() }
  const { published, forged } = keys
  const codes = new Map<string, URLSearchParams>()
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The scripted issuer has no port')
  const issuer = `http://127.0.0.1:${address.port}/`

  const peer: ScriptedIssuer = {
    issuer,
    script: {},
    calls: new Map(),
    signIn(authorizationUrl) {
      const code = randomBytes(8).toString('hex')
      codes.set(code, authorizationUrl.searchParams)
      const callback = new URL(authorizationUrl.searchParams.get('redirect_uri') ?? '')
      callback.search = new URLSearchParams({
        code,
        state: authorizationUrl.searchParams.get('state') ?? '',
      }).toString()
      return callback
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return peer

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    peer.calls.set(path, (peer.calls.get(path) ?? 0) + 1)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    switch (peer.script.broken?.[path]) {
      case 'silent':
        return
      case 'failing':
        return void send(500, { message: 'broken' })
      case 'redirecting':
        return void response.writeHead(302, { location: `${path}-elsewhere` }).end()
      case 'garbled':
        return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"keys":')
      case undefined:
    }
    if (path === '/.well-known/openid-configuration') return void send(200, discovery())
    if (path === '/jwks') return void send(200, { keys: [publicJwk(published.publicKey)] })
    if (path === '/userinfo') return void send(200, peer.script.userinfo ?? {})
    if (path === '/token') return void token(new URLSearchParams(Buffer.concat(chunks).toString()), send)
    send(404, {})
  }

  function discovery() {
    return {
      issuer,
      authorization_endpoint: `${issuer}authorize`,
      token_endpoint: `${issuer}token`,
      jwks_uri: `${issuer}jwks`,
      ...(peer.script.userinfo ? { userinfo_endpoint: `${issuer}userinfo` } : {}),
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      ...peer.script.discovery,
    }
  }

  function token(form: URLSearchParams, send: (status: number, body: unknown) => unknown) {
    const code = form.get('code') ?? ''
    const asked = codes.get(code)
    codes.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!asked || asked.get('code_challenge') !== challenge) return send(400, { error: 'invalid_grant' })
    return send(200, {
      access_token: 'opaque',
      token_type: 'Bearer',
      expires_in: 60,
      id_token: idToken(asked.get('nonce')),
    })
  }

  function idToken(nonce: string | null): string {
    const { script } = peer
    const now = Math.floor(Date.now() / 1000)
    const claims: Record<string, unknown> = {
      iss: issuer,
      aud: CLIENT_ID,
      sub: 'auth0|1',
      iat: now,
      exp: now + 300,
      nonce,
      email: 'ada@example.org',
      email_verified: true,
      ...script.claims,
    }
    for (const name of script.omitClaims ?? []) delete claims[name]
    const algorithm = script.algorithm ?? 'RS256'
    const body = `${encode({ alg: algorithm, kid: 'one', typ: 'JWT' })}.${encode(claims)}`
    if (algorithm === 'none') return `${body}.`
    const key = script.forgeSignature ? forged.privateKey : published.privateKey
    return `${body}.${sign('sha256', Buffer.from(body), key).toString('base64url')}`
  }
}

function publicJwk(key: KeyObject) {
  return { ...key.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }
}
