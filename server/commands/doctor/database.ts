import type pg from 'pg'
import { commandRefusal } from '#server/commands/command.ts'
import type { Config } from '#server/config.ts'
import { beginTransaction, rollBackTransaction } from '#server/platform/database/database.sql.ts'
import type { Database } from '#server/platform/database/database.ts'
import { databaseErrorCode } from '#server/platform/database/database-faults.ts'
import { isMigrated } from '#server/platform/database/migrate.ts'
import { addressesOf, openPool, openPostgres } from '#server/platform/database/postgres.ts'
import { isLoopback } from '#server/platform/http/loopback.ts'
import { reasonOf } from '#server/platform/reason-of.ts'
import {
  beginAttempt,
  makeProbeSchema,
  makeProbeTable,
  makeTrigrams,
  selectOne,
  selectServer,
  undoAttempt,
} from './doctor.sql.ts'
import { type ClockReading, type Finding, findingsOf } from './finding.ts'

const LEAST_VERSION = 15
/** Connections that a server reserves for others: its administrators, our commands, other processes. */
const SPARE_CONNECTIONS = 5
/** Checks the database and its account's rights. Nothing is changed: the probe is rolled back. */
export async function inspectDatabase(config: Config, clocks: ClockReading[]): Promise<Finding[]> {
  const { found, ok, note, wrong } = findingsOf('Database')
  if (!config.database) {
    ok('PGlite, in DATA_DIR.')
    if (config.production)
      note(
        'PGlite is for a first look and small trials: set DATABASE_URL to a PostgreSQL before real people use this.',
      )
    return found
  }
  const { poolSize, directUrl, readUrl, ownerUrl } = config.database
  // Bypassing a pooler, as migrations do. Of several servers the one that accepts writes is asked; the first
  // one gives the name.
  const url = directUrl ?? config.database.url
  const place = new URL(addressesOf(url)[0] ?? '')
  const named = directUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'
  const database = openPostgres(url, 1)
  const client = await database.pool.connect().catch((error: unknown) => error)
  if (!isClient(client)) {
    wrong(commandRefusal(client, url, named))
    await database.close()
    return found
  }
  try {
    const { rows } = await selectServer(client)
    const [server] = rows
    if (!server) throw new Error('the server said nothing of itself')
    clocks.push({ of: 'database', theirs: server.now, ours: new Date() })
    const major = Math.floor(server.version / 10_000)
    if (major < LEAST_VERSION)
      wrong(`PostgreSQL ${major} is too old: version ${LEAST_VERSION} or later is needed.`)
    else ok(`PostgreSQL ${major} answers.`)
    if (server.encoding !== 'UTF8')
      wrong(
        `The database is in ${server.encoding}: make one with ENCODING 'UTF8', or names in other scripts are refused.`,
      )
    if (server.is_standby)
      wrong('This server is a standby and takes no writes: name the primary in DATABASE_URL.')
    else if (server.is_read_only)
      wrong('The account or the database is read-only (default_transaction_read_only): turn that off.')
    else if (ownerUrl === undefined) await inspectRights(client, { named, ok, wrong })
    if (!server.is_encrypted && !isLoopback(place.hostname) && place.hostname !== '')
      note(
        'The connection isn’t encrypted: add ?sslmode=verify-full to DATABASE_URL unless the network is your own.',
      )
    const left = server.connections - poolSize
    if (left < SPARE_CONNECTIONS)
      note(
        `DATABASE_POOL_SIZE is ${poolSize} and the server takes ${server.connections} connections in all: raise max_connections, or lower the pool, so that every process finds room.`,
      )
  } finally {
    client.release()
  }
  try {
    if (ownerUrl === undefined) await inspectMigrations(database, { ok, note, wrong })
    else await inspectOwner(ownerUrl, database, { ok, note, wrong })
  } finally {
    await database.close()
  }
  if (directUrl) await inspectAddress('DATABASE_URL', config.database.url, { ok, wrong })
  if (readUrl) await inspectAddress('DATABASE_READ_URL', readUrl, { ok, wrong })
  return found
}

/** Runs one query at a further address: a pooler's, or a replica's. */
async function inspectAddress(name: string, url: string, { ok, wrong }: Tell): Promise<void> {
  const pool = openPool(url, 1, { pooled: true })
  try {
    await selectOne(pool)
    ok(`${name} answers.`)
  } catch (error) {
    wrong(commandRefusal(error, url, name))
  } finally {
    await pool.end()
  }
}

function isClient(given: unknown): given is pg.PoolClient {
  return !(given instanceof Error)
}

/**
 * Checks the account that owns the tables instead of the process's, which may do less. Its password may be
 * removed between upgrades, so while there is nothing for it to do it needn't connect.
 */
async function inspectOwner(
  ownerUrl: string,
  process: Database,
  { ok, note, wrong }: Record<Finding['level'], (says: string) => void>,
): Promise<void> {
  const named = 'DATABASE_OWNER_URL'
  const owner = openPostgres(ownerUrl, 1)
  try {
    const client = await owner.pool.connect().catch((error: unknown) => error)
    if (!isClient(client)) {
      const refusal = commandRefusal(client, ownerUrl, named)
      if (await isMigrated(process).catch(() => false))
        note(`${refusal} Nothing needs that account until the next upgrade.`)
      else wrong(refusal)
      return
    }
    try {
      await inspectRights(client, { named, ok, wrong })
    } finally {
      client.release()
    }
    await inspectMigrations(owner, { ok, note, wrong })
  } finally {
    await owner.close()
  }
}

type Tell = Record<'ok' | 'wrong', (says: string) => void>

/** Does what migrations do, in a transaction that is rolled back. */
async function inspectRights(
  client: pg.PoolClient,
  { named, ok, wrong }: Tell & { named: string },
): Promise<void> {
  const attempts: [what: string, make: (on: pg.PoolClient) => Promise<unknown>, todo: string][] = [
    [
      'make schemas',
      makeProbeSchema,
      'make it the owner of the database, or: grant create on database … to it',
    ],
    ['make tables', makeProbeTable, 'grant usage, create on schema public to it'],
    [
      'make the extension pg_trgm',
      makeTrigrams,
      'install postgresql-contrib, or have an administrator run: create extension pg_trgm',
    ],
  ]
  let isAllowed = true
  await beginTransaction(client)
  try {
    for (const [what, make, todo] of attempts) {
      await beginAttempt(client)
      try {
        await make(client)
      } catch (error) {
        isAllowed = false
        wrong(`The account in ${named} can’t ${what} (${reasonOf(error)}): ${todo}.`)
        await undoAttempt(client)
      }
    }
  } finally {
    await rollBackTransaction(client)
  }
  if (isAllowed) ok(`The account in ${named} may do what migrations need, and pg_trgm is at hand.`)
}

const NO_SUCH_TABLE = /^(42P01|3F000)$/
const NOT_ALLOWED = '42501'

async function inspectMigrations(
  database: Database,
  { ok, note, wrong }: Record<Finding['level'], (says: string) => void>,
): Promise<void> {
  try {
    if (await isMigrated(database)) ok('Its tables are up to date.')
    else note('The next start brings its tables up to date: take a backup before.')
  } catch (error) {
    const code = databaseErrorCode(error) ?? ''
    if (NO_SUCH_TABLE.test(code)) ok('It is empty: the first start makes the tables.')
    else if (code === NOT_ALLOWED)
      wrong(
        'Its tables belong to another account: name that one in DATABASE_URL, or hand them over (reassign owned by … to …).',
      )
    else throw error
  }
}
