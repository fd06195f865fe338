import type { EventEmitter } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import { type Configuration, Provider } from 'oidc-provider'
import { databaseFault } from '#server/platform/database/database-faults.ts'
import { findAccountBySub } from './accounts.ts'
import { type EmbeddedProviderDeps, IDP_PREFIX } from './deps.ts'
import { problemPage } from './pages.ts'
import { recordsOf } from './records.ts'
import { embeddedClient } from './secrets.ts'

const SCOPES = ['openid', 'profile', 'email']
const OUTAGE_RETRY_SECONDS = 5
/** Seconds. Everything but the form itself is over in a moment; people may take their time over the form,
 * though the product waits half an hour for the answer, and our page explains an expired form better. */
const TTL = {
  AuthorizationCode: 60,
  AccessToken: 300,
  IdToken: 300,
  Grant: 600,
  Session: 60,
  Interaction: 1500,
}

/**
 * The certified provider with everything off that one product of our own does not need (choices §2, security R4):
 * one confidential client with one exact redirect address, code flow, PKCE, RS256.
 */
export function makeProvider(deps: EmbeddedProviderDeps, log: FastifyBaseLogger): Provider {
  const { database, now, secrets, publicUrl, company } = deps
  const client = embeddedClient(publicUrl, secrets)
  const secure = publicUrl.startsWith('https:')
  const cookie = { httpOnly: true, sameSite: 'lax', secure, signed: true } as const
  const prefix = secure ? '__Secure-' : ''

  const configuration: Configuration = {
    adapter: (model: string) => recordsOf(database, model, now),
    jwks: secrets.jwks,
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [client.redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'RS256',
      },
    ],
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_post'],
    enabledJWA: { idTokenSigningAlgValues: ['RS256'], userinfoSigningAlgValues: ['RS256'] },
    pkce: { required: () => true },
    scopes: SCOPES,
    claims: {
      openid: ['sub', 'amr'],
      email: ['email', 'email_verified'],
      profile: ['name', 'nickname', 'updated_at'],
    },
    conformIdTokenClaims: false,
    extraParams: ['screen_hint'],
    ttl: TTL,
    cookies: {
      keys: secrets.cookieKeys,
      names: {
        session: `${prefix}idp_session`,
        interaction: `${prefix}idp_interaction`,
        resume: `${prefix}idp_resume`,
      },
      short: cookie,
      // The provider remembers no one: a path that nothing is served under keeps this cookie from coming back, so that
      // every sign-in asks for the password and the product's own session limits are the ones that count (R7, R8, R11).
      long: { ...cookie, path: `${IDP_PREFIX}/nobody` },
    },
    expiresWithSession: () => false,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      userinfo: { enabled: true },
    },
    clientBasedCORS: () => false,
    interactions: { url: (_ctx, interaction) => `${IDP_PREFIX}/interaction/${interaction.uid}` },
    async findAccount(_ctx, sub) {
      const account = await findAccountBySub(database.db, sub)
      if (!account) return undefined
      return {
        accountId: account.sub,
        claims: () => ({
          sub: account.sub,
          email: account.email,
          email_verified: account.emailVerified,
          name: account.name ?? undefined,
          nickname: account.email.split('@')[0],
          updated_at: Math.floor(account.updatedAt.getTime() / 1000),
        }),
      }
    },
    // The client is the product itself, so no one is asked to allow what signing in to it means.
    async loadExistingGrant({ oidc }) {
      const accountId = oidc.session?.accountId
      const clientId = oidc.client?.clientId
      if (!accountId || !clientId) return undefined
      const grant = new oidc.provider.Grant({ accountId, clientId })
      grant.addOIDCScope(SCOPES.join(' '))
      await grant.save()
      return grant
    },
    renderError(ctx, _out, error) {
      if (databaseFault(error)) {
        ctx.status = 503
        ctx.set('retry-after', String(OUTAGE_RETRY_SECONDS))
      }
      ctx.type = 'html'
      ctx.body = problemPage(company, ctx.status).text
    },
  }

  const provider = new Provider(client.issuer, configuration)
  // The mount writes the forwarded headers itself, from the public address.
  provider.proxy = true
  provider.on('server_error', (_ctx, error) => log.error({ err: error }, 'embedded identity provider failed'))
  const koa: EventEmitter = provider
  koa.on('error', (error) => log.error({ err: error }, 'embedded identity provider failed'))
  provider.use(async (ctx, next) => {
    await next()
    // The library offers its metadata to every origin; here only the product's own server asks (security R27).
    ctx.remove('access-control-allow-origin')
    if (ctx.status === 404 && !ctx.body) {
      ctx.body = problemPage(company, 404).text
      ctx.status = 404
      ctx.type = 'html'
    }
  })
  return provider
}
