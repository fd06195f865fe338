import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AdminInvoice } from '#contract/invoices/admin-invoices.ts'
import type { AdminClient } from '#contract/invoices/clients.ts'
import { dayText } from '#domain/date-text.ts'
import { addDays, londonDate } from '#domain/plain-date.ts'
import { verifyLedger } from '#server/platform/ledger/verify-ledger.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import {
  eventsAbout,
  finalise,
  goToPay,
  LINE,
  newClient,
  newDraft,
  newInvoice,
} from '#server/testing/invoices.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { pdfText, squeezed } from '#server/testing/pdf-text.ts'

let app: TestApp
let admin: TestUser
let person: TestUser
let client: AdminClient
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'admin' })
  person = await app.signIn({ name: 'Amara Okafor' })
  client = await newClient(admin, [person])
})

const post = (id: string, what: string, body: object) =>
  admin.call('POST', `/api/admin/invoices/${id}/${what}`, { request_key: randomUUID(), ...body })
const pay = (id: string, amount: number, more: object = {}) =>
  post(id, 'payments', { amount, note: 'BACS 20 March', ...more })
const credit = (id: string, amount: number, more: object = {}) =>
  post(id, 'credit-notes', { amount, reason: 'Fewer credits than ordered', ...more })
const refund = (id: string, amount: number, more: object = {}) =>
  post(id, 'refunds', { amount, note: 'BACS 21 March', ...more })
const mistake = (id: string, attempt: number, reason = 'Another client’s transfer') =>
  admin.call('POST', `/api/admin/invoices/${id}/payments/${attempt}/reversal`, { reason })
const read = async (id: string): Promise<AdminInvoice> =>
  (await admin.call('GET', `/api/admin/invoices/${id}`)).json().invoice
const mailsAbout = async (id: string) => {
  const rows = await mailRows<{ kind: string; text: string }>(
    app.database,
    'select kind, text from mails where message_key like $1 order by id',
    `%:${id}:%`,
  )
  return rows
}
const hosted = async ({ hosted_invoice_url: link }: AdminInvoice) =>
  (await app.server.inject(`/api/hosted-invoices/${link?.split('/').at(-1)}`)).json().invoice

describe('R23 the invoices of one’s own client', () => {
  test('are issued, paid, credited, refunded and given up by someone else, as their page says', async () => {
    const officer = await app.signIn({ role: 'finance' })
    const own = await newClient(admin, [officer])
    const [draft, open] = [await newDraft(app, admin, own.id), await newInvoice(app, admin, own.id)]
    const by = (id: string, what: string, body: object = {}) =>
      officer.call('POST', `/api/admin/invoices/${id}/${what}`, body)
    const why = 'You belong to this client. Someone else has to deal with its invoices.'
    for (const answer of [
      await finalise(officer, draft),
      await by(open.id, 'payments', { note: 'BACS 20 March' }),
      await by(open.id, 'payments', { amount: 100, note: 'BACS 20 March', request_key: randomUUID() }),
      await by(open.id, 'credit-notes', { amount: 100, reason: 'Fewer', request_key: randomUUID() }),
      await by(open.id, 'refunds', { amount: 100, note: 'BACS 21 March', request_key: randomUUID() }),
      await by(open.id, 'void', { reason: 'Wrong' }),
      await by(open.id, 'uncollectible'),
    ])
      expect([answer.statusCode, answer.json().message]).toEqual([403, why])
    const seen = async (id: string) => (await officer.call('GET', `/api/admin/invoices/${id}`)).json().invoice
    expect(await seen(draft.id)).toMatchObject({ cannot_issue: { reason: why }, cannot_record: null })
    expect(await seen(open.id)).toMatchObject({ status: 'open', amount_paid: 0, cannot_record: why })
    const client = (await officer.call('GET', `/api/admin/clients/${own.id}`)).json().client
    expect(client.cannot_invoice).toBe(why)
    expect((await pay(open.id, 100)).statusCode).toBe(200)
  })
})

