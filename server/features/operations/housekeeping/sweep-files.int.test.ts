import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { adoptStore } from '#server/commands/adopt-store.ts'
import type { Command } from '#server/commands/command.ts'
import { restoreFiles, sweepFilesCommand } from '#server/commands/sweep-files.ts'
import { discardApplication } from '#server/features/onboarding/visitors/routes.ts'
import { type FileStore, newStorageKey } from '#server/platform/files/file-store.ts'
import { localFileStore } from '#server/platform/files/local-file-store.ts'
import { unattended } from '#server/platform/jobs/in-batches.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { testBucket } from '#server/testing/bucket.ts'
import { atEndOfFile } from '#server/testing/end-of-file.ts'
import { uploadPicture } from '#server/testing/journeys.ts'
import { checkStore, sweepDocuments, sweepJob } from './sweep-files.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const LONG_AGO = new Date('2026-01-01T00:00:00Z')

const bucket = await testBucket()
const protectedBucket = await testBucket({
  versioning:
    '<VersioningConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Status>Enabled</Status></VersioningConfiguration>',
  'object-lock':
    '<ObjectLockConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><ObjectLockEnabled>Enabled</ObjectLockEnabled></ObjectLockConfiguration>',
})

async function newFolder(): Promise<FileStore> {
  const root = await mkdtemp(join(tmpdir(), 'verdaccord-store-'))
  atEndOfFile(() => rm(root, { recursive: true, force: true }))
  return localFileStore(root)
}

const STORES: [string, () => Promise<FileStore>][] = [
  ['a folder', newFolder],
  ['a bucket', async () => bucket.store(bucket.newAddress())],
]

async function keysOf(entries: AsyncIterable<{ key: string }>): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of entries) keys.push(key)
  return keys.toSorted()
}

/** An app whose database was migrated long ago, on a store that may be someone else's. */
async function appOn(store: FileStore): Promise<TestApp> {
  const app = await testApp({ store })
  await app.database.pool.query('update installation set migrated_at = $1', [LONG_AGO])
  return app
}

const later = (app: TestApp, ms: number) => new Date(app.clock.now.getTime() + ms)
/** Runs the job as the schedule does. */
const runJob = async (app: TestApp, at = later(app, HOUR)) => {
  const job = sweepJob({ ...app.services, now: () => at })
  await job({
    log: app.services.log,
    now: () => at,
    signal: new AbortController().signal,
    attempt: 1,
    progress: unattended(app.services.log),
  })
}
const run = async (app: TestApp, command: Command, words: string[], at = later(app, HOUR)) => {
  const work = command.parse(words)
  if (!work) throw new Error(`Not understood: ${words.join(' ')}`)
  const { config, database } = app
  const files = { ...app.services.files, close: async () => {} }
  return work({ config, database, now: () => at, openFiles: async () => files })
}
/** Leaves an upload as a crash does: in the journal and in the store, without a row. */
async function abandon(app: TestApp, count = 1): Promise<string[]> {
  const keys: string[] = []
  for (let i = 0; i < count; i++) {
    const { key } = await app.services.files.keep(Readable.from([Buffer.from(`upload ${i}`)]))
    keys.push(key)
  }
  return keys.toSorted()
}
const eventsOf = async (app: TestApp) =>
  (await app.database.pool.query("select type, after from events where type like 'files.%' order by id")).rows

