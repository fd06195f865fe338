import { beforeAll, beforeEach, expect, test } from 'vitest'
import { adoptStore } from '#server/commands/adopt-store.ts'
import { BATCH_ROWS, RunStopped, unattended } from '#server/platform/jobs/in-batches.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { writeErasureNote, writeErasureNotes } from './erasure-notes.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
/** What was written next to the files, by name. */
let written: Map<string, string>
let writes: number
let isAway: (name: string) => boolean
beforeEach(async () => {
  await app.database.pool.query('delete from retention_records')
  written = new Map()
  writes = 0
  isAway = () => false
})

const parts = () => ({
  database: app.database,
  files: {
    ...app.services.files,
    store: {
      ...app.services.files.store,
      writeErasure: async (name: string, text: string) => {
        if (isAway(name)) throw new Error('The store is away')
        writes++
        written.set(name, text)
      },
    },
  },
})
const writeAll = (progress = unattended(app.services.log)) => writeErasureNotes(parts(), progress)
const generation = async () =>
  Number((await app.database.pool.query('select generation from installation')).rows[0].generation)

/** Creates people whose accounts were erased without a note. Returns their ids. */
async function erased(count: number): Promise<number[]> {
  const { rows } = await app.database.pool.query<{ id: string }>(
    `with gone as (
       insert into users (issuer, auth0_id) select 'gone', gen_random_uuid()::text from generate_series(1, $1) returning id
     )
     insert into retention_records (user_id, ended_at, ground, retain_until, erased_at)
     select id, now(), 'customer', now() + interval '5 years', now() from gone returning user_id as id`,
    [count],
  )
  return rows.map(({ id }) => Number(id))
}
const namesFor = (ids: number[]) =>
  [...written.keys()].filter((name) => ids.some((id) => name.startsWith(`user${id}at`)))

test('R58 erasures are noted page by page, once each, and an interrupted night’s notes are not read again', async () => {
  const ids = await erased(BATCH_ROWS + 2)
  const stopping = {
    ...unattended(app.services.log),
    reached: async () => {
      throw new RunStopped()
    },
  }
  await expect(writeAll(stopping)).rejects.toThrow(RunStopped)
  expect(writes).toBe(BATCH_ROWS)
  await writeAll()
  expect([writes, namesFor(ids).length]).toEqual([BATCH_ROWS + 2, BATCH_ROWS + 2])
  const before = await generation()
  await writeAll()
  expect([writes, await generation()]).toEqual([BATCH_ROWS + 2, before])
})

test('R58 an erasure is noted again once its retained records are deleted, and each when the store is adopted', async () => {
  const [kept = 0, purged = 0] = await erased(2)
  await writeErasureNote(parts(), kept)
  await writeErasureNote(parts(), purged)
  await app.database.pool.query('update retention_records set purged_at = now() where user_id = $1', [purged])
  await writeAll()
  expect(writes).toBe(3)
  expect(JSON.parse(written.get(namesFor([purged])[0] ?? '') ?? '')).toMatchObject({
    userId: purged,
    ground: 'customer',
    purgedAt: expect.any(String),
  })
  written.clear()
  const { files, database, config, clock } = { ...app, ...app.services }
  await adoptStore.parse([])?.({ database, config, now: () => clock.now, openFiles: async () => files })
  await writeAll()
  expect(namesFor([kept, purged])).toHaveLength(2)
})

test('R58 one that cannot be noted does not hold up others, and the next night notes it', async () => {
  const ids = await erased(3)
  isAway = (name) => name.startsWith(`user${ids[1]}at`)
  const before = await generation()
  await writeAll()
  expect([writes, await generation()]).toEqual([2, before + 1])
  isAway = () => false
  await writeAll()
  expect(namesFor(ids)).toHaveLength(3)
  isAway = () => true
  const [late = 0] = await erased(1)
  await expect(writeErasureNote(parts(), late)).rejects.toThrow('away')
})
