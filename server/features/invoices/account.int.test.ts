import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { AdminClient } from '#contract/invoices/clients.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { eventsAbout, goToPay, newClient, newDraft, newInvoice } from '#server/testing/invoices.ts'
import { pdfText, squeezed } from '#server/testing/pdf-text.ts'
import { INVOICING, PRODUCTION } from '#server/testing/production.ts'
import { soon } from '#server/testing/soon.ts'

let app: TestApp
let admin: TestUser
let person: TestUser
let stranger: TestUser
let client: AdminClient
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'admin' })
  person = await app.signIn({ name: 'Amara Okafor' })
  stranger = await app.signIn()
  client = await newClient(admin, [person])
  await newClient(admin, [stranger])
})

const finish = (id: string, outcome: string, who = person) =>
  who.call('POST', `/api/checkouts/${id}`, { outcome })
const stateOf = async (id: string) => (await person.call('GET', `/api/invoices/${id}/payment`)).json().state
const paymentsOf = async (id: string) =>
  (await admin.call('GET', `/api/admin/invoices/${id}`)).json().invoice.payments

describe('a person’s invoices', () => {
  test('are those issued to their client, with only the fields of the specification', async () => {
    const buyer = await app.signIn()
    const own = await newClient(admin, [buyer])
    const project = { name: 'Glenmore Peatland', status: 'in_progress' }
    const added = await admin.call('POST', `/api/admin/clients/${own.id}/projects`, project)
    const project_id = added.json().client.projects[0].id
    const invoice = await newInvoice(app, admin, own.id, { project_id, due_on: '2026-03-24' })
    await newDraft(app, admin, own.id)
    await newInvoice(app, admin, client.id)
    const answer = await buyer.call('GET', '/api/invoices')
    expect(answer.json()).toEqual({
      invoices: [
        {
          id: invoice.id,
          number: invoice.number,
          status: 'open',
          amount_due: 12_000,
          currency: 'gbp',
          created: app.clock.now.getTime() / 1000,
          due_date: Date.parse('2026-03-24T23:59:59Z') / 1000,
          project_name: 'Glenmore Peatland',
          hosted_invoice_url: invoice.hosted_invoice_url,
          pdf_url: `http://localhost:3000/api/invoices/${invoice.id}/pdf`,
        },
      ],
      nextCursor: null,
    })
  })

  test('are none for someone without a client', async () => {
    const answer = await (await app.signIn()).call('GET', '/api/invoices')
    expect(answer.json()).toEqual({ invoices: [], nextCursor: null })
  })

  test('are not shown any more to someone who was removed from the client', async () => {
    const leaver = await app.signIn()
    const own = await newClient(admin, [leaver])
    const { id } = await newInvoice(app, admin, own.id)
    expect((await leaver.call('GET', '/api/invoices')).json().invoices).toHaveLength(1)
    await admin.call('DELETE', `/api/admin/clients/${own.id}/users/${leaver.id}`)
    expect((await leaver.call('GET', '/api/invoices')).json().invoices).toEqual([])
    expect((await leaver.call('POST', `/api/invoices/${id}/pay`)).statusCode).toBe(404)
  })

  test('are paged, newest first, without missing or repeating one of the same moment', async () => {
    const buyer = await app.signIn()
    const own = await newClient(admin, [buyer])
    const ids = []
    for (let n = 0; n < 7; n++) ids.push((await newInvoice(app, admin, own.id)).id)
    const seen: string[] = []
    let cursor = ''
    do {
      const page = (await buyer.call('GET', `/api/invoices?limit=3${cursor}`)).json()
      seen.push(...page.invoices.map((invoice: { id: string }) => invoice.id))
      cursor = page.nextCursor ? `&cursor=${page.nextCursor}` : ''
    } while (cursor)
    expect(seen.toSorted()).toEqual(ids.toSorted())
  })
})

