import { statement } from './statement.ts'

/** Where the database records which migrations ran and what they left to do: indexes to create, tables to fill. */
export const makeMigrationsSchema = statement({ text: 'create schema if not exists drizzle' })
export const makeMigrationsTable = statement({
  text: 'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
})
export const makePendingTable = statement({
  text: 'create table if not exists drizzle.pending_indexes (id serial primary key, migration text not null, statement text not null)',
})

export const setNoTimeout = statement({ text: 'set statement_timeout = 0' })

export const tryLock = statement({
  text: 'select pg_try_advisory_lock($1) as taken',
  takes: ['int8'],
  gives: { taken: 'bool' },
})

export const unlock = statement({
  text: 'select pg_advisory_unlock($1)',
  takes: ['int8'],
  gives: { pg_advisory_unlock: 'bool' },
})

export const lockUntilCommit = statement({
  text: 'select pg_advisory_xact_lock($1)',
  takes: ['int8'],
  gives: { pg_advisory_xact_lock: 'void' },
})

export const selectLastMigration = statement({
  text: 'select max(created_at) as last from drizzle.__drizzle_migrations',
  gives: { last: 'int8?' },
})

export const selectWhetherMigrated = statement({
  text: `select (select count(*) from drizzle.__drizzle_migrations) >= $1
       and not exists (select 1 from drizzle.pending_indexes) as done`,
  takes: ['int8'],
  gives: { done: 'bool' },
})

export const selectWhetherAhead = statement({
  text: 'select count(*) > $1 as ahead from drizzle.__drizzle_migrations',
  takes: ['int8'],
  gives: { ahead: 'bool' },
})

export const insertMigration = statement({
  text: 'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
  takes: ['text', 'int8'],
})

export const insertPending = statement({
  text: 'insert into drizzle.pending_indexes (migration, statement) values ($1, $2)',
  takes: ['text', 'text'],
})

export const selectPending = statement({
  text: 'select id, migration, statement from drizzle.pending_indexes order by id',
  gives: { id: 'int4', migration: 'text', statement: 'text' },
})

export const deletePending = statement({
  text: 'delete from drizzle.pending_indexes where id = $1',
  takes: ['int4'],
})

export const selectLongestAtWork = statement({
  text: `select pid, application_name as application, state, extract(epoch from clock_timestamp() - xact_start)::int as seconds
     from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
     order by xact_start limit 1`,
  gives: { pid: 'int4!', application: 'text?', state: 'text?', seconds: 'int4' },
})

export const selectWhetherIndexValid = statement({
  text: 'select indisvalid as valid from pg_index where indexrelid = to_regclass(quote_ident($1))',
  takes: ['text'],
  gives: { valid: 'bool' },
})

export const selectIndexOfParts = statement({
  text: "select from pg_class where oid = to_regclass($1) and relkind = 'I'",
  takes: ['text?'],
})

/** The partitions of a table; no row for an ordinary one. */
export const selectParts = statement({
  text: `select array(select p.relname::text from pg_inherits i join pg_class p on p.oid = i.inhrelid where i.inhparent = c.oid
       order by 1) as parts
     from pg_class c where c.oid = to_regclass(quote_ident($1)) and c.relkind = 'p'`,
  takes: ['text'],
  gives: { parts: 'text[]' },
})

/**
 * Whether the process's account may use every table and open the ledger's next month, and the queues exist and
 * are its own, which they aren't after a restore by the owner. Partitions are reached only through their parent.
 */
export const selectWhetherRightsGiven = statement({
  text: `
  select to_regnamespace('pgboss') is not null
    and not exists (select 1 from pg_class q where q.relnamespace = to_regnamespace('pgboss') and q.relkind in ('r', 'p')
      and pg_get_userbyid(q.relowner) <> current_user)
    and has_function_privilege('public.open_events_month()', 'EXECUTE')
    and coalesce(bool_and(case when c.relispartition then not has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')
      else has_table_privilege(c.oid, 'SELECT') end), false) as done
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
  gives: { done: 'bool' },
})

export const selectWhetherLedgerOwned = statement({
  text: `select bool_or(pg_has_role(c.relowner, 'MEMBER') or has_table_privilege(c.oid, 'UPDATE, DELETE, TRUNCATE, TRIGGER')) as done
     from pg_partition_tree('public.events') t join pg_class c on c.oid = t.relid`,
  gives: { done: 'bool?' },
})

export const selectAccount = statement({
  text: 'select current_user as name',
  gives: { name: 'name' },
})

export const selectWhetherMember = statement({
  text: "select pg_has_role($1, current_user, 'MEMBER') as same",
  takes: ['name'],
  gives: { same: 'bool' },
})

export const selectEventTables = statement({
  text: 'select quote_ident(name) as name, month from events_months() order by first_id',
  gives: { name: 'text', month: 'text' },
})

export const makeQueuesSchema = statement({ text: 'create schema if not exists pgboss' })

/**
 * Statements that hand the queues over from the owner, who created them before there were two accounts, to the
 * process's account.
 */
export const selectHandOver = statement({
  text: `select format('alter table pgboss.%I owner to %I', c.relname, $1::text) as statement
     from pg_class c where c.relnamespace = 'pgboss'::regnamespace and c.relkind in ('r', 'p') and pg_get_userbyid(c.relowner) <> $1
     union all
     select format('alter function %s owner to %I', p.oid::regprocedure, $1::text)
     from pg_proc p where p.pronamespace = 'pgboss'::regnamespace and pg_get_userbyid(p.proowner) <> $1
     union all
     select format('alter type pgboss.%I owner to %I', t.typname, $1::text)
     from pg_type t where t.typnamespace = 'pgboss'::regnamespace and t.typtype = 'e' and pg_get_userbyid(t.typowner) <> $1`,
  takes: ['text'],
  gives: { statement: 'text' },
})
