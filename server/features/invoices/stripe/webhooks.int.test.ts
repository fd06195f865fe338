import { beforeAll, describe, expect, test } from 'vitest'
import type { AdminInvoice } from '#contract/invoices/admin-invoices.ts'
import type { AdminClient } from '#contract/invoices/clients.ts'
import { verifyLedger } from '#server/platform/ledger/verify-ledger.ts'
import { stripeEvents } from '#server/platform/stripe/stripe-client.ts'
import { STRIPE_KEY } from '#server/platform/stripe/testing/stand-in-stripe.ts'
import type { TestUser } from '#server/testing/app.ts'
import { eventsAbout, newClient, newInvoice } from '#server/testing/invoices.ts'
import { deliver, type StripeApp, stripeApp } from '#server/testing/stripe.ts'
import { countEvents, sweepEvents } from './jobs.ts'
import { type Replayed, replayEvents } from './receive-event.ts'

let made: StripeApp
let admin: TestUser
let person: TestUser
let client: AdminClient
beforeAll(async () => {
  made = await stripeApp()
  admin = await made.app.signIn({ role: 'admin' })
  person = await made.app.signIn({ name: 'Amara Okafor' })
  client = await newClient(admin, [person])
})

const issue = () => newInvoice(made.app, admin, client.id)
const detail = async ({ id }: { id: string }): Promise<AdminInvoice> =>
  (await admin.call('GET', `/api/admin/invoices/${id}`)).json().invoice
const refOf = ({ provider_ref }: AdminInvoice) => String(provider_ref)
const lastMessage = () => made.stripe.message(lastEvent(), made.app.clock.now)
const lastEvent = () => {
  const event = made.stripe.books.events.at(-1)
  if (!event) throw new Error('Stripe has told of something')
  return event
}
const kept = async () => {
  const { rows } = await made.app.database.pool.query('select * from stripe_events order by id')
  return rows
}
const receipts = async ({ id }: { id: string }) => {
  const { rows } = await made.app.database.pool.query(
    "select to_address from mails where kind = 'invoice-paid' and message_key like $1",
    [`%:${id}:%`],
  )
  return rows.length
}
/** The events about an invoice that Stripe has sent. */
const toldOf = (ref: string) =>
  made.stripe.books.events.filter(({ data }) => 'id' in data.object && data.object.id === ref)

describe('a message that claims to come from Stripe', () => {
  test('A14 A23 R52 and is unsigned, forged, altered, stale or from the future is 400, and changes nothing', async () => {
    const invoice = await issue()
    made.stripe.books.pay(refOf(invoice))
    const { app, stripe } = made
    const before = await kept()
    const right = lastMessage()
    const minutes = (n: number) => new Date(app.clock.now.getTime() + n * 60_000)
    const wrong = {
      unsigned: { ...right, headers: { 'content-type': 'application/json' } },
      forged: stripe.message(lastEvent(), app.clock.now, 'whsec_forged0001'),
      altered: { ...right, payload: right.payload.replace('"paid"', '"open"') },
      respaced: { ...right, payload: JSON.stringify(JSON.parse(right.payload)) },
      stale: stripe.message(lastEvent(), minutes(-6)),
      early: stripe.message(lastEvent(), minutes(6)),
      empty: { ...right, payload: '' },
    }
    for (const [name, message] of Object.entries(wrong)) {
      const answer = await deliver(app, message)
      expect([name, answer.statusCode, answer.json().error]).toEqual([name, 400, 'VALIDATION_ERROR'])
    }
    await made.applyAll()
    expect(await kept()).toEqual(before)
    expect((await detail(invoice)).status).toBe('open')
    expect(app.logged.filter((line) => line.includes('says it comes from Stripe'))).toHaveLength(7)
    expect(app.logged.join()).not.toContain('whsec_')
  })

  test('A14 and is signed, but is not an event, is 400', async () => {
    for (const event of [{ id: 'evt_1' }, { ...lastEvent(), id: 'x' }, 'event', null])
      expect(
        (await deliver(made.app, made.stripe.message(event as never, made.app.clock.now))).statusCode,
      ).toBe(400)
  })

  test('A23 R52 and is of an unknown kind, or about someone else, is stored and has no effect', async () => {
    const { app, stripe } = made
    const { id } = stripe.books.customer({ name: 'Someone else' })
    const foreign = stripe.books.madeByHand(id)
    await made.tell()
    const unknown = {
      ...lastEvent(),
      id: 'evt_unknown',
      type: 'customer.updated',
      data: { object: { object: 'customer', id } },
    }
    expect((await deliver(app, stripe.message(unknown as never, app.clock.now))).json()).toEqual({
      received: true,
    })
    await made.applyAll()
    expect((await kept()).filter((row) => row.applied_at === null)).toEqual([])
    expect(await kept()).toContainEqual(expect.objectContaining({ id: 'evt_unknown', invoice_ref: null }))
    expect((await admin.call('GET', `/api/admin/invoices/${foreign.id}`)).statusCode).toBe(404)
  })
})

