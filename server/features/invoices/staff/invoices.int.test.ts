import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AdminInvoice } from '#contract/invoices/admin-invoices.ts'
import type { AdminClient } from '#contract/invoices/clients.ts'
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

const VOID = { reason: 'Billed to the wrong client' }

let app: TestApp
let admin: TestUser
let person: TestUser
let client: AdminClient
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'admin' })
  person = await app.signIn({ name: 'Amara Okafor' })
  client = await newClient(admin, [person], { billing_email: 'accounts@fernhill.example' })
})

const url = (id: string, command = '') => `/api/admin/invoices/${id}${command && `/${command}`}`
const mailsAbout = async (id: string) => {
  const { rows } = await app.database.pool.query<{ kind: string; to_address: string; subject: string }>(
    'select kind, to_address, subject from mails where message_key like $1 order by id',
    [`%:${id}:%`],
  )
  return rows
}

describe('a draft', () => {
  test('is calculated line by line, in whole pence', async () => {
    const { lines, subtotal, tax, total } = await newDraft(app, admin, client.id, {
      lines: [
        { ...LINE, quantity: 3, unit_amount: 333 },
        { ...LINE, unit_amount: 250, tax_rate: 500 },
        { ...LINE, tax_rate: 0 },
      ],
    })
    expect(lines.map(({ net, tax }) => [net, tax])).toEqual([
      [999, 200],
      [250, 13],
      [10_000, 0],
    ])
    expect([subtotal, tax, total]).toEqual([11_249, 213, 11_462])
  })

  test('that is sent twice with one key is one, at once and later; for another invoice the key is refused', async () => {
    const body = { client_id: client.id, currency: 'gbp', lines: [LINE], request_key: randomUUID() }
    const send = (more = {}) => admin.call('POST', '/api/admin/invoices', { ...body, ...more })
    const answers = [...(await Promise.all([send(), send(), send()])), await send()]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    const [id, ...others] = new Set(answers.map((answer) => answer.json().invoice.id))
    expect(others).toEqual([])
    expect(await eventsAbout(app, `invoice:${id}`)).toHaveLength(1)
    const refused = await send({ lines: [{ ...LINE, quantity: 7 }] })
    expect([refused.statusCode, refused.json().error]).toEqual([409, 'INVALID_STATE'])
    expect((await send({ request_key: randomUUID() })).json().invoice.id).not.toBe(id)
    expect((await send({ request_key: 'twice' })).statusCode).toBe(400)
  })

  test('is changed and deleted, and the ledger records it', async () => {
    const draft = await newDraft(app, admin, client.id)
    const changed = await admin.call('PUT', url(draft.id), {
      client_id: client.id,
      currency: 'eur',
      lines: [],
      version: draft.version,
    })
    expect(changed.json().invoice).toMatchObject({
      currency: 'eur',
      lines: [],
      total: 0,
      due_on: null,
      version: draft.version + 1,
      number: null,
      hosted_invoice_url: null,
      pdf_url: null,
    })
    expect((await admin.call('DELETE', url(draft.id))).json()).toEqual({ success: true })
    expect((await admin.call('GET', url(draft.id))).statusCode).toBe(404)
    expect((await eventsAbout(app, `invoice:${draft.id}`)).map(({ type }) => type)).toEqual([
      'invoice.drafted',
      'invoice.changed',
      'invoice.deleted',
    ])
  })

  test('that someone else has changed is not overwritten unseen', async () => {
    const draft = await newDraft(app, admin, client.id)
    const body = { client_id: client.id, currency: 'gbp', lines: [LINE], version: draft.version }
    const answers = await Promise.all([
      admin.call('PUT', url(draft.id), { ...body, memo: 'One' }),
      admin.call('PUT', url(draft.id), { ...body, memo: 'Two' }),
    ])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const late = await finalise(admin, draft)
    expect(late.json()).toMatchObject({ error: 'STALE_VERSION', conflict: { version: draft.version + 1 } })
  })

  test.each([
    ['client_id', { client_id: 999_999 }, 'client_id'],
    ['project_id', { project_id: 999_999 }, 'project_id'],
    ['currency', { currency: 'xyz' }, 'currency'],
    ['due_on', { due_on: '2026-02-30' }, 'due_on'],
    ['a line without words', { lines: [{ ...LINE, description: ' ' }] }, 'lines.0.description'],
    ['half a piece', { lines: [{ ...LINE, quantity: 1.5 }] }, 'lines.0.quantity'],
    ['pounds for pence', { lines: [{ ...LINE, unit_amount: 12.5 }] }, 'lines.0.unit_amount'],
    ['a credit', { lines: [{ ...LINE, unit_amount: -1 }] }, 'lines.0.unit_amount'],
    ['a rate above all', { lines: [{ ...LINE, tax_rate: 10_001 }] }, 'lines.0.tax_rate'],
    ['too much', { lines: [{ ...LINE, quantity: 1_000_000, unit_amount: 999_999_999_999 }] }, 'lines'],
  ])('R28 shows what is wrong with %s at the field', async (_name, wrong, field) => {
    const answer = await admin.call('POST', '/api/admin/invoices', {
      client_id: client.id,
      currency: 'gbp',
      lines: [LINE],
      ...wrong,
    })
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().fields)).toEqual([field])
  })

  test('for another client’s project is refused', async () => {
    const other = await newClient(admin)
    const added = await admin.call('POST', `/api/admin/clients/${other.id}/projects`, {
      name: 'Tay Saltmarsh',
      status: 'in_progress',
    })
    const answer = await admin.call('POST', '/api/admin/invoices', {
      client_id: client.id,
      project_id: added.json().client.projects[0].id,
      currency: 'gbp',
      lines: [LINE],
    })
    expect(answer.json().fields).toEqual({ project_id: 'Choose one of this client’s projects.' })
  })

  test('has the current name of its project, until it is issued', async () => {
    const own = await newClient(admin)
    const project = { name: 'Glenmore', status: 'in_progress' }
    const added = await admin.call('POST', `/api/admin/clients/${own.id}/projects`, project)
    const { id: project_id } = added.json().client.projects[0]
    const issued = await newInvoice(app, admin, own.id, { project_id })
    const draft = await newDraft(app, admin, own.id, { project_id })
    await admin.call('PUT', `/api/admin/projects/${project_id}`, { ...project, name: 'Glenmore Peatland' })
    const list = (await admin.call('GET', `/api/admin/invoices?client=${own.id}`)).json().invoices
    const nameOf = (id: string) => list.find((invoice: { id: string }) => invoice.id === id).project_name
    expect([nameOf(issued.id), nameOf(draft.id)]).toEqual(['Glenmore', 'Glenmore Peatland'])
  })

  test('is not issued before it is complete', async () => {
    for (const [fields, missing] of [
      [{ lines: [], due_on: null }, ['due_on', 'lines']],
      [{ lines: [{ ...LINE, unit_amount: 0 }] }, ['lines']],
      [{ due_on: '2026-03-09' }, ['due_on']],
    ] as const) {
      const answer = await finalise(
        admin,
        await newDraft(app, admin, client.id, structuredClone(fields) as object),
      )
      expect(answer.statusCode).toBe(400)
      expect(Object.keys(answer.json().fields).sort()).toEqual(missing)
    }
  })
})