describe('part payments', () => {
  test('are each recorded with their event and mail, and the last one pays the invoice', async () => {
    const { id } = await newInvoice(app, admin, client.id)
    expect((await pay(id, 5_000)).json().invoice).toMatchObject({
      status: 'open',
      amount_due: 7_000,
      total: 12_000,
      amount_paid: 5_000,
    })
    expect((await pay(id, 7_000)).json().invoice).toMatchObject({
      status: 'paid',
      amount_due: 12_000,
      amount_paid: 12_000,
      paid_at: app.clock.now.toISOString(),
      payments: [
        { status: 'succeeded', amount: 5_000, note: 'BACS 20 March' },
        { status: 'succeeded', amount: 7_000, note: 'BACS 20 March' },
      ],
    })
    const told = await eventsAbout(app, `invoice:${id}`)
    expect(told.map(({ type }) => type).slice(2)).toEqual(['invoice.part_paid', 'invoice.paid'])
    expect((await read(id)).events.map(({ title }) => title)).toContain('Part payment of £50.00 recorded')
    const mails = await mailsAbout(id)
    expect(mails.map(({ kind }) => kind)).toEqual(['invoice-issued', 'invoice-part-paid', 'invoice-paid'])
    expect(mails[1]?.text).toContain('£70.00 is still to be paid')
    // Each receipt is for its own payment, so that together they add up to what was paid.
    expect(mails[1]?.text).toContain('received £50.00')
    expect(mails[2]?.text).toContain('received £70.00')
    expect(mails[2]?.text).not.toContain('£120.00')
    expect((await verifyLedger(app.database)).faults).toEqual([])
  })

  test('R49 sent twice as the same request, even at once, are one payment', async () => {
    const { id } = await newInvoice(app, admin, client.id)
    const request_key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => pay(id, 1_000, { request_key })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    expect(await read(id)).toMatchObject({ amount_paid: 1_000, amount_due: 11_000 })
    expect((await pay(id, 2_000, { request_key })).statusCode).toBe(409)
    expect((await mailsAbout(id)).filter(({ kind }) => kind === 'invoice-part-paid')).toHaveLength(1)
  })

  test('R51 never exceed what is due, if many arrive at once', async () => {
    const { id } = await newInvoice(app, admin, client.id)
    const answers = await Promise.all(Array.from({ length: 6 }, () => pay(id, 5_000)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 400, 400, 400, 400])
    const refused = answers.find(({ statusCode }) => statusCode === 400)
    expect(refused?.json().fields).toEqual({ amount: 'Only £20.00 is still due. Enter that or less.' })
    expect(await read(id)).toMatchObject({ status: 'open', amount_paid: 10_000, amount_due: 2_000 })
  })

  test('end a checkout that was about to pay all of it', async () => {
    const { id } = await newInvoice(app, admin, client.id)
    const checkout = await goToPay(person, id)
    await pay(id, 5_000)
    const late = await person.call('POST', `/api/checkouts/${checkout}/finish`, { outcome: 'succeed' })
    expect(late.statusCode).toBeGreaterThanOrEqual(400)
    const again = await goToPay(person, id)
    expect((await person.call('GET', `/api/checkouts/${again}`)).json().checkout.amount).toBe(7_000)
  })

  test('need a key and a valid amount', async () => {
    const { id } = await newInvoice(app, admin, client.id)
    for (const body of [{ amount: 5 }, { amount: 0.5 }, { amount: -5 }, { amount: 1e15 }, { amount: '5' }]) {
      const { statusCode } = await admin.call('POST', `/api/admin/invoices/${id}/payments`, {
        note: 'x',
        ...body,
      })
      expect(statusCode).toBe(400)
    }
    expect(await read(id)).toMatchObject({ amount_paid: 0 })
  })
})

