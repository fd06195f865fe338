import { beforeAll, beforeEach, expect, test } from 'vitest'
import { ScheduleName } from '#contract/operations/job-names.ts'
import type { ShownJob } from '#contract/operations/jobs.ts'
import { registerHousekeeping } from '#server/housekeeping.ts'
import { runSchedule, type Schedule } from '#server/model/jobs/job-runs.ts'
import { registerStates } from '#server/model/jobs/job-states.ts'
import type { JobHandler } from '#server/model/jobs/jobs.ts'
import { importSample } from '#server/model/screening/sanctions-lists.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { submitted } from '#server/testing/journeys.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { watchJobs } from './watch-jobs.ts'

const NAME = 'apply-retention'
const MINUTE = 60_000
let app: TestApp
let boss: TestUser
/** The last event of the earlier tests. */
let seen: string
beforeAll(async () => {
  app = await testApp()
  boss = await app.signIn({ role: 'superAdmin', name: 'Priya Raman' })
})
beforeEach(async () => {
  app.clock.now = new Date('2026-03-10T02:00:00Z')
  await app.database.pool.query(
    "truncate job_runs, job_states; delete from mails where kind = 'job-trouble'; delete from pgboss.job",
  )
  await registerStates(app.database, [{ name: NAME }], app.clock.now)
  seen = (await app.database.pool.query('select coalesce(max(id), 0) as id from events')).rows[0].id
})

const pass = (minutes: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + minutes * MINUTE)
}
const look = () => watchJobs(app.services)
const run = (handler: Schedule['handler'] = async () => ({ rows: 3 })) =>
  runSchedule(
    app.database,
    { name: NAME, handler },
    { log: app.services.log, now: () => app.clock.now, signal: new AbortController().signal, attempt: 1 },
    boss.id,
  )
const failing = () => run(() => Promise.reject(new Error('The file store did not answer'))).catch(() => {})
const mails = async () => {
  const rows = await mailRows<{ subject: string; text: string }>(
    app.database,
    "select subject, text from mails where kind = 'job-trouble' order by id",
  )
  return rows
}
const shown = async (person = boss): Promise<ShownJob> =>
  (await person.call('GET', '/api/admin/jobs')).json().jobs[0]
const events = async () => {
  const { rows } = await app.database.pool.query<{ type: string }>(
    "select type from events where type like 'job.%' and id > $1 order by id",
    [seen],
  )
  return rows.map(({ type }) => type)
}
const act = (what: string, person = boss) => person.call('POST', `/api/admin/jobs/${NAME}/${what}`, {})

test('a job that is late twice is reported by one mail, and by another when it runs again', async () => {
  pass(4 * 60)
  await Promise.all([look(), look()])
  expect(await mails()).toEqual([])
  expect(await shown()).toMatchObject({ standing: 'late', trouble: null })
  pass(4)
  await look()
  pass(4)
  await look()
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ subject: '“Delete old data” needs your attention' })
  expect(mail?.text).toContain('It was due and didn’t start, twice.')
  expect(mail?.text).toContain('Choose “Run now”.')
  pass(1)
  await run()
  await look()
  await look()
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    '“Delete old data” needs your attention',
    '“Delete old data” works again',
  ])
})

test('a job that fails twice is reported by one mail, with its reason', async () => {
  await failing()
  await look()
  expect(await mails()).toEqual([])
  await failing()
  await look()
  await failing()
  await look()
  expect(await mails()).toHaveLength(1)
  expect((await mails())[0]?.text).toContain('The file store did not answer.')
  expect(await shown()).toMatchObject({ standing: 'failing', trouble: 'failing', failures: 3 })
})

