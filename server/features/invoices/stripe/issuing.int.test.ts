import { beforeAll, describe, expect, test } from 'vitest'
import type { AdminInvoice } from '#contract/invoices/admin-invoices.ts'
import type { AdminClient } from '#contract/invoices/clients.ts'
import type { Fault } from '#server/platform/stripe/testing/stand-in-stripe.ts'
import type { StripeRoute } from '#server/platform/stripe/testing/stripe-requests.ts'
import type { TestUser } from '#server/testing/app.ts'
import { eventsAbout, finalise, LINE, newClient, newDraft, newInvoice } from '#server/testing/invoices.ts'
import { type StripeApp, stripeApp } from '#server/testing/stripe.ts'

let made: StripeApp
let admin: TestUser
let person: TestUser
let client: AdminClient
beforeAll(async () => {
  made = await stripeApp()
  admin = await made.app.signIn({ role: 'admin' })
  person = await made.app.signIn({ name: 'Amara Okafor' })
  client = await newClient(admin, [person], {
    billing_email: 'accounts@fernhill.example',
    address: '8 Larkfield Road\nBristol BS99 1AA',
    tax_number: 'GB999 9999 73',
  })
})

const url = (id: string, command = '') => `/api/admin/invoices/${id}${command && `/${command}`}`
const detail = async ({ id }: { id: string }): Promise<AdminInvoice> =>
  (await admin.call('GET', url(id))).json().invoice
const atStripe = async (invoice: { id: string }) =>
  made.stripe.books.invoice(String((await detail(invoice)).provider_ref))
/** Everything that Stripe has made from one of our drafts. */
const startedOf = ({ id }: { id: string }) =>
  [...made.stripe.books.invoices.values()].filter(({ metadata }) => metadata?.verdaccord_invoice === id)
/** The finalised ones among them. */
const issuedOf = (draft: { id: string }) => startedOf(draft).filter(({ status }) => status !== 'draft')
const mailsAbout = async (id: string) => {
  const { rows } = await made.app.database.pool.query(
    'select kind, to_address from mails where message_key like $1 order by id',
    [`%:${id}:%`],
  )
  return rows
}
/** Makes one endpoint fail this many times. */
function fail(route: StripeRoute, fault: Fault, times: number) {
  let left = times
  made.stripe.fault = (asked) => (asked === route && left-- > 0 ? fault : undefined)
}

