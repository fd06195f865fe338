import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { openEmbedded } from '#server/platform/database/embedded.ts'
import { readInstallation } from '#server/platform/database/installation.ts'
import { migrateDatabase } from '#server/platform/database/migrate.ts'
import { openPostgres } from '#server/platform/database/postgres.ts'
import { seedPeople } from '#server/reliability/testing/people.ts'
import { runScript } from '#server/reliability/testing/process.ts'
import { atEndOfFile } from '#server/testing/end-of-file.ts'
import { turnMonth } from '#server/testing/months.ts'
import { administer } from '#server/testing/postgres.ts'

const server = inject('postgresUrl')
const folder = await mkdtemp(join(tmpdir(), 'verdaccord-move-'))
const env = (dataDir: string) => ({ DATA_DIR: join(folder, dataDir), DEMO: '0', CAPTCHA: 'off' })
const move = (url: string, dataDir = 'data') => runScript('admin', ['move-to-postgres', url], env(dataDir))
let count = 0

async function emptyDatabase(): Promise<string> {
  const name = `move_${process.pid}_${count++}`
  await administer(server?.replace('DATABASE', 'postgres') ?? '', `create database ${name}`)
  return server?.replace('DATABASE', name) ?? ''
}

/** Returns all rows of all tables, as text, except those that belong to the installation. */
async function contentOf(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'installation'",
  )
  const content: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from "${name}" t order by 1`)
    content[name] = `${rows.length} ${createHash('sha256').update(JSON.stringify(rows)).digest('hex')}`
  }
  return content
}

let before: Record<string, string> = {}
beforeAll(async () => {
  if (!server) return
  await mkdir(join(folder, 'data'))
  const source = await openEmbedded(join(folder, 'data', 'database'))
  await migrateDatabase(source)
  const people = await seedPeople(source, { count: 200, prepared: true })
  await source.transaction(async (tx) => {
    for (const { id } of people.slice(0, 150))
      await recordEvent(tx, { at: new Date(), type: 'auth.denied', actor: { kind: 'user', id }, userId: id })
    // A null, a line break, quotes and braces: the most hostile values that a PostgreSQL array may hold.
    await tx.$client.query(`update users set name = $1 where id = $2`, ['"{}\\n\n\\,NULL', people[0]?.id])
    await tx.$client.query('update users set name = null where id = $1', [people[1]?.id])
  })
  // The trial has run into a second month.
  await turnMonth(source.pool)
  await source.transaction((tx) =>
    recordEvent(tx, { at: new Date(), type: 'auth.denied', actor: { kind: 'system' }, userId: 1 }),
  )
  before = await contentOf(source.pool)
  await source.close()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.skipIf(!server)('a trial is moved to PostgreSQL completely, and only to an empty database', async () => {
  await cp(join(folder, 'data'), join(folder, 'broken'), { recursive: true })
  const broken = await openEmbedded(join(folder, 'broken', 'database'))
  // A row that a fault of the engine could leave, and that the target must refuse.
  await broken.pool.query('alter table sessions disable trigger all')
  await broken.pool.query('update sessions set user_id = 999999 where user_id = 1')
  await broken.close()
  const url = await emptyDatabase()
  const failed = await move(url, 'broken')
  expect([failed.code, failed.output]).toEqual([1, expect.stringContaining('foreign key')])
  const target = openPostgres(url, 4)
  atEndOfFile(() => target.close())
  expect((await target.pool.query('select from users')).rows).toEqual([])

  const done = await move(url)
  expect([done.code, done.output]).toEqual([0, expect.stringContaining('151 events checked, 0 faults')])
  expect(await contentOf(target.pool)).toEqual(before)
  const { generation, maintenanceSince } = await readInstallation(target)
  expect([generation, maintenanceSince]).toEqual([1, null])
  const source = await openEmbedded(join(folder, 'data', 'database'))
  expect(await contentOf(source.pool)).toEqual(before)
  expect(await readInstallation(source)).toMatchObject({
    id: (await readInstallation(target)).id,
    maintenanceSince: expect.any(Date),
  })
  await source.close()

  // Numbers and the chain continue where they were, and the database still refuses what it refused before.
  const [next] = await seedPeople(target, { count: 1 })
  expect(next?.id).toBe(201)
  await target.transaction((tx) =>
    recordEvent(tx, {
      at: new Date(),
      type: 'auth.denied',
      actor: { kind: 'system' },
      userId: next?.id ?? 0,
    }),
  )
  await expect(target.pool.query('delete from events')).rejects.toThrow()
  await expect(target.pool.query('update sessions set user_id = 999999')).rejects.toThrow('foreign key')

  const again = await move(url)
  expect([again.code, again.output]).toEqual([1, expect.stringContaining('in that database already')])
  const strange = await emptyDatabase()
  await administer(strange, 'create table theirs (x int)')
  const refused = await move(strange)
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('tables of something else')])
})
