import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MAINTENANCE_MESSAGE, MAINTENANCE_SENTENCE } from '#contract/maintenance.ts'
import type { Database } from '#server/platform/database/database.ts'
import { AppError } from './app-error.ts'
import { selectMaintenance } from './http.sql.ts'
import { isApiRequest } from './request-context.ts'

/** An operator's command takes effect within this time. */
const REMEMBER_MS = 1_000
const RETRY_SECONDS = 60

/** While it is on, people can read but nothing is written: no changes, no jobs, no emails. */
export interface Maintenance {
  /** Whether it is on, as of at most a second ago. Throws the database's error. */
  isOn(): Promise<boolean>
  /** The last known state, without waiting. */
  wasOn(): boolean
}

/** Follows the installation's maintenance mode. `forced` is the environment variable, which commands can't change. */
export function maintenanceMode({ pool }: Database, forced: boolean, now = Date.now): Maintenance {
  let known: { at: number; isOn: Promise<boolean> } | undefined
  let last = forced
  const ask = async () => {
    const { rows } = await selectMaintenance(pool)
    last = rows.length > 0
    return last
  }
  const isOn = async () => {
    if (forced) return true
    const at = now()
    if (!known || Math.abs(at - known.at) >= REMEMBER_MS) {
      const asked = { at, isOn: ask() }
      known = asked
      asked.isOn.catch(() => {
        if (known === asked) known = undefined
      })
    }
    return known.isOn
  }
  return {
    isOn,
    wasOn() {
      isOn().catch(() => {})
      return last
    },
  }
}

const NO_CHANGES =
  'We’re doing maintenance, so nothing can be changed at the moment. Nothing you saved is lost. Please try again later.'
const NO_RECORDS =
  'We’re doing maintenance. We record who opens this, which we can’t do at the moment. Please try again later.'

/** The refusal of a change during maintenance, or of something that can't be recorded then. */
function inMaintenance(says: string): AppError {
  return new AppError('UNAVAILABLE', says, { retryAfter: RETRY_SECONDS }, { isDeliberate: true })
}

/**
 * The same database, with transactions refused during maintenance. Changes are refused earlier, so these are
 * reads that leave a record.
 */
export function closedInMaintenance(database: Database, maintenance: Maintenance): Database {
  return {
    ...database,
    async transaction(work) {
      if (await maintenance.isOn()) throw inMaintenance(NO_RECORDS)
      return database.transaction(work)
    },
  }
}

/** Methods with which a browser only reads. */
export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses changes while maintenance is on, signing in and out included, and says so at the top of every page.
 * `signInPaths` are addresses that browsers open and that write.
 */
export function registerMaintenance(
  app: FastifyInstance,
  maintenance: Maintenance,
  signInPaths: ReadonlySet<string>,
): void {
  const signsIn = (request: FastifyRequest) =>
    signInPaths.has(request.routeOptions.url ?? '') ||
    /^\/idp\/(?!\.well-known|jwks|assets)/.test(request.url)
  app.addHook('onRequest', async (request, reply) => {
    const isSafe = SAFE_METHODS.has(request.method)
    if ((isSafe && !signsIn(request)) || !(await maintenance.isOn())) return
    if (!isSafe) throw inMaintenance(NO_CHANGES)
    return reply
      .header('retry-after', String(RETRY_SECONDS))
      .redirect(`/error?status=503&message=${MAINTENANCE_MESSAGE}`)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    // Pages that were already open show the banner, and remove it, by this header.
    if (isApiRequest(request) && maintenance.wasOn()) reply.header('x-maintenance', '1')
    // Files with a hash in their name are cached for longer than any maintenance.
    const isPage =
      String(reply.getHeader('content-type')).startsWith('text/html') && !request.url.startsWith('/assets/')
    if (!isPage || !maintenance.wasOn()) return payload
    if (reply.hasHeader('content-encoding') || !(typeof payload === 'string' || Buffer.isBuffer(payload)))
      return payload
    reply.removeHeader('content-length')
    return withBanner(String(payload))
  })
}

/** Inserted before the page's own content, so that it stays on every page. */
function withBanner(page: string): string {
  return page.replace(/<body[^>]*>/, (body) => `${body}${BANNER}`)
}

const BANNER =
  '<link rel="stylesheet" href="/maintenance.css">' +
  `<div class="maintenance" role="status">${MAINTENANCE_SENTENCE}</div>`
