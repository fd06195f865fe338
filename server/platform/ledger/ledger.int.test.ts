import { expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { recordEvent } from './record-event.ts'
import { verifyLedger } from './verify-ledger.ts'

const database = await testDatabase()
const LANES = 64

/** A migrated database begins with what its migrations had to tell. */
const written = async () => {
  const { rows } = await (await testDatabase()).pool.query('select count(*)::int as count from events')
  return rows[0].count as number
}

const event = (userId: number) =>
  ({ at: new Date(), type: 'auth.signed_in', actor: { kind: 'user', id: userId }, userId }) as const

test('R24 events of everybody at once, in every lane, chain without a gap', async () => {
  const count = LANES * 10
  await Promise.all(
    Array.from({ length: count }, (_, i) => database.transaction((tx) => recordEvent(tx, event(i)))),
  )
  const { checked, faults } = await verifyLedger(database)
  expect([checked, faults]).toEqual([count + (await written()), []])
})

test('R24 the first events of a person, all at once, chain without a gap', async () => {
  const fresh = await testDatabase()
  await Promise.all(
    Array.from({ length: 10 }, () => fresh.transaction((tx) => recordEvent(tx, event(LANES + 7)))),
  )
  const { rows } = await fresh.pool.query(
    'select lane, seq::int from events where user_id is not null order by seq',
  )
  expect(rows).toEqual(Array.from({ length: 10 }, (_, i) => ({ lane: 7, seq: i + 1 })))
  expect(await verifyLedger(fresh)).toMatchObject({ checked: 10 + (await written()), faults: [] })
})

test('R24 an event of a lane whose head was taken away is refused, and what is left is named', async () => {
  const broken = await testDatabase()
  await broken.transaction((tx) => recordEvent(tx, event(1)))
  await broken.pool.query('delete from event_lanes where lane = 1')
  await expect(broken.transaction((tx) => recordEvent(tx, event(1)))).rejects.toThrow('no rows')
  const { faults } = await verifyLedger(broken)
  expect(faults).toEqual([expect.stringMatching(/^event \d+: its lane has no head$/)])
})

test('R24 transactions that write in several lanes, in any order, are repeated rather than lost', async () => {
  const before = (await verifyLedger(database)).checked
  const pairs = Array.from({ length: 4 }, (_, i) => (i % 2 ? [1, 2, 3] : [3, 2, 1]))
  await Promise.all(
    pairs.map((lanes) =>
      database.transaction(async (tx) => {
        for (const lane of lanes) await recordEvent(tx, event(lane))
      }),
    ),
  )
  const { checked, faults } = await verifyLedger(database)
  expect([checked - before, faults]).toEqual([pairs.length * 3, []])
})

test('R24 an event of a transaction that is given up leaves no gap', async () => {
  const before = (await verifyLedger(database)).checked
  const givenUp = database.transaction(async (tx) => {
    await recordEvent(tx, event(5))
    throw new Error('given up')
  })
  await expect(givenUp).rejects.toThrow('given up')
  await database.transaction((tx) => recordEvent(tx, event(5)))
  const { checked, faults } = await verifyLedger(database)
  expect([checked - before, faults]).toEqual([1, []])
})

test('R24 events of invoices and clients have lanes of their own kind, whatever else belongs to a person', async () => {
  const fresh = await testDatabase()
  const count = 40
  const subjects = Array.from({ length: count }, (_, i) => [`invoice:${i}`, `client:${i}`]).flat()
  await Promise.all(
    [...subjects, ...subjects, 'document:1'].map((subject) =>
      fresh.transaction((tx) =>
        recordEvent(tx, { at: new Date(), type: 'invoice.changed', actor: { kind: 'system' }, subject }),
      ),
    ),
  )
  await fresh.transaction((tx) => recordEvent(tx, { ...event(LANES + 7), subject: 'invoice:1' }))
  const { rows } = await fresh.pool.query<{ subject: string; lane: number; user_id: string | null }>(
    'select distinct subject, lane, user_id from events where subject is not null',
  )
  const lanesOf = (kind: string) => {
    const found = rows.filter((row) => row.user_id === null && row.subject.startsWith(kind))
    const lanes = new Set(found.map(({ lane }) => lane))
    return {
      subjects: found.length,
      several: lanes.size > 10,
      from: Math.min(...lanes),
      to: Math.max(...lanes),
    }
  }
  const within = (from: number, to: number) => expect.toSatisfy((n: number) => n >= from && n < to)
  const spread = { subjects: count, several: true }
  expect(lanesOf('invoice:')).toEqual({ ...spread, from: within(64, 128), to: within(64, 128) })
  expect(lanesOf('client:')).toEqual({ ...spread, from: within(128, 192), to: within(128, 192) })
  expect(lanesOf('document:')).toEqual({ subjects: 1, several: false, from: 0, to: 0 })
  expect(rows.find((row) => row.user_id !== null)?.lane).toBe(7)
  expect((await verifyLedger(fresh)).faults).toEqual([])
})
