import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { ROLES, type RoleName } from '#contract/roles.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { buildApp, type Product } from '#server/app.ts'
import { openCheckpoints } from '#server/boot/checkpoints.ts'
import { createLog } from '#server/boot/log.ts'
import { type Config, readConfig } from '#server/config.ts'
import { fileRows } from '#server/model/documents/file-rows.ts'
import type { InvoicingPort } from '#server/model/invoices/invoicing.ts'
import { ownInvoicing } from '#server/model/invoices/own-invoicing.ts'
import { createJobs } from '#server/model/jobs/pg-boss-jobs.ts'
import { createMailer } from '#server/model/mail/mailer.ts'
import { users } from '#server/model/schema/users.ts'
import { altchaCaptcha } from '#server/platform/captcha/altcha-captcha.ts'
import { changeFeed } from '#server/platform/database/change-feed.ts'
import type { Database } from '#server/platform/database/database.ts'
import { noticeRestore } from '#server/platform/database/installation.ts'
import { KeyRing } from '#server/platform/files/envelope.ts'
import { fileJournal } from '#server/platform/files/file-journal.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { FreeSpaceGuard } from '#server/platform/files/free-space.ts'
import { localFileStore } from '#server/platform/files/local-file-store.ts'
import { sealedVault } from '#server/platform/files/sealed-vault.ts'
import { storeOwnership } from '#server/platform/files/store-owner.ts'
import { type EmbeddedSecrets, newEmbeddedSecrets } from '#server/platform/identity/embedded/secrets.ts'
import { derivedSecret } from '#server/platform/ledger/checkpoint.ts'
import { type MalwareScanner, scannerOff } from '#server/platform/scan/malware-scanner.ts'
import { testDatabase } from './database.ts'
import { atEndOfFile } from './end-of-file.ts'
import { TEST_FIELDS, TEST_MASTER_KEY } from './keys.ts'
import { mailRows } from './mail-rows.ts'

const PUBLIC_URL = 'http://localhost:3000'
const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' }

export interface TestOptions {
  env?: Record<string, string>
  scanner?: MalwareScanner
  /** The database of another app instead of its own, as if several processes shared one. */
  database?: Database
  /** Who issues invoices, by the app's clock; ourselves by default. */
  invoicing?: (now: () => Date) => InvoicingPort
  /** Replaces the app's own folder. */
  store?: FileStore
  /** Replaces the measure of free space, to simulate a full disk. */
  space?: FreeSpaceGuard
  /** A folder with a web client; without one every page is the JSON 404. */
  webRoot?: string
}

