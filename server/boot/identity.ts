import type { FastifyInstance } from 'fastify'
import type { CustomFetch } from 'openid-client'
import type { Config } from '#server/config.ts'
import { type EmbeddedSecrets, embeddedClient } from '#server/platform/identity/embedded/secrets.ts'
import { EMBEDDED_ISSUER, type IdentityProvider } from '#server/platform/identity/identity-provider.ts'
import { createOidcClient } from '#server/platform/identity/oidc-client.ts'

/** Nothing in this process can be down: only loading it on a busy machine takes long. */
const EMBEDDED_TIMEOUT_MS = 60_000

/** The configured identity provider, or the embedded one, reached through the application itself. */
export function identityOf(
  config: Config,
  server: FastifyInstance,
  secrets: EmbeddedSecrets | undefined,
  now: () => Date,
): IdentityProvider {
  if (config.identity)
    return createOidcClient({ ...config.identity, redirectUri: `${config.publicUrl}/api/auth/callback`, now })
  if (!secrets) throw new Error('Without OIDC_ISSUER the embedded identity provider needs its secrets')
  const client = embeddedClient(config.publicUrl, secrets)
  const provider = createOidcClient({
    ...client,
    now,
    fetch: injectFetch(server, client.issuer),
    timeoutMs: EMBEDDED_TIMEOUT_MS,
  })
  return {
    ...provider,
    issuer: EMBEDDED_ISSUER,
    exchange: async (...callback) => ({ ...(await provider.exchange(...callback)), issuer: EMBEDDED_ISSUER }),
  }
}

/**
 * A fetch that passes requests for the embedded issuer to the application itself, without a network, so that
 * sign-in needs no loopback connection behind a proxy, and works in tests that don't listen. Throws for any
 * other URL.
 */
export function injectFetch(app: FastifyInstance, issuer: string): CustomFetch {
  const { origin } = new URL(issuer)
  return async (address, { method, headers, body, signal }) => {
    const url = new URL(address)
    if (url.origin !== origin) throw new Error('Only the embedded provider is reached without a network')
    if (body && !(body instanceof URLSearchParams) && typeof body !== 'string')
      throw new Error('The embedded provider takes forms only')
    const answer = await app.inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url: url.pathname + url.search,
      headers,
      ...(body ? { payload: body.toString() } : {}),
      ...(signal ? { signal } : {}),
    })
    const answerHeaders = new Headers()
    for (const [name, value] of Object.entries(answer.headers)) {
      for (const item of Array.isArray(value) ? value : [value])
        answerHeaders.append(name, String(item ?? ''))
    }
    return new Response(new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: answerHeaders,
    })
  }
}
