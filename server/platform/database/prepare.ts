import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import type { Database } from './database.ts'
import { isMigrated, migrateDatabase } from './migrate.ts'
import { openPostgres } from './postgres.ts'

/** One process at a time gives rights: two at once would stand in each other's way. */
const RIGHTS_LOCK = 7_301_985

/**
 * Whether the account of the process may use every table and open the ledger's next month, and the schema of the queues is
 * there for it. A month's table is reached through the whole alone.
 */
const HAS_RIGHTS = `
  select to_regnamespace('pgboss') is not null
    and has_function_privilege('public.open_events_month()', 'EXECUTE')
    and coalesce(bool_and(case when c.relispartition then not has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')
      else has_table_privilege(c.oid, 'SELECT') end), false) as done
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`

/**
 * Brings the schema up to date: as the process itself, or by the owner's account where there is one. That one then gives the
 * process what it needs: every table but the ledger's, of which it may read all, add events and open the next month. Where all of that is done
 * already, the owner is not asked.
 */
export async function prepareDatabase(
  database: Database,
  ownerUrl: string | undefined,
  log?: Pick<FastifyBaseLogger, 'info'>,
): Promise<void> {
  if (ownerUrl === undefined) return migrateDatabase(database, log)
  if ((await isMigrated(database).catch(() => false)) && (await has(database, HAS_RIGHTS))) return
  const { rows } = await database.pool.query<{ name: string }>('select current_user as name')
  const owner = openPostgres(ownerUrl, 2)
  try {
    await migrateDatabase(owner, log)
    await giveRights(owner, rows[0]?.name ?? '')
  } finally {
    await owner.close()
  }
}

/** What an operator is told where the process could change the audit log. */
export const REWRITES =
  'The account in DATABASE_URL can change the audit log. Let another account own the tables, and name it in DATABASE_OWNER_URL'

/** Whether the account of the process could change events, or what keeps them as they are. */
export async function canRewriteLedger(database: Database): Promise<boolean> {
  return has(
    database,
    `select bool_or(pg_has_role(c.relowner, 'MEMBER') or has_table_privilege(c.oid, 'UPDATE, DELETE, TRUNCATE, TRIGGER')) as done
     from pg_partition_tree('public.events') t join pg_class c on c.oid = t.relid`,
  )
}

async function has({ pool }: Database, question: string): Promise<boolean> {
  const { rows } = await pool.query<{ done: boolean }>(question)
  return rows[0]?.done ?? false
}

async function giveRights(owner: Database, name: string): Promise<void> {
  const role = pg.escapeIdentifier(name)
  await owner.transaction(async ({ $client }) => {
    await $client.query('select pg_advisory_xact_lock($1)', [RIGHTS_LOCK])
    const { rows } = await $client.query<{ same: boolean }>(
      'select pg_has_role($1, current_user, $2) as same',
      [name, 'MEMBER'],
    )
    if (rows[0]?.same)
      throw new Error(
        'DATABASE_URL has the rights of DATABASE_OWNER_URL; give it an account that is not a member of the owner',
      )
    const months = await $client.query<{ name: string }>(
      'select quote_ident(name) as name from events_months()',
    )
    for (const statement of [
      `grant usage on schema public, drizzle to ${role}`,
      `grant select on all tables in schema drizzle to ${role}`,
      `grant select, insert, update, delete on all tables in schema public to ${role}`,
      `grant usage, select on all sequences in schema public to ${role}`,
      `revoke all on events, event_lanes from ${role}`,
      ...months.rows.map((month) => `revoke all on ${month.name} from ${role}`),
      `grant select, insert on events to ${role}`,
      `grant execute on function open_events_month() to ${role}`,
      `grant select on event_lanes to ${role}`,
      'create schema if not exists pgboss',
      `grant usage, create on schema pgboss to ${role}`,
    ])
      await $client.query(statement)
    await handOverQueues($client, name)
  })
}

/** Queues that were made by the owner, before there were two accounts, become those of the process, which changes them. */
async function handOverQueues(client: pg.Pool | pg.PoolClient, name: string): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter table pgboss.%I owner to %I', c.relname, $1::text) as statement
     from pg_class c where c.relnamespace = 'pgboss'::regnamespace and c.relkind in ('r', 'p') and pg_get_userbyid(c.relowner) <> $1
     union all
     select format('alter function %s owner to %I', p.oid::regprocedure, $1::text)
     from pg_proc p where p.pronamespace = 'pgboss'::regnamespace and pg_get_userbyid(p.proowner) <> $1
     union all
     select format('alter type pgboss.%I owner to %I', t.typname, $1::text)
     from pg_type t where t.typnamespace = 'pgboss'::regnamespace and t.typtype = 'e' and pg_get_userbyid(t.typowner) <> $1`,
    [name],
  )
  for (const { statement } of rows) await client.query(statement)
}
