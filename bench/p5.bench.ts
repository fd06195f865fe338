import { load, requestOf } from './lib/load.ts'
import { interleave, show } from './lib/measure.ts'
import { addCases, addPeople, addSessions, spread } from './lib/people.ts'
import { startPostgres } from './lib/postgres.ts'
import { measurement } from './lib/report.ts'
import { type ServerProcess, startProduct, startProgram } from './lib/server-process.ts'

// P5: who is signed in, compared with a bare program that sends the same database two prepared queries.
const PEOPLE = 10_000
const SESSIONS = 1000
const LEAST = 0.85

await measurement(async (later) => {
  const postgres = await startPostgres()
  later(() => postgres.stop())
  const databaseUrl = await postgres.create('bench_p5')
  await addPeople(databaseUrl, PEOPLE)
  await addCases(databaseUrl)
  const tokens = await addSessions(databaseUrl, spread(PEOPLE, SESSIONS))
  const requests = tokens.map((token) =>
    requestOf('GET /api/auth/user', { cookie: `__Host-session=${token}` }),
  )
  const product = await startProduct({ databaseUrl })
  later(() => product.stop())
  const bare = await startProgram('auth-user', { databaseUrl })
  later(() => bare.stop())

  const side = (server: ServerProcess) => ({
    server,
    run: (seconds: number) => load({ port: server.port, requests, connections: 20, seconds }),
  })
  const cost = await interleave({ product: side(product), bare: side(bare) }, { rounds: 7, seconds: 3 })
  const rate = cost.product.perSecond.median / cost.bare.perSecond.median
  const cpu = cost.bare.cpuMicros.median / cost.product.cpuMicros.median
  const text = ({ perSecond, cpuMicros }: typeof cost.product) =>
    `${show(perSecond, 'requests a second')}, ${show(cpuMicros, 'µs of processor each')}`
  return {
    goal: 'P5 GET /api/auth/user with a session',
    product: text(cost.product),
    beside: `node:http + pg, two queries: ${text(cost.bare)}`,
    ratio: `${cpu.toFixed(2)} by processor time, ${rate.toFixed(2)} by rate`,
    limit: `at least ${LEAST} by processor time`,
    isMet: cpu >= LEAST,
  }
})
