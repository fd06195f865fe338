import type { IncomingHttpHeaders } from 'node:http'
import { getAuthDebug } from '#contract/site/system.ts'
import type { Routes } from '#server/platform/http/route.ts'
import { EMBEDDED_CLIENT_ID, embeddedIssuer } from '#server/platform/identity/embedded/secrets.ts'
import { SCOPE } from '#server/platform/identity/oidc-client.ts'
import type { Services } from '#server/services.ts'

const REDACTED = '[redacted]'

/**
 * Headers without personal data or secrets. All others are listed without values, because a list of secrets is
 * never complete.
 */
const HARMLESS =
  /^(host|connection|user-agent|origin|accept(-language|-encoding)?|content-type|content-length|cache-control|pragma|dnt|priority|upgrade-insecure-requests|sec-fetch-(site|mode|dest|user)|sec-ch-ua(-mobile|-platform)?)$/

/** What the debug page shows about the server; outside production only, as the contract says. */
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

/** A request's headers by name, with values only for harmless ones (security A13, R62). */
function redactHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const shown = Object.entries(headers).map(([name, value]) => [
    name,
    HARMLESS.test(name) ? String(value) : REDACTED,
  ])
  return Object.fromEntries(shown)
}
