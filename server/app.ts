import fastifyCookie from '@fastify/cookie'
import Fastify, {
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { appendPhonePart } from '#contract/documents/hand-offs.ts'
import { appendPart } from '#contract/documents/part-uploads.ts'
import { uploadDocument, uploadDocumentJson } from '#contract/documents/uploads.ts'
import { finishSignIn, signOut, startSignIn } from '#contract/sign-in/auth.ts'
import { getSite } from '#contract/site/system.ts'
import { registerSecurityTxt, siteOf } from '#server/features/site/site.ts'
import { readingRecorder } from '#server/model/staff/staff-act.ts'
import { EMBEDDED_ISSUER } from '#server/platform/identity/identity-provider.ts'
import { identityOf, mountEmbeddedProvider } from './boot/identity.ts'
import { releaseAssets } from './boot/release-assets.ts'
import { drawnPages, registerWebClient } from './boot/web-client.ts'
import type { Config } from './config.ts'
import { registerAccount } from './features/account/account-routes.ts'
import { registerNotices } from './features/account/notices/own-notices.ts'
import { registerUsers } from './features/account/routes.ts'
import { registerSignInMethods } from './features/account/security/routes.ts'
import { registerActivity } from './features/audit/activity-routes.ts'
import { registerAudit } from './features/audit/audit-routes.ts'
import { registerCertifications } from './features/certifications/routes.ts'
import { registerSearch } from './features/directory/search/search-everything.ts'
import { registerSupport } from './features/directory/support/routes.ts'
import { registerDirectory } from './features/directory/user-routes.ts'
import { registerFaceComparison } from './features/documents/faces/face-choice.ts'
import { registerHandOffs } from './features/documents/hand-off/routes.ts'
import { registerPartUploads } from './features/documents/parts/routes.ts'
import { registerReadings } from './features/documents/reading/routes.ts'
import { registerDocuments } from './features/documents/routes.ts'
import { registerInvitations } from './features/invitations/routes.ts'
import { registerInvoices } from './features/invoices/routes.ts'
import { registerInvoicing } from './features/invoices/staff/routes.ts'
import { registerStripe } from './features/invoices/stripe/routes.ts'
import { registerLive } from './features/live/routes.ts'
import { registerBusiness } from './features/onboarding/business-routes.ts'
import { registerNudges } from './features/onboarding/nudges/routes.ts'
import { registerOnboarding } from './features/onboarding/routes.ts'
import { registerVisitors } from './features/onboarding/visitors/routes.ts'
import { registerJobs } from './features/operations/jobs/routes.ts'
import { registerMailWebhooks } from './features/operations/mail-webhooks/routes.ts'
import { registerMailbox } from './features/operations/mailbox/routes.ts'
import { registerExports } from './features/privacy/exports/routes.ts'
import { registerDataRequests } from './features/privacy/request-routes.ts'
import { registerPrivacy } from './features/privacy/routes.ts'
import { registerCaseWork } from './features/review/case-work-routes.ts'
import { registerQueue } from './features/review/queue/routes.ts'
import { registerSavedViews } from './features/review/queue/saved-views.ts'
import { registerReview } from './features/review/routes.ts'
import { registerRoles } from './features/roles/role-routes.ts'
import { registerScreening } from './features/screening/routes.ts'
import { registerAuth } from './features/sign-in/routes.ts'
import { registerDocs } from './features/site/api-docs.ts'
import { registerBugReports } from './features/site/bug-reports/report-bug.ts'
import { registerCspReports } from './features/site/csp-reports.ts'
import { registerDebug } from './features/site/debug/routes.ts'
import { registerLegal } from './features/site/legal/routes.ts'
import { watchDependencies } from './features/site/readiness.ts'
import { registerSystem } from './features/site/routes.ts'
import { registerVerification } from './features/verification/routes.ts'
import { accessGuard, missCounter } from './model/access/access-guard.ts'
import { requireOwnIdentity } from './model/access/own-identity.ts'
import { personGone } from './model/access/person-gone.ts'
import { readsOf } from './model/access/reads.ts'
import {
  applicationCookie,
  callerFinder,
  codeCookie,
  countedCallerFinder,
  handOffCookie,
  sessionCookie,
  visitorFinder,
  writtenCookie,
} from './model/access/session-cookie.ts'
import { sessionStore } from './model/access/session-store.ts'
import { visitorStore } from './model/access/visitor-store.ts'
import { recordEvent } from './model/audit/record-event.ts'
import { refuseValue } from './model/audit/refused-value.ts'
import { aroundJobs } from './model/jobs/jobs.ts'
import { attachmentRenderer } from './model/mail/mail-attachments.ts'
import { endMovedSession } from './model/people/moved-session.ts'
import type { ChangeFeed } from './platform/database/change-feed.ts'
import type { Replica } from './platform/database/replica.ts'
import { registerBodyTimeout } from './platform/http/body-timeout.ts'
import { registerErrorHandler } from './platform/http/error-handler.ts'
import { registerJsonBody } from './platform/http/json-body.ts'
import {
  closedInMaintenance,
  maintenanceMode,
  registerMaintenance,
  SAFE_METHODS,
} from './platform/http/maintenance.ts'
import {
  registerLoopbackGuard,
  registerOriginGuard,
  registerParameterGuard,
} from './platform/http/origin-guard.ts'
import { rateLimiter } from './platform/http/rate-limit.ts'
import { originOf, readableAddress, requestIds } from './platform/http/request-context.ts'
import { registerRequestLog } from './platform/http/request-log.ts'
import { type Routes, routesOf, validateRequest } from './platform/http/route.ts'
import { registerSecurityHeaders } from './platform/http/security-headers.ts'
import { registerHostGuard, unreadRequests } from './platform/http/unread-requests.ts'
import type { EmbeddedSecrets } from './platform/identity/embedded/secrets.ts'
import { Meter } from './platform/metrics/meter.ts'
import type { Tracing } from './platform/tracing/tracing.ts'
import type { Services } from './services.ts'

/** What an app is built from; the other services follow from these. */
export interface AppParts
  extends Pick<
    Services,
    | 'config'
    | 'database'
    | 'now'
    | 'files'
    | 'fields'
    | 'captcha'
    | 'invoicing'
    | 'jobs'
    | 'mailer'
    | 'checkpoints'
  > {
  /** The embedded identity provider's secrets; absent if OIDC_ISSUER names another provider. */
  embeddedSecrets: EmbeddedSecrets | undefined
  /** Announcements of what transactions changed; closed by the code that opened it. */
  feed: ChangeFeed
  /** A standby for lists and figures, if there is one. */
  replica?: Replica | undefined
  /** The folder of the built web client; absent in tests of the interface. */
  webRoot: string | undefined
  logger: FastifyServerOptions['loggerInstance']
  tracing?: Tracing | undefined
}

export interface Product {
  server: FastifyInstance
  services: Services
  routes: Routes
  /** From now on readiness reports that the process is about to stop. */
  drain(): void
  /** From now on readiness reports that a key of what is stored is missing. */
  reportMissingKeys(): void
}

const UPLOAD_PATHS = new Set<string>([
  uploadDocument.path,
  uploadDocumentJson.path,
  appendPart.path,
  appendPhonePart.path,
])
/** Addresses that browsers open with GET although they write. */
const SIGN_IN_PATHS = new Set<string>([startSignIn.path, finishSignIn.path, signOut.path])

/** Changes other than uploads may send an email: the templates are loaded here, before a transaction is open. */
function registerMailLoading(server: FastifyInstance, mailer: AppParts['mailer']): void {
  server.addHook('onRoute', (route) => {
    const signsIn = SIGN_IN_PATHS.has(route.url)
    const writes = [route.method].flat().some((method) => !SAFE_METHODS.has(method))
    if (!signsIn && (!writes || UPLOAD_PATHS.has(route.url))) return
    const load = async ({ method }: FastifyRequest) => {
      // The email itself reports the failure.
      if (signsIn || !SAFE_METHODS.has(method)) await mailer.load().catch(() => {})
    }
    route.onRequest = [...[route.onRequest ?? []].flat(), load]
  })
}

/** Builds the application without listening; tests call this, and main.ts listens. */
export async function buildApp(parts: AppParts): Promise<Product> {
  const { config, now } = parts
  const maintenance = maintenanceMode(parts.database, config.maintenance)
  const database = closedInMaintenance(parts.database, maintenance)
  const server = Fastify({
    loggerInstance: parts.logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(config.trustedProxies),
    trustProxy: config.trustedProxies.length ? config.trustedProxies : false,
    bodyLimit: 1_000_000,
    requestTimeout: 120_000,
    keepAliveTimeout: 72_000,
    // Requests on open connections are still served, because a proxy that keeps one can't know about the stop
    // in time.
    return503OnClosing: false,
    // A request without a host gets the answer of every refusal, not Node's own.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000, requireHostHeader: false },
    clientErrorHandler: unreadRequests(parts.logger),
    // Longer than any URL that Node reads, because Fastify would refuse a longer part of one before any hook. Schemas
    // limit what is too long.
    routerOptions: { maxParamLength: 20_000 },
    rewriteUrl: ({ url = '/' }) => readableAddress(url),
    schemaController: { compilersFactory: { buildValidator: noJsonSchema, buildSerializer: noJsonSchema } },
  })
  server.setValidatorCompiler(validateRequest)
  server.setSerializerCompiler(serializerCompiler)
  server.decorateRequest('caller', undefined)
  registerJsonBody(server)
  registerErrorHandler(server, {
    onAltered: (error, request) =>
      refuseValue(services, error.place, { reader: request.caller, origin: originOf(request) }),
    onMissingKey: () => watch.reportMissingKeys(),
    refusalFor: personGone,
  })
  parts.tracing?.requests(server)
  const meter = config.metrics && new Meter()
  registerRequestLog(server, meter)
  registerSecurityHeaders(server, {
    production: config.production,
    frameSources: Object.values(config.legal).flatMap((url) =>
      URL.canParse(url) ? new URL(url).origin : [],
    ),
    analytics: config.analytics && {
      script: new URL(config.analytics.scriptUrl).origin,
      origins: config.analytics.origins,
    },
    pictureOrigins: config.pictureOrigins,
  })
  registerHostGuard(server)
  if (!config.production) registerLoopbackGuard(server)
  registerMaintenance(server, maintenance, SIGN_IN_PATHS)
  registerOriginGuard(server, config.publicUrl, config.production)
  registerMailLoading(server, parts.mailer)
  registerParameterGuard(server)
  registerBodyTimeout(server, UPLOAD_PATHS)
  await server.register(fastifyCookie)

  const limiter = rateLimiter(database, config.rateLimitFactor, now)
  const identity = identityOf(config, server, parts.embeddedSecrets, now)
  const sessions = sessionStore(database, config.sessions, now, (caller, devices) =>
    endMovedSession({ database, mailer: parts.mailer, now }, caller, devices),
  )
  const services: Services = {
    ...(meter ? metered(parts, meter) : parts),
    database,
    maintenance,
    meter,
    tracing: parts.tracing,
    log: server.log,
    identity,
    sessions,
    visitors: visitorStore(database, now),
    limiter,
    read: readsOf(server, database, parts.replica, writtenCookie(config.publicUrl)),
    countMiss: missCounter(limiter),
  }
  const cookie = sessionCookie(config.publicUrl)
  const visitorCookie = applicationCookie(config.publicUrl)
  const findCaller = callerFinder(sessions, cookie)
  const visitorOf = visitorFinder(services.visitors, { visitor: visitorCookie, session: cookie })
  const guard = accessGuard({
    findCaller,
    countedCallerOf: countedCallerFinder(sessions, cookie),
    visitorOf,
    limiter,
    companyDomains: config.companyDomains,
    assertRoom: () => services.files.assertRoom(),
    recordReading: readingRecorder(services),
    recordDenial: (request, caller, endpoint) =>
      database.transaction((tx) =>
        recordEvent(tx, {
          at: now(),
          type: 'auth.denied',
          actor: { kind: 'user', id: caller.userId },
          userId: caller.userId,
          subject: `${endpoint.method} ${endpoint.path}`,
          origin: originOf(request),
        }),
      ),
    requireOwnIdentity: (request, payload) => requireOwnIdentity(services, request, payload),
  })
  const routes = routesOf(server, guard, config.production)
  const watch = watchDependencies(services)
  server.addHook('onListen', async () => watch.start())
  server.addHook('onClose', async () => watch.stop())
  registerSystem(routes, services, watch)
  registerCspReports(routes, services)
  registerLegal(routes, services)
  registerDebug(routes, services)
  registerAuth(routes, services, { cookie, visitorCookie, visitorOf })
  registerVisitors(routes, services, {
    cookie: visitorCookie,
    codeCookie: codeCookie(config.publicUrl),
    sessionCookie: cookie,
    findCaller,
  })
  registerUsers(routes, services)
  registerAccount(routes, services)
  registerSignInMethods(routes, services, { secrets: parts.embeddedSecrets, issuer: EMBEDDED_ISSUER })
  registerBugReports(routes, services, { findCaller })
  registerCertifications(routes, services)
  registerDocuments(server, routes, services)
  registerPartUploads(routes, services)
  registerHandOffs(routes, services, { cookie: handOffCookie(config.publicUrl) })
  registerReadings(routes, services)
  registerFaceComparison(routes, services)
  registerOnboarding(routes, services)
  registerBusiness(routes, services)
  registerVerification(routes, services)
  registerExports(routes, services)
  registerNotices(routes, services)
  registerNudges(routes, services)
  registerLive(server, routes, services, {
    feed: parts.feed,
    cookie,
    settled: async () => parts.replica?.caughtUp(),
  })
  registerPrivacy(routes, services)
  registerDataRequests(routes, services)
  registerDirectory(routes, services)
  registerReview(routes, services)
  registerRoles(routes, services)
  registerCaseWork(routes, services)
  registerSupport(routes, services)
  registerQueue(routes, services)
  registerSavedViews(routes, services)
  registerSearch(routes, services)
  registerInvitations(routes, services)
  registerMailWebhooks(routes, services)
  registerActivity(routes, services)
  registerAudit(routes, services)
  registerScreening(routes, services)
  registerJobs(routes, services)
  registerInvoices(routes, services)
  registerInvoicing(routes, services)
  registerStripe(routes, services)
  await registerDocs(server, services)
  registerSecurityTxt(server, services)
  if (meter) {
    const { registerMetrics } = await import('./features/operations/metrics/routes.ts')
    registerMetrics(server, services, { meter, dependencies: watch.seen })
  }
  if (parts.embeddedSecrets) await mountEmbeddedProvider(server, services, parts.embeddedSecrets)
  if (hasMailbox(config)) {
    await registerMailbox(server, {
      database,
      fields: parts.fields,
      renderAttachments: attachmentRenderer(database.db, { config, now }),
      dateStyle: config.dateStyle,
    })
  }
  if (parts.webRoot) {
    const site = getSite.answer.parse(siteOf(config))
    await registerWebClient(server, parts.webRoot, {
      production: config.production,
      keepsOfflinePage: config.keepsOfflinePage,
      drawn: drawnPages(`${parts.webRoot}.drawn.json`, site),
      site,
      hasSession: (request) =>
        [cookie, visitorCookie].some((sessionCookie) => sessionCookie.read(request) !== undefined),
      inMaintenance: () => maintenance.wasOn(),
      releases: releaseAssets(services),
    })
  }
  return { server, services, routes, drain: () => watch.drain(), reportMissingKeys: watch.reportMissingKeys }
}

/** The same parts, wrapped so that their work is counted. */
function metered(parts: AppParts, meter: Meter): AppParts {
  const { files, jobs } = parts
  return {
    ...parts,
    files: { ...files, receive: (file) => meter.upload(files.receive(file)) },
    jobs: aroundJobs(jobs, {
      registered: (name) => meter.expectJob(name),
      run: (name, work) => meter.jobRun(name, work),
    }),
  }
}

/**
 * Replaces the compilers for JSON schemas, which Fastify would load at the start although no one uses them
 * (performance P10).
 */
function noJsonSchema(): never {
  throw new Error('Every schema of the contract is made with zod')
}

/** The built-in mailbox shows every email to anyone who asks, so it exists on a developer's machine only. */
function hasMailbox(config: Config): boolean {
  return !config.production && !config.smtpUrl && !config.resend
}
