import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AdminInvoice } from '#contract/invoices/admin-invoices.ts'
import type { AdminClient } from '#contract/invoices/clients.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { copyAll } from '#server/model/invoices/invoice-copies.ts'
import type { Fault } from '#server/platform/stripe/testing/stand-in-stripe.ts'
import type { TestUser } from '#server/testing/app.ts'
import { eventsAbout, newClient, newInvoice } from '#server/testing/invoices.ts'
import { submitted } from '#server/testing/journeys.ts'
import { soon } from '#server/testing/soon.ts'
import { type StripeApp, stripeApp } from '#server/testing/stripe.ts'

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
beforeEach(() => {
  made.stripe.fault = () => undefined
  turnClock(31_000)
})

const turnClock = (ms: number) => {
  made.app.clock.now = new Date(made.app.clock.now.getTime() + ms)
}
const issue = () => newInvoice(made.app, admin, client.id)
const pay = ({ id }: { id: string }, who = person) => who.call('POST', `/api/invoices/${id}/pay`)
const detail = async ({ id }: { id: string }): Promise<AdminInvoice> =>
  (await admin.call('GET', `/api/admin/invoices/${id}`)).json().invoice
const atStripe = ({ provider_ref }: AdminInvoice) => made.stripe.books.invoice(String(provider_ref))
const FAULTS: Fault[] = ['unreachable', 'silent', 'error', 'error-after', 'lost-after', 'busy']

describe('paying a Stripe invoice', () => {
  test('leads to its hosted page, and the returning browser is told what Stripe says, not that it is paid', async () => {
    const invoice = await issue()
    const answer = await pay(invoice)
    expect(answer.json()).toEqual({ checkout_url: atStripe(invoice).hosted_invoice_url })
    const state = async () => (await person.call('GET', `/api/invoices/${invoice.id}/payment`)).json()
    expect(await state()).toMatchObject({ state: 'pending', invoice: { status: 'open' } })
    // The money has arrived, but its event has not.
    made.stripe.books.pay(String(invoice.provider_ref))
    expect(await state()).toMatchObject({ state: 'paid', invoice: { status: 'paid', amount_due: 12_000 } })
    expect((await detail(invoice)).payments).toMatchObject([{ method: 'provider', status: 'succeeded' }])
    expect((await pay(invoice)).statusCode).toBe(409)
  })

  test('R51 of another client gives the same 404 as an unknown one, without asking Stripe', async () => {
    const invoice = await issue()
    const stranger = await made.app.signIn()
    await newClient(admin, [stranger])
    const before = made.stripe.calls.get('GET /v1/invoices/:id')
    const answers = [await pay(invoice, stranger), await pay({ id: 'in_missing' }, stranger)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404])
    expect(made.stripe.calls.get('GET /v1/invoices/:id')).toBe(before)
  })

  test('R51 is 409 if it was paid or voided at Stripe a moment ago, though no event has arrived yet', async () => {
    for (const end of ['pay', 'void'] as const) {
      const invoice = await issue()
      made.stripe.books[end](String(invoice.provider_ref))
      expect((await pay(invoice)).json()).toMatchObject({ error: 'INVALID_STATE' })
      expect((await detail(invoice)).status).toBe(end === 'pay' ? 'paid' : 'void')
    }
  })

  test('A15 R51 requested twenty times at once is one page and one attempt', async () => {
    const invoice = await issue()
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(invoice)))
    expect(new Set(answers.map((answer) => answer.json().checkout_url))).toEqual(
      new Set([atStripe(invoice).hosted_invoice_url]),
    )
    expect((await detail(invoice)).payments).toHaveLength(1)
  })

  test('B08 is 502 with a sentence while Stripe is down or silent, and leaves no attempt behind', async () => {
    for (const fault of FAULTS) {
      const invoice = await issue()
      made.stripe.fault = () => fault
      const answer = await pay(invoice)
      expect([fault, answer.statusCode, answer.json().error]).toEqual([fault, 502, 'PROVIDER_FAILED'])
      expect(answer.json().message).toContain('Could not create checkout session')
      expect((await detail(invoice)).payments).toEqual([])
      made.stripe.fault = () => undefined
    }
  })

  test('B08 R51 in a hundred faulty runs never makes two pages, two attempts or two invoices', async () => {
    const invoice = await issue()
    const kept = made.stripe.books.invoices.size
    const urls = new Set<string>()
    for (let run = 0; run < 100; run++) {
      let left = run % 3
      made.stripe.fault = () =>
        left-- > 0 ? (['error', 'error-after', 'busy'] as const)[run % 3] : undefined
      for (let time = 0; time < 2; time++) {
        const answer = await pay(invoice)
        if (answer.statusCode === 200) urls.add(answer.json().checkout_url)
      }
    }
    expect([...urls]).toEqual([atStripe(invoice).hosted_invoice_url])
    expect((await detail(invoice)).payments).toHaveLength(1)
    expect(made.stripe.books.invoices.size).toBe(kept)
  })

  test('page and PDF are looked up at Stripe each time, and only redirect there', async () => {
    const invoice = await issue()
    const opened = await made.app.call('GET', new URL(String(invoice.hosted_invoice_url)).pathname)
    expect([opened.statusCode, opened.headers.location]).toEqual([302, atStripe(invoice).hosted_invoice_url])
    const pdf = `/api/invoices/${invoice.id}/pdf`
    expect((await person.call('GET', pdf)).headers.location).toBe(atStripe(invoice).invoice_pdf)
    const elsewhere = { ...atStripe(invoice), invoice_pdf: 'https://stripe.com.evil.example/pdf' }
    made.stripe.books.invoices.set(elsewhere.id, elsewhere)
    expect((await person.call('GET', pdf)).statusCode).toBe(502)
    made.stripe.fault = () => 'error'
    expect((await person.call('GET', pdf)).json()).toMatchObject({ error: 'PROVIDER_FAILED' })
  })
})