describe('issuing', () => {
  test('gives number, dates and link, mails the client, and records one event', async () => {
    const invoice = await newInvoice(app, admin, client.id, { due_on: '2026-03-31' })
    expect(invoice).toMatchObject({
      status: 'open',
      number: expect.stringMatching(/^VC-2026-\d{4}$/),
      amount_due: 12_000,
      issued_at: app.clock.now.toISOString(),
      created: app.clock.now.getTime() / 1000,
      // The end of the day in London, where summer time began two days before.
      due_date: Date.parse('2026-03-31T22:59:59Z') / 1000,
      overdue: false,
    })
    expect(invoice.hosted_invoice_url).toMatch(/^http:\/\/localhost:3000\/invoice\/[A-Za-z0-9_-]{43}$/)
    expect(await mailsAbout(invoice.id)).toEqual([
      expect.objectContaining({ kind: 'invoice-issued', to_address: person.email }),
      expect.objectContaining({
        kind: 'invoice-issued',
        to_address: 'accounts@fernhill.example',
        subject: `Invoice ${invoice.number} from Verdaccord Limited`,
      }),
    ])
    expect(await eventsAbout(app, `invoice:${invoice.id}`)).toEqual([
      expect.objectContaining({ type: 'invoice.drafted' }),
      expect.objectContaining({
        type: 'invoice.issued',
        actor_kind: 'staff',
        actor_id: String(admin.id),
        before: { status: 'draft' },
        after: { status: 'open', number: invoice.number, amount: 12_000, currency: 'gbp' },
      }),
    ])
  })

  test('R49 the same draft many times at once issues it once, with one number', async () => {
    const draft = await newDraft(app, admin, client.id)
    const answers = await Promise.all(Array.from({ length: 6 }, () => finalise(admin, draft)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(new Set(answers.map((answer) => answer.json().invoice.number)).size).toBe(1)
    expect(await mailsAbout(draft.id)).toHaveLength(2)
  })

  test('numbers many at once without gaps or duplicates, even if some are refused', async () => {
    const drafts = []
    for (let n = 0; n < 12; n++) {
      // Every third is due in the past and cannot be issued.
      const fields = n % 3 === 2 ? { due_on: '2026-01-01' } : {}
      drafts.push(await newDraft(app, admin, client.id, fields))
    }
    const before = await lastNumber()
    const answers = await Promise.all(drafts.map((draft) => finalise(admin, draft)))
    const numbers = answers
      .filter(({ statusCode }) => statusCode === 200)
      .map((answer) => Number(answer.json().invoice.number.slice(-4)))
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 8 }, (_, n) => before + n + 1))
    expect(await lastNumber()).toBe(before + 8)
  })

  test('returns the number if it fails after taking one', async () => {
    const draft = await newDraft(app, admin, client.id)
    const before = await lastNumber()
    await app.database.pool.query('alter table mails rename to mails_away')
    expect((await finalise(admin, draft)).statusCode).toBe(500)
    await app.database.pool.query('alter table mails_away rename to mails')
    const { number } = (await finalise(admin, draft)).json().invoice
    expect(Number(number.slice(-4))).toBe(before + 1)
  })

  test('freezes what the invoice says: a client that is renamed later keeps its invoices', async () => {
    const renamed = await newClient(admin, [], { address: '1 Old Street' })
    const { hosted_invoice_url } = await newInvoice(app, admin, renamed.id)
    await admin.call('PUT', `/api/admin/clients/${renamed.id}`, {
      name: `${renamed.name} New`,
      client_type: 'company',
      address: '2 New Street',
    })
    const token = String(hosted_invoice_url).split('/').at(-1)
    const { buyer } = (await app.call('GET', `/api/hosted-invoices/${token}`)).json().invoice
    expect(buyer).toMatchObject({ name: renamed.name, address: '1 Old Street' })
  })

  async function lastNumber(): Promise<number> {
    const { rows } = await app.database.pool.query("select last from invoice_counters where series = '2026'")
    return rows[0]?.last ?? 0
  }
})

