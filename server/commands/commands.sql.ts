import { statement } from '#server/platform/database/statement.ts'

export const selectFileKeys = statement({
  text: `select storage_key as key from documents
     union all select rendition_key from documents where rendition_key is not null`,
  gives: { key: 'text' },
})

export const selectLatestMoment = statement({
  text: 'select greatest((select max(at) from events), (select max(created_at) from documents)) as at',
  gives: { at: 'timestamptz?' },
})

export const selectWhetherStrange = statement({
  text: `select to_regclass('drizzle.__drizzle_migrations') is null
         and exists (select from pg_tables where schemaname = 'public') as strange`,
  gives: { strange: 'bool' },
})

export const updateToMaintenance = statement({
  text: 'update installation set maintenance_since = coalesce(maintenance_since, now())',
})

export const selectForeignKeys = statement({
  text: `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`,
  gives: { table: 'text', name: 'text', definition: 'text' },
})

export const selectTracesOfUse = statement({
  text: `select from installation where place is not null
     union all (select from users limit 1) union all (select from events limit 1)`,
})

export const addMonthOfEvents = statement({
  text: 'select add_events_month($1)',
  takes: ['text'],
  gives: { add_events_month: 'void' },
})

export const selectColumnTypes = statement({
  text: `select quote_ident(attname) as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
  takes: ['regclass'],
  gives: { name: 'text', type: 'text' },
})

export const startMaintenance = statement({
  text: 'update installation set maintenance_since = $1 where maintenance_since is null',
  takes: ['timestamptz'],
})

export const endMaintenance = statement({
  text: 'update installation set maintenance_since = null where maintenance_since is not null',
})

export const selectMigrationsTable = statement({
  text: "select from pg_tables where schemaname = 'drizzle' and tablename = '__drizzle_migrations'",
})

export const beginToMove = statement({ text: 'begin isolation level repeatable read' })

/** For one transaction: makes two databases write the same value as the same text. */
export const setSameText = statement({
  text: "select set_config('timezone', 'UTC', true) as zone, set_config('datestyle', 'ISO', true) as style",
  gives: { zone: 'text', style: 'text' },
})

export const lockInstallation = statement({ text: 'lock table installation in access exclusive mode' })

/** A partition is reached through its table. */
export const selectTables = statement({
  text: `select quote_ident(relname) as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  gives: { name: 'text' },
})

export const selectWrittenColumns = statement({
  text: `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
  takes: ['regclass'],
  gives: { name: 'text' },
})

export const closeRows = statement({ text: 'close rows' })

export const selectSequences = statement({
  text: "select quote_ident(sequencename) as name from pg_sequences where schemaname = 'public'",
  gives: { name: 'text' },
})

export const setSequence = statement({
  text: 'select setval($1::regclass, $2, $3)',
  takes: ['regclass', 'int8', 'bool'],
  gives: { setval: 'int8' },
})