describe('an invoice that Stripe reports as paid', () => {
  test('A14 B14 R52 is paid once, however often it is reported, and no answer waits for the work', async () => {
    const invoice = await issue()
    await person.call('POST', `/api/invoices/${invoice.id}/pay`)
    made.stripe.books.pay(refOf(invoice))
    const message = lastMessage()
    const answers = await Promise.all(Array.from({ length: 50 }, () => deliver(made.app, message)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect((await kept()).filter((row) => row.applied_at === null)).toHaveLength(1)
    await made.applyAll()
    await deliver(made.app, message)
    await made.applyAll()
    expect(await detail(invoice)).toMatchObject({
      status: 'paid',
      amount_paid: 12_000,
      payments: [{ method: 'provider', status: 'succeeded', amount: 12_000 }],
    })
    const events = await eventsAbout(made.app, `invoice:${invoice.id}`)
    expect(events.filter(({ type }) => type === 'invoice.paid')).toEqual([
      expect.objectContaining({
        actor_kind: 'system',
        before: { status: 'open' },
        after: expect.objectContaining({ status: 'paid', method: 'provider' }),
      }),
    ])
    expect(await receipts(invoice)).toBe(1)
  })

  test('A23 B14 R52 ends as Stripe has it, if events arrive in any order and again after a restart', async () => {
    const invoices = await Promise.all([issue(), issue(), issue(), issue()])
    const [paid, voided, lost, recovered] = invoices.map(refOf) as [string, string, string, string]
    made.stripe.books.pay(paid)
    made.stripe.books.void(voided)
    made.stripe.books.markUncollectible(lost)
    made.stripe.books.markUncollectible(recovered)
    made.stripe.books.pay(recovered)
    const messages = [paid, voided, lost, recovered]
      .flatMap(toldOf)
      // Shuffled by their random ids.
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map((event) => made.stripe.message(event, made.app.clock.now))
    await Promise.all(messages.map((message) => deliver(made.app, message)))
    const statuses = async () => Promise.all(invoices.map(async (invoice) => (await detail(invoice)).status))
    await made.applyAll()
    expect(await statuses()).toEqual(['paid', 'void', 'uncollectible', 'paid'])
    const ledger = await Promise.all(invoices.map(({ id }) => eventsAbout(made.app, `invoice:${id}`)))
    // A process that ended before its jobs ran finds them again.
    await made.app.database.pool.query('update stripe_events set applied_at = null')
    made.app.clock.now = new Date(made.app.clock.now.getTime() + 61_000)
    const again = await sweepEvents(made.app.services)
    expect(again).toBeGreaterThan(10)
    expect(await countEvents(made.app.services)).toBe(again)
    await made.applyAll()
    expect(await countEvents(made.app.services)).toBe(0)
    expect(await statuses()).toEqual(['paid', 'void', 'uncollectible', 'paid'])
    expect(await Promise.all(invoices.map(({ id }) => eventsAbout(made.app, `invoice:${id}`)))).toEqual(
      ledger,
    )
  })

  test('R52 waits while Stripe cannot be asked, and is applied once it can', async () => {
    const invoice = await issue()
    made.stripe.books.pay(refOf(invoice))
    made.stripe.fault = () => 'unreachable'
    await made.tell()
    await expect(made.applyAll()).rejects.toMatchObject({ code: 'PROVIDER_FAILED' })
    expect((await detail(invoice)).status).toBe('open')
    made.stripe.fault = () => undefined
    await made.applyAll()
    expect((await detail(invoice)).status).toBe('paid')
  })
})

describe('A23 a message that is signed and false', () => {
  /** The newest event as Stripe would sign it, with other values in it. */
  const told = (id: string, lie: { id: string; livemode?: boolean; [fact: string]: unknown }) => {
    const event = lastEvent()
    const { livemode = false } = lie
    const changed = { ...event, id, livemode, data: { object: { ...event.data.object, ...lie } } }
    return made.stripe.message(changed as never, made.app.clock.now)
  }

  test('A23 R52 about amount, customer, status or mode has no effect: Stripe is asked', async () => {
    const invoice = await issue()
    const before = await detail(invoice)
    for (const [n, lie] of [
      { status: 'paid', amount_due: 0, amount_paid: 1, amount_remaining: 0 },
      { customer: 'cus_someoneElse' },
      { livemode: true, status: 'paid' },
      { status: 'void' },
    ].entries())
      expect((await deliver(made.app, told(`evt_lie${n}`, { id: refOf(invoice), ...lie }))).statusCode).toBe(
        200,
      )
    await made.applyAll()
    expect(await detail(invoice)).toEqual(before)
    expect(await receipts(invoice)).toBe(0)
  })

  test('A23 R52 never reopens what was paid, even if it comes late, twice or in another order', async () => {
    const invoice = await issue()
    made.stripe.books.pay(refOf(invoice))
    const events = toldOf(refOf(invoice))
    await made.tell()
    await made.applyAll()
    expect((await detail(invoice)).status).toBe('paid')
    for (const [n, event] of events.toReversed().entries())
      for (const id of [event.id, `evt_late${n}`])
        await deliver(made.app, made.stripe.message({ ...event, id } as never, made.app.clock.now))
    await deliver(made.app, told('evt_reopened', { id: refOf(invoice), status: 'open', amount_paid: 0 }))
    await made.applyAll()
    expect((await detail(invoice)).status).toBe('paid')
    expect(await receipts(invoice)).toBe(1)
  })
})

describe('replaying events', () => {
  const sourceOf = () =>
    stripeEvents({ secretKey: STRIPE_KEY, apiUrl: made.stripe.url, now: () => made.app.clock.now })
  const replay = (wanted: Replayed) => replayEvents(made.app.database, sourceOf(), wanted, made.app.clock.now)

  test('brings what never arrived, and changes nothing if everything had', async () => {
    const invoice = await issue()
    made.stripe.books.pay(refOf(invoice))
    const { id } = lastEvent()
    expect(await replay({ id })).toMatch(/^One event is .* 1 had never arrived/)
    await made.applyAll()
    expect((await detail(invoice)).status).toBe('paid')
    const before = await eventsAbout(made.app, `invoice:${invoice.id}`)
    expect(await replay({ id })).toMatch(/^One event is .* 0 had/)
    await made.applyAll()
    expect(await eventsAbout(made.app, `invoice:${invoice.id}`)).toEqual(before)
    expect(await receipts(invoice)).toBe(1)
  })

  test('from a given time takes all of them, however many pages they are', async () => {
    const invoice = await issue()
    const since = made.app.clock.now
    for (let n = 0; n < 120; n++) made.stripe.books.failPayment(refOf(invoice))
    made.stripe.books.pay(refOf(invoice))
    expect(await replay({ since })).toMatch(/^1[2-9]\d events/)
    await made.applyAll()
    expect((await detail(invoice)).status).toBe('paid')
    expect((await kept()).filter((row) => row.applied_at === null)).toEqual([])
  })

  test('says what it cannot do', async () => {
    await expect(replay({ id: 'evt_gone' })).rejects.toThrow('Stripe has no event evt_gone, or no longer.')
  })
})

describe('a payment that Stripe reports as failed', () => {
  const stateOf = async (id: string) => (await person.call('GET', `/api/invoices/${id}/payment`)).json().state

  test('ends its own attempt, not a later one, nor one that has succeeded since', async () => {
    const { app, stripe } = made
    const invoice = await issue()
    await person.call('POST', `/api/invoices/${invoice.id}/pay`)
    stripe.books.failPayment(refOf(invoice))
    const failed = lastMessage()
    await deliver(app, failed)
    await made.applyAll()
    expect(await stateOf(invoice.id)).toBe('failed')
    app.clock.now = new Date(app.clock.now.getTime() + 60_000)
    await person.call('POST', `/api/invoices/${invoice.id}/pay`)
    await app.database.pool.query('update stripe_events set applied_at = null')
    await made.applyAll()
    expect(await stateOf(invoice.id)).toBe('pending')
    stripe.books.pay(refOf(invoice))
    await made.tell()
    await made.applyAll()
    expect(await stateOf(invoice.id)).toBe('paid')
    expect((await detail(invoice)).payments.map(({ status }) => status)).toEqual(['failed', 'succeeded'])
  })
})

test('R24 the ledger is intact after all of it', async () => {
  expect((await verifyLedger(made.app.database)).faults).toEqual([])
})
