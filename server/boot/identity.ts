import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { injectFetch } from '#server/platform/identity/embedded/inject-fetch.ts'
import { type EmbeddedSecrets, embeddedClient } from '#server/platform/identity/embedded/secrets.ts'
import { EMBEDDED_ISSUER, type IdentityProvider } from '#server/platform/identity/identity-provider.ts'
import { createOidcClient } from '#server/platform/identity/oidc-client.ts'

/** In this process nothing is away: what takes long is loading it, on a machine that has much else to do. */
const EMBEDDED_TIMEOUT_MS = 60_000

/** The identity provider of the configuration, or the embedded one reached through the application itself. */
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
