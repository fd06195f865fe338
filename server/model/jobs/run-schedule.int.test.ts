import Fastify from 'fastify'
import { beforeEach, expect, test, vi } from 'vitest'
import { eachInTurn, type JobProgress, unattended, untilNone } from '#server/platform/jobs/in-batches.ts'
import { testDatabase } from '#server/testing/database.ts'
import { soon } from '#server/testing/soon.ts'
import { runSchedule, type Schedule } from './job-runs.ts'
import { registerStates } from './job-states.ts'

const database = await testDatabase()
const { pool } = database
const { log } = Fastify()
const name = 'keep-records'
const ROWS = 25
const clock = { now: new Date('2026-03-10T04:07:00Z') }

beforeEach(async () => {
  await pool.query('drop table if exists swept')
  await pool.query('create table swept (id int primary key, times int not null default 0)')
  await pool.query('insert into swept select n from generate_series(1, $1) n', [ROWS])
  await pool.query('truncate job_runs, job_states')
  await registerStates(database, [{ name }], clock.now)
})

const countDue = async () => {
  const { rows } = await pool.query<{ due: number }>('select count(*)::int as due from swept where times = 0')
  return rows[0]?.due ?? 0
}

type Before = (id: number) => unknown

/** Sweeps the table in pages of ten; `before` is called before each row. */
function sweepOf(before: Before = () => undefined): Schedule {
  return {
    name,
    countDue,
    async handler({ progress }) {
      await sweep(progress, before)
    },
  }
}

function sweep(progress: JobProgress, before: Before): Promise<number> {
  return eachInTurn(progress, 'swept', {
    size: 10,
    failed: 'A row could not be swept',
    page: async (after = '0', size) => {
      const { rows } = await pool.query<{ id: number }>(
        'select id from swept where id > $1 order by id limit $2',
        [after, size],
      )
      return rows
    },
    async work({ id }) {
      await before(id)
      return database.transaction(async (tx) => {
        const { rowCount } = await tx.$client.query(
          'update swept set times = times + 1 where id = (select id from swept where id = $1 and times = 0 for update)',
          [id],
        )
        return rowCount === 1
      })
    },
  })
}

function run(schedule: Schedule, signal = new AbortController().signal): Promise<void> {
  return runSchedule(database, schedule, { log, signal, now: () => clock.now, attempt: 1 }, null)
}

async function runs(): Promise<Record<string, unknown>[]> {
  const { rows } = await pool.query(
    'select result, counts, failed, error, backlog::int, cursor from job_runs order by id',
  )
  return rows
}

async function times(): Promise<number[]> {
  const { rows } = await pool.query<{ times: number }>('select distinct times from swept order by times')
  return rows.map((row) => row.times)
}

const pause = (at: Date | null) =>
  pool.query('update job_states set paused_at = $2 where name = $1', [name, at])

test('a run stores what it did, how long it took and what is still due', async () => {
  await run(sweepOf())
  expect(await runs()).toEqual([
    { result: 'done', counts: { swept: ROWS }, failed: 0, error: null, backlog: 0, cursor: null },
  ])
})

test('a job still runs if its backlog cannot be counted', async () => {
  await run({ ...sweepOf(), countDue: () => Promise.reject(new Error('The store is away')) })
  expect(await runs()).toMatchObject([{ result: 'done', counts: { swept: ROWS }, backlog: null }])
})

test('a run whose process died is resumed at its position, and nothing is done twice or left out', async () => {
  const seen: number[] = []
  const hanging = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const dead = run(
    sweepOf((id) => {
      seen.push(id)
      if (id !== 15) return
      hanging.resolve()
      return release.promise
    }),
  )
  await hanging.promise
  const again: number[] = []
  await run(sweepOf((id) => void again.push(id)))
  // The page in progress is repeated, those before it are not.
  expect(again).toEqual(Array.from({ length: 15 }, (_, index) => index + 11))
  // It was not dead, only silent: it notices, and stops.
  release.resolve()
  await dead
  expect(await times()).toEqual([1])
  expect(await runs()).toMatchObject([
    { result: 'broken', counts: { swept: 10 } },
    { result: 'done', counts: { swept: 11 }, backlog: 0 },
  ])
})