test('a super admin pauses, resumes and runs a job, each recorded once; an administrator can only see it', async () => {
  const admin = await app.signIn({ role: 'admin' })
  expect((await act('pause', admin)).statusCode).toBe(403)
  const paused = await Promise.all([act('pause'), act('pause')])
  expect(paused.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await shown(admin)).toMatchObject({ standing: 'paused', pausedBy: 'Priya Raman', nextAt: null })
  expect((await act('run')).json()).toMatchObject({ error: 'INVALID_STATE' })
  await run()
  expect((await shown()).runs).toEqual([])
  await act('resume')
  expect((await act('run')).statusCode).toBe(200)
  await run()
  expect((await shown()).runs).toMatchObject([
    { result: 'done', counts: { rows: 3 }, askedBy: 'Priya Raman' },
  ])
  const { rows } = await app.database.pool.query(
    "select type, actor_id::int as by, subject from events where type like 'job.%' order by id",
  )
  expect(rows).toEqual(
    ['job.paused', 'job.resumed', 'job.run_asked'].map((type) => ({
      type,
      by: boss.id,
      subject: `job:${NAME}`,
    })),
  )
})

test('a legally required job that stays paused is reported after a day', async () => {
  await act('pause')
  pass(23 * 60)
  await look()
  expect(await mails()).toEqual([])
  pass(60)
  await look()
  await look()
  expect((await mails()).map(({ text }) => text.includes('longer than we promised'))).toEqual([true])
})

test('a job that this installation does not have is not found, and an unknown one is refused', async () => {
  expect((await boss.call('POST', '/api/admin/jobs/sweep-stripe-events/run', {})).statusCode).toBe(404)
  expect((await boss.call('POST', '/api/admin/jobs/nonsense/run', {})).statusCode).toBe(400)
})

test('a hostile name or body is refused, and resuming a job is idempotent', async () => {
  for (const what of ['run', 'pause', 'resume']) {
    for (const name of [
      '__proto__',
      'APPLY-RETENTION',
      '..%2Fusers',
      `${NAME}'--`,
      `${NAME}%00`,
      'x'.repeat(300),
    ]) {
      const { statusCode } = await boss.call('POST', `/api/admin/jobs/${name}/${what}`, {})
      expect([what, name, statusCode >= 400 && statusCode < 500]).toEqual([what, name, true])
    }
    for (const body of [[], null, 'x', 7]) {
      const { statusCode } = await boss.call('POST', `/api/admin/jobs/${NAME}/${what}`, body)
      expect([what, body, [400, 415].includes(statusCode)]).toEqual([what, body, true])
    }
  }
  expect(await events()).toEqual([])
  await act('pause')
  const answers = await Promise.all([act('resume'), act('resume'), act('resume')])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(await events()).toEqual(['job.paused', 'job.resumed'])
})

