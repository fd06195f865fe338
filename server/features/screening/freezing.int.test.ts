import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { newClient, newInvoice } from '#server/testing/invoices.ts'
import { submitted } from '#server/testing/journeys.ts'
import { soon } from '#server/testing/soon.ts'

const TOKEN = 'Kq3vX9mTz7LpW2sRb8NdYf4HcJg6Ua5E'
/** On the sample list, and not a real person. */
const LISTED = { firstName: 'Muhammad Idris', lastName: 'Tarhan Al-Qusayri', dob: '1971-04-02' }
const ROUNDS = 12

let app: TestApp
let admin: TestUser
let superAdmin: TestUser
let listed: TestUser
let matchId: number
let version = 0
beforeAll(async () => {
  app = await testApp({ env: { METRICS_TOKEN: TOKEN } })
  admin = await app.signIn({ role: 'admin' })
  superAdmin = await app.signIn({ role: 'superAdmin' })
  listed = await submitted(await app.signIn(), LISTED)
  const path = `/api/admin/users/${listed.id}/screening?kind=consumer`
  await admin.call('POST', path)
  matchId = (await admin.call('GET', path)).json().screening.matches[0].id
})

type Verdict = 'true' | 'false'
const say = async (by: TestUser, state: Verdict) => {
  const body = { version, state, reasons: ['document'], comment: 'By the passport' }
  const answer = await by.call('POST', `/api/admin/screening/matches/${matchId}/decision`, body)
  expect(answer.statusCode, answer.body).toBe(200)
  version++
  return answer.json().match.state
}
const both = async (state: Verdict) => {
  await say(admin, state)
  expect(await say(superAdmin, state)).toBe(state)
}
const record = async (id: string) =>
  (
    await superAdmin.call('POST', `/api/admin/invoices/${id}/payments`, {
      ...{ amount: 100, note: 'Transfer 0142', request_key: randomUUID() },
    })
  ).statusCode
const pay = (by: TestUser, id: string) => by.call('POST', `/api/invoices/${id}/pay`)
const attach = async (clientId: number) =>
  (await superAdmin.call('POST', `/api/admin/clients/${clientId}/users`, { email: listed.email })).statusCode
const detach = async (clientId: number) =>
  (await superAdmin.call('DELETE', `/api/admin/clients/${clientId}/users/${listed.id}`)).statusCode

/** Another person's client with an open invoice; the listed person is attached if given. */
async function clientWith(...people: TestUser[]) {
  const payer = await app.signIn()
  const { id } = await newClient(superAdmin, [payer, ...people])
  return { payer, id, invoice: (await newInvoice(app, superAdmin, id)).id }
}

describe('a frozen payment', () => {
  test('looks like one that could not be started, and alerts no one', async () => {
    const frozen = await clientWith(listed)
    const failing = await clientWith()
    // Without a payment provider: a real failure.
    await app.database.pool.query("update invoices set provider_ref = 'in_elsewhere' where id = $1", [
      failing.invoice,
    ])
    await both('true')
    const asked = [
      {
        answer: await pay(frozen.payer, frozen.invoice),
        counted: 409,
        level: 30,
        msg: 'request refused',
      },
      {
        answer: await pay(failing.payer, failing.invoice),
        counted: 502,
        level: 50,
        msg: 'request failed',
      },
    ]
    const [told, failed] = asked.map(({ answer }) => ({
      status: answer.statusCode,
      headers: { ...answer.headers, date: '', 'x-request-id': '' },
      body: { ...answer.json(), requestId: '' },
    }))
    expect(told).toEqual(failed)
    expect(told?.body).toEqual({
      error: 'PROVIDER_FAILED',
      message: 'Could not create checkout session. Nothing was charged; try again in a few minutes.',
      requestId: '',
    })
    const metrics = await app.call('GET', '/metrics', undefined, { authorization: `Bearer ${TOKEN}` })
    for (const { answer, counted, level, msg } of asked) {
      expect(metrics.body).toContain(
        `verdaccord_http_requests_total{method="POST",route="/api/invoices/:id/pay",status="${counted}"} 1\n`,
      )
      const lines = app.logged.filter((line) => line.includes(answer.json().requestId))
      expect(lines.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining({ level, msg }))
    }
    await both('false')
    expect(await detach(frozen.id)).toBe(200)
  })
})

