import type { EventEmitter } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import { type Adapter, type Configuration, errors, Provider } from 'oidc-provider'
import type { Database } from '#server/platform/database/database.ts'
import { databaseFault } from '#server/platform/database/database-faults.ts'
import { isSealing } from '#server/platform/database/installation.ts'
import {
  consumeRecord,
  deleteRecord,
  deleteRecordsOfGrant,
  selectRecord,
  upsertRecord,
} from './accounts.sql.ts'
import { findProvenAccount } from './accounts.ts'
import { type EmbeddedProviderDeps, IDP_PREFIX } from './deps.ts'
import { problemPage } from './pages.ts'
import { embeddedClient } from './secrets.ts'
import { tokenHash } from './token-hash.ts'

/** Models that open something for anyone who presents them. Sessions and interactions also need a signed cookie. */
const BEARERS: Readonly<Record<string, true>> = { AuthorizationCode: true, AccessToken: true }

const SCOPES = ['openid', 'profile', 'email']
const OUTAGE_RETRY_SECONDS = 5
/**
 * In seconds. Everything but the form is over in a moment. People may take their time over the form, though the
 * product waits half an hour for the answer, and our page explains an expired form better.
 */
const TTL = {
  AuthorizationCode: 60,
  AccessToken: 300,
  IdToken: 300,
  Grant: 600,
  Session: 60,
  Interaction: 1500,
}

/**
 * The certified provider, with everything switched off that our one product doesn't need (security
 * R4): one confidential client with one exact redirect URI, code flow, PKCE, RS256.
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
      // The provider remembers no one: a path that is never served keeps this cookie from coming back, so that
      // every sign-in asks for the password, and the product's own session limits are the ones that count (R7,
      // R8, R11).
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
    async findAccount({ oidc }, id) {
      const account = await findProvenAccount(database.db, id)
      // The product then says to sign in again.
      if (!account && oidc.route === 'resume') throw new errors.LoginRequired('the account has changed')
      if (!account) return undefined
      return {
        accountId: id,
        claims: () => ({
          sub: id,
          email: account.email,
          email_verified: account.emailVerified,
          name: account.name ?? undefined,
          nickname: account.email.split('@')[0],
          updated_at: Math.floor(account.updatedAt.getTime() / 1000),
        }),
      }
    },
    // The client is the product itself, so no one is asked for consent.
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
  // The mount writes the forwarded headers itself, from the public URL.
  provider.proxy = true
  provider.on('server_error', (_ctx, error) => log.error({ err: error }, 'embedded identity provider failed'))
  const koa: EventEmitter = provider
  koa.on('error', (error) => log.error({ err: error }, 'embedded identity provider failed'))
  provider.use(async (ctx, next) => {
    await next()
    // The library offers its metadata to every origin; here only the product's own server needs it (security
    // R27).
    ctx.remove('access-control-allow-origin')
    if (ctx.status === 404 && !ctx.body) {
      ctx.body = problemPage(company, 404).text
      ctx.status = 404
      ctx.type = 'html'
    }
  })
  return provider
}

/**
 * The store of oidc-provider's grants, codes and interactions for one model, in the product's database. Codes
 * and tokens are stored as hashes.
 */
function recordsOf(database: Database, model: string, now: () => Date): Adapter {
  const { pool } = database
  const isBearer = BEARERS[model] === true
  /** The ids under which a record may be stored: a former release stores a code or token in plain text. */
  const idsOf = (id: string) => (isBearer ? [tokenHash(id), id] : [id])

  async function findBy(column: keyof typeof selectRecord, values: readonly string[]) {
    const { rows } = await selectRecord[column](pool, [model, values, now()])
    const [row] = rows
    if (!row) return undefined
    return row.consumedAt
      ? { ...row.payload, consumed: Math.floor(row.consumedAt.getTime() / 1000) }
      : row.payload
  }

  return {
    async find(id) {
      const payload = await findBy('id', idsOf(id))
      return payload && { ...payload, jti: id }
    },
    findByUid: (uid) => findBy('uid', [uid]),
    findByUserCode: (userCode) => findBy('user_code', [userCode]),
    async upsert(id, payload, expiresIn) {
      const expiresAt = expiresIn ? new Date(now().getTime() + expiresIn * 1000) : null
      const isHashed = isBearer && (await isSealing(database.db))
      const { jti: _, ...rest } = payload
      await upsertRecord(pool, [
        model,
        isHashed ? tokenHash(id) : id,
        JSON.stringify(isHashed ? rest : payload),
        payload.grantId ?? null,
        payload.userCode ?? null,
        payload.uid ?? null,
        expiresAt,
      ])
    },
    async consume(id) {
      const { rowCount } = await consumeRecord(pool, [model, idsOf(id), now()])
      // The library looks before it consumes; of two concurrent exchanges only the one that changed the row
      // continues.
      if (!rowCount) throw new errors.InvalidGrant('already consumed')
    },
    async destroy(id) {
      await deleteRecord(pool, [model, idsOf(id)])
    },
    async revokeByGrantId(grantId) {
      await deleteRecordsOfGrant(pool, [grantId])
    },
  }
}