describe('an issued invoice', () => {
  test('can’t be changed or deleted any more', async () => {
    const { id, version } = await newInvoice(app, admin, client.id)
    const body = { client_id: client.id, currency: 'gbp', lines: [LINE], version }
    for (const answer of [await admin.call('PUT', url(id), body), await admin.call('DELETE', url(id))]) {
      expect(answer.statusCode).toBe(409)
      expect(answer.json().error).toBe('INVALID_STATE')
    }
  })

  test.each([
    ['void', 'void', 'invoice.voided'],
    ['uncollectible', 'uncollectible', 'invoice.marked_uncollectible'],
  ])('R49 is made %s once, however often it is requested', async (command, status, type) => {
    const { id } = await newInvoice(app, admin, client.id)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => admin.call('POST', url(id, command), VOID)),
    )
    expect(answers.map((answer) => answer.json().invoice?.status)).toEqual(Array(4).fill(status))
    const events = await eventsAbout(app, `invoice:${id}`)
    expect(events.filter((event) => event.type === type)).toHaveLength(1)
  })

  test('is voided with a reason for the history, and its client is told that there is nothing to pay', async () => {
    const { id, number } = await newInvoice(app, admin, client.id)
    expect((await admin.call('POST', url(id, 'void'), { reason: ' ' })).json().fields).toEqual({
      reason: 'Say why it’s void',
    })
    const { invoice } = (await admin.call('POST', url(id, 'void'), VOID)).json()
    expect(invoice.events[0]).toMatchObject({ title: 'Made void', note: VOID.reason })
    const mails = await mailRows<{ kind: string; text: string }>(
      app.database,
      `select kind, text from mails where message_key like $1 order by id`,
      `invoice-voided:${id}:%`,
    )
    expect(mails.map(({ kind }) => kind)).toEqual(Array(2).fill('invoice-voided'))
    expect(mails[0]?.text).toContain(`We’ve cancelled invoice ${number}. You don’t need to pay it.`)
    expect(mails[0]?.text).not.toContain(VOID.reason)
  })

  test('that is void ends the payment under way, and is never paid', async () => {
    const { id } = await newInvoice(app, admin, client.id)
    const checkout = await goToPay(person, id)
    await admin.call('POST', url(id, 'void'), VOID)
    const late = await person.call('POST', `/api/checkouts/${checkout}`, { outcome: 'succeed' })
    expect(late.statusCode).toBe(409)
    const refused = await admin.call('POST', url(id, 'payments'), { note: 'Bank transfer 1' })
    expect(refused.json()).toMatchObject({
      error: 'INVALID_STATE',
      message: 'This invoice is void, so it cannot be paid.',
    })
    expect((await admin.call('GET', url(id))).json().invoice).toMatchObject({
      status: 'void',
      amount_paid: 0,
      payments: [{ status: 'cancelled' }],
    })
  })

  test('that was written off may still be paid another way, once', async () => {
    const { id, number } = await newInvoice(app, admin, client.id)
    await admin.call('POST', url(id, 'uncollectible'))
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => admin.call('POST', url(id, 'payments'), { note: 'BACS 4711' })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
    expect((await admin.call('GET', url(id))).json().invoice).toMatchObject({
      status: 'paid',
      amount_paid: 12_000,
      payments: [{ method: 'recorded', status: 'succeeded', amount: 12_000, note: 'BACS 4711' }],
    })
    const paid = (await mailsAbout(id)).filter(({ kind }) => kind === 'invoice-paid')
    expect(paid.map(({ subject }) => subject)).toEqual(Array(2).fill(`Invoice ${number} is paid`))
    const { events } = (await admin.call('GET', url(id))).json().invoice as AdminInvoice
    expect(events.map(({ title, note }) => [title, note])).toEqual([
      ['Paid another way', 'BACS 4711'],
      ['Marked as uncollectible', null],
      ['Issued', null],
      ['Draft created', null],
    ])
  })

  test('is mailed again on request, once for a request sent twice', async () => {
    const { id } = await newInvoice(app, admin, client.id)
    // Two that are a second apart, within the same minute.
    app.clock.now = new Date(Math.ceil(app.clock.now.getTime() / 60_000) * 60_000 - 500)
    const first = await admin.call('POST', url(id, 'resend'))
    app.clock.now = new Date(app.clock.now.getTime() + 1000)
    const answers = [first, await admin.call('POST', url(id, 'resend'))]
    expect(answers.map((answer) => answer.json())).toEqual([{ sent: 2 }, { sent: 0 }])
    expect(await mailsAbout(id)).toHaveLength(4)
    app.clock.now = new Date(app.clock.now.getTime() + 120_000)
    expect((await admin.call('POST', url(id, 'resend'))).json()).toEqual({ sent: 2 })
    await admin.call('POST', url(id, 'void'), VOID)
    expect((await admin.call('POST', url(id, 'resend'))).statusCode).toBe(409)
  })

  test.each(['finalise', 'void', 'uncollectible', 'payments', 'resend'])(
    'R15 that does not exist refuses %s',
    async (command) => {
      const answer = await admin.call('POST', url('nothing', command), { version: 1, note: 'x', reason: 'x' })
      expect([answer.statusCode, answer.json().message]).toEqual([404, 'There is no such invoice.'])
    },
  )
})