describe.each(STORES)('R48 the sweep of files in %s', (_, newStore) => {
  test('deletes nothing for a process with another, empty database, nor with the same installation in it', async () => {
    const store = await newStore()
    const right = await appOn(store)
    const person = await right.signIn()
    for (const slot of ['selfie', 'proof-of-address'] as const) await uploadPicture(person, slot)
    const before = await keysOf(store.list())
    expect(before).toHaveLength(4)

    const wrong = await appOn(store)
    await runJob(wrong, later(wrong, 40 * DAY))
    expect(await keysOf(store.list())).toEqual(before)
    expect(wrong.logged.filter((line) => line.includes('belongs to installation'))).toHaveLength(1)

    await wrong.database.pool.query('update installation set id = $1', [
      (await right.database.pool.query('select id from installation')).rows[0].id,
    ])
    await runJob(wrong, later(wrong, 40 * DAY))
    expect(await keysOf(store.list())).toEqual(before)
    expect(await keysOf(store.listSetAside())).toEqual([])
  })

  test('moves an abandoned upload to deleted/, from where a command restores it for 30 days', async () => {
    const store = await newStore()
    const app = await appOn(store)
    const person = await app.signIn()
    await uploadPicture(person, 'selfie')
    const kept = await keysOf(store.list())
    const keys = await abandon(app, 2)
    await runJob(app, later(app, 9 * MINUTE))
    expect(await keysOf(store.list())).toEqual([...kept, ...keys].toSorted())

    await runJob(app, later(app, 11 * MINUTE))
    expect(await keysOf(store.list())).toEqual(kept)
    expect(await keysOf(store.listSetAside())).toEqual(keys)
    expect(await run(app, restoreFiles, [keys[0] ?? ''])).toEqual({
      says: '1 of 1 file is back in place.',
      faults: [],
    })
    expect(await run(app, restoreFiles, ['--all'])).toMatchObject({
      says: '1 of 1 file is back in place.',
    })
    expect(await keysOf(store.list())).toEqual([...kept, ...keys].toSorted())
    expect((await eventsOf(app)).map(({ type }) => type)).toEqual([
      'files.swept',
      'files.restored',
      'files.restored',
    ])

    const [again = ''] = await abandon(app)
    await runJob(app)
    await runJob(app, new Date(Date.now() + 29 * DAY))
    expect(await keysOf(store.listSetAside())).toEqual([again])
    await runJob(app, new Date(Date.now() + 31 * DAY))
    expect(await keysOf(store.listSetAside())).toEqual([])
  })

  test('automatically restores a file that a row names', async () => {
    const store = await newStore()
    const app = await appOn(store)
    await uploadPicture(await app.signIn(), 'selfie')
    const kept = await keysOf(store.list())
    for (const key of kept) await store.setAside(key)
    expect(await keysOf(store.list())).toEqual([])
    await runJob(app)
    expect(await keysOf(store.list())).toEqual(kept)
  })

  test('R58 permanently deletes what a person had deleted before a crash', async () => {
    const store = await newStore()
    const app = await appOn(store)
    const visitor = await app.visit()
    await uploadPicture(visitor, 'selfie')
    const keys = await keysOf(store.list())
    const cut = { ...app.services.files, remove: () => Promise.reject(new Error('The power is gone')) }
    const origin = { ip: '127.0.0.1', userAgent: 'test', requestId: 'test' }
    await expect(discardApplication({ ...app.services, files: cut }, visitor.id, origin)).rejects.toThrow(
      'The power is gone',
    )
    expect(await keysOf(store.list())).toEqual(keys)
    await runJob(app)
    expect(await keysOf(store.list())).toEqual([])
    expect(await keysOf(store.listSetAside())).toEqual([])
  })
})

test('moves at most a hundred files per run, and says how many are left; a command moves all', async () => {
  const store = await newFolder()
  const app = await appOn(store)
  await abandon(app, 230)
  await runJob(app)
  expect(await keysOf(store.listSetAside())).toHaveLength(100)
  expect(app.logged.at(-1)).toContain('"waiting":130')
  const dry = await run(app, sweepFilesCommand, ['--dry-run'])
  expect(dry.says).toContain('Nothing was changed.')
  expect(dry.says).toContain('130 moved to deleted/')
  expect(await keysOf(store.listSetAside())).toHaveLength(100)
  expect((await run(app, sweepFilesCommand, [])).says).toContain('130 moved to deleted/')
  expect(await keysOf(store.list())).toEqual([])
})

test('moves at most one in a hundred per run, if there are more than ten thousand files', async () => {
  const app = await appOn(await newFolder())
  const { id } = await app.signIn()
  await app.database.pool.query(
    `insert into documents (id, user_id, slot, file_name, mime, bytes, sha256, storage_key, wrapped_key, key_id, created_at)
     select gen_random_uuid(), $1, 'other', 'a', 'b', 1, 'c', lpad(n::text, 48, '0'), 'w', 'k', now() from generate_series(1, 12000) n`,
    [id],
  )
  await abandon(app, 150)
  const { setAside, waiting } = await sweepDocuments(app.services, later(app, HOUR))
  expect([setAside.length, waiting]).toEqual([120, 30])
})

test('leaves files that no row mentions until a command is told to search the whole store', async () => {
  const store = await newFolder()
  const app = await appOn(store)
  const key = newStorageKey(randomBytes)
  await store.put(key, Readable.from([Buffer.from('of a newer database')]))
  const at = new Date(Date.now() + HOUR)
  await runJob(app, at)
  await run(app, sweepFilesCommand, [], at)
  expect(await keysOf(store.list())).toEqual([key])
  expect((await run(app, sweepFilesCommand, ['--dry-run', '--whole-store'], at)).says).toContain(key)
  expect(await keysOf(store.list())).toEqual([key])
  await run(app, sweepFilesCommand, ['--whole-store'], at)
  expect(await keysOf(store.listSetAside())).toEqual([key])
})

test.each(['migrated_at', 'restored_at'])('sweeps nothing in the hour after %s', async (column) => {
  const store = await newFolder()
  const app = await appOn(store)
  const keys = await abandon(app)
  const at = later(app, 2 * HOUR)
  await app.database.pool.query(`update installation set ${column} = $1`, [at])
  await runJob(app, new Date(at.getTime() + 59 * MINUTE))
  expect(await keysOf(store.list())).toEqual(keys)
  await expect(run(app, sweepFilesCommand, [], at)).rejects.toThrow('less than an hour ago')
  expect((await run(app, sweepFilesCommand, ['--dry-run'], at)).says).toContain(
    'No sweep runs at the moment.',
  )
  await runJob(app, new Date(at.getTime() + 61 * MINUTE))
  expect(await keysOf(store.list())).toEqual([])
})

