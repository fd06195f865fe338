import { load, requestOf } from './lib/load.ts'
import { interleave, show, timesAsDear } from './lib/measure.ts'
import { addAdministrator, addCases, addPeople, addSessions, spread } from './lib/people.ts'
import { startPostgres } from './lib/postgres.ts'
import { measurement } from './lib/report.ts'
import { startProduct } from './lib/server-process.ts'

// P6: how a hundred times as many people affect three answers. The cost of an answer is its total time,
// database included, with few requests at once.
const SIZES = { few: 10_000, many: 1_000_000 }
const SESSIONS = 2000
const CONNECTIONS = 4
const MOST = 1.1

await measurement(async (later) => {
  const postgres = await startPostgres()
  later(() => postgres.stop())

  const prepare = async (size: keyof typeof SIZES) => {
    const databaseUrl = await postgres.create(`bench_p6_${size}`)
    await addPeople(databaseUrl, SIZES[size])
    await addCases(databaseUrl)
    const ids = spread(SIZES[size], SESSIONS)
    const tokens = await addSessions(databaseUrl, ids)
    const admin = { cookie: `__Host-session=${await addAdministrator(databaseUrl)}` }
    const server = await startProduct({ databaseUrl })
    later(() => server.stop())
    const own = (line: string) =>
      tokens.map((token) => requestOf(line, { cookie: `__Host-session=${token}` }))
    const requests = {
      'auth user': own('GET /api/auth/user'),
      'verification status': own('GET /api/verification/status'),
      'admin user by id': ids.map((id) => requestOf(`GET /api/admin/users/${id}`, admin)),
    }
    return { server, requests }
  }

  const sides = { few: await prepare('few'), many: await prepare('many') }
  const found = []
  for (const name of ['auth user', 'verification status', 'admin user by id'] as const) {
    const side = ({ server, requests }: typeof sides.few) => ({
      server,
      run: (seconds: number) =>
        load({ port: server.port, requests: requests[name], connections: CONNECTIONS, seconds }),
    })
    const cost = await interleave(
      { many: side(sides.many), few: side(sides.few) },
      { rounds: 31, seconds: 0.4 },
    )
    const times = timesAsDear(cost.many, cost.few)
    found.push({
      ratio: times.median,
      text: `${name} ${times.median.toFixed(2)}`,
      many: `${name} ${show(cost.many.perSecond, '/s')}`,
      few: `${name} ${show(cost.few.perSecond, '/s')}`,
    })
  }
  return {
    goal: 'P6 cost at 1,000,000 people beside 10,000',
    product: `1,000,000: ${found.map(({ many }) => many).join('; ')}`,
    beside: `10,000: ${found.map(({ few }) => few).join('; ')}`,
    ratio: found.map(({ text }) => text).join(', '),
    limit: `each at most ${MOST}`,
    isMet: found.every(({ ratio }) => ratio <= MOST),
  }
})