describe('credit notes', () => {
  test('lower what is due, with net and VAT by rate, on the page, the PDF and the export', async () => {
    const invoice = await newInvoice(app, admin, client.id, {
      lines: [LINE, { ...LINE, description: 'Registry fees', unit_amount: 6_000, tax_rate: 0 }],
    })
    const { id } = invoice
    expect(invoice.total).toBe(18_000)
    const [note] = (await credit(id, 9_000)).json().invoice.credit_notes
    expect(note).toMatchObject({
      number: expect.stringMatching(/^VC-CN-2026-\d{4}$/),
      amount: 9_000,
      reason: 'Fewer credits than ordered',
      shares: [
        { tax_rate: 0, net: 3_000, tax: 0 },
        { tax_rate: 2000, net: 5_000, tax: 1_000 },
      ],
    })
    expect(await hosted(invoice)).toMatchObject({
      amount_due: 9_000,
      total: 18_000,
      entries: [{ kind: 'credit', number: note.number, amount: 9_000 }],
    })
    const pdf = await admin.call('GET', `/api/admin/invoices/${id}/pdf`)
    const text = (await pdfText(pdf.rawPayload)).join('')
    for (const words of [`Credit note ${note.number}`, '-£90.00', 'VAT 20% £10.00', 'Amount due£90.00'])
      expect(text).toContain(squeezed(words))
    const csv = (await admin.call('GET', `/api/admin/invoices/export.csv?search=${invoice.number}`)).body
    expect(csv).toContain(',0.00,90.00,2026-03-10,')
    expect(csv).toContain(`,90.00,0.00,2026-03-10,,${note.number}`)
    const mails = await mailsAbout(id)
    expect(mails.at(-1)).toMatchObject({ kind: 'invoice-credited' })
    expect(mails.at(-1)?.text).toContain('£90.00 is still to be paid')
    expect(mails.at(-1)?.text).not.toContain('back to you')
  })

  test('are numbered without gaps or duplicates, even if some are refused', async () => {
    const numbers = async () =>
      (
        await app.database.pool.query<{ number: string }>('select number from credit_notes order by number')
      ).rows.map(({ number }) => Number(number.slice(-4)))
    const invoices = await Promise.all(Array.from({ length: 4 }, () => newInvoice(app, admin, client.id)))
    const answers = await Promise.all(
      invoices.flatMap(({ id }) => [credit(id, 7_000), credit(id, 7_000), credit(id, 13_000)]),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(4)
    const given = await numbers()
    expect(given).toEqual(given.map((_, index) => index + 1))
  })

  test('refund what was already paid, and say how', async () => {
    const invoice = await newInvoice(app, admin, client.id)
    const { id } = invoice
    await pay(id, 10_000)
    const unsaid = await credit(id, 12_000)
    expect(unsaid.statusCode).toBe(400)
    expect(Object.keys(unsaid.json().fields)).toEqual(['refund_note'])
    const done = await credit(id, 12_000, { refund_note: 'BACS 22 March' })
    expect(done.json().invoice).toMatchObject({
      status: 'paid',
      amount_due: 0,
      amount_paid: 10_000,
      amount_credited: 12_000,
      amount_refunded: 10_000,
      refunds: [{ amount: 10_000, note: 'BACS 22 March', credit_note: expect.stringContaining('VC-CN-') }],
    })
    expect((await hosted(invoice)).entries.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      'credit',
      'payment',
      'refund',
    ])
    const mails = await mailsAbout(id)
    expect(mails.map(({ kind }) => kind)).not.toContain('invoice-paid')
    expect(mails.at(-1)).toMatchObject({
      kind: 'invoice-credited',
      text: expect.stringContaining("You had already paid £100.00 of this, so we've sent that back to you."),
    })
    expect((await credit(id, 1)).statusCode).toBe(409)
    expect((await pay(id, 1)).statusCode).toBe(409)
  })
})

