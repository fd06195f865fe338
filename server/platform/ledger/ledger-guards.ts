import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#server/platform/database/database.ts'
import { isAhead, MIGRATIONS } from '#server/platform/database/migrate.ts'
import { readAsWritten } from './event-digest.ts'

/**
 * The triggers that the migrations put on the event table and each month's partition: the function, and when it
 * runs (`tgtype`).
 */
const TRIGGERS: Readonly<Record<string, { calls: string; type: string }>> = {
  events_append_only: { calls: 'refuse_change', type: '27' },
  events_chain: { calls: 'chain_event', type: '7' },
  events_no_truncate: { calls: 'refuse_change', type: '34' },
}
const FUNCTIONS = [
  'add_events_month',
  'chain_event',
  'event_digest',
  'events_months',
  'open_events_month',
  'refuse_change',
]
const MONTH = /^events_(until_)?\d{4}_\d\d$/

/** A month's partition, with the range of its numbers. */
interface MonthTable {
  name: string
  kind: string
  bounds: string | null
  hasPlaces: string
}

/**
 * Lists the ledger's functions, triggers and tables that are missing, disabled or different from the
 * migrations'. Says nothing about a database that a later version has migrated, because this one doesn't know
 * what that version expects.
 */
export async function guardFaults(database: Database): Promise<string[]> {
  if (await isAhead(database)) return []
  const months = await readAsWritten(database, {
    text: `select c.relname as name, c.relkind::text as kind, pg_get_expr(c.relpartbound, c.oid) as bounds,
       exists (select from pg_index x where x.indrelid = c.oid and x.indisunique and x.indisvalid and x.indpred is null
         and pg_get_indexdef(x.indexrelid) like '% USING btree (lane, seq)') as "hasPlaces"
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'public.events'::regclass and not i.inhdetachpending`,
    gives: { name: 'name', kind: 'text', bounds: 'text?', hasPlaces: 'bool' },
  })
  return [
    ...(await functionFaults(database)),
    ...(await triggerFaults(
      database,
      months.filter(({ name }) => MONTH.test(name)),
    )),
    ...(await monthFaults(database, months)),
  ]
}

async function functionFaults(database: Database): Promise<string[]> {
  const bodies = await functionBodies()
  const functions = await readAsWritten(database, {
    text: `select p.proname, p.prosrc from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = 'public' and p.proname = any($1::text[])`,
    values: [FUNCTIONS],
    gives: { proname: 'name', prosrc: 'text' },
  })
  const changed = FUNCTIONS.filter((name) => {
    const found = functions.filter(({ proname }) => proname === name)
    return found.length !== 1 || found[0]?.prosrc !== bodies.get(name)
  })
  return changed.map((name) => `function ${name}: is not the one of this version`)
}

/** If a trigger is disabled on the parent, its partitions aren't listed one by one. */
async function triggerFaults(database: Database, months: readonly MonthTable[]): Promise<string[]> {
  const rows = await readAsWritten(database, {
    text: `select c.relname as table, t.tgname as name, p.proname as calls, t.tgtype as type
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
     where (c.oid = 'public.events'::regclass or c.oid in (select inhrelid from pg_inherits where inhparent = 'public.events'::regclass))
       and t.tgenabled in ('O', 'A') and t.tgqual is null and p.pronamespace = 'public'::regnamespace`,
    gives: { table: 'name', name: 'name', calls: 'name', type: 'int2' },
  })
  return Object.entries(TRIGGERS).flatMap(([name, { calls, type }]) => {
    const isOff = (table: string) =>
      !rows.some(
        (row) => row.table === table && row.name === name && row.calls === calls && row.type === type,
      )
    if (isOff('events')) return [`trigger ${name}: is switched off or gone`]
    return months.flatMap((month) =>
      isOff(month.name) ? [`trigger ${name} of ${month.name}: is switched off or gone`] : [],
    )
  })
}

/** The partitions must follow one another without a gap, and the next event must have one. */
async function monthFaults(database: Database, months: readonly MonthTable[]): Promise<string[]> {
  const faults: string[] = []
  const ranges: { first: bigint; end: bigint }[] = []
  for (const { name, kind, bounds, hasPlaces } of months) {
    const [, first, end] = /^FOR VALUES FROM \('(\d+)'\) TO \('(\d+)'\)$/.exec(bounds ?? '') ?? []
    if (kind !== 'r' || !MONTH.test(name) || !first || !end)
      faults.push(`table ${name}: is none of this version, and takes events`)
    else if (hasPlaces !== 't') faults.push(`table ${name}: a place in a lane may be taken twice`)
    if (first && end) ranges.push({ first: BigInt(first), end: BigInt(end) })
  }
  let reached = 0n
  for (const { first, end } of ranges.sort((a, b) => (a.first < b.first ? -1 : 1))) {
    if (first !== reached) faults.push(`events ${reached} to ${first - 1n}: their table was taken away`)
    reached = end
  }
  const [next] = await readAsWritten(database, {
    text: 'select last_value as last from public.events_id_seq',
    gives: { last: 'int8' },
  })
  if (next && BigInt(next.last) >= reached)
    faults.push(`events ${reached} and after: their table was taken away`)
  return faults
}

/** The body of each function, from the last migration that defines it. */
async function functionBodies(): Promise<Map<string, string>> {
  const bodies = new Map<string, string>()
  for (const file of (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort()) {
    const text = await readFile(join(MIGRATIONS, file), 'utf8')
    for (const [, name = '', body = ''] of text.matchAll(
      /CREATE(?: OR REPLACE)? FUNCTION (\w+)\([^)]*\)[^$]*\$\$([\s\S]*?)\$\$/g,
    ))
      bodies.set(name, body)
  }
  return bodies
}
