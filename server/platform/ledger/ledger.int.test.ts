import { describe, expect, test } from 'vitest'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { testDatabase } from '#server/testing/database.ts'
import { ageMonths, turnMonth } from '#server/testing/months.ts'
import { openMonth } from './open-month.ts'
import { verifyLedger } from './verify-ledger.ts'

const database = await testDatabase()
const LANES = 64

/** A migrated database starts with the events of its migrations. */
const written = async () => {
  const { rows } = await (await testDatabase()).pool.query('select count(*)::int as count from events')
  return rows[0].count as number
}

const event = (userId: number) =>
  ({ at: new Date(), type: 'auth.signed_in', actor: { kind: 'user', id: userId }, userId }) as const

test('R24 events of everyone at once, in every lane, chain without gaps', async () => {
  const count = LANES * 10
  await Promise.all(
    Array.from({ length: count }, (_, i) => database.transaction((tx) => recordEvent(tx, event(i)))),
  )
  const { checked, faults } = await verifyLedger(database)
  expect([checked, faults]).toEqual([count + (await written()), []])
})

test('R24 the first events of a person, all at once, chain without gaps', async () => {
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

test('R24 an event of a lane whose head was removed is refused, and what is left is named', async () => {
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

test('R24 a transaction that is rolled back leaves no gap', async () => {
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

describe('R24 the months of the ledger', () => {
  const FIRST_OF_SECOND = 10_000_000_000
  const write = (db: typeof database, userId: number) =>
    db.transaction((tx) => recordEvent(tx, event(userId)))
  /** How many events of a person each table has, and their ids. */
  const tablesOf = async (db: typeof database, userId: number) =>
    (
      await db.pool.query<{ table: string; n: number; first: number; last: number }>(
        `select tableoid::regclass::text as table, count(*)::int as n, min(id)::float8 as first, max(id)::float8 as last
         from events where user_id = $1 group by 1 order by 3`,
        [userId],
      )
    ).rows

  test('R24 a new month opens its own table; ids increase, the chain continues, and each month keeps its rows', async () => {
    const fresh = await testDatabase()
    await write(fresh, 1)
    // The next month’s table is added in advance, once.
    expect([await openMonth(fresh), await openMonth(fresh)]).toEqual([false, false])
    expect((await fresh.pool.query('select from events_months()')).rows).toHaveLength(2)
    await write(fresh, 1)
    await turnMonth(fresh.pool)
    await write(fresh, 1)
    await turnMonth(fresh.pool)
    await write(fresh, 1)
    await write(fresh, 1)
    expect(await openMonth(fresh)).toBe(false)

    const tables = await tablesOf(fresh, 1)
    const second = { n: 1, first: FIRST_OF_SECOND, last: FIRST_OF_SECOND }
    const third = { n: 2, first: 2 * FIRST_OF_SECOND, last: 2 * FIRST_OF_SECOND + 1 }
    expect(tables).toMatchObject([{ n: 2 }, second, third])
    expect(tables[0]?.last).toBeLessThan(1000)
    const { rows } = await fresh.pool.query('select seq::int from events where user_id = 1 order by id')
    expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
    expect((await verifyLedger(fresh)).faults).toEqual([])
    for (const { table } of tables)
      for (const statement of [`update ${table} set note = 'x'`, `delete from ${table}`, `truncate ${table}`])
        await expect(fresh.pool.query(statement)).rejects.toThrow('append-only')
    await expect(fresh.pool.query('truncate events')).rejects.toThrow('append-only')
  })

  test('R24 a month that is opened twice at once, while everyone writes, is opened once, and no event is lost', async () => {
    const fresh = await testDatabase()
    await ageMonths(fresh.pool)
    const before = (await verifyLedger(fresh)).checked
    const several = (from: number) => Array.from({ length: 40 }, (_, i) => write(fresh, from + i))
    const opened = await Promise.all([
      openMonth(fresh),
      openMonth(fresh),
      ...several(0),
      openMonth(fresh),
      ...several(20),
    ])
    expect(opened.filter(Boolean)).toHaveLength(1)
    await write(fresh, 1)
    const { checked, faults } = await verifyLedger(fresh)
    expect([checked - before, faults]).toEqual([81, []])
    const { rows } = await fresh.pool.query('select from events_months()')
    expect(rows).toHaveLength(3)
  })

  test('R24 if a month is opened late, events go to the month before, and then to their own', async () => {
    const fresh = await testDatabase()
    await openMonth(fresh)
    // No month was opened for more than two months: the table made in advance stays empty.
    for (const _ of ['a month', 'and another', 'and one more']) await ageMonths(fresh.pool)
    await write(fresh, 1)
    expect(await openMonth(fresh)).toBe(true)
    await write(fresh, 1)
    expect(await tablesOf(fresh, 1)).toMatchObject([{ n: 1 }, { n: 1, first: 2 * FIRST_OF_SECOND }])
    expect((await verifyLedger(fresh)).faults).toEqual([])
  })

  test.skipIf(database.kind === 'embedded')(
    'R24 a long writing transaction delays the new month, and not other writers',
    async () => {
      const fresh = await testDatabase()
      await fresh.pool.query(`alter function open_events_month() set lock_timeout = '50ms'`)
      await ageMonths(fresh.pool)
      const [written, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const long = fresh.transaction(async (tx) => {
        await recordEvent(tx, event(1))
        written.resolve()
        await over.promise
      })
      await written.promise
      await expect(openMonth(fresh)).rejects.toThrow('lock timeout')
      await write(fresh, 2)
      over.resolve()
      await long
      expect((await tablesOf(fresh, 2))[0]?.last).toBeLessThan(1000)
      expect(await openMonth(fresh)).toBe(true)
      expect((await verifyLedger(fresh)).faults).toEqual([])
    },
  )
})
