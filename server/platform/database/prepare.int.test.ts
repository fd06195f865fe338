import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { createJobs } from '#server/model/jobs/pg-boss-jobs.ts'
import { openMonth } from '#server/platform/ledger/open-month.ts'
import { verifyLedger } from '#server/platform/ledger/verify-ledger.ts'
import { migrateBefore } from '#server/testing/former-release.ts'
import { ageMonths } from '#server/testing/months.ts'
import { administer } from '#server/testing/postgres.ts'
import type { Database } from './database.ts'
import { migrateDatabase } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { canRewriteLedger, prepareDatabase } from './prepare.ts'

const server = inject('postgresUrl')
const name = `roles_${randomBytes(4).toString('hex')}`
const [owner, app] = [`${name}_owner`, `${name}_app`]

describe.skipIf(!server)('R24 a process with its own database account', () => {
  const admin = server?.replace('DATABASE', 'postgres') ?? ''
  const urlOf = (username: string) =>
    Object.assign(new URL(admin), { username, password: 'secret', pathname: `/${name}` }).href
  let database: Database
  beforeAll(async () => {
    await administer(
      admin,
      `create role ${owner} login password 'secret'`,
      `create role ${app} login password 'secret'`,
      `grant ${app} to ${owner}`,
      `create database ${name} owner ${owner}`,
    )
    database = openPostgres(urlOf(app), 4)
    // Two processes that start at once.
    const other = openPostgres(urlOf(app), 1)
    await Promise.all([database, other].map((instance) => prepareDatabase(instance, urlOf(owner))))
    await other.close()
  })
  afterAll(async () => {
    await database?.close()
    await administer(admin, `drop database ${name} with (force)`, `drop role ${app}`, `drop role ${owner}`)
  })

  const write = (userId: number) =>
    database.transaction((tx) =>
      recordEvent(tx, {
        at: new Date(),
        type: 'auth.signed_in',
        actor: { kind: 'user', id: userId },
        userId,
      }),
    )

  test('adds events, which are chained, and can use every other table', async () => {
    await Promise.all([1, 2, 3].map(write))
    await prepareDatabase(database, 'postgres://nobody@127.0.0.1:9/none')
    expect((await verifyLedger(database)).faults).toEqual([])
    await database.pool.query(`insert into rate_limits (key, points, expire) values ('x', 1, 0)`)
    await database.pool.query(`update rate_limits set points = 2 where key = 'x'`)
    await database.pool.query(`delete from rate_limits where key = 'x'`)
    expect(await canRewriteLedger(database)).toBe(false)
    const asOwner = openPostgres(urlOf(owner), 1)
    expect(await canRewriteLedger(asOwner)).toBe(true)
    await asOwner.close()
  })

  test.each([
    `update events set note = 'x'`,
    'delete from events',
    'truncate events',
    'alter table events disable trigger all',
    'alter table events add column x int',
    'drop trigger events_append_only on events',
    'drop table events cascade',
    'create trigger mine before insert on events for each row execute function refuse_change()',
    'create rule mine as on insert to events do instead nothing',
    'create or replace function event_digest(e events) returns bytea language sql as $$ select e.hash $$',
    'create or replace function chain_event() returns trigger language plpgsql as $$ begin return new; end $$',
    'drop function refuse_change() cascade',
    'create function public.mine() returns int language sql as $$ select 1 $$',
    `update event_lanes set seq = 0, hash = ''`,
    'delete from event_lanes',
    `insert into event_lanes values (500, 0, '')`,
    `insert into events (at, type, actor_kind) values (now(), 'x', 'system') on conflict (id) do update set note = 'x'`,
    `set role ${owner}`,
    `set session_replication_role = 'replica'`,
    'alter database postgres set search_path = x',
    'delete from drizzle.__drizzle_migrations',
  ])('may not: %s', async (statement) => {
    await write(4)
    await expect(database.pool.query(statement)).rejects.toThrow(/permission denied|must be owner/)
  })

  test('can choose neither the place nor the hash of an event', async () => {
    const { rows } = await database.pool.query(
      `insert into events (at, type, actor_kind, user_id, lane, seq, prev_hash, hash)
       values (now(), 'x', 'system', 5, 9, 77, 'a', 'b') returning lane, seq::int`,
    )
    expect(rows).toEqual([{ lane: 5, seq: 1 }])
    expect((await verifyLedger(database)).faults).toEqual([])
  })

  test('opens the ledger’s month, and can reach none of its tables in another way', async () => {
    const asOwner = openPostgres(urlOf(owner), 1)
    await ageMonths(asOwner.pool)
    expect([await openMonth(database), await openMonth(database)]).toEqual([true, false])
    await write(5)
    const { rows } = await database.pool.query<{ name: string }>('select name from events_months()')
    expect(rows).toHaveLength(3)
    const months = rows.flatMap(({ name: table }) => [
      `select from ${table}`,
      `insert into ${table} (id, at, type, actor_kind) overriding system value values (7, now(), 'x', 'system')`,
      `update ${table} set note = 'x'`,
      `delete from ${table}`,
      `truncate ${table}`,
      `drop table ${table}`,
      `alter table ${table} disable trigger all`,
      `alter table events detach partition ${table}`,
    ])
    for (const statement of [
      ...months,
      `select add_events_month('2099_01')`,
      `create table events_2099_01 partition of events for values from (90000000000) to (100000000000)`,
      `select setval('events_id_seq', 1)`,
      'alter sequence events_id_seq restart',
      'alter function open_events_month() set search_path = public',
      'create or replace function open_events_month() returns boolean language sql as $$ select true $$',
    ])
      await expect(database.pool.query(statement), statement).rejects.toThrow(
        /permission denied|must be (able to|owner)/,
      )
    expect((await verifyLedger(database)).faults).toEqual([])
    // Rights that a former release grants at its start are revoked by the next start of this one.
    await asOwner.pool.query(`grant insert, delete on ${rows[0]?.name} to ${app}`)
    expect(await canRewriteLedger(database)).toBe(true)
    await asOwner.close()
    await prepareDatabase(database, urlOf(owner))
    expect(await canRewriteLedger(database)).toBe(false)
  })

  test('keeps its rights and serves while a former release’s ledger is split into months', async () => {
    const url = (account: string) => Object.assign(new URL(urlOf(account)), { pathname: `/${name}_old` }).href
    await administer(admin, `create database ${name}_old owner ${owner}`)
    const [asOwner, serving] = [openPostgres(url(owner), 2), openPostgres(url(app), 4)]
    await migrateBefore(asOwner, 'room_for_months')
    await asOwner.pool.query(
      `grant select, insert on events to ${app}; grant select on event_lanes to ${app}`,
    )
    const add = (n: number) =>
      serving.pool.query<{ id: string }>(
        `insert into events (at, type, actor_kind, user_id) select now(), 'x', 'system', n from generate_series(1, $1::int) n returning id`,
        [n],
      )
    await add(500)
    const places = `select pg_relation_filenode(oid)::text from pg_class
      where oid in (select i.indexrelid from pg_index i where i.indrelid = $1::regclass) or oid = $1::regclass order by 1`
    const before = (await asOwner.pool.query(places, ['events'])).rows
    let isOver = false
    const writer = async () => {
      let written = 0
      for (; !isOver; written++) await add(1)
      return written
    }
    const writers = [writer(), writer()]
    await migrateDatabase(asOwner)
    isOver = true
    const written = (await Promise.all(writers)).reduce((sum, n) => sum + n, 500)

    const { rows } = await asOwner.pool.query<{ name: string }>('select name from events_months()')
    expect(rows).toEqual([{ name: expect.stringMatching(/^events_until_\d{4}_\d\d$/) }])
    // Neither the rows nor an index was written again.
    expect((await asOwner.pool.query(places, [rows[0]?.name])).rows).toEqual(before)
    const all = (await serving.pool.query("select id::int from events where type = 'x' order by id")).rows
    const last = Number((await add(1)).rows[0]?.id)
    expect([all.length, last]).toEqual([written, all.at(-1).id + 1])
    await expect(serving.pool.query(`select from ${rows[0]?.name}`)).rejects.toThrow('permission denied')
    await prepareDatabase(serving, url(owner))
    expect((await verifyLedger(serving)).faults).toEqual([])
    await Promise.all([asOwner.close(), serving.close()])
    await administer(admin, `drop database ${name}_old`)
  })

  test('opens its queues and works', async () => {
    const done: number[] = []
    const jobs = createJobs({
      database,
      log: pino({ level: 'silent' }),
      now: () => new Date(),
      pollSeconds: 0.5,
    })
    jobs.handle('screen-case', {}, async ({ caseId }) => void done.push(caseId))
    await jobs.open()
    await jobs.start()
    await database.transaction((tx) => jobs.enqueue(tx, 'screen-case', { caseId: 7 }))
    await expect.poll(() => done).toEqual([7])
    await jobs.stop()
    // As after a restore by the owner, and in an installation with only one account, whose owner created the queues.
    const asOwner = openPostgres(urlOf(owner), 1)
    await asOwner.pool.query(`alter table pgboss.schedule owner to ${owner}`)
    await prepareDatabase(database, urlOf(owner))
    const { rows } = await database.pool.query(
      `select pg_get_userbyid(relowner) as name from pg_class where oid = 'pgboss.schedule'::regclass`,
    )
    expect(rows).toEqual([{ name: app }])
    await asOwner.pool.query('create table later (id int)')
    await asOwner.close()
    await prepareDatabase(database, urlOf(owner))
    await database.pool.query('insert into later values (1)')
  })

  test('is not taken for the owner', async () => {
    const same = openPostgres(urlOf(owner), 1)
    await same.pool.query('create table latest (id int)')
    await same.pool.query(`revoke all on latest from ${owner}`)
    await expect(prepareDatabase(same, urlOf(owner))).rejects.toThrow('has the rights of DATABASE_OWNER_URL')
    await same.close()
  })
})
