import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Database } from '#server/platform/database/database.ts'
import { openEmbedded } from '#server/platform/database/embedded.ts'
import { migrateDatabase } from '#server/platform/database/migrate.ts'
import { openPostgres } from '#server/platform/database/postgres.ts'
import { testDatabaseUrl } from '#server/testing/database.ts'
import { atEndOfFile } from '#server/testing/end-of-file.ts'
import type { Env } from './process.ts'

/** The database of this run of the suite; tests that only one of them can run are skipped on the other. */
export const ON_POSTGRES = inject('postgresUrl') !== undefined

/** What one or more servers share: a data folder, a database, and an environment. */
export interface Deployment {
  env: Env
  dataDir: string
  /** Queries the database. With PGlite the server must be stopped, because only one process can use its data. */
  inspect<T>(work: (database: Database) => Promise<T>): Promise<T>
}

interface DeploymentOptions {
  env?: Env
  /** Replaces a migrated database of its own. */
  databaseUrl?: string
  dataDir?: string
}

/**
 * A deployment for the calling test file. On PostgreSQL it is configured so that several processes can share
 * it: with given secrets, and an external identity provider.
 */
export async function newDeployment(options: DeploymentOptions = {}): Promise<Deployment> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'verdaccord-reliability-')))
  atEndOfFile(() => rm(dataDir, { recursive: true, force: true }))
  const env: Env = {
    DATA_DIR: dataDir,
    DEMO: '0',
    CAPTCHA: 'off',
    RATE_LIMIT_FACTOR: '10000',
    LOG_LEVEL: 'error',
    // The machine is busy enough; reading has a test of its own.
    READING: 'off',
  }
  const databaseUrl = options.databaseUrl ?? (ON_POSTGRES ? await testDatabaseUrl() : undefined)
  const template = inject('embeddedTemplate')
  if (databaseUrl) Object.assign(env, { DATABASE_URL: databaseUrl, ...SHARED })
  else if (template && !options.dataDir) await cp(template, join(dataDir, 'database'), { recursive: true })
  return {
    env: { ...env, ...options.env },
    dataDir,
    async inspect(work) {
      const database = databaseUrl
        ? openPostgres(databaseUrl, 4)
        : await openEmbedded(join(dataDir, 'database'))
      try {
        await migrateDatabase(database)
        return await work(database)
      } finally {
        await database.close()
      }
    },
  }
}

/** Nothing listens at this provider: signed-in people get their session from the test. */
const SHARED: Env = {
  DOCUMENT_KEYS: `test:${randomBytes(32).toString('base64')}`,
  CAPTCHA_KEY: 'a key for the captcha of these tests only',
  OIDC_ISSUER: 'http://127.0.0.1:9/',
  OIDC_CLIENT_ID: 'verdaccord',
}
