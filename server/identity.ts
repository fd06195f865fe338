import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { injectFetch } from './platform/identity/embedded/inject-fetch.ts'
import { type EmbeddedSecrets, embeddedClient } from './platform/identity/embedded/secrets.ts'
import type { IdentityProvider } from './platform/identity/identity-provider.ts'
import { createOidcClient } from './platform/identity/oidc-client.ts'

/**
 * How people of the embedded provider are known. Its real issuer holds the public address, and no one should become a
 * stranger because that, or the port, has changed: the accounts are the same ones, in the same database.
 */
export const EMBEDDED_ISSUER = 'embedded'

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