describe('a Stripe invoice whose client is frozen', () => {
  /** Two people confirm a match of someone of the client on the sample list. */
  async function freeze(owner: TestUser): Promise<void> {
    const screening = `/api/admin/users/${owner.id}/screening?kind=consumer`
    await admin.call('POST', screening)
    const [match] = (await admin.call('GET', screening)).json().screening.matches
    const second = await made.app.signIn({ role: 'superAdmin' })
    for (const [version, by] of [admin, second].entries()) {
      const said = { version, state: 'true', reasons: ['document'], comment: 'The same passport number' }
      const answer = await by.call('POST', `/api/admin/screening/matches/${match.id}/decision`, said)
      expect(answer.statusCode).toBe(200)
    }
  }

  test('is not recorded as paid, here or at Stripe, and nothing redirects to its page', async () => {
    const owner = await made.app.signIn()
    await submitted(owner, { firstName: 'Muhammad Idris', lastName: 'Tarhan Al-Qusayri', dob: '1971-04-02' })
    const theirs = await newClient(admin, [owner])
    const invoice = await newInvoice(made.app, admin, theirs.id)
    await freeze(owner)
    const refused = await admin.call('POST', `/api/admin/invoices/${invoice.id}/payments`, {
      note: 'Transfer 0142',
    })
    const why =
      'No payment, credit note or refund can be recorded for this client right now. Ask an administrator.'
    expect([refused.statusCode, refused.json().message]).toEqual([409, why])
    expect((await pay(invoice, owner)).statusCode).toBe(502)
    expect(atStripe(invoice).status).toBe('open')
    expect(await detail(invoice)).toMatchObject({ status: 'open', payments: [], cannot_record: why })
    // What was paid at Stripe all the same is shown.
    made.stripe.books.pay(String(invoice.provider_ref))
    await made.tell()
    await made.applyAll()
    expect((await detail(invoice)).status).toBe('paid')
  })
})

