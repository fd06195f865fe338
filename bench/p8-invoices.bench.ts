import { addInvoices } from './lib/invoices.ts'
import { load, requestOf } from './lib/load.ts'
import { interleave, show, timesAsDear } from './lib/measure.ts'
import { addAdministrator, addPeople, addSessions } from './lib/people.ts'
import { startPostgres } from './lib/postgres.ts'
import { measurement } from './lib/report.ts'
import { startProduct } from './lib/server-process.ts'

// P8 for invoices: the first page of a person's list and of the staff's, with a hundred times as many invoices.
const SIZES = { few: 50, many: 5000 }
const PERSON = 1
const PAGE_ROWS = 25
const CONNECTIONS = 4
const MOST = 1.1

await measurement(async (later) => {
  const postgres = await startPostgres()
  later(() => postgres.stop())

  const prepare = async (size: keyof typeof SIZES) => {
    const databaseUrl = await postgres.create(`bench_p8_invoices_${size}`)
    await addPeople(databaseUrl, PERSON)
    await addInvoices(databaseUrl, PERSON, SIZES[size])
    const [token] = await addSessions(databaseUrl, [PERSON])
    const admin = await addAdministrator(databaseUrl)
    const server = await startProduct({ databaseUrl })
    later(() => server.stop())
    const requests = {
      account: [requestOf(`GET /api/invoices?limit=${PAGE_ROWS}`, { cookie: `__Host-session=${token}` })],
      staff: [requestOf(`GET /api/admin/invoices?limit=${PAGE_ROWS}`, { cookie: `__Host-session=${admin}` })],
    }
    return { server, requests }
  }

  const sides = { few: await prepare('few'), many: await prepare('many') }
  const found = []
  for (const name of ['account', 'staff'] as const) {
    const side = ({ server, requests }: typeof sides.few) => ({
      server,
      run: (seconds: number) =>
        load({ port: server.port, requests: requests[name], connections: CONNECTIONS, seconds }),
    })
    const cost = await interleave(
      { many: side(sides.many), few: side(sides.few) },
      { rounds: 31, seconds: 0.4 },
    )
    const ratio = timesAsDear(cost.many, cost.few).median
    found.push({
      ratio,
      text: `${name} ${ratio.toFixed(2)}`,
      many: `${name} ${show(cost.many.perSecond, '/s')}`,
      few: `${name} ${show(cost.few.perSecond, '/s')}`,
    })
  }
  const count = (size: keyof typeof SIZES) => SIZES[size].toLocaleString('en-GB')
  return {
    goal: `P8 first page of ${count('many')} invoices beside that of ${count('few')}`,
    product: `${count('many')}: ${found.map(({ many }) => many).join('; ')}`,
    beside: `${count('few')}: ${found.map(({ few }) => few).join('; ')}`,
    ratio: found.map(({ text }) => text).join(', '),
    limit: `each at most ${MOST}`,
    isMet: found.every(({ ratio }) => ratio <= MOST),
  }
})
