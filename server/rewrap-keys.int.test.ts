import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from './platform/database/database.ts'
import { KeyRing } from './platform/files/envelope.ts'
import { seedPeople } from './reliability/testing/people.ts'
import { filesByKey, rewrapKeys } from './rewrap-keys.ts'
import { testDatabase } from './testing/database.ts'

const FILES = 1_100
const older = { id: 'k1', key: randomBytes(32) }
const newer = { id: 'k2', key: randomBytes(32) }
const ring = (...keys: { id: string; key: Buffer }[]) => new KeyRing(keys, randomBytes)
const vault = (...keys: { id: string; key: Buffer }[]) => {
  const kept = ring(...keys)
  return { rewrap: kept.rewrap.bind(kept), keyId: kept.newestId }
}

let database: Database
const made = new Map<string, Buffer>()
beforeAll(async () => {
  database = await testDatabase()
  const [person] = await seedPeople(database, { count: 1 })
  const from = ring(older)
  const rows = Array.from({ length: FILES }, () => ({ id: randomUUID(), ...from.newDataKey() }))
  for (const { id, dataKey } of rows) made.set(id, dataKey)
  await database.pool.query(
    `insert into documents (id, user_id, slot, file_name, mime, bytes, sha256, storage_key, wrapped_key, key_id, created_at)
     select id, $2, 'other', 'scan.jpg', 'image/jpeg', 1, id::text, id::text, wrapped, 'k1', now()
     from unnest($1::uuid[], $3::text[]) as given (id, wrapped)`,
    [rows.map(({ id }) => id), person?.id, rows.map(({ wrappedKey }) => wrappedKey)],
  )
})

test('R47 keys are rewrapped in batches that a stop leaves done, and every file opens with the new key alone', async () => {
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
  expect([first, told]).toEqual([{ rewrapped: 500, faults: [] }, [500]])
  expect(await filesByKey(database)).toEqual([
    { key: 'k1', files: FILES - 500 },
    { key: 'k2', files: 500 },
  ])

  const both = await Promise.all([rewrapKeys({ database, files }), rewrapKeys({ database, files })])
  expect(both.reduce((sum, { rewrapped }) => sum + rewrapped, 0)).toBe(FILES - 500)
  expect(await filesByKey(database)).toEqual([{ key: 'k2', files: FILES }])
  expect(await rewrapKeys({ database, files })).toEqual({ rewrapped: 0, faults: [] })

  const { rows } = await database.pool.query<{ id: string; wrappedKey: string; keyId: string }>(
    'select id, wrapped_key as "wrappedKey", key_id as "keyId" from documents',
  )
  const alone = ring(newer)
  expect(rows.every((row) => made.get(row.id)?.equals(alone.unwrap(row)))).toBe(true)
})

test('R47 a file whose key is not configured is named, and holds up no other', async () => {
  await database.pool.query(
    "update documents set key_id = 'lost' where id = (select id from documents order by id limit 1)",
  )
  const third = { id: 'k3', key: randomBytes(32) }
  const { rewrapped, faults } = await rewrapKeys({ database, files: vault(third, newer) })
  expect(rewrapped).toBe(FILES - 1)
  expect(faults).toEqual([expect.stringContaining('The master key lost is not configured')])
})