describe('R15 R51 an invoice of another client', () => {
  test('A03 gives the same 404 as one that is missing or still a draft, for every call, and counts as a miss', async () => {
    const walked = await testApp({ env: { RATE_LIMIT_FACTOR: '1' } })
    const boss = await walked.signIn({ role: 'admin' })
    const walker = await walked.signIn()
    const own = await newClient(boss, [walker])
    const other = await newClient(boss, [await walked.signIn()])
    const foreign = await newInvoice(walked, boss, other.id)
    const draft = await newDraft(walked, boss, own.id)
    const calls = [
      ['POST', 'pay'],
      ['GET', 'payment'],
    ] as const
    let misses = 0
    for (const [method, call] of calls) {
      const bodies = []
      for (const id of [foreign.id, draft.id, 'missing']) {
        const answer = await walker.call(method, `/api/invoices/${id}/${call}`)
        misses++
        expect([call, answer.statusCode]).toEqual([call, 404])
        bodies.push({ ...answer.json(), requestId: '' })
      }
      expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
    }
    while (misses++ < 30) await walker.call('GET', '/api/invoices/missing/payment')
    const late = await walker.call('GET', '/api/invoices/missing/payment')
    expect([late.statusCode, late.json().error]).toEqual([429, 'RATE_LIMITED'])
  })

  test('is not paid through its checkout either', async () => {
    const { id } = await newInvoice(app, admin, client.id)
    const checkout = await goToPay(person, id)
    const missing = await stranger.call('GET', '/api/checkouts/00000000-0000-4000-8000-000000000000')
    for (const answer of [
      await stranger.call('GET', `/api/checkouts/${checkout}`),
      await finish(checkout, 'succeed', stranger),
    ]) {
      expect(answer.statusCode).toBe(404)
      expect({ ...answer.json(), requestId: '' }).toEqual({ ...missing.json(), requestId: '' })
    }
    expect(await stateOf(id)).toBe('pending')
  })
})