describe('an invoice issued by Stripe', () => {
  test('goes to a customer with the current country and tax id of its client', async () => {
    const fields = {
      name: 'Tidewater Ltd',
      client_type: 'company',
      country: 'GB',
      tax_number: 'GB 999 9999 73',
    }
    const own = await newClient(admin, [], fields as never)
    await newInvoice(made.app, admin, own.id)
    const { stripe_customer_id: ref } = (await admin.call('GET', `/api/admin/clients/${own.id}`)).json()
      .client
    const { books } = made.stripe
    expect(books.customers.get(ref)).toMatchObject({ address: { country: 'GB' } })
    expect(books.taxIds(ref)).toMatchObject([{ type: 'gb_vat', value: 'GB999999973' }])
    await newInvoice(made.app, admin, own.id)
    expect(books.taxIds(ref)).toHaveLength(1)
    const changed = { ...fields, tax_number: '980 7806 84', stripe_customer_id: ref }
    expect((await admin.call('PUT', `/api/admin/clients/${own.id}`, changed)).statusCode).toBe(200)
    await newInvoice(made.app, admin, own.id)
    expect(books.taxIds(ref)).toMatchObject([{ type: 'gb_vat', value: 'GB980780684' }])
  })

  test('can only be credited, refunded and paid in parts at Stripe', async () => {
    const { id } = await newInvoice(made.app, admin, client.id)
    const request_key = '00000000-0000-4000-8000-000000000000'
    for (const [what, body] of [
      ['payments', { amount: 1, note: 'BACS' }],
      ['credit-notes', { amount: 1, reason: 'Too much' }],
      ['refunds', { amount: 1, note: 'BACS' }],
    ] as const) {
      const refused = await admin.call('POST', url(id, what), { ...body, request_key })
      expect(refused.statusCode).toBe(409)
      expect(refused.json().message).toContain('Stripe keeps this invoice')
    }
  })

  test('has exactly the lines, the tax and the total of its draft, and what Stripe gave it', async () => {
    const added = await admin.call('POST', `/api/admin/clients/${client.id}/projects`, {
      name: 'Glenmore Peatland',
      status: 'in_progress',
    })
    const lines = [
      { ...LINE, description: 'Survey; 100 % “été”', quantity: 3, unit_amount: 333 },
      { ...LINE, unit_amount: 250, tax_rate: 550 },
      { ...LINE, tax_rate: 0 },
    ]
    const invoice = await newInvoice(made.app, admin, client.id, {
      ...{ lines, due_on: '2026-03-31', memo: 'Thank you', project_id: added.json().client.projects[0].id },
    })
    const stripe = await atStripe(invoice)
    expect(invoice).toMatchObject({
      ...{ status: 'open', provider: 'stripe', provider_ref: stripe.id, number: stripe.number },
      ...{ subtotal: 11_249, tax: 214, total: 11_463, amount_due: 11_463, amount_paid: 0 },
      created: made.app.clock.now.getTime() / 1000,
      due_date: Date.parse('2026-03-31T22:59:59Z') / 1000,
      project_name: 'Glenmore Peatland',
      hosted_invoice_url: expect.stringMatching(
        /^http:\/\/localhost:3000\/api\/hosted-invoices\/[\w-]{43}\/open$/,
      ),
    })
    expect(stripe).toMatchObject({
      ...{
        status: 'open',
        total: 11_463,
        currency: 'gbp',
        description: 'Thank you',
        due_date: invoice.due_date,
      },
      metadata: { verdaccord_invoice: invoice.id, project_name: 'Glenmore Peatland' },
      lines: { data: [{ description: 'Survey; 100 % “été”', quantity: 3, amount: 999 }, {}, {}] },
    })
    expect(made.stripe.books.customers.get(String(stripe.customer))).toMatchObject({
      ...{ name: client.name, email: 'accounts@fernhill.example' },
      address: { line1: '8 Larkfield Road', line2: 'Bristol BS99 1AA' },
    })
    expect(await mailsAbout(invoice.id)).toEqual([
      { kind: 'invoice-issued', to_address: person.email },
      { kind: 'invoice-issued', to_address: 'accounts@fernhill.example' },
    ])
    const events = await eventsAbout(made.app, `invoice:${invoice.id}`)
    expect(events.map(({ type, actor_id }) => [type, actor_id])).toEqual([
      ['invoice.drafted', String(admin.id)],
      ['invoice.issue_begun', String(admin.id)],
      ['invoice.issued', String(admin.id)],
      ['admin.invoice_viewed', String(admin.id)],
    ])
  })

  test('R49 is one if issued many times at once, and its client is one customer', async () => {
    const own = await newClient(admin)
    const draft = await newDraft(made.app, admin, own.id)
    const answers = await Promise.all(Array.from({ length: 6 }, () => finalise(admin, draft)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200))
    expect(issuedOf(draft)).toHaveLength(1)
    const { rows } = await made.app.database.pool.query(
      'select stripe_customer_id as ref from clients where id = $1',
      [own.id],
    )
    const named = [...made.stripe.books.customers.values()].filter(({ name }) => name === own.name)
    expect(named.map(({ id }) => id)).toEqual([rows[0].ref])
  })

  const STEPS: StripeRoute[] = [
    'POST /v1/customers',
    'POST /v1/invoices',
    'GET /v1/invoices/:id',
    'POST /v1/invoices/:id/add_lines',
    'POST /v1/invoices/:id/finalize',
  ]
  const FAULTS: Fault[] = ['unreachable', 'error', 'error-after', 'lost-after', 'busy']

  test.each(STEPS.flatMap((step) => FAULTS.map((fault) => [step, fault] as const)))(
    'B08 R51 is one if %s ends in %s, and its mail is one',
    async (step, fault) => {
      const own = await newClient(admin, [], { billing_email: 'accounts@fernhill.example' })
      const draft = await newDraft(made.app, admin, own.id)
      // A broken connection is retried automatically.
      fail(step, fault, 2)
      const first = await finalise(admin, draft)
      expect([200, 502]).toContain(first.statusCode)
      made.stripe.fault = () => undefined
      const second = await finalise(admin, draft)
      expect([second.statusCode, second.body]).toEqual([200, second.body])
      expect(issuedOf(draft)).toEqual([expect.objectContaining({ total: 12_000, status: 'open' })])
      expect((await detail(draft)).provider_ref).toBe(issuedOf(draft)[0]?.id)
      expect(await mailsAbout(draft.id)).toHaveLength(1)
      // If the answer was lost, the same key finds what was made; after an error, a draft of it may be left.
      const left = fault === 'error-after' && step === 'POST /v1/invoices' ? 1 : 0
      expect(startedOf(draft)).toHaveLength(1 + left)
    },
  )

  test('B08 whose process died is completed by its event', async () => {
    const draft = await newDraft(made.app, admin, client.id)
    made.stripe.fault = (route) =>
      route === 'POST /v1/invoices/:id/finalize'
        ? 'lost-after'
        : made.stripe.calls.get('POST /v1/invoices/:id/finalize') &&
            route === 'GET /v1/invoices/:id' &&
            issuedOf(draft)[0]
          ? 'unreachable'
          : undefined
    expect((await finalise(admin, draft)).statusCode).toBe(502)
    made.stripe.fault = () => undefined
    expect((await detail(draft)).status).toBe('draft')
    await made.tell()
    await made.applyAll()
    expect(await detail(draft)).toMatchObject({ status: 'open', number: issuedOf(draft)[0]?.number })
    expect(await mailsAbout(draft.id)).toHaveLength(2)
  })

  test('that Stripe refuses says why', async () => {
    const lost = await newClient(admin, [], { stripe_customer_id: 'cus_gone' })
    const draft = await newDraft(made.app, admin, lost.id)
    const refused = await finalise(admin, draft)
    expect(refused.json()).toMatchObject({
      error: 'PROVIDER_FAILED',
      message: "Stripe refused this: No such customer: 'cus_gone'",
    })
  })
})

