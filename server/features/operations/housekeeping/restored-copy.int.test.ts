import { expect, test } from 'vitest'
import { maintenance } from '#server/commands/maintenance.ts'
import { casePolicyOf } from '#server/model/cases/case-policy.ts'
import { writeErasureNote } from '#server/model/people/erasure-notes.ts'
import { readInstallation, storeRestore } from '#server/platform/database/installation.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { countOn } from '#server/platform/files/store-owner.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { testBucket } from '#server/testing/bucket.ts'
import { noticeSetBack, receiveCopy } from './restored-copy.ts'

const bucket = await testBucket()

const parts = (app: TestApp) => ({
  database: app.database,
  files: app.services.files,
  now: () => app.clock.now,
  log: app.services.log,
  policy: casePolicyOf(app.config),
})
const inMaintenance = async ({ database }: TestApp) =>
  (await readInstallation(database)).maintenanceSince !== null
const endMaintenance = ({ database, config, clock }: TestApp) =>
  maintenance.parse(['off'])?.({ database, config, now: () => clock.now, openFiles: () => Promise.reject() })

/** Takes a backup, erases someone, and restores the server with all its files: nothing in the database shows it. */
async function setBack(store: FileStore): Promise<{ app: TestApp; erased: TestUser }> {
  const app = await testApp({ store })
  const { pool } = app.database
  const erased = await app.signIn({ name: 'Ada Gone' })
  await countOn({ database: app.database, store })
  const backup = await readInstallation(app.database)
  await pool.query(
    `insert into retention_records (user_id, ended_at, ground, erased_at, removed) values ($1, $2, 'none', $2, '{}')`,
    [erased.id, app.clock.now],
  )
  await writeErasureNote(app.services, erased.id)
  expect((await readInstallation(app.database)).generation).toBe(backup.generation + 1)
  await pool.query('delete from retention_records')
  await pool.query('update installation set generation = $1', [backup.generation])
  return { app, erased }
}
const nameOf = async ({ database }: TestApp, { id }: TestUser) =>
  (await database.pool.query('select name from users where id = $1', [id])).rows[0].name

test('B18 R58 a server restored with its files starts in maintenance, and repeats the erasures since', async () => {
  const { app, erased } = await setBack(bucket.store(bucket.newAddress()))
  await receiveCopy(parts(app))
  expect([await inMaintenance(app), await nameOf(app, erased)]).toEqual([true, null])
  await endMaintenance(app)
  // Once it is accepted it is no longer a copy, and continues.
  await receiveCopy(parts(app))
  await countOn({ database: app.database, store: app.services.files.store })
  expect([await noticeSetBack(parts(app)), await inMaintenance(app)]).toEqual([false, false])
})

test('B18 R58 a process that was running while its server was restored notices it, and repeats the erasures', async () => {
  const { app, erased } = await setBack(bucket.store(bucket.newAddress()))
  expect([await noticeSetBack(parts(app)), await noticeSetBack(parts(app))]).toEqual([true, false])
  expect([await inMaintenance(app), await nameOf(app, erased)]).toEqual([true, null])
})

test('B18 a copy of a server with its own store starts in maintenance', async () => {
  const app = await testApp({ store: bucket.store(bucket.newAddress()) })
  await countOn({ database: app.database, store: app.services.files.store })
  const files = { ...app.services.files, store: bucket.store(bucket.newAddress()) }
  await receiveCopy({ ...parts(app), files })
  expect(await inMaintenance(app)).toBe(true)
  await endMaintenance(app)
  await receiveCopy({ ...parts(app), files })
  expect(await inMaintenance(app)).toBe(false)
})

test('B18 R58 no one is served while erasures are due and their list cannot be read; without any, no store is needed', async () => {
  const app = await testApp()
  const away = bucket.store(bucket.newAddress().replace(/endpoint=.*/, 'endpoint=http://127.0.0.1:1'))
  const cutOff = { ...parts(app), files: { ...app.services.files, store: away } }
  await countOn({ database: app.database, store: app.services.files.store })
  await receiveCopy(cutOff)
  expect(app.logged.filter((line) => line.includes('could not be asked'))).toHaveLength(1)
  await storeRestore(app.database, 1)
  await expect(receiveCopy(cutOff)).rejects.toThrow('We serve no one until that works')
  expect((await readInstallation(app.database)).erasuresDue).toBe(true)
})
