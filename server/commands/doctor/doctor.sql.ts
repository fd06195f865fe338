import { statement } from '#server/platform/database/statement.ts'

/** Created and rolled back, so that no one else ever sees it. */
const PROBE = 'verdaccord_doctor'

export const selectOne = statement({ text: 'select 1 as n', gives: { n: 'int4' } })

export const selectServer = statement({
  text: `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
  pg_is_in_recovery() as is_standby, current_setting('transaction_read_only')::bool as is_read_only,
  coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as is_encrypted,
  current_setting('max_connections')::int as connections, clock_timestamp() as now`,
  gives: {
    version: 'int4',
    encoding: 'text',
    is_standby: 'bool',
    is_read_only: 'bool',
    is_encrypted: 'bool',
    connections: 'int4',
    now: 'timestamptz',
  },
})

export const beginAttempt = statement({ text: 'savepoint attempt' })
export const undoAttempt = statement({ text: 'rollback to attempt' })
export const makeProbeSchema = statement({ text: `create schema ${PROBE}` })
/** With a row, so that writing is checked too. */
export const makeProbeTable = statement({ text: `create table public.${PROBE} as select 1 as n` })
export const makeTrigrams = statement({ text: 'create extension if not exists pg_trgm' })
