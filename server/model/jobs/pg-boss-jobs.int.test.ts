import Fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import type { ScheduleName } from '#contract/operations/job-names.ts'
import { changeFeed } from '#server/platform/database/change-feed.ts'
import { testDatabase } from '#server/testing/database.ts'
import { atEndOfFile } from '#server/testing/end-of-file.ts'
import { soon } from '#server/testing/soon.ts'
import { fileDeadLetters } from './dead-letters.ts'
import type { Jobs } from './jobs.ts'
import { createJobs } from './pg-boss-jobs.ts'

const database = await testDatabase()
const opened: Jobs[] = []
afterEach(() => Promise.all(opened.splice(0).map((jobs) => jobs.stop())))

function someJobs(): Jobs {
  const jobs = createJobs({
    database,
    log: Fastify().log,
    now: () => new Date(),
    pollSeconds: 0.5,
    retrySeconds: { first: 1, max: 1 },
  })
  opened.push(jobs)
  return jobs
}

async function begin(jobs: Jobs): Promise<void> {
  await jobs.open()
  await jobs.start()
}

let nextId = 1

/** Jobs that note which cases they were asked to screen. */
function notingJobs(seen: number[]): Jobs {
  const jobs = someJobs()
  jobs.handle('screen-case', {}, async ({ caseId }) => void seen.push(caseId))
  return jobs
}

/** Queues a job in a transaction that is then rolled back. */
async function rolledBack(jobs: Jobs, caseId: number): Promise<void> {
  const work = database.transaction(async (tx) => {
    await jobs.enqueue(tx, 'screen-case', { caseId })
    throw new Error('given up')
  })
  await expect(work).rejects.toThrow('given up')
}

test('a job runs when its transaction commits, and not when it is rolled back', async () => {
  const seen: number[] = []
  const jobs = notingJobs(seen)
  await begin(jobs)
  const [first, dropped, last] = [nextId++, nextId++, nextId++]
  await database.transaction((tx) => jobs.enqueue(tx, 'screen-case', { caseId: first }))
  await rolledBack(jobs, dropped)
  await database.transaction((tx) => jobs.enqueue(tx, 'screen-case', { caseId: last }))
  await vi.waitFor(() => expect(seen).toEqual([first, last]), soon)
})

test('a job queued before the workers start runs then, unless its transaction was rolled back', async () => {
  const seen: number[] = []
  const jobs = notingJobs(seen)
  await jobs.open()
  const [dropped, committed] = [nextId++, nextId++]
  await rolledBack(jobs, dropped)
  await database.transaction((tx) => jobs.enqueue(tx, 'screen-case', { caseId: committed }))
  await jobs.start()
  await vi.waitFor(() => expect(seen).toEqual([committed]), soon)
})

test('equal keys are one job while it waits or runs', async () => {
  const seen: number[] = []
  const jobs = notingJobs(seen)
  await begin(jobs)
  const [caseId, last] = [nextId++, nextId++]
  await database.transaction(async (tx) => {
    for (let i = 0; i < 5; i++) await jobs.enqueue(tx, 'screen-case', { caseId })
    await jobs.enqueue(tx, 'screen-case', { caseId: last })
  })
  await vi.waitFor(() => expect(seen).toEqual([caseId, last]), soon)
})

test('jobs of a batch run one after the other, and one that fails is repeated alone', async () => {
  const seen: number[] = []
  const jobs = someJobs()
  let running = 0
  const failing = nextId + 1
  jobs.handle('screen-case', { batch: 3 }, async ({ caseId }, { attempt }) => {
    expect(++running).toBe(1)
    await Promise.resolve()
    running--
    seen.push(caseId)
    if (caseId === failing && attempt === 1) throw new Error('not yet')
  })
  const ids = Array.from({ length: 7 }, () => nextId++)
  await begin(jobs)
  await database.transaction(async (tx) => {
    for (const caseId of ids) await jobs.enqueue(tx, 'screen-case', { caseId })
  })
  const inOrder = (list: number[]) => list.toSorted((a, b) => a - b)
  await vi.waitFor(() => expect(inOrder(seen)).toEqual(inOrder([...ids, failing])), soon)
})

test('a job that fails is repeated until it succeeds, and knows which attempt it is', async () => {
  const attempts: number[] = []
  const jobs = someJobs()
  jobs.handle('screen-case', {}, async (_, { attempt }) => {
    attempts.push(attempt)
    if (attempt < 3) throw new Error('not yet')
  })
  await begin(jobs)
  await database.transaction((tx) => jobs.enqueue(tx, 'screen-case', { caseId: nextId++ }))
  await vi.waitFor(() => expect(attempts).toEqual([1, 2, 3]), soon)
})

