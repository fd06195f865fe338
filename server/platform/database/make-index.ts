import type pg from 'pg'
import { selectIndexOfParts, selectParts, selectWhetherIndexValid } from './migrations.sql.ts'
import { composed } from './statement.ts'

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
  const parts = (await selectParts(client, [table])).rows[0]?.parts
  if (!parts) return makeOne(client, name, statement)
  // A condition names its columns by the whole.
  const of = body.replaceAll(`"${table}".`, '')
  await composed(client, { text: `create ${unique}index if not exists "${name}" on only "${table}" ${of}` })
  for (const part of parts) {
    const own = name.startsWith(table) ? name.replace(table, part) : `${part}_${name}`
    await makeOne(client, own, `create ${unique}index concurrently "${own}" on "${part}" ${of}`)
    await composed(client, { text: `alter index "${name}" attach partition "${own}"` })
  }
}

async function makeOne(client: pg.PoolClient, name: string, statement: string): Promise<void> {
  const { rows } = await selectWhetherIndexValid(client, [name])
  if (rows[0]?.valid) return
  if (rows[0]) await composed(client, { text: `drop index concurrently if exists "${name}"` })
  await composed(client, { text: statement })
}

async function dropIndex(client: pg.PoolClient, statement: string): Promise<void> {
  const { rows } = await selectIndexOfParts(client, [DROP.exec(statement)?.[1]])
  // It takes a moment, in which no one may use the table.
  await composed(client, { text: rows.length > 0 ? statement.replace(/\bconcurrently\b/i, '') : statement })
}
