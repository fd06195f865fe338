import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noticeRestore } from '#server/platform/database/installation.ts'
import { testDatabase } from '#server/testing/database.ts'
import { turnMonth } from '#server/testing/months.ts'
import { checkpointKeys } from './checkpoint.ts'
import { checkpointFolder } from './checkpoint-store.ts'
import { type Checkpoints, checkpointsOf } from './checkpoints.ts'

const database = await testDatabase()
const { pool } = database
const folder = await mkdtemp(join(tmpdir(), 'verdaccord-checkpoints-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const secrets = [{ id: 'k1', key: randomBytes(32) }]
const clock = { now: new Date('2026-03-10T10:00:00Z') }
const open = (
  place = folder,
  keys = checkpointKeys(secrets),
  request?: (text: string) => Promise<string>,
): Checkpoints =>
  checkpointsOf({
    database,
    store: checkpointFolder(place),
    keys,
    now: () => clock.now,
    log: { warn: () => {} },
    timeStamps: { ...(request && { request }), timeOf: async () => clock.now },
  })
const checkpoints = open()

/** Writes events of one person, who has their own lane, with every kind of value that an event may contain. */
async function write(person: number, count: number, at = clock.now): Promise<void> {
  await pool.query(
    `insert into events (at, type, actor_kind, actor_id, user_id, subject, before, after, reasons, note, ip, request_id)
     select $1::timestamptz + n * interval '1 microsecond', 'test.written', 'user', 7, $2, 'thing:' || n,
       jsonb_build_object('b', n, 'a', jsonb_build_array(1.50, true, null, E'tab\\t"quote" \\\\ ünï \\u0001')),
       case when n % 2 = 0 then to_jsonb('plain'::text) end,
       case n % 3 when 0 then array['one, two', 'say "no"', null, ''] when 1 then array[]::text[] end,
       E'line\\nnext \\u2028 end', '127.0.0.1', null
     from generate_series(1, $3::int) n`,
    [at, person, count],
  )
}

beforeAll(async () => {
  await noticeRestore(database)
  // All of it is in two months: each lane goes through both tables.
  for (let person = 1; person <= 10; person++) await write(person, 6)
  await turnMonth(pool)
  for (let person = 1; person <= 10; person++) await write(person, 4)
})

/** Does what an owner of the tables would: recalculates the hashes of a lane, and its head. */
async function rewrite(client: pg.Pool, lane: number): Promise<void> {
  await client.query(`do $$
    declare one record; former bytea := ''; last bigint := 0;
    begin
      for one in select id from events where lane = ${lane} order by seq loop
        update events set prev_hash = former where id = one.id;
        update events e set hash = event_digest(e) where id = one.id returning hash, seq into former, last;
      end loop;
      update event_lanes set seq = last, hash = former where lane = ${lane};
    end $$`)
}

const unlocked = async (work: () => Promise<unknown>) => {
  await pool.query('alter table events disable trigger user')
  await work()
  await pool.query('alter table events enable trigger user')
}

describe('R24 checkpoints', () => {
  test('are taken of what is new, follow each other, and are not taken if nothing was added', async () => {
    const first = await checkpoints.advance()
    expect(first).toMatchObject({ faults: [], taken: { number: 1 } })
    expect(first.checked).toBeGreaterThanOrEqual(100)
    expect((await checkpoints.advance()).taken).toBeUndefined()

    await write(1, 3)
    // Like another process that has just started.
    const second = await open().advance()
    expect(second).toMatchObject({ checked: 3, faults: [], taken: { number: 2, events: first.checked + 3 } })
    expect(await checkpoints.compare()).toEqual({ checked: first.checked + 3, faults: [], checkpoints: 2 })
    expect(await checkpoints.latest()).toMatchObject({
      checkpoint: { number: 2, root: second.taken?.root },
      timeStampedAt: undefined,
      check: { checked: 3, faults: [] },
    })
  })

  test('taken at the same moment by two processes are one', async () => {
    await write(2, 1)
    const both = await Promise.all([open().advance(), open().advance()])
    expect(both.filter(({ taken }) => taken)).toHaveLength(1)
    expect((await checkpoints.compare()).faults).toEqual([])
  })

  test('cover a large ledger in runs of limited length, and pin its ends from the first', async () => {
    const place = join(folder, 'bounded')
    const bounded = open(place)
    const all = (await checkpoints.compare()).checked
    const runs: number[] = []
    for (let read = 0; read < all; read += runs.at(-1) ?? all)
      runs.push((await bounded.advance({ most: 30 })).checked)
    expect(runs.length).toBeGreaterThan(2)
    expect([Math.max(...runs) < all / 2, runs.reduce((sum, n) => sum + n)]).toEqual([true, all])
    expect((await bounded.advance()).checked).toBe(0)
    const written = JSON.parse(JSON.parse(await readFile(join(place, '0000000001.json'), 'utf8')).signed)
    expect(written.events).toBe(all)
  })

  test('count without the authority if it is down, and have its stamp if it answers', async () => {
    const place = join(folder, 'stamped')
    const away = open(place, undefined, async () => {
      throw new Error('away')
    })
    expect((await away.advance()).taken?.number).toBe(1)
    expect((await away.latest()).timeStampedAt).toBeUndefined()
    await write(3, 1)
    const there = open(place, undefined, async () => 'c3RhbXA=')
    expect((await there.advance()).taken?.number).toBe(2)
    expect((await there.latest()).timeStampedAt).toEqual(clock.now)
  })

  test('are detected if one is changed, signed by others, missing or another installation’s', async () => {
    const place = join(folder, 'forged')
    const own = open(place)
    await own.advance()
    await write(4, 1)
    await own.advance()
    const file = join(place, '0000000001.json')
    const text = await readFile(file, 'utf8')
    const changed = {
      ...JSON.parse(text),
      signed: JSON.parse(text).signed.replace('"events":1', '"events":2'),
    }
    await writeFile(file, JSON.stringify(changed))
    expect((await own.compare()).faults).toEqual([
      'checkpoint 1: has a signature that doesn’t match',
      'checkpoint 2: checkpoint 1 before it is missing',
    ])
    await rm(file)
    expect((await own.compare()).faults).toEqual(['checkpoint 2: checkpoint 1 before it is missing'])
    await writeFile(file, text)
    expect((await own.compare()).faults).toEqual([])

    const strangers = checkpointKeys([{ id: 'k1', key: randomBytes(32) }])
    expect((await open(place, strangers).advance()).faults).toEqual([
      'checkpoint 2: has a signature that doesn’t match',
    ])
    const [newer, ...older] = [{ id: 'k2', key: randomBytes(32) }, ...secrets]
    if (!newer) throw new Error('There is a newer key')
    expect((await open(place, checkpointKeys([newer])).advance()).faults).toEqual([
      'checkpoint 2: is signed with the key k1, which isn’t configured',
    ])
    expect((await open(place, checkpointKeys([newer, ...older])).compare()).faults).toEqual([])
    await pool.query('update installation set id = gen_random_uuid()')
    expect((await own.advance()).faults).toEqual(['checkpoint 2: belongs to another installation'])
    expect((await own.compare()).faults).toHaveLength(2)
    await pool.query('update installation set id = $1', [JSON.parse(JSON.parse(text).signed).installation])
    await rm(join(place, '0000000002.json'))
    expect((await own.advance()).faults).toEqual(['checkpoint 2: is gone'])
  })
})

/** Each on its own lane, with the owner's rights; earlier findings are left out. */
describe('A26 R24 an owner of the tables is detected', () => {
  let known: string[] = []
  beforeAll(async () => {
    await write(5, 1)
    expect((await checkpoints.advance()).faults).toEqual([])
    clock.now = new Date('2026-03-10T14:00:00Z')
    for (let person = 1; person <= 10; person++) await write(person, 2)
  })

  const news = (faults: string[]) => {
    const found = faults.filter((fault) => !known.includes(fault))
    known = faults
    return found
  }
  const idOf = async (lane: number, seq: number) =>
    (await pool.query('select id from events where lane = $1 and seq = $2', [lane, seq])).rows[0].id

  test('who edits one row', async () => {
    const id = await idOf(6, 3)
    await unlocked(() => pool.query(`update events set note = 'nothing' where id = $1`, [id]))
    expect(news((await checkpoints.compare()).faults)).toEqual([`event ${id}: was changed`])
  })

  test('who edits one row and makes a function call it intact', async () => {
    const id = await idOf(6, 5)
    await unlocked(() => pool.query(`update events set type = 'nothing' where id = $1`, [id]))
    const { rows } = await pool.query(`select pg_get_functiondef('event_digest'::regproc) as text`)
    await pool.query(
      'create or replace function event_digest(e events) returns bytea language sql stable as $$ select e.hash $$',
    )
    expect(news((await checkpoints.compare()).faults)).toEqual([
      'function event_digest: is not the one of this version',
      `event ${id}: was changed`,
    ])
    await pool.query(rows[0].text)
    news((await checkpoints.compare()).faults)
  })

  test('who edits a row and recalculates its lane', async () => {
    await unlocked(async () => {
      await pool.query(`update events set note = 'nothing' where lane = 7 and seq = 4`)
      await rewrite(pool, 7)
    })
    expect(news((await checkpoints.compare()).faults)).toEqual([
      expect.stringMatching(/^lane 7: was written again before its event 10, which checkpoint 1 knows/),
    ])
    // The newest events are enough to see it.
    expect((await checkpoints.advance()).faults).toEqual(
      expect.arrayContaining([expect.stringMatching(/^lane 7: was written again/)]),
    )
  })

  test('who cuts a tail and moves the head', async () => {
    await unlocked(async () => {
      await pool.query('delete from events where lane = 8 and seq > 5')
      await rewrite(pool, 8)
    })
    expect(news((await checkpoints.compare()).faults)).toEqual([
      'lane 8: ends at 5, and had 10 events in checkpoint 1',
    ])
    expect((await checkpoints.advance()).faults).toEqual(
      expect.arrayContaining([expect.stringMatching(/^lane 8: ends at 5, and had 10 events/)]),
    )
  })

  test('who empties a lane', async () => {
    await unlocked(async () => {
      await pool.query('delete from events where lane = 9')
      await pool.query(`update event_lanes set seq = 0, hash = '' where lane = 9`)
    })
    expect(news((await checkpoints.compare()).faults)).toEqual([
      'lane 9: is empty, and had 10 events in checkpoint 1',
    ])
    expect((await checkpoints.advance()).faults).toEqual(
      expect.arrayContaining([expect.stringMatching(/^lane 9: is empty/)]),
    )
  })

  test('who backdates an event, in its row, with its lane, or as a new one', async () => {
    await unlocked(async () => {
      await pool.query(`update events set at = at - interval '1 year' where lane = 10 and seq = 12`)
      await rewrite(pool, 10)
    })
    await write(1, 1, new Date('2026-03-09T10:00:00Z'))
    const late = [await idOf(10, 12), (await pool.query('select max(id) as id from events')).rows[0].id]
    const expected = late.map((id) =>
      expect.stringMatching(
        new RegExp(`^event ${id}: is dated 202.*, but was written after 2026-03-10T10:00`),
      ),
    )
    expect(news((await checkpoints.compare()).faults).sort()).toEqual(expect.arrayContaining(expected))
    expect((await checkpoints.advance()).faults).toEqual(expect.arrayContaining(expected))
  })

  test('who disables what protects rows from changes', async () => {
    await pool.query('alter table events disable trigger events_append_only')
    expect(news((await checkpoints.compare()).faults)).toEqual([
      'trigger events_append_only: is switched off or gone',
    ])
    await pool.query('alter table events enable trigger events_append_only')
  })

  const month = async (place: number) =>
    (await pool.query('select name from events_months() order by first_id offset $1 limit 1', [place]))
      .rows[0].name
  test.each<[string, (name: string) => string, (name: string) => string, (name: string) => string]>([
    [
      'switches off what keeps the rows of one month',
      (name) => `alter table ${name} disable trigger events_append_only`,
      (name) => `alter table ${name} enable trigger events_append_only`,
      (name) => `trigger events_append_only of ${name}: is switched off or gone`,
    ],
    [
      'puts a function of their own in the place of one',
      (name) =>
        `create function mine() returns trigger language plpgsql as $$ begin return null; end $$;
         drop trigger events_no_truncate on ${name};
         create trigger events_no_truncate before truncate on ${name} for each statement execute function mine()`,
      (name) =>
        `drop function mine cascade;
         create trigger events_no_truncate before truncate on ${name} for each statement execute function refuse_change()`,
      (name) => `trigger events_no_truncate of ${name}: is switched off or gone`,
    ],
    [
      'adds a table that isn’t one of the ledger’s',
      () => `create table strange (like events);
             alter table events attach partition strange for values from (30000000000) to (40000000000)`,
      () => 'drop table strange',
      () => 'table strange: is none of this version, and takes events',
    ],
  ])('who %s', async (_, change, back, fault) => {
    const name = await month(0)
    await pool.query(change(name))
    expect(news((await checkpoints.compare()).faults)).toEqual([fault(name)])
    expect((await checkpoints.advance()).faults).toContain(fault(name))
    await pool.query(back(name))
    news((await checkpoints.compare()).faults)
  })

  test('who removes a month', async () => {
    for (const [place, fault] of [
      [0, 'events 0 to 9999999999: their table was taken away'],
      [1, 'events 10000000000 to 19999999999: their table was taken away'],
    ] as const) {
      const name = await month(place)
      const first = place * 10_000_000_000
      await pool.query(`alter table events detach partition ${name}`)
      expect((await checkpoints.compare()).faults).toContain(fault)
      expect((await checkpoints.advance()).faults).toContain(fault)
      await pool.query(
        `alter table events attach partition ${name} for values from (${first}) to (${first + 10_000_000_000})`,
      )
      expect(news((await checkpoints.compare()).faults)).toEqual([])
    }
  })

  test('and no checkpoint covers it up, until an operator says why', async () => {
    const before = await readdir(folder)
    expect((await checkpoints.advance()).taken).toBeUndefined()
    expect(await readdir(folder)).toEqual(before)
    const { taken, faults } = await checkpoints.advance({ despite: 'restored from the backup of Tuesday' })
    expect(taken).toMatchObject({ despite: 'restored from the backup of Tuesday' })
    expect(faults.length).toBeGreaterThan(3)
    expect(await checkpoints.advance()).toMatchObject({ checked: 0, faults: [] })
    // Rows that were edited in place stay faults; lanes that were cut are the ledger from now on.
    const left = (await checkpoints.compare()).faults
    expect(left.filter((fault) => fault.startsWith('lane'))).toEqual([])
    expect(left.filter((fault) => fault.endsWith('was changed'))).toHaveLength(2)
  })
})
