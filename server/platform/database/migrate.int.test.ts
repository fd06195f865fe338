import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { isMigrated, migrateDatabase } from './migrate.ts'

const database = await testDatabase()
const { pool } = database
let folder: string
const entries: { tag: string; when: number }[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verdaccord-migrations-'))
  await mkdir(join(folder, 'meta'))
  const { rows } = await pool.query(
    'select max(created_at)::text as last, count(*)::int as n from drizzle.__drizzle_migrations',
  )
  // Stands for the migrations that have already run, as many as are in the database.
  for (let n = 0; n < rows[0].n; n++)
    await add(`0${100 + n}_former`, 'select 1;', Number(rows[0].last) - rows[0].n + n)
  await pool.query('create table drops (id int); insert into drops select generate_series(1, 100)')
})
afterAll(() => rm(folder, { recursive: true }))

async function add(tag: string, text: string, when: number): Promise<void> {
  entries.push({ tag, when })
  await writeFile(join(folder, `${tag}.sql`), text)
  await writeFile(join(folder, 'meta', '_journal.json'), JSON.stringify({ entries }))
}
const next = () => (entries.at(-1)?.when ?? 0) + 1_000

async function migrate(lines: unknown[][] = []): Promise<unknown[][]> {
  await migrateDatabase(database, { info: (...line: unknown[]) => void lines.push(line) }, folder)
  return lines
}

const index = async (name: string) =>
  (await pool.query('select indisvalid as valid from pg_index where indexrelid = to_regclass($1)', [name]))
    .rows

test('an index is created while its table is used, and the log says what ran, whom it blocked and how long it took', async () => {
  await add(
    '0200_drops',
    '-- blocks: writes to drops, for a moment\nALTER TABLE drops ADD COLUMN size int;--> statement-breakpoint\nCREATE INDEX CONCURRENTLY "drops_size" ON drops (size);',
    next(),
  )
  expect(await isMigrated(database, folder)).toBe(false)
  const lines = await migrate()
  expect(await index('drops_size')).toEqual([{ valid: true }])
  expect(await isMigrated(database, folder)).toBe(true)
  const blocks = 'writes to drops, for a moment'
  const told = [
    [{ migrations: [{ name: '0200_drops', blocks }] }, 'Migrations are applied'],
    [{ migration: '0200_drops', blocks, ms: expect.any(Number) }, 'A migration was applied'],
  ]
  const made = [
    { migration: '0200_drops', index: 'drops_size', ms: expect.any(Number) },
    'An index was made while its table is used',
  ]
  // An embedded database has no one else to block.
  expect(lines).toEqual(database.kind === 'embedded' ? told : [...told, made])
  expect(await migrate()).toEqual([])
})

test.skipIf(database.kind === 'embedded')(
  'an index that a crash left unfinished is dropped and created again, and a finished one is left',
  async () => {
    await pool.query('insert into drops select 1')
    // What a killed process leaves: the migration is done, its index is due, and half of it exists.
    await pool.query(
      `insert into drizzle.pending_indexes (migration, statement) values
         ('0300', 'CREATE UNIQUE INDEX CONCURRENTLY "drops_id" ON drops (id)'),
         ('0300', 'CREATE INDEX CONCURRENTLY "drops_size" ON drops (size)')`,
    )
    expect(await isMigrated(database, folder)).toBe(false)
    await expect(migrate()).rejects.toThrow('drops_id')
    expect(await index('drops_id')).toEqual([{ valid: false }])
    await pool.query('delete from drops where ctid in (select max(ctid) from drops where id = 1)')
    await migrate()
    expect([await index('drops_id'), await index('drops_size')]).toEqual([
      [{ valid: true }],
      [{ valid: true }],
    ])
    expect(await isMigrated(database, folder)).toBe(true)
  },
)

test('an index of a partitioned table is created and dropped like any other', async () => {
  await pool.query(`create table drips (id int, size int) partition by range (id);
    create table drips_1 partition of drips for values from (0) to (10);
    create table drips_2 partition of drips for values from (10) to (20)`)
  const valid = async () =>
    (
      await pool.query(
        "select indrelid::regclass::text as table, indisvalid as valid from pg_index where indrelid::regclass::text like 'drips%' order by 1",
      )
    ).rows
  await add(
    '0350_drips',
    'CREATE INDEX CONCURRENTLY "drips_size" ON "drips" USING btree ("size","id") WHERE "drips"."size" > 0;',
    next(),
  )
  await migrate()
  expect(await valid()).toEqual(['drips', 'drips_1', 'drips_2'].map((table) => ({ table, valid: true })))
  await add('0351_drips', 'DROP INDEX CONCURRENTLY "drips_size";', next())
  await migrate()
  expect(await valid()).toEqual([])
})

test.skipIf(database.kind === 'embedded')(
  'B03 a migration that meets people who lock tables in another order lets them pass, and none of them loses anything',
  async () => {
    await pool.query('create table cups (id int); create table jugs (id int)')
    await add(
      '0500_cups',
      'ALTER TABLE cups ADD COLUMN size int;--> statement-breakpoint\nALTER TABLE jugs ADD COLUMN size int;',
      next(),
    )
    const person = await pool.connect()
    await person.query('begin')
    await person.query('insert into jugs values (1)')
    const lines: unknown[][] = []
    const migrated = migrate(lines)
    const longest = expect.objectContaining({ state: 'idle in transaction', seconds: expect.any(Number) })
    const passes = 'A migration lets others pass and tries again'
    await expect
      .poll(() => lines, { timeout: 30_000 })
      .toContainEqual([{ migration: '0500_cups', attempt: 1, longest }, passes])
    const holdsCups =
      "select from pg_locks where relation = 'cups'::regclass and mode = 'AccessExclusiveLock' and granted"
    await expect
      .poll(async () => (await pool.query(holdsCups)).rows.length, { interval: 5, timeout: 30_000 })
      .toBe(1)
    // Now each waits for the other's table.
    await person.query('insert into cups values (1)')
    await person.query('commit')
    person.release()
    await migrated
    expect(
      (await pool.query('select c.id, c.size, j.size as jug from cups c join jugs j using (id)')).rows,
    ).toEqual([{ id: 1, size: null, jug: null }])
  },
)

test('a migration that fails leaves nothing of itself and everything before it', async () => {
  await add('0400_good', 'CREATE TABLE good (id int);', next())
  await add('0401_bad', 'CREATE TABLE half (id int);--> statement-breakpoint\nselect nonsense;', next())
  await expect(migrate()).rejects.toThrow('nonsense')
  const there = async (name: string) => (await pool.query('select to_regclass($1) as t', [name])).rows[0].t
  expect([await there('good'), await there('half')]).toEqual(['good', null])
})
