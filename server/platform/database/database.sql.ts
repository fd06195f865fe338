import { statement } from './statement.ts'

/**
 * Identifies where the database is: its server, the database and the table, by PostgreSQL's own numbers. A
 * restored or copied database differs in at least one of them; a replica that takes over differs in none.
 */
const PLACE = `(select system_identifier::text from pg_control_system())
  || '/' || (select oid::text from pg_database where datname = current_database())
  || '/' || 'installation'::regclass::oid::text`

/**
 * Turns the installation's row into that of a restored or copied database: people can only read, and erasures
 * are due.
 */
const IS_RESTORED =
  'restored_at = now(), maintenance_since = coalesce(maintenance_since, now()), erasures_due = true'

export const beginTransaction = statement({ text: 'begin' })
export const commitTransaction = statement({ text: 'commit' })
export const rollBackTransaction = statement({ text: 'rollback' })

export const selectWhetherReadOnly = statement({
  text: 'show transaction_read_only',
  gives: { transaction_read_only: 'text' },
})

export const touchReadinessRow = statement({
  text: `insert into rate_limits (key, points, expire) values ('readiness', 0, 0)
     on conflict (key) do update set points = 0`,
})

export const takeRoom = statement({
  text: 'create temporary table room on commit drop as select n from generate_series(1, 20000) as numbers (n)',
})

export const selectInstallation = statement({
  text: `select id, generation::int, erasures_due as "erasuresDue", migrated_at as "migratedAt", restored_at as "restoredAt", maintenance_since as "maintenanceSince"
     from installation`,
  gives: {
    id: 'uuid',
    generation: 'int4',
    erasuresDue: 'bool',
    migratedAt: 'timestamptz',
    restoredAt: 'timestamptz?',
    maintenanceSince: 'timestamptz?',
  },
})

export const insertInstallation = statement({
  text: 'insert into installation default values on conflict do nothing',
})

export const storeOtherPlace = statement({
  text: `update installation set place = ${PLACE}, folder = $1, ${IS_RESTORED}
     where place <> ${PLACE} or (split_part(folder, '/', 1) <> split_part($1, '/', 1)
       and split_part(folder, '/', 2) <> split_part($1, '/', 2))`,
  takes: ['text?'],
})

export const updatePlace = statement({
  text: `update installation set place = ${PLACE}, folder = $1
     where place is null or folder is distinct from $1`,
  takes: ['text?'],
})

export const updateGeneration = statement({
  text: `update installation set generation = $1, ${IS_RESTORED}`,
  takes: ['int8'],
})

export const updateAfterMove = statement({
  text: `update installation set place = ${PLACE}, folder = null, generation = generation + 1`,
})

export const upsertMigratedAt = statement({
  text: 'insert into installation default values on conflict (one) do update set migrated_at = now()',
})

export const selectUnsealed = statement({
  text: 'select from installation where sealed_since is null',
})

export const updateSealedSince = statement({
  text: `update installation set sealed_since = now()
     where sealed_since is null and ($1 or migrated_at < now() - interval '1 hour')`,
  takes: ['bool'],
})

export const selectWalPosition = statement({
  text: 'select pg_current_wal_insert_lsn()::text as lsn',
  gives: { lsn: 'text' },
})

export const selectReplayedPosition = statement({
  text: 'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as lsn',
  gives: { lsn: 'text?' },
})