test('a job that has used up its attempts is one dead letter, also after another failure, until it works', async () => {
  let isWorking = false
  const jobs = someJobs()
  const caseId = nextId++
  jobs.handle('screen-case', {}, async () => {
    if (!isWorking) throw new Error('The lists are not there')
  })
  await begin(jobs)
  const letters = async () => {
    await fileDeadLetters(database.db)
    const { rows } = await database.pool.query(
      "select job, data, tries, error from dead_letters where data->>'caseId' = $1",
      [caseId],
    )
    return rows
  }
  const failed = { job: 'screen-case', data: { caseId }, error: 'The lists are not there' }
  await database.transaction((tx) => jobs.enqueue(tx, 'screen-case', { caseId }))
  await vi.waitFor(async () => expect(await letters()).toEqual([{ ...failed, tries: 4 }]), soon)
  // Its sweep queued it again, and it failed twice more, the last time with its process.
  await database.pool.query(
    `insert into pgboss.job (name, data, singleton_key, source_name, source_retry_count, source_output, created_on)
     select 'dead-letters', $1, $2, 'screen-case', 3, output::jsonb, now() + n * interval '1 second'
     from (values (1, '{"message":"once more"}'), (2, '{"value":{"message":"job heartbeat timeout"}}')) as o (n, output)`,
    [{ caseId, traceparent: '00-1' }, JSON.stringify({ caseId })],
  )
  const died = { ...failed, tries: 12, error: 'It took too long, or its process stopped' }
  expect(await letters()).toEqual([died])
  isWorking = true
  await database.transaction((tx) => jobs.enqueue(tx, 'screen-case', { caseId }))
  await vi.waitFor(async () => expect(await letters()).toEqual([]), soon)
})

test('stopping waits for the job that is running', async () => {
  const running = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  let done = false
  const jobs = someJobs()
  jobs.handle('screen-case', {}, async () => {
    running.resolve()
    await finish.promise
    for (let i = 0; i < 20; i++) await database.pool.query('select 1')
    done = true
  })
  await begin(jobs)
  await database.transaction((tx) => jobs.enqueue(tx, 'screen-case', { caseId: nextId++ }))
  await running.promise
  const stopped = jobs.stop()
  finish.resolve()
  await stopped
  expect(done).toBe(true)
})

test('jobs queued while the queues are paused wait, and run once they are resumed', async () => {
  const seen: number[] = []
  const jobs = notingJobs(seen)
  await begin(jobs)
  const [first, second] = [nextId++, nextId++]
  await database.transaction((tx) => jobs.enqueue(tx, 'screen-case', { caseId: first }))
  await vi.waitFor(() => expect(seen).toEqual([first]), soon)
  await jobs.pause()
  await database.transaction((tx) => jobs.enqueue(tx, 'screen-case', { caseId: second }))
  expect(seen).toEqual([first])
  await jobs.start()
  await vi.waitFor(() => expect(seen).toEqual([first, second]), soon)
})

test('two processes on one database share the jobs and run each scheduled one once', async () => {
  const seen: number[] = []
  const minutes: number[] = []
  const both = [notingJobs(seen), notingJobs(seen)]
  for (const jobs of both)
    jobs.schedule('sweep-mails', async ({ now }) => {
      minutes.push(Math.floor(now().getTime() / 60_000))
    })
  await Promise.all(both.map(begin))
  const ids = Array.from({ length: 6 }, () => nextId++)
  await database.transaction(async (tx) => {
    for (const caseId of ids) await both[caseId % 2]?.enqueue(tx, 'screen-case', { caseId })
  })
  await vi.waitFor(() => expect(minutes.length).toBeGreaterThan(0), { ...soon, timeout: 150_000 })
  await vi.waitFor(() => expect(seen.toSorted((a, b) => a - b)).toEqual(ids), soon)
  expect(minutes).toEqual([...new Set(minutes)])
})

test('a handler cannot be registered after the start, nor twice', async () => {
  const jobs = notingJobs([])
  expect(() => jobs.handle('screen-case', {}, async () => {})).toThrow('registered twice')
  await begin(jobs)
  expect(() => jobs.schedule('sweep-mails', async () => {})).toThrow('after the work began')
})

test('a committed job wakes its queue, which is otherwise polled only once a day and after a pause', async () => {
  const seen: number[] = []
  const feed = changeFeed(database, undefined, () => {})
  const jobs = createJobs({ database, log: Fastify().log, now: () => new Date(), feed, pollSeconds: 86_400 })
  opened.push(jobs)
  atEndOfFile(() => feed.close())
  jobs.handle('screen-case', {}, async ({ caseId }) => void seen.push(caseId))
  const enqueued = async () => {
    const caseId = nextId++
    await database.transaction((tx) => jobs.enqueue(tx, 'screen-case', { caseId }))
    await vi.waitFor(() => expect(seen).toContain(caseId), soon)
  }
  await begin(jobs)
  for (let i = 0; i < 3; i++) await enqueued()
  await jobs.pause()
  await jobs.start()
  for (let i = 0; i < 3; i++) await enqueued()
})

test('a schedule of a former configuration is removed, and that of a process with another one stays', async () => {
  const scheduled = async () => {
    const { rows } = await database.pool.query<{ name: string }>('select name from pgboss.schedule')
    return rows.map(({ name }) => name)
  }
  const withSchedules = async (...names: ScheduleName[]) => {
    const jobs = someJobs()
    for (const name of names) jobs.schedule(name, async () => undefined)
    await begin(jobs)
    return jobs
  }
  await (await withSchedules('import-lists', 'open-month')).stop()
  await withSchedules('fetch-lists')
  expect(await scheduled()).toEqual(expect.arrayContaining(['import-lists', 'open-month', 'fetch-lists']))
  await database.pool.query(
    "update job_states set registered_at = now() - interval '3 minutes' where name in ('import-lists', 'open-month')",
  )
  await withSchedules('open-month')
  const left = await scheduled()
  expect(left).toEqual(expect.arrayContaining(['open-month', 'fetch-lists']))
  expect(left).not.toContain('import-lists')
})