describe('a payment', () => {
  test('that succeeds makes the invoice paid, mails a receipt, and is recorded in the ledger', async () => {
    const { id, number } = await newInvoice(app, admin, client.id)
    expect(await stateOf(id)).toBe('none')
    const checkout = await goToPay(person, id)
    expect((await person.call('GET', `/api/checkouts/${checkout}`)).json().checkout).toEqual({
      id: checkout,
      invoice_id: id,
      invoice_number: number,
      amount: 12_000,
      currency: 'gbp',
      state: 'pending',
    })
    expect(await stateOf(id)).toBe('pending')
    const answer = await finish(checkout, 'succeed')
    expect(answer.json().checkout.state).toBe('paid')
    const paid = await person.call('GET', `/api/invoices/${id}/payment`)
    expect(paid.json()).toMatchObject({ state: 'paid', invoice: { status: 'paid', amount_due: 12_000 } })
    expect(await paymentsOf(id)).toMatchObject([
      { attempt: 1, method: 'checkout', status: 'succeeded', amount: 12_000 },
    ])
    const events = (await eventsAbout(app, `invoice:${id}`)).slice(2)
    // The test itself has viewed it, as staff.
    expect(events.filter(({ type }) => type !== 'admin.invoice_viewed')).toEqual([
      expect.objectContaining({ type: 'payment.started', actor_id: String(person.id) }),
      expect.objectContaining({
        type: 'invoice.paid',
        actor_kind: 'user',
        actor_id: String(person.id),
        before: { status: 'open' },
        after: { status: 'paid', number, amount: 12_000, currency: 'gbp', method: 'checkout' },
      }),
    ])
    const { rows } = await app.database.pool.query(
      "select to_address from mails where kind = 'invoice-paid' and message_key like $1",
      [`%${id}%`],
    )
    expect(rows).toEqual([{ to_address: person.email }])
  })

  test.each([
    ['fail', 'failed'],
    ['cancel', 'cancelled'],
  ])('that is reported to %s leaves the invoice open, and another can be tried', async (outcome, state) => {
    const { id } = await newInvoice(app, admin, client.id)
    const first = await goToPay(person, id)
    expect((await finish(first, outcome)).json().checkout.state).toBe(state)
    expect((await finish(first, outcome)).statusCode).toBe(200)
    expect(await stateOf(id)).toBe(state)
    // A checkout that has ended stays so.
    expect((await finish(first, 'succeed')).statusCode).toBe(409)
    const second = await goToPay(person, id)
    expect(second).not.toBe(first)
    await finish(second, 'succeed')
    expect(await stateOf(id)).toBe('paid')
    expect((await paymentsOf(id)).map((payment: { status: string }) => payment.status)).toEqual([
      state,
      'succeeded',
    ])
  })

  test('A15 R51 requested twenty times at once is one checkout', async () => {
    const { id } = await newInvoice(app, admin, client.id)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => person.call('POST', `/api/invoices/${id}/pay`)),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(new Set(answers.map((answer) => answer.json().checkout_url)).size).toBe(1)
    expect(await paymentsOf(id)).toHaveLength(1)
    const events = await eventsAbout(app, `invoice:${id}`)
    expect(events.filter(({ type }) => type === 'payment.started')).toHaveLength(1)
  })

  test('A15 R51 finished twenty times at once, by two people of the client, counts once', async () => {
    const colleague = await app.signIn()
    await admin.call('POST', `/api/admin/clients/${client.id}/users`, { email: colleague.email })
    const { id } = await newInvoice(app, admin, client.id)
    const checkout = await goToPay(person, id)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => finish(checkout, 'succeed', n % 2 ? person : colleague)),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect((await admin.call('GET', `/api/admin/invoices/${id}`)).json().invoice).toMatchObject({
      amount_paid: 12_000,
      payments: [{ status: 'succeeded' }],
    })
    const { rows } = await app.database.pool.query(
      "select to_address from mails where kind = 'invoice-paid' and message_key like $1",
      [`%${id}%`],
    )
    expect(rows.map((row) => row.to_address).sort()).toEqual([person.email, colleague.email].sort())
  })

  test('that succeeds and fails at the same moment does one of the two', async () => {
    for (let time = 0; time < 5; time++) {
      const { id } = await newInvoice(app, admin, client.id)
      const checkout = await goToPay(person, id)
      const answers = await Promise.all([finish(checkout, 'succeed'), finish(checkout, 'fail')])
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
      expect(await stateOf(id)).toBe(answers[0].statusCode === 200 ? 'paid' : 'failed')
    }
  })

  test('R51 that succeeds while its status is read is reported as paid', async () => {
    const { id } = await newInvoice(app, admin, client.id)
    const checkout = await goToPay(person, id)
    const held = await app.database.pool.connect()
    try {
      await held.query('begin')
      await held.query('lock table payments in access exclusive mode')
      const state = stateOf(id)
      await vi.waitFor(async () => {
        const { rows } = await held.query(
          "select 1 from pg_locks where relation = 'payments'::regclass and not granted",
        )
        expect(rows).not.toEqual([])
      }, soon)
      await held.query("update payments set status = 'succeeded', finished_at = now() where id = $1", [
        checkout,
      ])
      await held.query("update invoices set status = 'paid', amount_paid = amount_due where id = $1", [id])
      await held.query('commit')
      expect(await state).toBe('paid')
    } finally {
      held.release()
    }
  })

  test('R51 of an invoice that is paid, void or written off is refused with a sentence', async () => {
    for (const [command, sentence] of [
      ['payments', 'This invoice is already paid. You don’t need to pay anything else.'],
      ['void', 'This invoice is void, so it cannot be paid.'],
      ['uncollectible', 'This invoice is marked as uncollectible, so it cannot be paid.'],
    ] as const) {
      const { id } = await newInvoice(app, admin, client.id)
      await admin.call('POST', `/api/admin/invoices/${id}/${command}`, {
        note: 'Bank transfer',
        reason: 'Wrong',
      })
      const answer = await person.call('POST', `/api/invoices/${id}/pay`)
      expect(answer.statusCode).toBe(409)
      expect(answer.json()).toMatchObject({ error: 'INVALID_STATE', message: sentence })
      expect(await paymentsOf(id)).toHaveLength(command === 'payments' ? 1 : 0)
    }
  })

  test('that staff record ends the open checkout, which then charges nothing', async () => {
    const { id } = await newInvoice(app, admin, client.id)
    const checkout = await goToPay(person, id)
    await admin.call('POST', `/api/admin/invoices/${id}/payments`, { note: 'BACS 4711' })
    const late = await finish(checkout, 'succeed')
    expect(late.json()).toMatchObject({
      error: 'INVALID_STATE',
      message: 'This invoice is already paid. Nothing was charged again.',
    })
    expect((await paymentsOf(id)).map((payment: { status: string }) => payment.status)).toEqual([
      'cancelled',
      'succeeded',
    ])
  })

  test('that no one finished for a day is replaced by another', async () => {
    const { id } = await newInvoice(app, admin, client.id)
    const first = await goToPay(person, id)
    const before = app.clock.now
    app.clock.now = new Date(before.getTime() + 24 * 3_600_000)
    // Sessions from then have expired.
    const boss = await app.signIn({ role: 'admin' })
    const colleague = await app.signIn()
    await boss.call('POST', `/api/admin/clients/${client.id}/users`, { email: colleague.email })
    expect(await goToPay(colleague, id)).not.toBe(first)
    app.clock.now = before
    expect((await paymentsOf(id)).map((payment: { status: string }) => payment.status)).toEqual([
      'expired',
      'pending',
    ])
  })
})