test('two processes at once sweep each row once', async () => {
  // However busy the machine is, neither has finished before the other starts.
  const bothBegan = () => vi.waitFor(async () => expect(await runs()).toHaveLength(2), soon)
  await Promise.all([run(sweepOf(bothBegan)), run(sweepOf(bothBegan))])
  expect(await times()).toEqual([1])
  expect((await runs()).filter(({ result }) => result === 'done')).toHaveLength(1)
})

test('batched statements share the rows between two processes, and end', async () => {
  const remove = (progress: JobProgress) =>
    untilNone(
      database,
      progress,
      'swept',
      async (tx, size) => {
        const { rowCount } = await tx.$client.query(
          'delete from swept where id in (select id from swept order by id limit $1 for update skip locked)',
          [size],
        )
        return rowCount ?? 0
      },
      10,
    )
  const removed = await Promise.all([remove(unattended(log)), remove(unattended(log))])
  expect(removed[0] + removed[1]).toBe(ROWS)
  expect(await countDue()).toBe(0)
})

test('a paused job does not run; paused in the middle it stops after the page, and continues when resumed', async () => {
  await pause(clock.now)
  await run(sweepOf())
  expect(await runs()).toEqual([])
  await pause(null)
  await run(sweepOf((id) => (id === 5 ? pause(clock.now) : undefined)))
  expect(await runs()).toMatchObject([
    { result: 'stopped', counts: { swept: 10 }, error: 'The job was paused' },
  ])
  await pause(null)
  const seen: number[] = []
  await run(sweepOf((id) => void seen.push(id)))
  expect(seen[0]).toBe(11)
  expect(await times()).toEqual([1])
})

test('if the process stops, the run ends after the current row and is repeated', async () => {
  const stop = new AbortController()
  const stopped = run(
    sweepOf((id) => (id === 12 ? stop.abort() : undefined)),
    stop.signal,
  )
  await expect(stopped).rejects.toThrow('The process stops')
  expect(await runs()).toMatchObject([{ result: 'stopped', counts: { swept: 12 }, backlog: ROWS }])
  await run(sweepOf())
  expect(await times()).toEqual([1])
})

test('one failing row does not hold up others, and the run counts as failed', async () => {
  const failing = sweepOf((id) => {
    if (id === 3) throw new Error('The file store did not answer')
  })
  await expect(run(failing)).rejects.toThrow('Some could not be processed')
  expect(await countDue()).toBe(1)
  expect(await runs()).toEqual([
    {
      result: 'failed',
      counts: { swept: ROWS - 1 },
      failed: 1,
      error: '1 item could not be processed. The file store did not answer',
      backlog: 1,
      cursor: null,
    },
  ])
})

test('R60 what a run stores about a failure contains no value of a query', async () => {
  const failing: Schedule = {
    name,
    async handler() {
      await database.db.execute("select 'ada@people.example'::date")
    },
  }
  await expect(run(failing)).rejects.toThrow()
  expect(await runs()).toMatchObject([{ result: 'failed', error: 'The database refused a value (22007)' }])
})

test('a run interrupted long ago is not resumed: everything is swept again', async () => {
  const stop = new AbortController()
  const stopped = run(
    sweepOf((id) => (id === 12 ? stop.abort() : undefined)),
    stop.signal,
  )
  await expect(stopped).rejects.toThrow()
  await pool.query("update job_runs set seen_at = seen_at - interval '2 hours'")
  const seen: number[] = []
  await run(sweepOf((id) => void seen.push(id)))
  expect(seen[0]).toBe(1)
})
