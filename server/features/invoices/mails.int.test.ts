import { beforeAll, describe, expect, test } from 'vitest'
import type { AdminClient } from '#contract/invoices/clients.ts'
import { addDays, londonDate } from '#domain/plain-date.ts'
import { attachmentRenderer } from '#server/model/mail/mail-attachments.ts'
import type { MailAttachment } from '#server/model/schema/mails.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { goToPay, newClient, newInvoice } from '#server/testing/invoices.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { pdfText, squeezed } from '#server/testing/pdf-text.ts'
import { countInvoiceReminders, remindOfInvoices } from './remind.ts'

let app: TestApp
let admin: TestUser
let person: TestUser
let client: AdminClient
const MORNING = new Date('2026-03-10T07:15:00Z')
beforeAll(async () => {
  app = await testApp()
  app.clock.now = MORNING
  admin = await app.signIn({ role: 'admin' })
  person = await app.signIn({ name: 'Amara Okafor' })
  client = await newClient(admin, [person], { billing_email: 'accounts@fernhill.example' })
})

interface Mail {
  kind: string
  to_address: string
  subject: string
  text: string
  attachments: MailAttachment[] | null
}
const mailsAbout = async (id: string, kind: string) => {
  const rows = await mailRows<Mail>(
    app.database,
    'select kind, to_address, subject, text, attachments from mails where message_key like $1 and kind = $2 order by id',
    `%:${id}:%`,
    kind,
  )
  return rows
}
const onDay = (days: number) => {
  app.clock.now = new Date(MORNING.getTime() + days * 86_400_000)
}

describe('mails about an invoice', () => {
  test('have its PDF attached when it is issued and when it is paid, as it is at that time', async () => {
    const { id, number } = await newInvoice(app, admin, client.id)
    const checkout = await goToPay(person, id)
    await person.call('POST', `/api/checkouts/${checkout}`, { outcome: 'succeed' })
    for (const kind of ['invoice-issued', 'invoice-paid']) {
      const mails = await mailsAbout(id, kind)
      expect(mails.map(({ to_address }) => to_address)).toEqual([person.email, 'accounts@fernhill.example'])
      for (const { attachments } of mails) expect(attachments).toEqual([{ kind: 'invoice', invoiceId: id }])
    }
    const [file] = await attachmentRenderer(app.database.db, {
      config: app.config,
      now: () => app.clock.now,
    })([{ kind: 'invoice', invoiceId: id }])
    expect(file).toMatchObject({ fileName: `invoice-${number}.pdf`, mime: 'application/pdf' })
    const [page] = await pdfText(file?.content ?? Buffer.alloc(0))
    expect(page).toContain(squeezed('Paid on Mar 10, 2026'))
    const [paid] = await mailsAbout(id, 'invoice-paid')
    expect(paid?.text).toContain(`We have received £120.00 for invoice ${number}.`)
  })

  test('link to the page of the invoice, and greet each person by name', async () => {
    const { id, hosted_invoice_url } = await newInvoice(app, admin, client.id)
    const [own, accounts] = await mailsAbout(id, 'invoice-issued')
    for (const mail of [own, accounts]) expect(mail?.text).toContain(String(hosted_invoice_url))
    expect(own?.text).toContain('Hello Amara Okafor,')
    expect(accounts?.text).toContain('Hello,')
  })

  test('are sent to each address once, even if someone has two reasons to get them', async () => {
    const both = await newClient(admin, [], {
      billing_email: (await app.signIn({ email: 'two@people.example' })).email,
    })
    await admin.call('POST', `/api/admin/clients/${both.id}/users`, { email: 'two@people.example' })
    const { id } = await newInvoice(app, admin, both.id)
    expect(await mailsAbout(id, 'invoice-issued')).toHaveLength(1)
  })
})

describe('reminders', () => {
  test('are sent three days before and the day after, once each, no matter who runs them and how often', async () => {
    onDay(0)
    const due_on = addDays(londonDate(MORNING), 10)
    const { id, number } = await newInvoice(app, admin, client.id, { due_on })
    const counts: [number, number][] = []
    for (const day of [0, 6, 7, 8, 10, 11, 12]) {
      onDay(day)
      const due = await countInvoiceReminders(app.services)
      const runs = await Promise.all([remindOfInvoices(app.services), remindOfInvoices(app.services)])
      const sent = runs.reduce((sum, { due_soon, overdue }) => sum + due_soon + overdue, 0)
      expect([day, due, await countInvoiceReminders(app.services)]).toEqual([day, sent, 0])
      const soon = await mailsAbout(id, 'invoice-due-soon')
      const overdue = await mailsAbout(id, 'invoice-overdue')
      counts.push([soon.length, overdue.length])
    }
    // Two addresses: the person's and the accounts department's.
    expect(counts).toEqual([
      [0, 0],
      [0, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 2],
      [2, 2],
    ])
    expect((await mailsAbout(id, 'invoice-due-soon'))[0]?.subject).toBe(
      `Invoice ${number} is due on Mar 20, 2026`,
    )
    expect((await mailsAbout(id, 'invoice-overdue'))[0]?.subject).toBe(`Invoice ${number} is overdue`)
    onDay(0)
  })

  test('catch up on missed mornings, and are not sent for paid or void invoices', async () => {
    onDay(0)
    const boss = admin
    const due_on = addDays(londonDate(MORNING), 5)
    const late = await newInvoice(app, boss, client.id, { due_on })
    const paid = await newInvoice(app, boss, client.id, { due_on })
    const taken = await newInvoice(app, boss, client.id, { due_on })
    await boss.call('POST', `/api/admin/invoices/${paid.id}/payments`, { note: 'BACS' })
    await boss.call('POST', `/api/admin/invoices/${taken.id}/void`, { reason: 'Twice' })
    onDay(30)
    await remindOfInvoices(app.services)
    expect(await mailsAbout(late.id, 'invoice-overdue')).toHaveLength(2)
    expect(await mailsAbout(late.id, 'invoice-due-soon')).toHaveLength(0)
    for (const { id } of [paid, taken]) {
      expect(await mailsAbout(id, 'invoice-overdue')).toHaveLength(0)
      expect(await mailsAbout(id, 'invoice-due-soon')).toHaveLength(0)
    }
    expect(await countInvoiceReminders(app.services)).toBe(0)
    expect(await remindOfInvoices(app.services)).toEqual({ due_soon: 0, overdue: 0 })
    onDay(0)
  })
})
