import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createJobs } from '#server/platform/jobs/pg-boss-jobs.ts'
import { recordEvent } from '#server/platform/ledger/record-event.ts'
import { verifyLedger } from '#server/platform/ledger/verify-ledger.ts'
import { administer } from '#server/testing/postgres.ts'
import type { Database } from './database.ts'
import { openPostgres } from './postgres.ts'
import { canRewriteLedger, prepareDatabase } from './prepare.ts'

const server = inject('postgresUrl')
const name = `roles_${randomBytes(4).toString('hex')}`
const [owner, app] = [`${name}_owner`, `${name}_app`]

describe.skipIf(!server)('R24 a process with an account of its own', () => {
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
    await Promise.all([database, other].map((one) => prepareDatabase(one, urlOf(owner))))
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

  test('adds events, which are chained, and works with every other table', async () => {
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

  test('chooses neither the place nor the hash of an event', async () => {
    const { rows } = await database.pool.query(
      `insert into events (at, type, actor_kind, user_id, lane, seq, prev_hash, hash)
       values (now(), 'x', 'system', 5, 9, 77, 'a', 'b') returning lane, seq::int`,
    )
    expect(rows).toEqual([{ lane: 5, seq: 1 }])
    expect((await verifyLedger(database)).faults).toEqual([])
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
    await jobs.start()
    await database.transaction((tx) => jobs.enqueue(tx, 'screen-case', { caseId: 7 }))
    await expect.poll(() => done, { timeout: 20_000 }).toEqual([7])
    await jobs.stop()
    // As an installation that had one account: its owner made the queues.
    const asOwner = openPostgres(urlOf(owner), 1)
    await asOwner.pool.query(`alter table pgboss.schedule owner to ${owner}`)
    await asOwner.pool.query('create table later (id int)')
    await asOwner.close()
    await prepareDatabase(database, urlOf(owner))
    const { rows } = await database.pool.query(
      `select pg_get_userbyid(relowner) as name from pg_class where oid = 'pgboss.schedule'::regclass`,
    )
    expect(rows).toEqual([{ name: app }])
    await database.pool.query('insert into later values (1)')
  }, 60_000)

  test('is not taken for one that is the owner', async () => {
    const same = openPostgres(urlOf(owner), 1)
    await same.pool.query('create table latest (id int)')
    await same.pool.query(`revoke all on latest from ${owner}`)
    await expect(prepareDatabase(same, urlOf(owner))).rejects.toThrow('has the rights of DATABASE_OWNER_URL')
    await same.close()
  })
})
