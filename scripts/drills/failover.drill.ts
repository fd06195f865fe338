import { setTimeout as delay } from 'node:timers/promises'
import { openPostgres } from '../../server/platform/database/postgres.ts'
import { seedPeople } from '../../server/reliability/testing/people.ts'
import { drill } from './parts/drill.ts'
import { startCluster } from './parts/patroni.ts'
import { rows } from './parts/postgres.ts'
import { installationEnv, startServer } from './parts/verdaccord.ts'
import { counted, startWriters } from './parts/writers.ts'

// The primary of a Patroni cluster is killed repeatedly under a load of writes. ROUNDS: how often (10).
const ROUNDS = Number(process.env.ROUNDS ?? 10)
/** Writes must be acknowledged again within this time. */
const LIMIT_S = 30

await drill(async (machine, report) => {
  const cluster = await startCluster(machine)
  const first = await cluster.primary()
  await rows(`postgres://postgres:none@127.0.0.1:${first.port}/postgres`, 'create database verdaccord')
  const env = installationEnv(machine, { DATABASE_URL: cluster.url('verdaccord') })
  const servers = [await startServer(machine, 'app-1', env), await startServer(machine, 'app-2', env)]
  report.figure(
    'the cluster',
    `${cluster.nodes.length} servers under Patroni and etcd, ${servers.length} processes of ours`,
  )

  const database = openPostgres(cluster.url('verdaccord'), 2)
  machine.onClose(() => database.close())
  const people = await seedPeople(database, { count: 20 })
  const writers = startWriters(
    servers.map(({ port }) => `http://127.0.0.1:${port}`),
    people,
    200,
  )
  await delay(3_000)

  const pauses: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const primary = await cluster.primary()
    const what = round % 2 === 1 ? 'machine' : 'server'
    const killedAt = performance.now()
    await primary.kill(what)
    // Writes in flight at the kill may still be acknowledged.
    await delay(1_000)
    const goneAt = performance.now()
    while (!writers.acknowledgedAt.some((at) => at > goneAt)) {
      if (performance.now() - killedAt > 90_000) throw new Error('Nothing was acknowledged for 90 s')
      await delay(50)
    }
    const seconds = ((writers.acknowledgedAt.find((at) => at > goneAt) ?? 0) - killedAt) / 1000
    pauses.push(seconds)
    const next = await cluster.primary()
    report.figure(
      `round ${round}`,
      `${what} of ${primary.name} killed, ${next.name} took over, writes after ${seconds.toFixed(1)} s`,
    )
    primary.revive()
    await cluster.whole()
    await delay(2_000)
  }
  await writers.stop()

  const { acknowledged, lost, doubled } = await writers.check()
  report.figure('answers', counted(writers.statuses))
  report.figure('writes acknowledged', acknowledged)
  report.figure('longest pause', `${Math.max(...pauses).toFixed(1)} s`)
  report.expect(`writes go on within ${LIMIT_S} s, ${ROUNDS} times`, Math.max(...pauses) <= LIMIT_S)
  report.expect('nothing acknowledged is lost', lost === 0)
  report.expect('nothing is done twice', doubled === 0)
  report.expect(
    'every other answer is 503',
    [...writers.statuses.keys()].every((status) => [200, 409, 503].includes(status)),
  )
  report.expect(
    'both processes of ours still run',
    servers.every(({ part }) => part.isRunning()),
  )
})
