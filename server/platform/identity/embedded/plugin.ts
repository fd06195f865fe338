import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { FastifyError, FastifyInstance } from 'fastify'
import type { Provider } from 'oidc-provider'
import { ERROR_STATUS } from '#contract/errors.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { deviceOf } from '#server/platform/http/device.ts'
import { asAppError } from '#server/platform/http/error-handler.ts'
import { networkOf } from '#server/platform/http/request-context.ts'
import { GUARDED } from '#server/platform/http/security-headers.ts'
import { markEmailVerified, setPassword } from './accounts.ts'
import { EMBEDDED_LIMITS, type EmbeddedProviderDeps, IDP_PREFIX } from './deps.ts'
import { GONE, refuseLinkForm, sendLinkForm, sendPage } from './form-answer.ts'
import { acceptForms, formToken, ResetForm, readForm, requireUnknownPassword, typed } from './forms.ts'
import { registerInteractionRoutes } from './interaction-routes.ts'
import { interactionsOf } from './interactions.ts'
import { consumeLink, findLink } from './links.ts'
import { donePage, problemPage, resetPage, staleLinkPage } from './pages.ts'
import { hashPassword } from './passwords.ts'
import { registerSignUpRoutes } from './sign-up-routes.ts'
import { forgetDevices } from './tries.ts'

const { resolve } = createRequire(import.meta.url)

const ASSETS = {
  'theme.js': {
    type: 'text/javascript; charset=utf-8',
    file: new URL('./assets/theme.js', import.meta.url),
  },
  'sign-in.js': {
    type: 'text/javascript; charset=utf-8',
    file: new URL('./assets/sign-in.js', import.meta.url),
  },
  'webauthn.js': {
    type: 'text/javascript; charset=utf-8',
    // The one file that needs no build; the package exports it for others, but not for `resolve`.
    file: new URL('../dist/bundle/index.umd.min.js', pathToFileURL(resolve('@simplewebauthn/browser'))),
  },
  'idp.css': { type: 'text/css; charset=utf-8', file: new URL('./assets/idp.css', import.meta.url) },
  'dark.css': { type: 'text/css; charset=utf-8', file: new URL('./assets/dark.css', import.meta.url) },
  'leaf.svg': { type: 'image/svg+xml', file: new URL('./assets/leaf.svg', import.meta.url) },
  'text.woff2': {
    type: 'font/woff2',
    file: resolve('@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2'),
  },
} as const

// Only the provider's own scripts. In forms, 'self' covers the way back to the product, which has the same
// origin.
const policyOf = (publicUrl: string) =>
  [
    "default-src 'none'",
    `script-src ${publicUrl}${IDP_PREFIX}/assets/`,
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // No script of these pages creates markup or another script.
    "trusted-types 'none'",
    GUARDED,
  ].join('; ')

/**
 * Mounts the embedded identity provider under `/idp` (choices §2.2). The provider library is loaded at the
 * first request, so that the process is ready sooner. Throws in production unless explicitly allowed (security
 * R4).
 */
export async function registerEmbeddedProvider(
  app: FastifyInstance,
  deps: EmbeddedProviderDeps,
  setting: { production: boolean; allowed: boolean },
): Promise<void> {
  if (setting.production && !setting.allowed)
    throw new Error('The embedded identity provider is for local use and does not start in production.')

  let loaded: Promise<Provider> | undefined
  const provider = () => {
    loaded ??= import('./provider.ts').then(({ makeProvider }) => makeProvider(deps, app.log))
    return loaded
  }

  const interactions = interactionsOf(provider)
  await app.register(
    async (idp) => {
      trustOnlyPublicUrl(idp, deps.publicUrl)
      sendErrorsAsPages(idp, deps)
      await idp.register(async (pages) => {
        guardForms(pages, deps.publicUrl)
        acceptForms(pages)
        registerAssetRoutes(pages)
        registerInteractionRoutes(pages, deps, interactions)
        registerSignUpRoutes(pages, deps, interactions)
        registerLinkRoutes(pages, deps)
      })
      await idp.register(async (protocol) => mountProvider(protocol, provider))
    },
    { prefix: IDP_PREFIX },
  )
}

/** Every other address below `/idp` belongs to the library, which reads the request itself. */
function mountProvider(app: FastifyInstance, provider: () => Promise<Provider>): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.route({
    method: ['GET', 'POST'],
    url: '/*',
    async handler(request, reply) {
      const library = await provider()
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value)
      const { raw } = request
      const url = raw.url ?? ''
      // As Express does for mounted applications; the library builds its own URLs from the two.
      await library.callback()(
        Object.assign(raw, { originalUrl: url, url: url.slice(IDP_PREFIX.length) }),
        reply.raw,
      )
    },
  })
}

