import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { makeJpeg, padded } from '../../server/platform/files/test-files.ts'
import type { Person } from '../../server/reliability/testing/people.ts'
import { ANSWERS } from '../../server/testing/journeys.ts'
import { drill } from './parts/drill.ts'
import { startProcesses } from './parts/processes.ts'
import { call, runAdmin } from './parts/verdaccord.ts'
import { counted, startWriters } from './parts/writers.ts'

// The reliability cases (security, Reliability) that concern our processes and the database, with three
// processes behind nginx and PgBouncer. ROUNDS: kills during submissions, and during uploads (5).
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const AT_ONCE = 60

await drill(async (machine, report) => {
  const startedAt = performance.now()
  const all = await startProcesses(machine)
  const { origin, servers, postgres, database, env } = all
  report.figure(
    'B03 three processes start on an empty database',
    `${((performance.now() - startedAt) / 1000).toFixed(1)} s with all parts`,
  )
  report.expect(
    'B03 all are ready within 30 s',
    servers.every(({ readyMs }) => readyMs < 30_000),
  )
  const { rows: twice } = await database.pool.query(
    'select hash from drizzle.__drizzle_migrations group by hash having count(*) > 1',
  )
  report.expect('B03 each migration is applied once', twice.length === 0)

  /** Sends for everyone at once and kills one process when some have been answered. */
  const killedAmong = async <T>(people: Person[], round: number, send: (person: Person) => Promise<T>) => {
    const place = round % servers.length
    const fatal = 1 + Math.floor(Math.random() * people.length * 0.8)
    let answered = 0
    let killing: Promise<void> | undefined
    const answers = await Promise.all(
      people.map(async (person) => {
        const answer = await send(person)
        if (++answered === fatal) killing = servers[place]?.part.kill()
        return { person, answer }
      }),
    )
    await killing
    const { readyMs } = await all.restart(place)
    return { answers, readyMs }
  }

  let acknowledged = 0
  let missing = 0
  let partial = 0
  let slowest = 0
  for (let round = 0; round < ROUNDS; round++) {
    const people = await all.people({ count: AT_ONCE, prepared: true })
    const { answers, readyMs } = await killedAmong(people, round, ({ cookie, email }) =>
      call(origin, 'POST', '/api/onboarding/kyc', { cookie, body: { ...ANSWERS, email } })
        .then(({ status }) => status)
        .catch(() => 0),
    )
    slowest = Math.max(slowest, readyMs)
    const { rows } = await database.pool.query<{ id: number; parts: number[] }>(
      `select u.id::int, array[(select count(*)::int from kyc_profiles where user_id = u.id),
         (select count(*)::int from case_submissions s join cases c on c.id = s.case_id where c.user_id = u.id),
         (select count(*)::int from events where user_id = u.id and type = 'case.submitted'),
         (select count(*)::int from mails where user_id = u.id and kind = 'verification-submitted')] as parts
       from users u where u.id = any($1)`,
      [people.map(({ id }) => id)],
    )
    for (const { id, parts } of rows) {
      const isWhole = parts.every((n) => n === 1)
      if (!isWhole && parts.some((n) => n > 0)) partial++
      if (answers.find(({ person }) => person.id === id)?.answer !== 200) continue
      acknowledged++
      if (!isWhole) missing++
    }
  }
  report.figure(
    'B01 kill -9 among submissions',
    `${ROUNDS} rounds of ${AT_ONCE}, ${acknowledged} acknowledged, ready again within ${(slowest / 1000).toFixed(1)} s`,
  )
  report.expect('B01 no acknowledged one is missing, none is there by halves', missing === 0 && partial === 0)
  report.expect('B01 ready again within 10 s', slowest <= 10_000)

  let uploaded = 0
  for (let round = 0; round < ROUNDS; round++) {
    const people = await all.people({ count: 20 })
    const { answers } = await killedAmong(people, round, async ({ cookie }) => {
      const form = new FormData()
      const file = padded(await makeJpeg({ artist: randomBytes(4).toString('hex') }), 2_000_000)
      form.set('documentType', 'selfie')
      form.set('file', new File([new Uint8Array(file)], 'selfie.jpg', { type: 'image/jpeg' }))
      return call(origin, 'POST', '/api/uploads/kyc-document-direct', { cookie, body: form })
        .then(({ status }) => status)
        .catch(() => 0)
    })
    uploaded += answers.filter(({ answer }) => answer === 200).length
  }
  const { rows: kept } = await database.pool.query<{ n: number }>(
    "select count(*)::int as n from documents where storage_key in (select storage_key from documents where wrapped_key <> 'none')",
  )
  report.figure(
    'B02 kill -9 among uploads',
    `${ROUNDS} rounds of 20, ${uploaded} acknowledged, ${kept[0]?.n} rows`,
  )
  report.expect('B02 each acknowledged one has its row', (kept[0]?.n ?? 0) >= uploaded)
  // The people prepared above have rows without files.
  await database.pool.query("delete from documents where wrapped_key = 'none'")
  const files = runAdmin(env, 'verify-files')
  report.figure('B02 verify-files', files.said.slice(0, 200))
  report.expect('B02 each row has its file, whole', files.isOk)

  const writers = startWriters([origin], await all.people({ count: 25 }), 500)
  await delay(2_000)
  await postgres.part.kill()
  await delay(5_000)
  const back = performance.now()
  await postgres.restart()
  while (!writers.acknowledgedAt.some((at) => at > back)) await delay(20)
  const normalAfter = ((writers.acknowledgedAt.find((at) => at > back) ?? 0) - back) / 1000
  await delay(3_000)
  report.figure(
    'B04 PostgreSQL killed for 5 s',
    `${counted(writers.statuses)}; saves again ${normalAfter.toFixed(1)} s after its start`,
  )
  report.expect(
    'B04 every failure is 503',
    [...writers.statuses.keys()].every((status) => [200, 409, 503].includes(status)),
  )
  report.expect('B04 normal within 5 s', normalAfter <= 5)

  const before = new Map(writers.statuses)
  await servers[0]?.part.kill()
  await delay(4_000)
  const [reader] = await all.people({ count: 1 })
  const sees = await Promise.all(
    Array.from({ length: 20 }, () =>
      call(origin, 'GET', '/api/auth/profile', { cookie: reader?.cookie }).then(({ status }) => status),
    ),
  )
  report.expect(
    'B16 with one of three killed a session is valid on the others',
    sees.every((status) => status === 200),
  )
  await all.restart(0)
  const failed = [...writers.statuses]
    .map(([status, n]) => [status, n - (before.get(status) ?? 0)] as const)
    .filter(([status, n]) => n > 0 && status !== 200)
  report.figure(
    'B16 answers other than 200 while one was gone',
    failed.map(([status, n]) => `${n} × ${status || 'no answer'}`).join(', ') || 'none',
  )
  report.expect('B16 only what it had in hand was lost', failed.reduce((sum, [, n]) => sum + n, 0) <= 25)

  const calm = new Map(writers.statuses)
  for (const [place, server] of servers.entries()) {
    const stoppedAt = performance.now()
    await server.part.stop()
    report.figure(
      `B17 process ${place + 1} asked to stop under load`,
      `gone after ${((performance.now() - stoppedAt) / 1000).toFixed(1)} s`,
    )
    await all.restart(place)
  }
  const resets = [...writers.statuses].filter(
    ([status, n]) => ![200].includes(status) && n > (calm.get(status) ?? 0),
  )
  report.expect('B17 one after the other restarted, and no answer is missing or 5xx', resets.length === 0)

  await writers.stop()
  const { acknowledged: saves, lost, doubled } = await writers.check()
  report.figure('saves in all of this', saves)
  report.expect('nothing acknowledged is lost, nothing done twice', lost === 0 && doubled === 0)
  const ledger = runAdmin(env, 'verify-audit')
  report.figure('verify-audit', ledger.said)
  report.expect('the ledger is whole', ledger.isOk)
})
