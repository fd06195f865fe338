import { beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { testDatabase, testDatabaseUrl } from '#server/testing/database.ts'
import { soon } from '#server/testing/soon.ts'
import { type Database, databaseState } from './database.ts'
import { databaseErrorCode } from './database-faults.ts'
import { noticeRestore } from './installation.ts'
import { openPostgres } from './postgres.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})

const addEvent = (userId: number) =>
  database.pool.query(
    `insert into events (at, type, actor_kind, user_id) values (now(), 'test', 'system', $1) returning id`,
    [userId],
  )

describe('the ledger of events', () => {
  test('R24 refuses to change, delete or empty events, no matter who tries', async () => {
    await addEvent(1)
    for (const statement of ['update events set note = $$x$$', 'delete from events', 'truncate events']) {
      await expect(database.pool.query(statement)).rejects.toThrow('append-only')
    }
  })

  test('chains each event to the one before in its lane, even if many are written at once', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, i) => addEvent(i % 3)))
    const broken = await database.pool.query(`
      select count(*)::int as n from (
        select hash, prev_hash, event_digest(e) as digest, lag(hash, 1, ''::bytea) over (partition by lane order by seq) as before
        from events e) c
      where hash <> digest or prev_hash <> before`)
    expect(broken.rows[0].n).toBe(0)
  })
})

test('every index has the plain order, which the newest-first lists read backwards instead of sorting', async () => {
  const { rows } = await database.pool.query(
    "select indexname from pg_indexes where schemaname = 'public' and indexdef ~ ' (DESC|NULLS)'",
  )
  expect(rows).toEqual([])
})

test('every foreign key has an index, so that deleting what it references scans no table', async () => {
  const { rows } = await database.pool.query(`
    select c.conrelid::regclass::text || '.' || a.attname as without_index
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
      select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
        and coalesce(pg_get_expr(i.indpred, i.indrelid), '') in ('', '(' || a.attname || ' IS NOT NULL)'))
    order by 1`)
  expect(rows).toEqual([])
})

describe('a transaction', () => {
  test('only uses its own connection: a query to the pool inside it is refused, and the next is answered', async () => {
    const asides: (() => Promise<unknown>)[] = [
      () => database.pool.query('select 1'),
      () => database.db.execute('select 1'),
      () => database.transaction(async () => {}),
    ]
    for (const aside of asides) {
      const nested = database.transaction(async (tx) => {
        await tx.execute('select 1')
        await aside()
      })
      await expect(nested).rejects.toThrow(/Inside a transaction|Failed query/)
    }
    expect((await database.pool.query('select 2 as n')).rows).toEqual([{ n: 2 }])
  })

  test('lets what it has started use the pool once it has ended', async () => {
    let later = Promise.resolve<unknown>(undefined)
    const ended = new Promise<void>((resolve) => {
      const waiting = database.transaction(async () => {
        later = new Promise((go) => setTimeout(go, 0))
          .then(() => waiting)
          .then(() => database.pool.query('select 1'))
      })
      void waiting.then(() => resolve())
    })
    await ended
    await expect(later).resolves.toMatchObject({ rowCount: 1 })
  })

  test('leaves nothing if its work fails', async () => {
    const marker = 990_001
    const failing = database.transaction(async (tx) => {
      await tx.$client.query(`insert into event_lanes values ($1, 0, '')`, [marker])
      throw new Error('half-way')
    })
    await expect(failing).rejects.toThrow('half-way')
    const left = await database.pool.query('select 1 from event_lanes where lane = $1', [marker])
    expect(left.rowCount).toBe(0)
  })

  test('is repeated once after a deadlock', async () => {
    let runs = 0
    await database.transaction(async (tx) => {
      if (++runs === 1)
        await tx.$client.query(`do $$ begin raise exception 'dead' using errcode = '40P01'; end $$`)
    })
    expect(runs).toBe(2)
  })

  test.each(['25006', '53100', '53200', '53300', '57014', '57P01'])(
    'that failed with %s does not return its connection to the pool',
    async (code) => {
      const seen: unknown[] = []
      database.pool.on('remove', (client) => void seen.push(client))
      const failing = database.transaction(async (tx) => {
        await tx.$client.query(`do $$ begin raise exception 'fault' using errcode = '${code}'; end $$`)
      })
      await expect(failing).rejects.toThrow('fault')
      await vi.waitFor(() => expect(seen.length).toBeGreaterThan(0), soon)
      database.pool.removeAllListeners('remove')
    },
  )

  test('B05 R61 that found no space makes the database full until there is space for something new', async () => {
    expect(await databaseState(database)).toBe('ok')
    const noRoom = "begin raise exception 'fault' using errcode = '53100'; end"
    await database.pool.query(
      `create function no_room() returns event_trigger as $$ ${noRoom} $$ language plpgsql;
       create event trigger no_room on ddl_command_start when tag in ('CREATE TABLE AS') execute function no_room()`,
    )
    // As long as nothing was refused, the check does not try to write.
    expect(await databaseState(database)).toBe('ok')
    const failing = database.transaction((tx) => tx.$client.query(`do $$ ${noRoom} $$`))
    await expect(failing).rejects.toThrow('fault')
    expect(await databaseState(database)).toBe('full')
    await database.pool.query('drop event trigger no_room; drop function no_room')
    expect(await databaseState(database)).toBe('ok')
  })

  test('reports the code of a failed query', async () => {
    const error = await database.pool.query('select * from nowhere').catch((e: unknown) => e)
    expect(databaseErrorCode(error)).toBe('42P01')
  })
})

