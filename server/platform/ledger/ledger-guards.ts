import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#server/platform/database/database.ts'
import { isAhead, MIGRATIONS } from '#server/platform/database/migrate.ts'
import { readAsWritten } from './event-digest.ts'

/** What the migrations put on the table of events, so that rows are chained and stay. */
const TRIGGERS = ['events_append_only', 'events_chain', 'events_no_truncate']
const FUNCTIONS = ['chain_event', 'event_digest', 'refuse_change']

/**
 * Names the functions and triggers of the ledger that are missing, switched off or not those of the migrations. Says nothing
 * of a database that a later version has migrated: this one doesn't know what that one put there.
 */
export async function guardFaults(database: Database): Promise<string[]> {
  if (await isAhead(database)) return []
  const bodies = await functionBodies()
  const functions = await readAsWritten<{ proname: string; prosrc: string }>(
    database,
    `select p.proname, p.prosrc from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = 'public' and p.proname = any($1::text[])`,
    [FUNCTIONS],
  )
  const triggers = await readAsWritten<{ tgname: string }>(
    database,
    `select t.tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relname = 'events' and t.tgenabled in ('O', 'A')`,
  )
  const changed = FUNCTIONS.filter((name) => {
    const found = functions.filter(({ proname }) => proname === name)
    return found.length !== 1 || found[0]?.prosrc !== bodies.get(name)
  })
  const off = TRIGGERS.filter((name) => !triggers.some(({ tgname }) => tgname === name))
  return [
    ...changed.map((name) => `function ${name}: is not the one of this version`),
    ...off.map((name) => `trigger ${name}: is switched off or gone`),
  ]
}

/** The body of each function as the last migration that names it has it. */
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