describe('in production', () => {
  test('R63 our own invoicing accepts no payment: there is no test checkout, and the answer says what to do', async () => {
    const production = await testApp({ env: { ...PRODUCTION, ...INVOICING } })
    const boss = await production.signIn({ role: 'admin' })
    const buyer = await production.signIn()
    const own = await newClient(boss, [buyer])
    const { id } = await newInvoice(production, boss, own.id)
    const answer = await buyer.call('POST', `/api/invoices/${id}/pay`)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toBe('You can’t pay online here. Contact support to pay another way.')
    const { rows } = await production.database.pool.query(
      `insert into payments (id, invoice_id, attempt, method, status, amount, currency, user_id, started_at)
       values (gen_random_uuid(), $1, 1, 'checkout', 'pending', 12000, 'gbp', $2, now()) returning id`,
      [id, buyer.id],
    )
    expect((await buyer.call('GET', `/api/checkouts/${rows[0].id}`)).statusCode).toBe(404)
    expect(
      (await buyer.call('POST', `/api/checkouts/${rows[0].id}`, { outcome: 'succeed' })).statusCode,
    ).toBe(404)
    expect((await buyer.call('GET', '/api/invoices')).json().invoices[0].status).toBe('open')
  })
})

describe('the PDF', () => {
  test('is made from what its rows contain, for its own people, staff and anyone with the link', async () => {
    const invoice = await newInvoice(app, admin, client.id)
    const token = String(invoice.hosted_invoice_url).split('/').at(-1)
    const answers = [
      await person.call('GET', `/api/invoices/${invoice.id}/pdf`),
      await admin.call('GET', `/api/admin/invoices/${invoice.id}/pdf`),
      await app.call('GET', `/api/hosted-invoices/${token}/pdf`),
    ]
    for (const answer of answers) {
      expect(answer.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': expect.stringMatching(/^attachment; filename="invoice-VC-2026-\d{4}\.pdf"/),
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      })
      const [page] = await pdfText(answer.rawPayload)
      for (const words of [`Invoice number: ${invoice.number}`, client.name, 'Amount due£120.00'])
        expect(page).toContain(squeezed(words))
    }
    expect((await stranger.call('GET', `/api/invoices/${invoice.id}/pdf`)).statusCode).toBe(404)
  })

  test('of a draft is a preview only for staff', async () => {
    const draft = await newDraft(app, admin, client.id)
    const [page] = await pdfText((await admin.call('GET', `/api/admin/invoices/${draft.id}/pdf`)).rawPayload)
    expect(page).toContain(squeezed('Draft, not an invoice yet'))
    expect((await person.call('GET', `/api/invoices/${draft.id}/pdf`)).statusCode).toBe(404)
  })
})

describe('the page behind a link', () => {
  const tokenOf = (link: string | null) => String(link).split('/').at(-1)

  test('shows the whole invoice to anyone with the link, and to no one else', async () => {
    const invoice = await newInvoice(app, admin, client.id, { memo: 'Thank you' })
    const token = tokenOf(invoice.hosted_invoice_url)
    const answer = await app.call('GET', `/api/hosted-invoices/${token}`)
    expect(answer.json().invoice).toMatchObject({
      number: invoice.number,
      status: 'open',
      amount_due: 12_000,
      memo: 'Thank you',
      seller: { name: 'Verdaccord Limited' },
      buyer: { name: client.name },
      lines: [{ description: 'Verification of credits', net: 10_000 }],
      taxes: [{ tax_rate: 2000, net: 10_000, tax: 2_000 }],
    })
    const guess = `${token?.slice(0, -1)}${token?.endsWith('A') ? 'B' : 'A'}`
    expect((await app.call('GET', `/api/hosted-invoices/${guess}`)).statusCode).toBe(404)
    const open = await app.call('GET', `/api/hosted-invoices/${token}/open`)
    expect([open.statusCode, open.headers.location]).toEqual([302, invoice.hosted_invoice_url])
  })

  test('R54 limits how often links can be guessed', async () => {
    const limited = await testApp({ env: { RATE_LIMIT_FACTOR: '1' } })
    const guess = (n: number) => limited.call('GET', `/api/hosted-invoices/${String(n).padStart(43, 'A')}`)
    for (let n = 0; n < 60; n++) expect((await guess(n)).statusCode).toBe(404)
    expect((await guess(60)).statusCode).toBe(429)
  })
})
