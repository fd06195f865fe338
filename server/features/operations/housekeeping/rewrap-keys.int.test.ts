import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { documentBinding } from '#server/model/documents/document-proof.ts'
import type { Database } from '#server/platform/database/database.ts'
import { KeyRing } from '#server/platform/files/envelope.ts'
import { seedPeople } from '#server/reliability/testing/people.ts'
import { testDatabase } from '#server/testing/database.ts'
import { selectKeysOfFiles } from './housekeeping.sql.ts'
import { filesByKey, rewrapKeys } from './rewrap-keys.ts'

const FILES = 1_100
const older = { id: 'k1', key: randomBytes(32) }
const newer = { id: 'k2', key: randomBytes(32) }
const ring = (...keys: { id: string; key: Buffer }[]) => new KeyRing(keys, randomBytes)
const vault = (...keys: { id: string; key: Buffer }[]) => {
  const kept = ring(...keys)
  return {
    rewrap: kept.rewrap.bind(kept),
    isBound: kept.isBound.bind(kept),
    keyId: kept.newestId,
    opensFor: () => true,
    // A key that is already bound is rewrapped without reading the file.
    open: () => Promise.reject(new Error('No file is to be read')),
  }
}

const bindingOf = (id: string, userId = 0) =>
  documentBinding({
    id,
    userId,
    kind: 'consumer',
    slot: 'other',
    sha256: id,
    storageKey: id,
    renditionKey: null,
  })

let database: Database
const made = new Map<string, Buffer>()
beforeAll(async () => {
  database = await testDatabase()
  const [person] = await seedPeople(database, { count: 1 })
  const from = ring(older)
  const rows = Array.from({ length: FILES }, () => randomUUID()).map((id) => {
    const dataKey = from.newDataKey()
    made.set(id, dataKey)
    return { id, ...from.wrap(dataKey, bindingOf(id, person?.id)) }
  })
  await database.pool.query(
    `insert into documents (id, user_id, slot, file_name, mime, bytes, sha256, storage_key, wrapped_key, key_id, created_at)
     select id, $2, 'other', 'scan.jpg', 'image/jpeg', 1, id::text, id::text, wrapped, 'k1', now()
     from unnest($1::uuid[], $3::text[]) as given (id, wrapped)`,
    [rows.map(({ id }) => id), person?.id, rows.map(({ wrappedKey }) => wrappedKey)],
  )
})

test('R47 keys are rewrapped in batches that survive a stop, and every file then opens with only the new key', async () => {
  const stopping = new AbortController()
  const files = vault(newer, older)
  const told: number[] = []
  const first = await rewrapKeys(
    { database, files },
    {
      signal: stopping.signal,
      onBatch: (rewrapped) => {
        told.push(rewrapped)
        stopping.abort()
      },
    },
  )
  expect([first, told]).toEqual([{ rewrapped: 500, faults: [], refused: [] }, [500]])
  expect(await filesByKey(database)).toEqual([
    { key: 'k1', files: FILES - 500 },
    { key: 'k2', files: 500 },
  ])
  expect((await selectKeysOfFiles(database.pool)).rows).toEqual([{ key: 'k1' }, { key: 'k2' }])

  const both = await Promise.all([rewrapKeys({ database, files }), rewrapKeys({ database, files })])
  expect(both.reduce((sum, { rewrapped }) => sum + rewrapped, 0)).toBe(FILES - 500)
  expect(await filesByKey(database)).toEqual([{ key: 'k2', files: FILES }])
  expect(await rewrapKeys({ database, files })).toEqual({ rewrapped: 0, faults: [], refused: [] })

  const { rows } = await database.pool.query<{
    id: string
    userId: string
    wrappedKey: string
    keyId: string
  }>('select id, user_id as "userId", wrapped_key as "wrappedKey", key_id as "keyId" from documents')
  const alone = ring(newer)
  expect(
    rows.every((row) => made.get(row.id)?.equals(alone.unwrap(row, bindingOf(row.id, Number(row.userId))))),
  ).toBe(true)
})

test('R47 a file whose key is not configured is named, and does not block others', async () => {
  await database.pool.query(
    "update documents set key_id = 'lost' where id = (select id from documents order by id limit 1)",
  )
  const third = { id: 'k3', key: randomBytes(32) }
  const { rewrapped, faults } = await rewrapKeys({ database, files: vault(third, newer) })
  expect(rewrapped).toBe(FILES - 1)
  expect(faults).toEqual([expect.stringContaining('The master key lost is not configured')])
})

test('the keys in use are found in an index, without reading every file’s row', async () => {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    // With many rows, the database does so by itself.
    await client.query('set local enable_seqscan = off; set local enable_bitmapscan = off')
    const { rows } = await client.query(`explain (format json) ${selectKeysOfFiles.text}`)
    const plan = JSON.stringify(rows[0]['QUERY PLAN'])
    for (const index of ['documents_key', 'data_exports_key']) expect(plan).toContain(index)
    expect(plan).not.toContain('Seq Scan')
  } finally {
    await client.query('rollback')
    client.release()
  }
})