/** Whatever the request claims, the public URL decides the issuer and the Secure flag of cookies (security R34). */
function trustOnlyPublicUrl(app: FastifyInstance, publicUrl: string): void {
  const { protocol, host } = new URL(publicUrl)
  const policy = policyOf(publicUrl)
  app.addHook('onRequest', async ({ raw }, reply) => {
    raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
    raw.headers['x-forwarded-host'] = host
    reply.header('content-security-policy', policy)
    reply.header('x-content-type-options', 'nosniff')
    // The tokens of emailed links stay here; 'no-referrer' would also remove the Origin that the form guard
    // reads.
    reply.header('referrer-policy', 'same-origin')
    reply.header('cross-origin-opener-policy', 'same-origin')
  })
}

function sendErrorsAsPages(app: FastifyInstance, { company }: EmbeddedProviderDeps): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const known = asAppError(error)
    const status = ERROR_STATUS[known.code]
    if (status >= 500) request.log.error({ err: error, code: known.code }, 'request failed')
    else request.log.info({ code: known.code }, 'request refused')
    if (known.details.retryAfter !== undefined)
      reply.header('retry-after', String(Math.ceil(known.details.retryAfter)))
    return sendPage(reply, problemPage(company, status, known.message), status)
  })
}

/**
 * Refuses posted forms without proof that they come from the provider's own pages: `Sec-Fetch-Site:
 * same-origin` or, if a browser doesn't send that, our `Origin` (security R25). This also keeps others from
 * signing a person in as someone else.
 */
function guardForms(app: FastifyInstance, publicUrl: string): void {
  const own = new URL(publicUrl).origin
  app.addHook('onRequest', async (request) => {
    if (request.method !== 'POST') return
    const site = request.headers['sec-fetch-site']
    if (site !== undefined ? site === 'same-origin' : request.headers.origin === own) return
    throw new AppError(
      'CSRF_REJECTED',
      'This request did not come from our own pages, so nothing was changed.',
    )
  })
}

/** Stylesheet, picture, font and scripts of the provider's pages; each is read once. */
function registerAssetRoutes(app: FastifyInstance): void {
  for (const [name, { type, file }] of Object.entries(ASSETS)) {
    let content: Promise<Buffer> | undefined
    app.get(`/assets/${name}`, async (_request, reply) => {
      content ??= readFile(file)
      return reply
        .header('cache-control', 'public, max-age=3600')
        .type(type)
        .send(await content)
    })
  }
}

/** The targets of links for a new password. A GET shows what would happen, a POST does it (security R26). */
function registerLinkRoutes(app: FastifyInstance, deps: EmbeddedProviderDeps): void {
  const { database, company, limit, now } = deps

  app.get('/reset', async (request, reply) => {
    const token = formToken(request)
    const link = await findLink(database.db, token, 'reset-password', now())
    return link
      ? sendLinkForm(reply, deps, { token, email: link.email }, (state) => resetPage(company, token, state))
      : sendPage(reply, staleLinkPage(company), GONE)
  })

  app.post('/reset', async (request, reply) => {
    await limit(EMBEDDED_LIMITS.linkPerAddress, networkOf(request.ip))
    const token = typed(request.body, 'token')
    const link = await findLink(database.db, token, 'reset-password', now())
    if (!link) return sendPage(reply, staleLinkPage(company), GONE)
    try {
      const { password } = readForm(ResetForm, request.body)
      await requireUnknownPassword(password, link.email, deps)
      const done = await replacePassword(
        token,
        await hashPassword(password),
        deviceOf(request.headers['user-agent'] ?? null),
      )
      return done
        ? sendPage(reply, donePage(company, 'changed'))
        : sendPage(reply, staleLinkPage(company), GONE)
    } catch (error) {
      return refuseLinkForm(reply, deps, error, { page: 'reset', token })
    }
  })

  async function replacePassword(token: string, passwordHash: string, device: string): Promise<boolean> {
    const at = now()
    return database.transaction(async (tx) => {
      const link = await consumeLink(tx, token, 'reset-password', at)
      if (!link) return false
      await setPassword(tx, link.accountId, passwordHash, at)
      await forgetDevices(tx, { id: link.accountId, email: link.email })
      // The link came by email, so the person who used it reads mail at this address.
      const account = await markEmailVerified(tx, link.accountId, at)
      if (account) {
        const { email: to, name } = account
        await deps.tell?.(tx, { kind: 'password-changed', to, name, device, at })
        await deps.onEmailConfirmed?.(tx, account)
        await deps.endSessions?.(tx, account)
      }
      return true
    })
  }
}