describe('a draft that failed halfway through issuing', () => {
  const halfIssued = async () => {
    const draft = await newDraft(made.app, admin, client.id)
    fail('POST /v1/invoices/:id/add_lines', 'error', 1)
    expect((await finalise(admin, draft)).statusCode).toBe(502)
    made.stripe.fault = () => undefined
    return draft
  }
  const body = (version: number) => ({ client_id: client.id, currency: 'gbp', lines: [LINE, LINE], version })

  test('can be changed and issued again, and what was started at Stripe is gone', async () => {
    const draft = await halfIssued()
    const started = String((await detail(draft)).provider_ref)
    const preview = await admin.call('GET', `${url(draft.id)}/pdf`)
    expect([preview.statusCode, preview.headers['content-type']]).toEqual([200, 'application/pdf'])
    const changed = await admin.call('PUT', url(draft.id), { ...body(draft.version), due_on: '2026-03-31' })
    expect(changed.json().invoice).toMatchObject({ provider_ref: null, total: 24_000 })
    expect(made.stripe.books.invoices.has(started)).toBe(false)
    expect((await finalise(admin, changed.json().invoice)).statusCode).toBe(200)
    expect(issuedOf(draft)).toEqual([expect.objectContaining({ total: 24_000 })])
  })

  test('can be deleted, with what was started at Stripe', async () => {
    const draft = await halfIssued()
    const started = String((await detail(draft)).provider_ref)
    expect((await admin.call('DELETE', url(draft.id))).statusCode).toBe(200)
    expect(made.stripe.books.invoices.has(started)).toBe(false)
  })

  test('is previewed here, and issued again if someone deleted it at Stripe', async () => {
    const draft = await halfIssued()
    const preview = await admin.call('GET', url(draft.id, 'pdf'))
    expect([preview.statusCode, preview.headers['content-type']]).toEqual([200, 'application/pdf'])
    made.stripe.books.delete(String((await detail(draft)).provider_ref))
    await made.tell()
    await made.applyAll()
    expect(await detail(draft)).toMatchObject({ status: 'draft' })
    expect((await finalise(admin, draft)).statusCode).toBe(200)
    expect(issuedOf(draft)).toHaveLength(1)
  })

  test('can’t be changed any more if it was issued after all', async () => {
    const draft = await halfIssued()
    made.stripe.books.finalise(String((await detail(draft)).provider_ref))
    expect((await admin.call('PUT', url(draft.id), body(draft.version))).statusCode).toBe(409)
    expect((await admin.call('DELETE', url(draft.id))).statusCode).toBe(409)
    expect((await detail(draft)).status).toBe('open')
  })
})

describe('a command for a Stripe invoice', () => {
  const FAULTS: Fault[] = [undefined, 'unreachable', 'error', 'error-after', 'lost-after', 'busy']
  const named = FAULTS.map((fault) => [fault ?? 'success', fault] as const)
  test.each(named)('B08 is done once there and here, even if it first ends in %s', async (_name, fault) => {
    for (const [command, route, status] of [
      ['void', 'void', 'void'],
      ['uncollectible', 'mark_uncollectible', 'uncollectible'],
      ['payments', 'pay', 'paid'],
    ] as const) {
      const { id } = await newInvoice(made.app, admin, client.id)
      const send = () => admin.call('POST', url(id, command), { note: 'BACS 4711', reason: 'Wrong' })
      fail(`POST /v1/invoices/:id/${route}`, fault, 2)
      const first = await send()
      made.stripe.fault = () => undefined
      if (first.statusCode !== 200) {
        expect(first.statusCode).toBe(502)
        expect((await send()).statusCode).toBe(200)
      }
      expect([(await detail({ id })).status, (await atStripe({ id })).status]).toEqual([status, status])
    }
  })

  test('returns the invoice’s state if it has changed at Stripe', async () => {
    const invoice = await newInvoice(made.app, admin, client.id)
    made.stripe.books.pay(String(invoice.provider_ref))
    const answer = await admin.call('POST', url(invoice.id, 'void'), { reason: 'Wrong' })
    expect(answer.json()).toMatchObject({
      error: 'INVALID_STATE',
      message: 'This invoice is already paid, so it cannot be made void.',
    })
  })
})

test('an invoice of ours from before Stripe was set up stays ours', async () => {
  const { app } = made
  const { id } = await newDraft(app, admin, client.id)
  await app.database.pool.query(
    `update invoices set provider = 'ledger', status = 'open', number = 'VC-2026-0001', issued_at = now() where id = $1`,
    [id],
  )
  const pay = await person.call('POST', `/api/invoices/${id}/pay`)
  expect([pay.statusCode, pay.json().message]).toEqual([
    409,
    expect.stringContaining('You can’t pay online here'),
  ])
  const recorded = await admin.call('POST', url(id, 'payments'), { note: 'BACS 4711' })
  expect(recorded.json().invoice).toMatchObject({ status: 'paid', provider: 'ledger' })
})
