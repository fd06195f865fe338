import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { CustomFetch } from 'openid-client'
import type { Config } from '#server/config.ts'
import { claimApplication } from '#server/model/applications/claim-application.ts'
import { admitHeldCases } from '#server/model/cases/held-cases.ts'
import { guessableNames } from '#server/model/people/guessable-names.ts'
import {
  confirmEmail,
  endSessionsOf,
  recordFailedSignIn,
  recordRecoveryCodeUsed,
} from '#server/model/people/identity-events.ts'
import { hasVersion, withVersion } from '#server/platform/identity/embedded/accounts.ts'
import { registerEmbeddedProvider } from '#server/platform/identity/embedded/plugin.ts'
import { type EmbeddedSecrets, embeddedClient } from '#server/platform/identity/embedded/secrets.ts'
import { EMBEDDED_ISSUER, type IdentityProvider } from '#server/platform/identity/identity-provider.ts'
import { createOidcClient } from '#server/platform/identity/oidc-client.ts'
import type { Services } from '#server/services.ts'

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
    isOutdated: async (tx, { sub, accountVersion }) => !(await hasVersion(tx, sub, accountVersion)),
    exchange: async (...callback) => ({
      ...withVersion(await provider.exchange(...callback)),
      issuer: EMBEDDED_ISSUER,
    }),
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

/** Serves the embedded provider's own pages, with the emails and the people behind its accounts. */
export async function mountEmbeddedProvider(
  server: FastifyInstance,
  services: Services,
  secrets: EmbeddedSecrets,
): Promise<void> {
  const { config, database, now, limiter, mailer, meter } = services
  await registerEmbeddedProvider(
    server,
    {
      database,
      publicUrl: config.publicUrl,
      secrets,
      now,
      company: config.company,
      purpose: 'Use one account to verify your identity, manage your profile and pay invoices.',
      signUpAllowed: true,
      guessableNames: (email) => guessableNames(database.db, email),
      limit: (limit, who) => limiter.consume(limit, who),
      async sendMail(tx, mail) {
        const { to } = mail
        const common = { to, messageKey: `${mail.kind}:${randomUUID()}`, at: now() }
        switch (mail.kind) {
          case 'sign-up': {
            const { code, codeMinutes, path, linkHours } = mail
            const props = { code, codeMinutes, path, linkHours }
            return void (await mailer.queue(tx, { ...common, kind: mail.kind, props }))
          }
          case 'sign-up-known':
            return void (await mailer.queue(tx, { ...common, kind: mail.kind, props: { name: mail.name } }))
          case 'password-reset': {
            const { name, path, expiresInMinutes } = mail
            const props = { name, path, expiresInMinutes }
            return void (await mailer.queue(tx, { ...common, kind: mail.kind, props }))
          }
          default:
            return mail satisfies never
        }
      },
      async tell(tx, mail) {
        const { to, name } = mail
        const common = { to, messageKey: `${mail.kind}:${randomUUID()}`, at: now() }
        switch (mail.kind) {
          case 'password-changed':
          case 'new-device': {
            const { device, at } = mail
            return void (await mailer.queue(tx, { ...common, kind: mail.kind, props: { name, device, at } }))
          }
          case 'recovery-code-used': {
            const { left, device, at } = mail
            const props = { name, left, device, at }
            return void (await mailer.queue(tx, { ...common, kind: mail.kind, props }))
          }
          case 'sign-in-failures': {
            const { failures, what } = mail
            const props = { name, failures, what }
            return void (await mailer.queue(tx, { ...common, kind: mail.kind, props }))
          }
          default:
            return mail satisfies never
        }
      },
      onSignInFailed: (tx, { sub, failures, isKnownDevice, what, origin }) => {
        meter?.signIn(what === 'code' ? 'wrong_code' : 'wrong_password')
        return recordFailedSignIn(tx, {
          issuer: EMBEDDED_ISSUER,
          sub,
          failures,
          isKnownDevice,
          what,
          origin,
          at: now(),
        })
      },
      onRecoveryCodeUsed: (tx, { sub, left, origin }) =>
        recordRecoveryCodeUsed(tx, { issuer: EMBEDDED_ISSUER, sub, left, origin, at: now() }),
      async onEmailConfirmed(tx, { sub, email }) {
        const userId = await confirmEmail(tx, { issuer: EMBEDDED_ISSUER, sub, email, at: now() })
        const claims = { email, emailVerified: true }
        if (!userId) return
        await admitHeldCases(services, tx, userId)
        await claimApplication(services, tx, { token: undefined, userId, claims })
      },
      endSessions: (tx, { sub }) => endSessionsOf(tx, { issuer: EMBEDDED_ISSUER, sub, at: now() }),
    },
    { production: config.production, allowed: config.embeddedIdentityAllowed },
  )
}
