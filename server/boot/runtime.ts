import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { AppParts } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { showStatementTimeout } from '#server/features/operations/housekeeping/housekeeping.sql.ts'
import type { InvoicingPort } from '#server/model/invoices/invoicing.ts'
import { ownInvoicing } from '#server/model/invoices/own-invoicing.ts'
import { traceJobs } from '#server/model/jobs/jobs.ts'
import { createJobs } from '#server/model/jobs/pg-boss-jobs.ts'
import { createMailer } from '#server/model/mail/mailer.ts'
import { altchaCaptcha } from '#server/platform/captcha/altcha-captcha.ts'
import { changeFeed } from '#server/platform/database/change-feed.ts'
import type { Database } from '#server/platform/database/database.ts'
import { openPool, openPostgres } from '#server/platform/database/postgres.ts'
import { prepareDatabase } from '#server/platform/database/prepare.ts'
import { reachDatabase } from '#server/platform/database/reach-database.ts'
import { followReplica, type Replica } from '#server/platform/database/replica.ts'
import { FieldCipher } from '#server/platform/fields/field-cipher.ts'
import { folderRefusal, refusedAbove, refusedIn } from '#server/platform/files/data-folder.ts'
import { lockDataFolder } from '#server/platform/files/data-lock.ts'
import type { MasterKey } from '#server/platform/files/envelope.ts'
import type { Tracing } from '#server/platform/tracing/tracing.ts'
import { openCheckpoints } from './checkpoints.ts'
import { openFiles } from './files.ts'
import { localSecrets, masterKeys } from './master-keys.ts'

/** A configuration's opened adapters; `close` closes them in the right order. */
export interface Runtime {
  parts: Omit<AppParts, 'webRoot'>
  /** The opened keys of documents and values of rows, newest first. */
  documentKeys: readonly MasterKey[]
  /** Resolves when the schema is up to date; nothing may be served before. */
  migrated: Promise<void>
  close(): Promise<void>
}

/** Opens database, documents, jobs and secrets as configured. Throws a sentence if one can't be opened. */
export async function openRuntime(
  config: Config,
  log: FastifyBaseLogger,
  tracing?: Tracing,
): Promise<Runtime> {
  const now = () => new Date()
  const dataDir = resolve(config.dataDir)
  // With PostgreSQL several processes share the documents' folder; PGlite and secrets of our own need it
  // exclusively.
  const alone = config.database === undefined || needsLocalSecrets(config)
  await makeDataFolder(dataDir, alone || config.bucket === undefined)
  const lock = alone
    ? await lockDataFolder(dataDir, {
        pid: process.pid,
        startedAt: now().toISOString(),
        url: config.publicUrl,
      })
    : undefined
  let database: Database | undefined
  try {
    const secrets = needsLocalSecrets(config) ? await localSecrets(dataDir) : undefined
    const keys = await masterKeys(config, secrets)
    database = await openDatabase(config, dataDir)
    if (config.database) await reachDatabase(database, log)
    const replica = openReplica(config, database)
    tracing?.database(database)
    const feed = changeFeed(database, config.database?.directUrl, (error) =>
      log.warn({ err: error }, 'Changes are not heard of at the moment, which is tried again'),
    )
    const queues = createJobs({ database, log, now, feed })
    const jobs = tracing ? traceJobs(queues, tracing) : queues
    const fields = new FieldCipher(keys.documents, randomBytes)
    database.encryptWith(fields)
    const files = await openFiles(config, keys.documents, { database, now, tracing })
    const opened = database
    const invoicing = await openInvoicing(config, now)
    const checkpoints = await openCheckpoints(config, keys.checkpoints, { database, now, log })
    return {
      parts: {
        config,
        database,
        feed,
        replica,
        now,
        files,
        fields,
        jobs,
        checkpoints,
        mailer: createMailer(config, fields, tracing),
        invoicing,
        captcha: altchaCaptcha({
          key: config.captcha.key ?? secrets?.captchaKey ?? '',
          required: config.captcha.required,
          now,
        }),
        embeddedSecrets: config.identity ? undefined : secrets?.identity,
        logger: log,
        tracing,
      },
      // The app is built in parallel (performance P10).
      migrated: migrate(config, opened, log),
      documentKeys: keys.documents,
      async close() {
        await jobs.stop()
        await feed.close()
        await files.close()
        await replica?.close()
        await opened.close()
        lock?.release()
      },
    }
  } catch (error) {
    await database?.close().catch(() => {})
    lock?.release()
    throw error
  }
}

function needsLocalSecrets(config: Config): boolean {
  return !config.documentKeys || !config.captcha.key || !config.identity
}

async function openInvoicing(config: Config, now: () => Date): Promise<InvoicingPort> {
  const { stripe, publicUrl } = config
  if (!stripe) return ownInvoicing(config)
  const { stripeInvoicing } = await import('#server/model/invoices/stripe-invoicing.ts')
  return stripeInvoicing({ secretKey: stripe.secretKey, publicUrl, now })
}

async function openDatabase(config: Config, dataDir: string): Promise<Database> {
  if (config.database) {
    const { url, directUrl, poolSize } = config.database
    return openPostgres(url, poolSize, { pooled: directUrl !== undefined })
  }
  // PGlite is loaded only if it is used: its engine is larger than the rest of the server.
  const { openEmbedded } = await import('#server/platform/database/embedded.ts')
  return openEmbedded(join(dataDir, 'database'))
}

function openReplica({ database: config }: Config, database: Database): Replica | undefined {
  if (!config?.readUrl) return undefined
  return followReplica(
    database,
    openPool(config.readUrl, config.poolSize, { pooled: config.directUrl !== undefined }),
  )
}

/**
 * A migration holds a lock for as long as its connection lasts, and a pooler would give that to others: so it
 * bypasses one. Throws a sentence if there is an undeclared pooler.
 */
async function migrate(config: Config, database: Database, log: FastifyBaseLogger): Promise<void> {
  const { directUrl, ownerUrl } = config.database ?? {}
  if (!directUrl)
    return prepareDatabase(database, ownerUrl, log).catch((error: unknown) => {
      throw /unsupported startup parameter/.test(String(error)) ? new Error(POOLER_UNANNOUNCED) : error
    })
  const direct = openPostgres(directUrl, 1)
  await prepareDatabase(direct, ownerUrl, log).finally(() => direct.close())
  const { rows } = await showStatementTimeout(database.pool)
  if (rows[0]?.statement_timeout === '0') log.warn(NO_TIME_LIMIT)
}

const POOLER_UNANNOUNCED =
  'DATABASE_URL leads to a pooler such as PgBouncer. Set DATABASE_DIRECT_URL to the address of the database behind it.'
const NO_TIME_LIMIT =
  "No statement has a time limit behind the pooler. Run this once in the database: alter role ROLE set statement_timeout = '5s'"

/**
 * Creates the data folder if it doesn't exist. Throws a sentence that names DATA_DIR if that fails, or if it
 * `isWritten` and this account can't write to it or to what is in it.
 */
async function makeDataFolder(folder: string, isWritten: boolean): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    const refused = (await refusedAbove(folder)) ?? { place: folder, error }
    throw new Error(folderRefusal(refused), { cause: error })
  }
  const refused = isWritten ? await refusedIn(folder) : undefined
  if (refused) throw new Error(folderRefusal(refused), { cause: refused.error })
}
