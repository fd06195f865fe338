import { RISK_DISCLOSURE, riskDisclosurePlainText } from '#contract/certifications/risk-disclosure.ts'
import { load, type Request, requestOf } from './lib/load.ts'
import { interleave, show } from './lib/measure.ts'
import { addPeople, addSessions, spread } from './lib/people.ts'
import { query, startPostgres } from './lib/postgres.ts'
import { measurement } from './lib/report.ts'
import { type ServerProcess, startProduct, startProgram } from './lib/server-process.ts'

// P11: accepting the risk disclosure, compared with one bare INSERT of a row with the same text. Each request
// is another person's first acceptance, in a table that has as many already; they are removed between rounds.
const PEOPLE = 30_000
const LEAST = 0.4
const OTHERS = `
  insert into certifications (user_id, certification_type, certification_name, text_version, certification_text, text_sha256,
    acknowledged_at)
  select id, '${RISK_DISCLOSURE.type}', '${RISK_DISCLOSURE.name}', '1', $1, 'x', now() from users where id > $2`

await measurement(async (later) => {
  const postgres = await startPostgres()
  later(() => postgres.stop())
  const prepare = async (name: string) => {
    const url = await postgres.create(name)
    await addPeople(url, 2 * PEOPLE)
    await query(url, OTHERS, [riskDisclosurePlainText(), PEOPLE])
    return { url, tokens: await addSessions(url, spread(PEOPLE, PEOPLE)) }
  }
  const own = await prepare('bench_p11_product')
  const plain = await prepare('bench_p11_bare')
  const product = await startProduct({ databaseUrl: own.url })
  later(() => product.stop())
  const bare = await startProgram('insert-certification', {
    databaseUrl: plain.url,
    env: { TEXT: riskDisclosurePlainText() },
  })
  later(() => bare.stop())

  const side = (server: ServerProcess, url: string, tokens: string[]) => {
    const requests = tokens.map((token, i) => acceptance(token, i + 1))
    return {
      server,
      async run(seconds: number) {
        await query(url, 'delete from certifications where user_id <= $1', [PEOPLE])
        await query(url, 'vacuum analyze certifications')
        return load({ port: server.port, requests, connections: 20, seconds, once: true })
      },
    }
  }
  const cost = await interleave(
    { product: side(product, own.url, own.tokens), bare: side(bare, plain.url, plain.tokens) },
    { rounds: 7, seconds: 3, warmUps: 3 },
  )
  const rate = cost.product.perSecond.median / cost.bare.perSecond.median
  const cpu = cost.bare.cpuMicros.median / cost.product.cpuMicros.median
  const text = ({ perSecond, cpuMicros }: typeof cost.product) =>
    `${show(perSecond, 'requests a second')}, ${show(cpuMicros, 'µs of processor each')}`
  return {
    goal: 'P11 POST /api/certifications/accept',
    product: text(cost.product),
    beside: `node:http + pg, one INSERT: ${text(cost.bare)}`,
    ratio: `${cpu.toFixed(2)} by processor time, ${rate.toFixed(2)} by rate`,
    limit: `at least ${LEAST} by processor time`,
    isMet: cpu >= LEAST,
  }
})

function acceptance(token: string, userId: number): Request {
  const body = JSON.stringify({
    userId,
    certification_type: RISK_DISCLOSURE.type,
    certification_name: RISK_DISCLOSURE.name,
    additional_data: { timestamp: '2026-01-01T10:00:00Z', source: 'onboarding' },
  })
  const headers = {
    cookie: `__Host-session=${token}`,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
  }
  return requestOf('POST /api/certifications/accept', headers, body)
}