export interface TestApp extends Product {
  database: Database
  config: Config
  /** The folder of the document store. */
  documentsDir: string
  /** Lines of the structured log, newest last. */
  logged: string[]
  /** The app's clock: set `now` to change the time. */
  clock: { now: Date }
  /** Signs someone in with a session of their own. */
  signIn(person?: TestPerson): Promise<TestUser>
  /** Returns a visitor who has proven an address, with an applicant session of their own. */
  visit(email?: string, kind?: CaseKind): Promise<TestUser>
  /** Makes a call without a session. */
  call(
    method: Method,
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
}

export interface TestPerson {
  role?: 'user' | 'staff' | 'admin' | 'superAdmin' | Exclude<RoleName, 'admin' | 'super_admin'>
  /** Further roles besides `role`. */
  roles?: readonly RoleName[]
  email?: string
  emailVerified?: boolean
  /** Whether the system email is confirmed; true by default. */
  emailConfirmed?: boolean
  name?: string
}

type Method = NonNullable<
  Extract<InjectOptions['method'], 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'>
>

export interface TestUser {
  id: number
  auth0Id: string
  email: string
  cookie: string
  /** Makes a call with this person's session, as from our own pages. */
  call(
    method: Method,
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
}

let secrets: Promise<EmbeddedSecrets> | undefined

/** Returns the whole application on a database of its own, without listening; closed at the end of the test file. */
export async function testApp(options: TestOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await testDatabase())
  const documentsDir = await mkdtemp(join(tmpdir(), 'verdaccord-documents-'))
  const config = readConfig({
    PUBLIC_URL,
    DATA_DIR: documentsDir,
    CAPTCHA: 'off',
    RATE_LIMIT_FACTOR: '1000',
    // Only one file tests the alarms about this.
    READING_WITHOUT_CASE_PER_DAY: '100000',
    READING_HOURS: '00-24',
    // Documents are read by machine only if a test asks for it.
    READING: 'off',
    ...options.env,
  })
  const clock = { now: new Date('2026-03-10T10:00:00Z') }
  const now = () => clock.now
  const logged: string[] = []
  const logger = createLog('info', { write: (line: string) => void logged.push(line) })
  const feed = changeFeed(database, undefined, (error) => logger.warn({ err: error }))
  const jobs = createJobs({ database, log: logger, now, feed })
  const store = options.store ?? localFileStore(documentsDir)
  const ownership = storeOwnership({ database, store, rows: fileRows(database) })
  await noticeRestore(database)
  await ownership.check()
  const files = sealedVault({
    store,
    ownership,
    journal: fileJournal(database, now),
    keys: new KeyRing([TEST_MASTER_KEY], randomBytes),
    scanner: options.scanner ?? scannerOff,
    random: randomBytes,
    space: options.space,
  })
  secrets ??= newEmbeddedSecrets()
  const app = await buildApp({
    config,
    database,
    feed,
    now,
    files,
    fields: TEST_FIELDS,
    jobs,
    checkpoints: await openCheckpoints(config, [derivedSecret(TEST_MASTER_KEY)], {
      database,
      now,
      log: logger,
    }),
    mailer: createMailer(config, TEST_FIELDS),
    invoicing: options.invoicing?.(now) ?? ownInvoicing(config),
    captcha: altchaCaptcha({ key: 'k'.repeat(32), required: config.captcha.required, now }),
    embeddedSecrets: config.identity ? undefined : await secrets,
    webRoot: options.webRoot ?? join(documentsDir, 'no-web-client'),
    logger,
  })
  await jobs.open()
  atEndOfFile(async () => {
    const closed = app.server.close()
    // A test's client may keep its connection open for another request, which would hold up the end of the
    // file.
    app.server.server.closeAllConnections()
    await closed
    await jobs.stop()
    await feed.close()
    await files.close()
    await rm(documentsDir, { recursive: true, force: true })
  })
  return {
    ...app,
    database,
    config,
    documentsDir,
    logged,
    clock,
    signIn: (person = {}) => signIn(app, database, now(), person),
    visit: (email = `visitor-${randomBytes(6).toString('hex')}@people.example`, kind) =>
      visit(app, database, email, kind),
    call: (method, url, body, headers) =>
      inject(app.server, method, url, body, { ...SAME_ORIGIN, ...headers }),
  }
}

let people = 0

async function signIn(
  { server, services }: Product,
  database: Database,
  at: Date,
  person: TestPerson,
): Promise<TestUser> {
  const role = person.role ?? 'user'
  const further = [role, ...(person.roles ?? [])].filter(
    (name) => Object.hasOwn(ROLES, name) && name !== 'admin',
  )
  const domain = role === 'user' ? 'people.example' : 'verdaccord.example'
  const email = person.email ?? `person-${++people}-${randomBytes(3).toString('hex')}@${domain}`
  const auth0Id = `embedded|${randomBytes(9).toString('base64url')}`
  const token = await database.transaction(async (tx) => {
    const [user] = await tx
      .insert(users)
      .values({
        issuer: services.identity.issuer,
        auth0Id,
        auth0Email: email,
        emailVerified: person.emailVerified ?? true,
        email,
        emailConfirmedAt: person.emailConfirmed === false ? null : at,
        name: person.name ?? 'Ada Lovelace',
        isAdmin: role === 'admin' || role === 'superAdmin',
        isSuperAdmin: role === 'superAdmin',
        roles: further,
        createdAt: at,
        updatedAt: at,
      })
      .returning({ id: users.id })
    if (!user) throw new Error('An insert answers with its row')
    return {
      id: user.id,
      token: await services.sessions.start(tx, {
        userId: user.id,
        authTime: at,
        hasRole: role !== 'user' && role !== 'staff',
      }),
    }
  })
  const cookie = `${services.config.publicUrl.startsWith('https:') ? '__Host-session' : 'session'}=${token.token}`
  return {
    id: token.id,
    auth0Id,
    email,
    cookie,
    call: (method, url, body, headers) =>
      inject(server, method, url, body, { cookie, ...SAME_ORIGIN, ...headers }),
  }
}

async function visit(
  { server }: Product,
  database: Database,
  email: string,
  kind?: CaseKind,
): Promise<TestUser> {
  const asked = await inject(server, 'POST', '/api/onboarding/email', { email, kind }, SAME_ORIGIN)
  if (asked.statusCode !== 200) throw new Error(`The visitor was refused: ${asked.body}`)
  const code = await codeSentTo(database, email)
  const headers = { cookie: cookiesOf(asked), ...SAME_ORIGIN }
  const answer = await inject(server, 'POST', '/api/onboarding/email/prove', { code }, headers)
  if (answer.statusCode !== 200) throw new Error(`The code was refused: ${answer.body}`)
  const { applicant } = answer.json()
  const cookie = cookiesOf(answer)
  return {
    id: applicant.id,
    auth0Id: applicant.auth0_id,
    email,
    cookie,
    call: (method, url, body, headers) =>
      inject(server, method, url, body, { cookie, ...SAME_ORIGIN, ...headers }),
  }
}

/** Returns the code in the newest application-code mail to an address. Throws if there is none. */
export async function codeSentTo(database: Database, email: string): Promise<string> {
  const rows = await mailRows<{ text: string }>(
    database,
    "select text from mails where kind = 'application-code' and to_address = $1 order by id desc limit 1",
    email,
  )
  const code = /\b\d{6}\b/.exec(rows[0]?.text ?? '')?.[0]
  if (!code) throw new Error(`No code was sent to ${email}`)
  return code
}

/** The cookies that an answer sets, as the browser sends them back. */
export function cookiesOf(answer: LightMyRequestResponse): string {
  return [answer.headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => cookie.split(';', 1).join())
    .filter((cookie) => !cookie.endsWith('='))
    .join('; ')
}

function inject(
  server: FastifyInstance,
  method: Method,
  url: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<LightMyRequestResponse> {
  const payload = body === undefined && method !== 'GET' && method !== 'HEAD' ? {} : body
  const asked = {
    method,
    url,
    headers,
    ...(payload !== undefined && { payload: payload as string | object | Buffer }),
  }
  if (!isStream(url)) return server.inject(asked)
  return server.inject({ ...asked, payloadAsStream: true }).then(beginningOf)
}

/** Whether the endpoint streams its answer for as long as the connection is open. */
function isStream(url: string): boolean {
  const [path] = url.split('?')
  return ENDPOINTS.some((endpoint) => endpoint.path === path && endpoint.answer === 'events')
}

/** Returns an answer with the first chunk of its stream, then stops reading; a refusal is read completely. */
async function beginningOf(answer: LightMyRequestResponse): Promise<LightMyRequestResponse> {
  const stream = answer.stream()
  let body = ''
  for await (const part of stream) {
    body += part
    if (answer.statusCode === 200) break
  }
  return Object.assign(answer, { body, json: () => JSON.parse(body) })
}