describe('the list of invoices', () => {
  let staff: TestApp
  let boss: TestUser
  const ids: string[] = []
  beforeAll(async () => {
    staff = await testApp()
    boss = await staff.signIn({ role: 'admin' })
    const first = await newClient(boss, [], { name: 'Glenmore 100% Ltd' })
    const second = await newClient(boss, [], { name: '=HYPERLINK("https://evil.example")' })
    for (let n = 0; n < 7; n++) {
      staff.clock.now = new Date(Date.UTC(2026, 2, 10, 10, n))
      const due_on = n < 3 ? '2026-03-12' : '2026-04-30'
      ids.push((await newInvoice(staff, boss, n % 2 ? second.id : first.id, { due_on })).id)
    }
    staff.clock.now = new Date(Date.UTC(2026, 2, 10, 10, 7))
    ids.push((await newDraft(staff, boss, first.id)).id)
    await boss.call('POST', url(String(ids[6]), 'void'), VOID)
    staff.clock.now = new Date('2026-03-15T10:00:00Z')
    boss = await staff.signIn({ role: 'admin' })
  })

  const listed = async (query: string): Promise<string[]> =>
    (await boss.call('GET', `/api/admin/invoices?${query}`))
      .json()
      .invoices.map((invoice: { id: string }) => invoice.id)

  test('has every invoice, newest first, page by page', async () => {
    const seen: string[] = []
    let cursor = ''
    do {
      const page = (await boss.call('GET', `/api/admin/invoices?limit=3${cursor}`)).json()
      seen.push(...page.invoices.map((invoice: { id: string }) => invoice.id))
      cursor = page.nextCursor ? `&cursor=${page.nextCursor}` : ''
    } while (cursor)
    expect(seen).toEqual(ids.toReversed())
  })

  test('is filtered by status, by being overdue, by client and by words', async () => {
    expect(await listed('status=draft')).toEqual([ids[7]])
    expect(await listed('status=void')).toEqual([ids[6]])
    expect(await listed('status=overdue')).toEqual([ids[2], ids[1], ids[0]])
    expect(await listed('search=0004')).toEqual([ids[3]])
    // R30: the search text is not a pattern.
    expect(await listed('search=100%25')).toEqual([ids[7], ids[6], ids[4], ids[2], ids[0]])
    expect(await listed('search=1_0')).toEqual([])
  })

  test.each(['x', Buffer.from('["2026-03-10T10:00:00.000Z","a b"]').toString('base64url'), 'e30'])(
    'R28 refuses an invalid cursor: %s',
    async (cursor) => {
      expect((await boss.call('GET', `/api/admin/invoices?cursor=${cursor}`)).statusCode).toBe(400)
    },
  )

  test('A22 R31 is exported as a table that a spreadsheet takes for text, and the export is recorded', async () => {
    const answer = await boss.call('GET', '/api/admin/invoices/export.csv?status=overdue')
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="invoices.csv"',
    })
    const [head, ...lines] = answer.body.split('\r\n')
    expect(head).toBe(
      '\ufeffNumber,Id,Status,Overdue,Client,Project,Currency,Net,Tax,Total,Paid,Outstanding,Date,Due date,Paid on,Credited,Refunded,Tax point,VAT in GBP,Credit notes',
    )
    expect(lines).toEqual([
      `VC-2026-0003,${ids[2]},open,yes,Glenmore 100% Ltd,,GBP,100.00,20.00,120.00,0.00,120.00,2026-03-10,2026-03-12,,0.00,0.00,2026-03-10,,`,
      `VC-2026-0002,${ids[1]},open,yes,"'=HYPERLINK(""https://evil.example"")",,GBP,100.00,20.00,120.00,0.00,120.00,2026-03-10,2026-03-12,,0.00,0.00,2026-03-10,,`,
      `VC-2026-0001,${ids[0]},open,yes,Glenmore 100% Ltd,,GBP,100.00,20.00,120.00,0.00,120.00,2026-03-10,2026-03-12,,0.00,0.00,2026-03-10,,`,
      '',
    ])
    const { rows } = await staff.database.pool.query(
      "select after from events where type = 'invoices.exported'",
    )
    expect(rows).toEqual([{ after: { status: 'overdue' } }])
  })
})

test('without Stripe there is nothing at its webhook’s address, and its invoices stay unchanged', async () => {
  expect((await app.call('POST', '/api/webhooks/stripe', {})).statusCode).toBe(404)
  const { id } = await newInvoice(app, admin, client.id)
  await app.database.pool.query(
    "update invoices set provider = 'stripe', provider_ref = 'in_1' where id = $1",
    [id],
  )
  for (const answer of [
    await admin.call('POST', url(id, 'void'), VOID),
    await admin.call('GET', url(id, 'pdf')),
    await person.call('POST', `/api/invoices/${id}/pay`),
  ])
    expect([answer.statusCode, answer.json().error]).toEqual([502, 'PROVIDER_FAILED'])
  expect((await admin.call('GET', url(id))).json().invoice).toMatchObject({ status: 'open', payments: [] })
})

test('R24 the ledger is intact after all of it', async () => {
  expect((await verifyLedger(app.database)).faults).toEqual([])
})
