import { setTimeout as delay } from 'node:timers/promises'
import { openPostgres } from '../../server/platform/database/postgres.ts'
import { seedPeople } from '../../server/reliability/testing/people.ts'
import { drill } from './parts/drill.ts'
import { type PostgresPart, rows, startPostgres } from './parts/postgres.ts'
import { call, installationEnv, startServer } from './parts/verdaccord.ts'

// Lists read from a streaming replica: that it is used, that people see their own changes at once, and what
// happens while it lags, is down and is back.
const CHANGES = 50

await drill(async (machine, report) => {
  const primary = await startPostgres(machine, 'primary')
  await rows(primary.url('postgres'), 'create database verdaccord')
  const replica = await startPostgres(machine, 'replica', { primary })
  const env = installationEnv(machine, {
    DATABASE_URL: primary.url('verdaccord'),
    DATABASE_READ_URL: replica.url('verdaccord'),
  })
  const servers = [await startServer(machine, 'app-1', env), await startServer(machine, 'app-2', env)]
  const database = openPostgres(primary.url('verdaccord'), 2)
  machine.onClose(() => database.close())
  const [staff] = await seedPeople(database, { count: 1, role: 'superAdmin' })
  const session = staff?.cookie ?? ''

  /** How often the table of clients has been read on that server. */
  const scans = async (server: PostgresPart) => {
    await delay(1_500)
    const [row] = await rows<{ n: string }>(
      server.url('verdaccord'),
      "select coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as n from pg_stat_user_tables where relname = 'clients'",
    )
    return Number(row?.n)
  }
  const list = async (turn: number, name = '', cookie = session) => {
    const answer = await call(
      `http://127.0.0.1:${servers[turn % 2]?.port}`,
      'GET',
      `/api/admin/clients?name=${name}`,
      { cookie },
    )
    if (answer.status !== 200) throw new Error(`The list answered ${answer.status}: ${await answer.text()}`)
    return JSON.stringify(await answer.json())
  }
  /**
   * Creates a client through one process, and reads the list through the other with the cookies that the
   * browser then has.
   */
  const changeAndRead = async (name: string, turn: number) => {
    const body = {
      name,
      client_type: 'company',
      email: `${name.toLowerCase()}@clients.example`,
      request_key: crypto.randomUUID(),
    }
    const made = await call(`http://127.0.0.1:${servers[turn % 2]?.port}`, 'POST', '/api/admin/clients', {
      cookie: session,
      body,
    })
    if (made.status !== 200) throw new Error(`The client was refused: ${await made.text()}`)
    const written = made.headers
      .getSetCookie()
      .find((line) => line.startsWith('written='))
      ?.split(';')[0]
    return (await list(turn + 1, name, `${session}; ${written}`)).includes(name)
  }

  await delay(3_000)
  const [atPrimary, atReplica] = [await scans(primary), await scans(replica)]
  for (let turn = 0; turn < 40; turn++) await list(turn)
  const [morePrimary, moreReplica] = [(await scans(primary)) - atPrimary, (await scans(replica)) - atReplica]
  report.figure('40 lists', `${moreReplica} reads of the table on the replica, ${morePrimary} on the primary`)
  report.expect('lists come from the replica', moreReplica > 0 && morePrimary === 0)

  let seen = 0
  for (let i = 0; i < CHANGES; i++) if (await changeAndRead(`Quick${i}`, i)) seen++
  report.expect(`${CHANGES} changes are each seen at once, on the other process`, seen === CHANGES)

  await rows(replica.url('postgres'), 'select pg_wal_replay_pause()')
  let seenLate = 0
  for (let i = 0; i < 10; i++) if (await changeAndRead(`Paused${i}`, i)) seenLate++
  report.expect('10 changes are seen at once while the replica stands still', seenLate === 10)
  await delay(7_000)
  report.expect(
    'others see them once it is 5 s late, from the primary',
    (await list(0, 'Paused9')).includes('Paused9'),
  )
  await rows(replica.url('postgres'), 'select pg_wal_replay_resume()')

  await delay(2_000)
  const listing = Array.from({ length: 40 }, async (_, turn) => {
    await delay(turn * 50)
    if (turn === 10) await replica.part.kill()
    return list(turn).then(
      () => true,
      () => false,
    )
  })
  const answered = (await Promise.all(listing)).filter(Boolean).length
  report.figure('40 lists while the replica is killed', `${answered} answered`)
  report.expect('all of them', answered === 40)
  await replica.restart()
  await delay(4_000)
  const before = await scans(replica)
  for (let turn = 0; turn < 20; turn++) await list(turn)
  report.expect('it is read from again when it is back', (await scans(replica)) > before)
})