describe('the list of invoices', () => {
  const listed = async (who: TestUser, query = '') => who.call('GET', `/api/invoices${query}`)
  const numbers = async (who: TestUser) =>
    (await listed(who)).json().invoices.map(({ number }: Invoice) => number)

  test('has what was made at Stripe itself, however much, page by page, without mailing anyone', async () => {
    const { app, stripe } = made
    const buyer = await app.signIn()
    const { id: customer } = stripe.books.customer({ name: 'Hill & Dale' })
    for (let n = 0; n < 130; n++) {
      stripe.books.madeByHand(customer, 100 + n)
      turnClock(1000)
    }
    const draft = stripe.books.create({ customer, currency: 'gbp', due_date: 1 })
    const own = await newClient(admin, [buyer], { stripe_customer_id: customer })
    const first = (await listed(buyer, '?limit=100')).json()
    // A page of Stripe's, of which one is a draft.
    expect(first.invoices).toHaveLength(99)
    expect(first.invoices[0]).toMatchObject({ status: 'open', amount_due: 229, project_name: null })
    expect(await copyAll(app.services, own.id)).toBe(31)
    const { nextCursor } = (await listed(buyer, '?limit=99')).json()
    const next = (await listed(buyer, `?limit=100&cursor=${nextCursor}`)).json()
    expect(next.invoices).toHaveLength(31)
    expect(next.invoices.at(-1).amount_due).toBe(100)
    expect(await copyAll(app.services, own.id)).toBe(0)
    expect((await admin.call('GET', `/api/admin/invoices/${draft.id}`)).statusCode).toBe(404)
    expect(await eventsAbout(app, `invoice:${first.invoices[0].id}`)).toMatchObject([
      { type: 'invoice.copied' },
    ])
    const { rows } = await app.database.pool.query(
      "select 1 from mails where message_key like 'invoice-%:in_%'",
    )
    expect(rows).toEqual([])
    // From now on it is an invoice like any other.
    const { checkout_url } = (await pay(first.invoices[0], buyer)).json()
    expect(checkout_url).toBe(stripe.books.invoice(first.invoices[0].id).hosted_invoice_url)
  })

  test('asks Stripe once it is old, and not before', async () => {
    const invoice = await issue()
    await listed(person)
    made.stripe.books.pay(String(invoice.provider_ref))
    const asked = made.stripe.calls.get('GET /v1/invoices')
    const status = async () =>
      (await listed(person)).json().invoices.find(({ id }: Invoice) => id === invoice.id).status
    expect(await status()).toBe('open')
    expect(made.stripe.calls.get('GET /v1/invoices')).toBe(asked)
    turnClock(5 * 60_000)
    expect(await status()).toBe('paid')
  })

  test('B08 is the last copy while Stripe is down, and asks Stripe only now and then', async () => {
    await issue()
    const before = await numbers(person)
    turnClock(5 * 60_000)
    made.stripe.fault = () => 'error'
    const asked = () => made.stripe.calls.get('GET /v1/invoices') ?? 0
    const first = asked()
    for (let time = 0; time < 5; time++) expect(await numbers(person)).toEqual(before)
    expect(asked()).toBe(first + 1)
    turnClock(31_000)
    made.stripe.fault = () => undefined
    expect(await numbers(person)).toEqual(before)
    expect(asked()).toBe(first + 2)
  })

  test('B08 that was never copied is an error while Stripe is down, and nothing else is', async () => {
    const buyer = await made.app.signIn()
    const { id: customer } = made.stripe.books.customer({ name: 'New' })
    await newClient(admin, [buyer], { stripe_customer_id: customer })
    made.stripe.fault = () => 'unreachable'
    expect((await listed(buyer)).json()).toMatchObject({ error: 'PROVIDER_FAILED' })
    for (const path of ['/api/client', '/api/user/profile', '/api/documents', '/api/auth/user'])
      expect([path, (await buyer.call('GET', path)).statusCode]).toEqual([path, 200])
    expect((await admin.call('GET', '/api/admin/invoices')).statusCode).toBe(200)
    await vi.waitFor(async () => {
      const ready = await made.app.call('GET', '/api/health/ready')
      expect([ready.statusCode, ready.json().dependencies]).toEqual([
        200,
        expect.arrayContaining([{ name: 'payments', state: 'down' }]),
      ])
    }, soon)
    made.stripe.fault = () => undefined
    expect((await listed(buyer)).json()).toEqual({ invoices: [], nextCursor: null })
  })
})
