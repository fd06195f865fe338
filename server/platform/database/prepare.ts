import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import type { Database } from './database.ts'
import { isMigrated, migrateDatabase } from './migrate.ts'
import {
  lockUntilCommit,
  makeQueuesSchema,
  selectAccount,
  selectEventTables,
  selectHandOver,
  selectWhetherLedgerOwned,
  selectWhetherMember,
  selectWhetherRightsGiven,
} from './migrations.sql.ts'
import { openPostgres } from './postgres.ts'
import { composed, NO_ROWS } from './statement.ts'

/** Only one process at a time grants rights: two at once would conflict. */
const RIGHTS_LOCK = 7_301_985

/**
 * Brings the schema up to date: with the process's own account, or with the owner's if there is one. The owner
 * then grants the process what it needs: every table except the ledger's, which it may read, append to and
 * extend by a month. If everything is in place already, the owner's account isn't used.
 */
export async function prepareDatabase(
  database: Database,
  ownerUrl: string | undefined,
  log?: Pick<FastifyBaseLogger, 'info'>,
): Promise<void> {
  if (ownerUrl === undefined) return migrateDatabase(database, log)
  if ((await isMigrated(database).catch(() => false)) && (await hasRights(database))) return
  const { rows } = await selectAccount(database.pool)
  const owner = openPostgres(ownerUrl, 2)
  try {
    await migrateDatabase(owner, log)
    await giveRights(owner, rows[0]?.name ?? '')
  } finally {
    await owner.close()
  }
}

async function hasRights({ pool }: Database): Promise<boolean> {
  return (await selectWhetherRightsGiven(pool)).rows[0]?.done ?? false
}

/** What an operator is told if the process could change the audit log. */
export const REWRITES =
  'The account in DATABASE_URL can change the audit log. Let another account own the tables, and name it in DATABASE_OWNER_URL'

/** Whether the process's account could change events, or the triggers that protect them. */
export async function canRewriteLedger(database: Database): Promise<boolean> {
  const { rows } = await selectWhetherLedgerOwned(database.pool)
  return rows[0]?.done ?? false
}

async function giveRights(owner: Database, name: string): Promise<void> {
  const role = pg.escapeIdentifier(name)
  await owner.transaction(async ({ $client }) => {
    await lockUntilCommit($client, [RIGHTS_LOCK])
    const { rows } = await selectWhetherMember($client, [name])
    if (rows[0]?.same)
      throw new Error(
        'DATABASE_URL has the rights of DATABASE_OWNER_URL; give it an account that is not a member of the owner',
      )
    const months = await selectEventTables($client)
    await makeQueuesSchema($client)
    for (const text of [
      `grant usage on schema public, drizzle to ${role}`,
      `grant select on all tables in schema drizzle to ${role}`,
      `grant select, insert, update, delete on all tables in schema public to ${role}`,
      `grant usage, select on all sequences in schema public to ${role}`,
      `revoke all on events, event_lanes from ${role}`,
      ...months.rows.map((month) => `revoke all on ${month.name} from ${role}`),
      `grant select, insert on events to ${role}`,
      `grant execute on function open_events_month() to ${role}`,
      `grant select on event_lanes to ${role}`,
      `grant usage, create on schema pgboss to ${role}`,
    ])
      await composed($client, { text, gives: NO_ROWS })
    await handOverQueues($client, name)
  })
}

/**
 * Hands queues that the owner created, before there were two accounts, over to the process's account, which
 * alters them.
 */
async function handOverQueues(client: pg.Pool | pg.PoolClient, name: string): Promise<void> {
  const { rows } = await selectHandOver(client, [name])
  for (const { statement } of rows) await composed(client, { text: statement, gives: NO_ROWS })
}