test('refuses an upload that the sweep has removed meanwhile, and leaves no row', async () => {
  const app = await appOn(await newFolder())
  const person = await app.signIn()
  const { files } = app.services
  const receive = files.receive
  files.receive = async (file) => {
    const received = await receive(file)
    await runJob(app)
    return received
  }
  const answer = await uploadPicture(person, 'selfie')
  files.receive = receive
  expect([answer.statusCode, answer.json().message]).toEqual([
    503,
    'This upload took too long. Send the file again.',
  ])
  expect((await person.call('GET', '/api/documents')).json().documents).toEqual([])
  expect((await uploadPicture(person, 'selfie')).statusCode).toBe(200)
})

test('leaves a store with files but without a mark alone until a command adopts it', async () => {
  const store = await newFolder()
  const stray = newStorageKey(randomBytes)
  await store.put(stray, Readable.from([Buffer.from('from before')]))
  const app = await appOn(store)
  await checkStore(app.services)
  expect(app.logged.at(-1)).toContain('npm run admin -- adopt-store')
  await uploadPicture(await app.signIn(), 'selfie')
  await abandon(app)
  const before = await keysOf(store.list())
  await runJob(app)
  expect(await keysOf(store.list())).toEqual(before)

  expect((await run(app, adoptStore, [])).says).toContain(
    '2 of 2 files that the database names are in the store.',
  )
  await runJob(app)
  expect(await keysOf(store.list())).toHaveLength(before.length - 1)
  expect((await run(app, adoptStore, [])).says).toBe('The file store is this installation’s already.')

  const stranger = await appOn(store)
  await expect(run(stranger, adoptStore, [])).rejects.toThrow('belongs to installation')
  const empty = await appOn(await newFolder())
  await empty.database.pool.query('update installation set id = gen_random_uuid()')
  await expect(run(empty, adoptStore, [])).rejects.toThrow('belongs to installation')
})

test('does not take an empty store as its own if the database has documents', async () => {
  const store = await newFolder()
  const app = await appOn(store)
  await uploadPicture(await app.signIn(), 'selfie')
  const elsewhere = await newFolder()
  await checkStore({ ...app.services, files: { ...app.services.files, store: elsewhere } })
  expect(app.logged.at(-1)).toContain('adopt-store')
  expect(await elsewhere.readMark()).toBeUndefined()
})

test('R58 deletes what a person has deleted only once the store is known to be ours', async () => {
  const store = await newFolder()
  const stray = newStorageKey(randomBytes)
  await store.put(stray, Readable.from([Buffer.from('from before')]))
  const app = await appOn(store)
  const visitor = await app.visit()
  await uploadPicture(visitor, 'selfie')
  const origin = { ip: '127.0.0.1', userAgent: 'test', requestId: 'test' }
  await discardApplication(app.services, visitor.id, origin)
  await runJob(app)
  expect(await keysOf(store.list())).toHaveLength(3)
  await run(app, adoptStore, [])
  await runJob(app)
  expect(await keysOf(store.list())).toEqual([stray])
  expect(await keysOf(store.listSetAside())).toEqual([])
})

test('skips only the step of unfinished uploads if the service does not list them, and says so once', async () => {
  const store = bucket.store(bucket.newAddress())
  const app = await appOn(store)
  const job = sweepJob({ ...app.services, now: () => later(app, HOUR) })
  const context = {
    log: app.services.log,
    now: app.services.now,
    signal: new AbortController().signal,
    attempt: 1,
    progress: unattended(app.services.log),
  }
  await abandon(app)
  await job(context)
  expect(await keysOf(store.list())).toEqual([])
  await abandon(app)
  await job(context)
  expect(await keysOf(store.list())).toEqual([])
  expect(app.logged.filter((line) => line.includes('does not list unfinished uploads'))).toHaveLength(1)
})

test('warns at the start about a bucket without versions and object lock, and about no other', async () => {
  const plain = await appOn(bucket.store(bucket.newAddress()))
  await checkStore(plain.services)
  expect(plain.logged.filter((line) => /versioning|object lock/.test(line))).toHaveLength(2)

  const store = protectedBucket.store(protectedBucket.newAddress())
  const app = await appOn(store)
  await checkStore(app.services)
  expect(app.logged.filter((line) => /versioning|object lock/.test(line))).toEqual([])
  expect((await uploadPicture(await app.signIn(), 'selfie')).statusCode).toBe(200)
  expect((await appOn(await newFolder())).logged.filter((line) => /bucket/.test(line))).toEqual([])
})
