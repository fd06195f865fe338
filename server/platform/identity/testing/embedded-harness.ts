import fastifyCookie from '@fastify/cookie'
import fastify, { type FastifyInstance } from 'fastify'
import { COMPANY } from '#contract/company.ts'
import { injectFetch } from '#server/boot/identity.ts'
import type { Database } from '#server/platform/database/database.ts'
import { withVersion } from '#server/platform/identity/embedded/accounts.ts'
import type {
  EmbeddedMail,
  EmbeddedProviderDeps,
  SecurityMail,
} from '#server/platform/identity/embedded/deps.ts'
import { registerEmbeddedProvider } from '#server/platform/identity/embedded/plugin.ts'
import {
  type EmbeddedSecrets,
  embeddedClient,
  newEmbeddedSecrets,
} from '#server/platform/identity/embedded/secrets.ts'
import {
  type IdentityProvider,
  newSignInSecrets,
  type SignInSecrets,
} from '#server/platform/identity/identity-provider.ts'
import { createOidcClient } from '#server/platform/identity/oidc-client.ts'

export interface Harness {
  app: FastifyInstance
  client: IdentityProvider
  mails: EmbeddedMail[]
  told: { confirmed: string[]; sessionsEnded: string[]; failures: number[]; mails: SecurityMail[] }
  /** Lets tests move time for links; the library has its own clock. */
  clock: { now: Date }
}

/** The same for every provider: making their keys takes longer than most tests. */
let shared: Promise<EmbeddedSecrets> | undefined

/** The embedded provider in an application of its own, recording everything it sends and reports. */
export async function startEmbedded(
  database: Database,
  options: Partial<EmbeddedProviderDeps> = {},
): Promise<Harness> {
  const app = fastify()
  await app.register(fastifyCookie)
  shared ??= newEmbeddedSecrets()
  const secrets = await shared
  const mails: EmbeddedMail[] = []
  const told = {
    confirmed: [] as string[],
    sessionsEnded: [] as string[],
    failures: [] as number[],
    mails: [] as SecurityMail[],
  }
  const clock = { now: new Date() }
  const deps: EmbeddedProviderDeps = {
    database,
    publicUrl: 'http://localhost:3000',
    secrets,
    now: () => clock.now,
    company: COMPANY,
    purpose: 'Use one account for all of it.',
    signUpAllowed: true,
    limit: async () => {},
    sendMail: async (_tx, mail) => void mails.push(mail),
    tell: async (_tx, mail) => void told.mails.push(mail),
    onSignInFailed: async (_tx, { failures }) => void told.failures.push(failures),
    onEmailConfirmed: async (_tx, person) => void told.confirmed.push(person.email),
    endSessions: async (_tx, person) => void told.sessionsEnded.push(person.sub),
    ...options,
  }
  await registerEmbeddedProvider(app, deps, { production: false, allowed: false })
  const provider = createOidcClient({
    ...embeddedClient(deps.publicUrl, secrets),
    now: () => new Date(),
    fetch: injectFetch(app, deps.publicUrl),
  })
  const client: IdentityProvider = {
    ...provider,
    exchange: async (...callback) => withVersion(await provider.exchange(...callback)),
  }
  return { app, client, mails, told, clock }
}

interface BrowserPage {
  status: number
  url: URL
  html: string
  headers: Record<string, unknown>
}

/** A browser from the provider's point of view: it keeps cookies by path and follows redirects within `/idp`. */
export class TestBrowser {
  readonly cookies = new Map<string, { value: string; path: string; attributes: string }>()
  readonly #app: FastifyInstance

  constructor(app: FastifyInstance) {
    this.#app = app
  }

  get(address: string): Promise<BrowserPage> {
    return this.#request('GET', address)
  }

  /** Posts a form as its own page would. */
  post(address: string, form: Record<string, string>, headers: Record<string, string> = {}) {
    return this.#request('POST', address, new URLSearchParams(form).toString(), {
      'sec-fetch-site': 'same-origin',
      ...headers,
    })
  }

  async #request(
    method: 'GET' | 'POST',
    address: string,
    payload?: string,
    extra?: Record<string, string>,
  ): Promise<BrowserPage> {
    const url = new URL(address, 'http://localhost:3000')
    const cookie = [...this.cookies]
      .filter(([, { path }]) => url.pathname === path || url.pathname.startsWith(`${path}/`) || path === '/')
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
    const answer = await this.#app.inject({
      method,
      url: url.pathname + url.search,
      headers: {
        ...(cookie ? { cookie } : {}),
        ...(payload === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        accept: 'text/html',
        ...extra,
      },
      ...(payload === undefined ? {} : { payload }),
    })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) this.#keep(line)
    const location = answer.headers.location
    if (answer.statusCode === 303 && location) {
      const target = new URL(location, url)
      if (target.pathname.startsWith('/idp/')) return this.#request('GET', target.href)
      return { status: 303, url: target, html: '', headers: answer.headers }
    }
    return { status: answer.statusCode, url, html: answer.payload, headers: answer.headers }
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ')
    const [name = '', value = ''] = pair.split('=')
    const path = attributes.find((a) => a.startsWith('path='))?.slice(5) ?? '/'
    if (value) this.cookies.set(name, { value, path, attributes: attributes.join('; ') })
    else this.cookies.delete(name)
  }
}

/** Starts a sign-in and opens its first page. */
export async function startSignIn(
  { app, client }: Harness,
  request: { signUp?: boolean; loginHint?: string } = {},
  browser = new TestBrowser(app),
): Promise<{ browser: TestBrowser; page: BrowserPage; secrets: SignInSecrets }> {
  const secrets = newSignInSecrets()
  const page = await browser.get((await client.authorizationUrl({ ...secrets, ...request })).href)
  return { browser, page, secrets }
}
