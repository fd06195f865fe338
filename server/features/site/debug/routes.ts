import { getAuthDebug } from '#contract/site/auth-debug.ts'
import type { Routes } from '#server/platform/http/route.ts'
import { EMBEDDED_CLIENT_ID, embeddedIssuer } from '#server/platform/identity/embedded/secrets.ts'
import { SCOPE } from '#server/platform/identity/oidc-client.ts'
import type { Services } from '#server/services.ts'
import { redactHeaders } from './redact-headers.ts'

/** What the debug page shows of the server; outside production alone, as the contract says (choices §7). */
export function registerDebug(routes: Routes, { config }: Pick<Services, 'config'>): void {
  const issuer = config.identity?.issuer ?? embeddedIssuer(config.publicUrl)
  routes.on(getAuthDebug)(async ({ request }) => ({
    environment: config.production ? 'production' : 'development',
    auth0Config: {
      domain: new URL(issuer).host,
      clientID: config.identity?.clientId ?? EMBEDDED_CLIENT_ID,
      scope: SCOPE,
      issuerBaseURL: issuer,
    },
    baseURL: config.publicUrl,
    callbackURL: `${config.publicUrl}/api/auth/callback`,
    headers: redactHeaders(request.headers),
  }))
}