describe('a freeze at the same moment', () => {
  beforeEach(async () => {
    expect(await say(admin, 'true')).toBe('open')
  })

  /** Holds up the write of `enter`, which was already allowed, until what `meanwhile` starts waits as well. */
  async function whileEntering<T>(enter: () => Promise<T>, meanwhile: () => Promise<unknown>): Promise<T> {
    const held = await app.database.pool.connect()
    const waiting = async (count: number) => {
      const { rows } = await held.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      expect(rows).toHaveLength(count)
    }
    try {
      await held.query('begin')
      // Blocks writers, but no readers.
      await held.query('lock table payments in share mode')
      const entered = enter()
      await vi.waitFor(() => waiting(1), soon)
      let isDone = false
      const other = meanwhile().finally(() => {
        isDone = true
      })
      await vi.waitFor(() => (isDone ? undefined : waiting(2)), soon)
      expect(isDone).toBe(false)
      await held.query('commit')
      const [answer] = await Promise.all([entered, other])
      return answer
    } finally {
      await held.query('rollback')
      held.release()
    }
  }

  test.each(['recorded', 'begun'])('waits until a payment that was allowed is %s', async (how) => {
    const { id, invoice, payer } = await clientWith(listed)
    const enter = () =>
      how === 'begun' ? pay(payer, invoice).then(({ statusCode }) => statusCode) : record(invoice)
    expect(await whileEntering(enter, () => say(superAdmin, 'true'))).toBe(200)
    expect([await record(invoice), (await pay(payer, invoice)).statusCode]).toEqual([409, 502])
    await both('false')
    expect(await detach(id)).toBe(200)
  })

  test('includes a person who is being attached, and they wait for what was allowed', async () => {
    const { id, invoice } = await clientWith()
    expect(
      await whileEntering(
        () => record(invoice),
        () => attach(id),
      ),
    ).toBe(200)
    await say(superAdmin, 'true')
    expect(await record(invoice)).toBe(409)
    await both('false')
    expect(await detach(id)).toBe(200)
  })

  test('comes before an entry or after it, whatever else is done, without deadlocks', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      if (round > 0) await say(admin, 'true')
      const isAttached = round % 2 === 0
      const { id, invoice, payer } = await clientWith(...(isAttached ? [listed] : []))
      const [, entry, checkout, attached] = await Promise.all([
        say(superAdmin, 'true'),
        record(invoice),
        pay(payer, invoice),
        attach(id),
        record(invoice),
      ])
      expect([200, 409]).toContain(entry)
      expect([200, 502]).toContain(checkout.statusCode)
      expect(attached).toBe(200)
      const { rows } = await app.database.pool.query<{ type: string }>(
        `select type from events where subject = any($1) and type in
          ('screening.match_decided', 'invoice.part_paid', 'payment.started', 'client.user_attached')
          order by id desc`,
        [[`invoice:${invoice}`, `client:${id}`, `match:${matchId}`]],
      )
      const since = rows.slice(
        0,
        rows.findIndex(({ type }) => type === 'screening.match_decided'),
      )
      // Someone who is attached after the freeze brings it with them.
      const upTo = isAttached ? since.length : since.findIndex(({ type }) => type === 'client.user_attached')
      const late = (upTo < 0 ? [] : since.slice(0, upTo)).map(({ type }) => type)
      expect(late.filter((type) => type !== 'client.user_attached')).toEqual([])
      expect([await record(invoice), (await pay(payer, invoice)).statusCode]).toEqual([409, 502])
      await both('false')
      expect(await detach(id)).toBe(200)
    }
  })
})