describe.skipIf(!inject('postgresUrl'))('connections to a server that has become read-only', () => {
  test('are all renewed by the first write that fails, busy ones when they are returned', async () => {
    const { pool, transaction, close } = openPostgres(await testDatabaseUrl(), 4)
    const clients = await Promise.all([1, 2, 3, 4].map(() => pool.connect()))
    for (const client of clients) await client.query('set default_transaction_read_only = on')
    const [reading, ...others] = clients
    for (const client of others) client.release()
    const write = () =>
      transaction((tx) =>
        tx.$client.query('update event_lanes set seq = seq where lane = 0').then(() => 'ok'),
      )
    expect(databaseErrorCode(await write().catch((error: unknown) => error))).toBe('25006')
    expect(await Promise.all([write(), write(), write()])).toEqual(['ok', 'ok', 'ok'])
    reading?.release()
    expect(await Promise.all([write(), write(), write(), write(), write()])).toHaveLength(5)
    await close()
  })
})

test('B18 a restart is not a restore, nor is a folder that was moved or mounted elsewhere', async () => {
  const database = await testDatabase()
  for (let start = 0; start < 2; start++) expect(await noticeRestore(database)).toBe(false)
  const { rows } = await database.pool.query<{ folder: string | null }>('select folder from installation')
  const [inode, time] = (rows[0]?.folder ?? '1/2').split('/')
  for (const folder of [`${inode}/0`, `0/${time}`]) {
    await database.pool.query('update installation set folder = $1', [folder])
    expect(await noticeRestore(database)).toBe(false)
  }
  if (database.kind === 'postgres') return
  await database.pool.query("update installation set folder = '0/0'")
  expect([await noticeRestore(database), await noticeRestore(database)]).toEqual([true, false])
})

describe.skipIf(inject('postgresUrl') === undefined)('connecting to PostgreSQL', () => {
  test('uses the one of several hosts that accepts writes', async () => {
    const url = await testDatabaseUrl()
    const several = openPostgres(url.replace('@', '@127.0.0.1:9,'), 1)
    try {
      const id = await several.transaction(async ({ $client }) =>
        $client.query("insert into rate_limits (key, points, expire) values ('host', 0, 0) returning key"),
      )
      expect(id.rows).toEqual([{ key: 'host' }])
    } finally {
      await several.close()
    }
  })

  test('sets no options behind a pooler, and names no statement', async () => {
    const pooled = openPostgres(await testDatabaseUrl(), 1, { pooled: true })
    try {
      await pooled.pool.query({ name: 'named', text: 'select $1::int', values: [1] })
      const { rows } = await pooled.pool.query(
        `select (select count(*)::int from pg_prepared_statements) as named, current_setting('statement_timeout') as "limit"`,
      )
      expect(rows).toEqual([{ named: 0, limit: '0' }])
    } finally {
      await pooled.close()
    }
  })
})
