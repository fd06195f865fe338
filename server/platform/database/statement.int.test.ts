import { globSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, testDatabaseUrl } from '#server/testing/database.ts'
import { composed, type Described, NO_ROWS, statement } from './statement.ts'

interface Field {
  name: string
  type: string
  /** It is read directly from a nullable column. */
  mayBeNull: boolean
}

let client: pg.Client
let types: ReadonlyMap<number, string>
let nullable: ReadonlySet<string>

beforeAll(async () => {
  const url = await testDatabaseUrl()
  client = new pg.Client(url)
  await client.connect()
  const named = await client.query(
    "select oid, case when typelem <> 0 and typname like '\\_%' then substr(typname, 2) || '[]' else typname end as name from pg_type",
  )
  types = new Map(named.rows.map(({ oid, name }) => [oid, name]))
  const columns = await client.query(
    "select attrelid || '.' || attnum as column from pg_attribute where not attnotnull",
  )
  nullable = new Set(columns.rows.map(({ column }) => column))
})
afterAll(() => client.end())

test('every statement takes and gives what it declares', async () => {
  const statements = await allStatements()
  expect(statements.length).toBeGreaterThan(200)
  const wrong: string[] = []
  for (const [name, described] of statements)
    wrong.push(...(await faultsOf(described)).map((fault) => `${name}: ${fault}`))
  expect(wrong).toEqual([])
})

test('a statement that declares something else than the database is found', async () => {
  expect(await faultsOf(statement({ text: 'select no_such_column from users' }))).toEqual([
    'column "no_such_column" does not exist',
  ])
  expect(await faultsOf(statement({ text: 'lock table no_such_table' }))).toEqual([
    'relation "no_such_table" does not exist',
  ])
  expect(
    await faultsOf(
      statement({ text: 'select id from users where id = $1', takes: ['text'], gives: { id: 'text' } }),
    ),
  ).toEqual(['takes int8, not text', 'gives id: int8, not id: text'])
  expect(
    await faultsOf(
      statement({ text: 'select name, email from users', gives: { name: 'text', email: 'text!' } }),
    ),
  ).toEqual(['name may be null'])
})

test('an answer with other columns than a composed statement declares is refused', async () => {
  const { db, pool } = await testDatabase()
  const text = 'select id, name from users'
  const gives = { id: 'int8', name: 'text?' } as const
  expect((await composed(db, { text, gives })).rows).toEqual([])
  const other = { ...gives, id: 'text' } as const
  await expect(composed(pool, { text, gives: other })).rejects.toThrow('says id 25, name 25')
  await expect(composed(pool, { text, gives: NO_ROWS })).rejects.toThrow(
    'gives id 20, name 25, and says nothing',
  )
  expect((await composed(pool, { text: 'delete from sign_ins', gives: NO_ROWS })).rowCount).toBe(0)
  const client = await pool.connect()
  await expect(composed(client, { text, gives: { id: 'int8' } })).rejects.toThrow('gives id 20, name 25')
  client.release()
})

/** The exports of the statement files, by name; for a table of statements, each of them. */
async function allStatements(): Promise<[string, Described][]> {
  const root = new URL('../../', import.meta.url)
  const found: [string, Described][] = []
  const look = (name: string, value: unknown) => {
    if (typeof value === 'function' && 'takes' in value) found.push([name, value as unknown as Described])
    else if (typeof value === 'object' && value !== null)
      for (const [key, child] of Object.entries(value)) look(`${name}.${key}`, child)
  }
  for (const file of globSync('**/*.sql.ts', { cwd: root }))
    look(file, await import(new URL(file, root).href))
  return found
}

async function faultsOf({ text, takes, gives }: Described): Promise<string[]> {
  try {
    if (/^lock /i.test(text)) await client.query(`begin; ${text}; rollback`)
    const is = await described(text)
    const said = Object.entries(gives as Record<string, string>)
    const [taken, given] = [
      [takes.map(bare), is.takes],
      [
        said.map(([name, kind]) => `${name}: ${bare(kind)}`),
        is.gives.map(({ name, type }) => `${name}: ${type}`),
      ],
    ]
    const nulls = is.gives.filter(({ name, mayBeNull }) => mayBeNull && !/[?!]$/.test(gives[name] as string))
    return [
      ...(String(taken[0]) !== String(taken[1]) ? [`takes ${taken[1]}, not ${taken[0]}`] : []),
      ...(String(given[0]) !== String(given[1])
        ? [`gives ${given[1]}, not ${given[0]}`]
        : nulls.map(({ name }) => `${name} may be null`)),
    ]
  } catch (error) {
    await client.query('rollback')
    return [(error as Error).message]
  }
}

const bare = (kind: string) => kind.replace(/[?!]$/, '')

/**
 * Lets PostgreSQL parse a statement without running it, and returns what it takes and gives. Throws
 * PostgreSQL's error.
 */
function described(text: string): Promise<{ takes: string[]; gives: Field[] }> {
  return new Promise((resolve, reject) => {
    const { connection } = client as unknown as { connection: pg.Connection }
    let [takes, gives]: [string[], Field[]] = [[], []]
    const onTypes = ({ dataTypeIDs }: { dataTypeIDs: number[] }) => {
      takes = dataTypeIDs.map((oid) => types.get(oid) ?? String(oid))
    }
    connection.once('parameterDescription', onTypes)
    const asked = {
      submit(to: pg.Connection) {
        to.parse({ name: '', text, types: [] }, true)
        to.describe({ type: 'S', name: '' }, true)
        to.sync()
      },
      handleRowDescription({ fields }: { fields: pg.FieldDef[] }) {
        gives = fields.map(({ name, dataTypeID, tableID, columnID }) => ({
          name,
          type: types.get(dataTypeID) ?? String(dataTypeID),
          mayBeNull: nullable.has(`${tableID}.${columnID}`),
        }))
      },
      handleError(fault: Error) {
        connection.off('parameterDescription', onTypes)
        reject(fault)
      },
      handleReadyForQuery() {
        connection.off('parameterDescription', onTypes)
        resolve({ takes, gives })
      },
    }
    client.query(asked as unknown as pg.Submittable)
  })
}
