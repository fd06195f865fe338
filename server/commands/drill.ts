import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { storeAt } from '#server/boot/files.ts'
import { childEnvironment } from '#server/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import { databaseErrorCode } from '#server/platform/database/database-faults.ts'
import { migrateDatabase } from '#server/platform/database/migrate.ts'
import { addressesOf, openPostgres } from '#server/platform/database/postgres.ts'
import { primaryOf } from '#server/platform/database/primary.ts'
import { composed, NO_ROWS } from '#server/platform/database/statement.ts'
import { verifyLedger } from '#server/platform/ledger/verify-ledger.ts'
import { type Command, counted, refuseMore, WrongArguments } from './command.ts'
import { selectLatestMoment } from './commands.sql.ts'
import { checkFiles } from './verify-files.ts'

const run = promisify(execFile)
const COUNTED = ['users', 'cases', 'documents', 'certifications', 'invoices', 'events']

/** Restores a backup into a database of its own, checks it, and removes that database; the store is only read. */
export const drill: Command = {
  usage: [['drill DUMP STORE', 'restore a backup elsewhere, check ledger, files and counts, and remove it']],
  parse: ([dump, address, ...more]) => {
    if (!dump || dump.startsWith('--')) throw new WrongArguments('Name the dump first.')
    if (!address)
      throw new WrongArguments('Name the store after the dump: a folder, or an address as in S3_URL.')
    refuseMore(more)
    return async ({ config, openFiles }) => {
      if (!config.database)
        throw new Error('A drill needs PostgreSQL: set DATABASE_URL to the server to restore on.')
      await access(dump).catch(() => {
        throw new Error(`There is no file ${resolve(dump)}.`)
      })
      const name = `verdaccord_drill_${randomBytes(6).toString('hex')}`
      const { url: own, directUrl, ownerUrl } = config.database
      const server = await primaryOf(addressesOf(ownerUrl ?? directUrl ?? own)).find()
      const url = Object.assign(new URL(server), { pathname: `/${name}` })
      // A database's name can't be a parameter; this one has only letters and digits.
      await administer(server, `create database ${name}`).catch((error: unknown) => {
        if (databaseErrorCode(error) !== '42501') throw error
        const { username } = new URL(server)
        throw new Error(
          `The account ${username} may not create the database of the drill. As an administrator of the server: alter role ${username} createdb`,
        )
      })
      try {
        await restore(dump, url)
        const restored = openPostgres(url.href, 4)
        try {
          // A former version's dump is examined as this version would serve it.
          await migrateDatabase(restored)
          const ledger = await verifyLedger(restored)
          const files = await openFiles({ database: restored, store: await storeAt(address) })
          const found = await checkFiles(restored, files).finally(() => files.close())
          const faults = [...ledger.faults, ...found.faults]
          const says = [
            `The ledger: ${counted(ledger.checked, 'event')} checked, ${counted(ledger.faults.length, 'fault')}.`,
            `The files: ${found.checked} checked, ${found.faults.length} missing or damaged.`,
            await countsOf(restored),
            `Data reach until ${await latestOf(restored)}.`,
            faults.length === 0 ? 'This backup can be restored.' : 'This backup has faults.',
          ]
          return { says: says.join('\n'), faults }
        } finally {
          await restored.close()
        }
      } finally {
        await administer(server, `drop database ${name} with (force)`)
      }
    }
  },
}

/** Without the pool's limits, because creating a database takes a while. */
async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await composed(client, { text: statement, gives: NO_ROWS })
  } finally {
    await client.end()
  }
}

/** The password is passed in the environment, because every account on the machine can read arguments. */
async function restore(dump: string, { hostname, port, username, password, pathname, searchParams }: URL) {
  const sslmode = searchParams.get('sslmode')
  const env = childEnvironment({
    PGHOST: searchParams.get('host') ?? decodeURIComponent(hostname),
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    ...(sslmode && { PGSSLMODE: sslmode }),
  })
  const args = ['--exit-on-error', '--no-owner', '--no-privileges', `--dbname=${pathname.slice(1)}`, dump]
  await run('pg_restore', args, { env, maxBuffer: 10_000_000 }).catch((error: unknown) => {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string }
    throw new Error(
      code === 'ENOENT'
        ? 'pg_restore is not installed here. Install the client of PostgreSQL, of the version that wrote the dump or later.'
        : `The dump could not be restored: ${stderr.trim().split('\n').at(-1)}`,
    )
  })
}

async function countsOf({ pool }: Database): Promise<string> {
  const counts: string[] = []
  for (const table of COUNTED) {
    const { rows } = await composed(pool, {
      text: `select count(*) as n from ${table}`,
      gives: { n: 'int8' },
    })
    counts.push(`${table} ${rows[0]?.n}`)
  }
  return `Rows: ${counts.join(', ')}.`
}

/** The last recorded event: anything after it isn't in the backup. */
async function latestOf({ pool }: Database): Promise<string> {
  const { rows } = await selectLatestMoment(pool)
  return rows[0]?.at?.toISOString() ?? 'nothing was recorded'
}