describe('refunds', () => {
  test('of a payment make it due again, and never exceed what was paid', async () => {
    const { id } = await newInvoice(app, admin, client.id)
    expect((await refund(id, 1)).statusCode).toBe(409)
    await pay(id, 12_000)
    expect((await refund(id, 12_001)).json().fields).toEqual({
      amount: 'Only £120.00 has been paid and not sent back. Enter that or less.',
    })
    const answers = await Promise.all([refund(id, 12_000), refund(id, 12_000)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(await read(id)).toMatchObject({ status: 'open', amount_due: 12_000, paid_at: null })
    expect((await pay(id, 12_000)).json().invoice).toMatchObject({ status: 'paid', amount_paid: 24_000 })
    const receipts = (await mailsAbout(id)).filter(({ kind }) => kind === 'invoice-paid')
    expect(receipts.map(({ text }) => /received (\S+)/.exec(text)?.[1])).toEqual(['£120.00', '£120.00'])
  })
})

test('an invoice with money on it can’t be voided, and a draft has no entries', async () => {
  const { id } = await newInvoice(app, admin, client.id)
  await pay(id, 1)
  const refused = await admin.call('POST', `/api/admin/invoices/${id}/void`, { reason: 'Wrong' })
  expect(refused.json()).toMatchObject({
    error: 'INVALID_STATE',
    message: expect.stringContaining('Issue a credit note instead'),
  })
  const draft = await newDraft(app, admin, client.id)
  for (const answer of [await pay(draft.id, 1), await credit(draft.id, 1), await refund(draft.id, 1)])
    expect(answer.json().message).toContain('is still a draft')
})

describe('a recorded payment', () => {
  test('has the day it was received, never a later one, on every page and paper', async () => {
    const { id, ...invoice } = await newInvoice(app, admin, client.id)
    const today = londonDate(app.clock.now)
    for (const received_on of [addDays(today, 1), '2026-02-30', 'yesterday'])
      expect((await pay(id, 100, { received_on })).json()).toMatchObject({
        error: 'VALIDATION_ERROR',
        fields: { received_on: expect.any(String) },
      })
    expect((await pay(id, 100, { received_on: `19${today.slice(2)}` })).json()).toMatchObject({
      error: 'VALIDATION_ERROR',
      fields: { received_on: expect.stringContaining('Check the year') },
    })
    const day = addDays(today, -9)
    const paid = (await pay(id, 12_000, { received_on: day })).json().invoice
    expect(paid).toMatchObject({ status: 'paid', payments: [{ received_on: day, correction: null }] })
    expect(londonDate(new Date(paid.paid_at))).toBe(day)
    const [entry] = (await hosted({ ...invoice, id } as AdminInvoice)).entries
    expect(londonDate(new Date(entry.at))).toBe(day)
    const other = await newInvoice(app, admin, client.id)
    expect((await pay(other.id, 100)).json().invoice.payments).toMatchObject([{ received_on: today }])
  })

  test('says that day in the history and to the client if it was an earlier one', async () => {
    const { id } = await newInvoice(app, admin, client.id)
    const day = addDays(londonDate(app.clock.now), -9)
    const said = dayText(day, app.config.dateStyle)
    await pay(id, 2_000)
    await pay(id, 5_000, { received_on: day })
    await pay(id, 5_000, { received_on: day })
    expect((await read(id)).events.slice(0, 3).map(({ title }) => title)).toEqual([
      `Paid another way, received on ${said}`,
      `Part payment of £50.00 recorded, received on ${said}`,
      'Part payment of £20.00 recorded',
    ])
    const receipts = (await mailsAbout(id)).filter(({ kind }) => /paid/.test(kind))
    expect(receipts.map(({ text }) => /Received on:\s+(.*)/.exec(text)?.[1])).toEqual([undefined, said, said])
  })

  test('made by mistake is reversed once: the amount is due again, nothing is refunded, the client reads the truth', async () => {
    const { id, ...invoice } = await newInvoice(app, admin, client.id)
    await pay(id, 12_000)
    expect((await mistake(id, 1, ' ')).json().fields).toEqual({ reason: 'Say what the mistake was' })
    expect((await mistake(id, 2)).statusCode).toBe(404)
    const answers = await Promise.all([mistake(id, 1), mistake(id, 1)])
    for (const answer of answers)
      expect(answer.json().invoice).toMatchObject({
        status: 'open',
        amount_due: 12_000,
        amount_paid: 0,
        amount_refunded: 0,
        paid_at: null,
        payments: [{ status: 'cancelled', correction: 'Another client’s transfer' }],
        refunds: [],
      })
    expect((await read(id)).events[0]).toMatchObject({
      title: 'Payment of £120.00 reversed: recorded by mistake',
      note: 'Another client’s transfer',
    })
    expect((await hosted({ ...invoice, id } as AdminInvoice)).entries).toEqual([])
    const mails = (await mailsAbout(id)).filter(({ kind }) => !/issued|-paid/.test(kind))
    expect(mails.map(({ kind }) => kind)).toEqual(['invoice-corrected'])
    expect(mails[0]?.text).toContain('That was our mistake')
    expect(mails[0]?.text).toContain('£120.00 is still to be paid')
    expect(mails[0]?.text).not.toMatch(/sent|refund|Another client/i)
    expect((await person.call('GET', `/api/invoices/${id}/payment`)).json().state).not.toBe('cancelled')
    expect((await pay(id, 12_000)).json().invoice).toMatchObject({ status: 'paid', amount_paid: 12_000 })
    expect((await verifyLedger(app.database)).faults).toEqual([])
  })

  test('is not reversed once something of it was sent back, nor is a payment that came through a checkout', async () => {
    const { id } = await newInvoice(app, admin, client.id)
    await pay(id, 12_000)
    await refund(id, 1)
    expect((await mistake(id, 1)).json()).toMatchObject({
      error: 'INVALID_STATE',
      message: expect.stringContaining('has been sent back'),
    })
    const other = await newInvoice(app, admin, client.id)
    const checkout = await goToPay(person, other.id)
    await person.call('POST', `/api/checkouts/${checkout}`, { outcome: 'succeed' })
    expect((await mistake(other.id, 1)).json()).toMatchObject({
      error: 'INVALID_STATE',
      message: 'Only a payment that staff recorded can be reversed.',
    })
  })
})

describe('a UK VAT invoice', () => {
  test('shows the seller, the tax point, VAT by rate and how to pay', async () => {
    const invoice = await newInvoice(app, admin, client.id, { tax_point: '2026-03-04' })
    const page = await hosted(invoice)
    expect(page).toMatchObject({
      tax_point: '2026-03-04',
      vat_gbp: null,
      seller: { vat_number: 'GB980780684', company_number: '01234567' },
      pay_to: { sort_code: '20-20-15', iban: 'GB33BUKB20201555555555' },
      taxes: [{ tax_rate: 2000, net: 10_000, tax: 2_000 }],
    })
    const pdf = await admin.call('GET', `/api/admin/invoices/${invoice.id}/pdf`)
    const text = (await pdfText(pdf.rawPayload)).join('')
    for (const words of [
      'VAT number: GB980780684',
      'Company number: 01234567',
      'Tax point: Mar 4, 2026',
      'VAT 20% on £100.00£20.00',
      'How to pay',
      'Sort code: 20-20-15',
      'IBAN: GB33 BUKB 2020 1555 5555 55',
      `Reference: ${invoice.number}`,
    ])
      expect(text).toContain(squeezed(words))
    expect((await newInvoice(app, admin, client.id)).tax_point).toBe('2026-03-10')
  })

  test('in another currency states its VAT in pounds', async () => {
    const draft = await newDraft(app, admin, client.id, { currency: 'eur' })
    expect(Object.keys((await finalise(admin, draft)).json().fields)).toEqual(['vat_gbp'])
    const ahead = await newDraft(app, admin, client.id, { tax_point: '2026-03-11' })
    expect(Object.keys((await finalise(admin, ahead)).json().fields)).toEqual(['tax_point'])
    const { id } = await newInvoice(app, admin, client.id, { currency: 'eur', vat_gbp: 1_712 })
    const pdf = await admin.call('GET', `/api/admin/invoices/${id}/pdf`)
    expect((await pdfText(pdf.rawPayload)).join('')).toContain(squeezed('Total VAT in pounds£17.12'))
  })

  test('is not issued to a client without an address, says so, and is issued once it is added', async () => {
    const bare = await newClient(admin, [], { address: null })
    const draft = await newDraft(app, admin, bare.id)
    const refused = await finalise(admin, draft)
    expect([refused.statusCode, refused.json().error]).toEqual([409, 'INVALID_STATE'])
    expect(refused.json().message).toContain(`Add it to ${bare.name}`)
    const told = { reason: refused.json().message, lacks: 'address' }
    expect(await read(draft.id)).toMatchObject({ status: 'draft', number: null, cannot_issue: told })
    const { name, client_type } = bare
    const fields = { name, client_type, address: '1 New Street\nBristol BS99 1AA' }
    expect((await admin.call('PUT', `/api/admin/clients/${bare.id}`, fields)).statusCode).toBe(200)
    expect((await finalise(admin, draft)).statusCode).toBe(200)
  })

  test('is not issued if the deployment has no VAT number or bank account, and says which is missing', async () => {
    const { invoicing } = app.config
    const draft = await newDraft(app, admin, client.id)
    expect(draft.cannot_issue).toBeNull()
    Object.assign(app.config, { invoicing: { details: null, missing: ['COMPANY_VAT_NUMBER', 'BANK_IBAN'] } })
    try {
      const refused = await finalise(admin, draft)
      expect(refused.statusCode).toBe(409)
      expect(refused.json().message).toContain('COMPANY_VAT_NUMBER and BANK_IBAN')
      expect((await read(draft.id)).cannot_issue).toEqual({
        reason: refused.json().message,
        lacks: 'settings',
      })
      expect(await read(draft.id)).toMatchObject({ status: 'draft', number: null })
    } finally {
      Object.assign(app.config, { invoicing })
    }
    expect((await finalise(admin, draft)).statusCode).toBe(200)
  })
})
