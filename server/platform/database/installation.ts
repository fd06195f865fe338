import type { Database } from './database.ts'

/** Which installation a database is, and what has just happened to it. */
export interface InstallationState {
  id: string
  /** When migrations last ran. */
  migratedAt: Date
  /** When a process first started on it after it was restored or copied. */
  restoredAt: Date | null
  /** Since when people can read only; null while they can work. */
  maintenanceSince: Date | null
}

/**
 * Where the database is: its server, itself and the table, by the numbers that PostgreSQL gives each. A restored or
 * copied database differs in at least one of them, a replica that takes over in none.
 */
const PLACE = `(select system_identifier::text from pg_control_system())
  || '/' || (select oid::text from pg_database where datname = current_database())
  || '/' || 'installation'::regclass::oid::text`

/** Reads which installation a migrated database is. Throws what the database throws. */
export async function readInstallation({ pool }: Database): Promise<InstallationState> {
  const { rows } = await pool.query<InstallationState>(
    `select id, migrated_at as "migratedAt", restored_at as "restoredAt", maintenance_since as "maintenanceSince"
     from installation`,
  )
  if (!rows[0]) throw new Error('The database does not say which installation it is')
  return rows[0]
}

/** What an operator is told of a restored or copied database. */
export const RESTORED =
  'This database is a restored or copied one, so it begins with maintenance: people can read only. Check it, then run: npm run admin -- maintenance off'

/**
 * Notes where a migrated database is, and gives whether it was elsewhere when a process last started on it: then it is a
 * restored or copied one, which begins with maintenance. Of processes that start at once, one is told so.
 */
export async function noticeRestore({ pool }: Database): Promise<boolean> {
  await pool.query('insert into installation default values on conflict do nothing')
  const { rows } = await pool.query<{ restored: boolean }>(
    `with former as (select place from installation for update)
     update installation set place = ${PLACE},
       restored_at = case when former.place is null then restored_at else now() end,
       maintenance_since = case when former.place is null then maintenance_since else now() end
     from former where former.place is distinct from ${PLACE}
     returning former.place is not null as restored`,
  )
  return rows[0]?.restored ?? false
}

/** Notes that migrations have just run. */
export async function noteMigration(client: {
  query: (statement: string) => Promise<unknown>
}): Promise<void> {
  await client.query(
    'insert into installation default values on conflict (one) do update set migrated_at = now()',
  )
}