test('a job that two people start at once, or that is already running, runs once and is recorded once', async () => {
  const [began, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const ask = () => boss.call('POST', '/api/admin/jobs/keep-records/run', {})
  let runs = 0
  app.services.jobs.schedule('keep-records', async () => {
    runs++
    began.resolve()
    await mayEnd.promise
    return {}
  })
  await app.services.jobs.start()
  try {
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    await began.promise
    expect((await ask()).statusCode).toBe(200)
  } finally {
    mayEnd.resolve()
    await app.services.jobs.stop()
  }
  expect(runs).toBe(1)
  expect(await events()).toEqual(['job.run_asked'])
})

test('a job that only a newer release knows is left to that release', async () => {
  await registerStates(app.database, [{ name: 'sort-socks' as ScheduleName }], app.clock.now)
  await look()
  expect((await boss.call('GET', '/api/admin/jobs')).json().jobs).toMatchObject([{ name: NAME }])
})

/** The jobs that this installation registers, by name. */
function registered(): {
  schedules: Map<ScheduleName, Schedule>
  handlers: Map<string, JobHandler<never>>
} {
  const schedules = new Map<ScheduleName, Schedule>()
  const handlers = new Map<string, JobHandler<never>>()
  registerHousekeeping({
    ...app.services,
    jobs: {
      ...app.services.jobs,
      watch() {},
      handle: (name, _, handler) => void handlers.set(name, handler),
      standing() {},
      schedule: (name, handler, options) => void schedules.set(name, { name, handler, ...options }),
    },
  })
  return { schedules, handlers }
}

const contextOfRun = () => ({
  log: app.services.log,
  now: () => app.clock.now,
  signal: new AbortController().signal,
  attempt: 1,
})

test('every job with a backlog reports how much is left; the others have none, or need a setting', () => {
  const { schedules } = registered()
  expect(ScheduleName.options.filter((name) => !schedules.get(name)?.countDue)).toEqual([
    'import-lists',
    'fetch-lists',
    'open-month',
    // Its events only arrive if Stripe issues the invoices.
    'sweep-stripe-events',
    'copy-all-invoices',
    'remind-reviewers',
    'fold-figures',
  ])
})

test('a job’s backlog is on the page before it runs, and gone afterwards', async () => {
  const { pool } = app.database
  const { id } = await app.signIn()
  const visitor = await app.visit()
  const day = (days: number) => new Date(app.clock.now.getTime() + days * 24 * 60 * MINUTE)
  const waiting: [ScheduleName, string, unknown[]][] = [
    [
      'sweep-mails',
      `insert into mails (message_key, kind, to_address, subject, html, text, created_at)
       values ('left', 'bug-report', 'x@people.example', 's', 'h', 't', now() - interval '1 hour')`,
      [],
    ],
    ['sweep-lapsed', "insert into rate_limits (key, expire) values ('old', $1)", [day(-1).getTime()]],
    ['keep-statements', "update users set investor_category = 'restricted' where id = $1", [id]],
    [
      'nudge-drafts',
      "insert into drafts (user_id, kind, data, revision, updated_at) values ($1, 'consumer', '{}', 1, $2)",
      [id, day(-8)],
    ],
    ['remind-visitors', 'update applicants set expires_at = $2 where user_id = $1', [visitor.id, day(1)]],
    [
      'sweep-exports',
      "insert into data_exports (id, user_id, state, requested_at, expires_at) values (gen_random_uuid(), $1, 'ready', $2, $2)",
      [id, day(-8)],
    ],
  ]
  const { schedules } = registered()
  await registerStates(
    app.database,
    waiting.map(([name]) => ({ name })),
    app.clock.now,
  )
  const left = async (wanted: ScheduleName) => {
    const { jobs } = (await boss.call('GET', '/api/admin/jobs')).json()
    return jobs.find(({ name }: ShownJob) => name === wanted).runs[0].backlog
  }
  for (const [name, statement, values] of waiting) {
    const schedule = schedules.get(name)
    if (!schedule) throw new Error(`${name} is not registered`)
    const leftAfter = async (handler = schedule.handler) => {
      await runSchedule(app.database, { ...schedule, handler }, contextOfRun(), null)
      return left(name)
    }
    const before = await leftAfter()
    await pool.query(statement, values)
    const waits = await leftAfter(async () => undefined)
    expect([name, before, waits, await leftAfter()]).toEqual([name, 0, 1, 0])
  }
})

test('R47 an altered value that a job finds is recorded and raises an alarm, whether it ends the run or is skipped', async () => {
  const { pool } = app.database
  const person = await submitted(await app.signIn())
  const refusals = async () =>
    (
      await pool.query(
        "select subject, actor_kind from events where type = 'value.refused' and user_id = $1 order by id",
        [person.id],
      )
    ).rows
  const refusal = { subject: `value:kyc_profiles.dob:${person.id}`, actor_kind: 'system' }
  await pool.query("update kyc_profiles set dob = 'f1.test.AAAA' where user_id = $1", [person.id])
  const { schedules, handlers } = registered()

  const [stored] = (await pool.query('select id from cases where user_id = $1', [person.id])).rows
  const screen = handlers.get('screen-case') as JobHandler<'screen-case'> | undefined
  await importSample(app.database, app.clock.now)
  await expect(screen?.({ caseId: Number(stored.id) }, contextOfRun())).rejects.toThrow('altered')
  expect(await refusals()).toEqual([refusal])

  const schedule = schedules.get('screen-cases')
  if (!schedule) throw new Error('It is registered')
  await registerStates(app.database, [schedule], app.clock.now)
  await expect(runSchedule(app.database, schedule, contextOfRun(), null)).rejects.toThrow()
  expect(await refusals()).toEqual([refusal, refusal])
  const alarms = "select text from mails where kind = 'value-refused' and user_id = $1"
  expect(await mailRows(app.database, alarms, boss.id)).toHaveLength(1)
})
