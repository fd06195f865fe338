import type pg from 'pg'

const CREATE =
  /^create\s+(unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?\s+on\s+"?(\w+)"?\s*([\s\S]*?);?$/i
const DROP = /^drop\s+index\s+concurrently\s+(?:if\s+exists\s+)?"?(\w+)"?/i

/** The index that a statement makes; undefined where it drops one. */
export function indexOf(statement: string): string | undefined {
  return CREATE.exec(statement)?.[2]
}

/**
 * Makes or drops an index while its table is used. One that a crash left unfinished is dropped and made again; one that is
 * there stays. What PostgreSQL can't do so on a table of several is done on each of them in turn.
 */
export async function makeIndex(client: pg.PoolClient, statement: string): Promise<void> {
  const [, unique = '', name, table, body = ''] = CREATE.exec(statement) ?? []
  if (!name || !table) return dropIndex(client, statement)
  const parts = await partsOf(client, table)
  if (!parts) return makeOne(client, name, statement)
  // A condition names its columns by the whole.
  const of = body.replaceAll(`"${table}".`, '')
  await client.query(`create ${unique}index if not exists "${name}" on only "${table}" ${of}`)
  for (const part of parts) {
    const own = name.startsWith(table) ? name.replace(table, part) : `${part}_${name}`
    await makeOne(client, own, `create ${unique}index concurrently "${own}" on "${part}" ${of}`)
    await client.query(`alter index "${name}" attach partition "${own}"`)
  }
}

async function makeOne(client: pg.PoolClient, name: string, statement: string): Promise<void> {
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass(quote_ident($1))',
    [name],
  )
  if (rows[0]?.valid) return
  if (rows[0]) await client.query(`drop index concurrently if exists "${name}"`)
  await client.query(statement)
}

async function dropIndex(client: pg.PoolClient, statement: string): Promise<void> {
  const { rows } = await client.query("select from pg_class where oid = to_regclass($1) and relkind = 'I'", [
    DROP.exec(statement)?.[1],
  ])
  // It takes a moment, in which no one may use the table.
  await client.query(rows.length > 0 ? statement.replace(/\bconcurrently\b/i, '') : statement)
}

/** The tables that a table is made of; undefined where it is an ordinary one. */
async function partsOf(client: pg.PoolClient, table: string): Promise<string[] | undefined> {
  const { rows } = await client.query<{ parts: string[] }>(
    `select array(select p.relname::text from pg_inherits i join pg_class p on p.oid = i.inhrelid where i.inhparent = c.oid
       order by 1) as parts
     from pg_class c where c.oid = to_regclass(quote_ident($1)) and c.relkind = 'p'`,
    [table],
  )
  return rows[0]?.parts
}
