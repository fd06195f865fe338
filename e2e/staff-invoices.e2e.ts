import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { examine, STILL } from './support/accessibility.ts'
import { PHONE } from './support/browser.ts'
import { arriveNew, call } from './support/by-request.ts'
import { newClient, newDraft, newInvoice } from './support/invoices.ts'
import { atHeading } from './support/onboarding.ts'
import { mailsTo, newEmail } from './support/people.ts'
import { expect, test } from './support/test.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('staff create a client, attach its person and add its project', async ({ visitor, finance }) => {
  const email = newEmail('client')
  const { context: person } = await visitor()
  const { page } = await finance({ ...STILL, faultsExpected: true })
  const name = `Glenmore Estates ${randomBytes(3).toString('hex')}`

  // The link to administration leads to the first page of their role.
  await page.goto('/admin/dashboard')
  await atHeading(page, 'Clients')
  await expect(page.getByRole('link', { name: 'Fernhill Partners', exact: true })).toBeVisible()
  await press(page, 'New client')
  const form = dialog(page, 'New client')
  await form.getByLabel('Billing email').fill('accounts')
  await form.getByLabel('Stripe customer id').fill('Glenmore')
  await form.getByRole('button', { name: 'Create client' }).click()
  await expect(form.getByText('Enter the client’s name')).toBeVisible()
  await expect(form.getByText('Please enter a valid email address')).toBeVisible()
  await expect(form.getByText(/Enter a Stripe customer id/)).toBeVisible()
  await examine(page, 'new client')
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Billing email').fill('')
  await form.getByLabel('Stripe customer id').fill('')
  await form.getByRole('button', { name: 'Create client' }).click()
  await atHeading(page, name)

  await press(page, 'Add someone')
  const attaching = dialog(page, 'Add someone')
  await attaching.getByLabel('Email').fill(email)
  await attaching.getByRole('button', { name: 'Attach', exact: true }).click()
  await expect(attaching.getByText('No one has signed in with this address and confirmed it.')).toBeVisible()
  await examine(page, 'attaching someone')
  await arriveNew(person, email)
  await attaching.getByRole('button', { name: 'Attach', exact: true }).click()
  await expect(page.getByRole('button', { name: `Detach ${email}` })).toBeVisible()
  await press(page, 'Add project')
  await dialog(page, 'Add project').getByLabel('Name').fill('Glenmore Peatland')
  await dialog(page, 'Add project').getByRole('button', { name: 'Add project' }).click()
  await expect(page.getByRole('region', { name: 'Projects' }).getByText('In Progress')).toBeVisible()
  await examine(page, 'a client', { narrow: true })
  await page.getByRole('button', { name: `Detach ${email}` }).click()
  await dialog(page, `Detach ${email}?`).getByRole('button', { name: 'Detach' }).click()
  await expect(page.getByText('No one belongs to this client yet')).toBeVisible()
})

test('staff write an invoice, with its total as they type, and issue it', async ({ applicant, finance }) => {
  const { email } = await applicant()
  const { page, context } = await finance({ ...STILL, faultsExpected: true })
  const client = await newClient(context, email)
  await call(context.request, `/api/admin/clients/${client.id}/projects`, {
    name: 'Glenmore Peatland',
    status: 'in_progress',
  })
  await page.goto(`/admin/clients/${client.id}`)
  await page.getByRole('link', { name: 'New invoice' }).click()
  await atHeading(page, 'New invoice')
  await page.getByLabel('Project').selectOption('Glenmore Peatland')
  const line = page.getByRole('group', { name: 'Line 1' })
  await line.getByLabel('Quantity').fill('3')
  await line.getByLabel(/^Unit price/).fill('12,50')
  await press(page, 'Save draft')
  await expect(line.getByText('Say what this line is for')).toBeVisible()
  await expect(line.getByText('Enter an amount, like 1,250.00')).toBeVisible()
  await examine(page, 'a draft with errors', { narrow: true })
  await line.getByLabel('Description').fill('Monitoring report')
  await line.getByLabel(/^Unit price/).fill('1,234.50')
  await expect(line.getByText('£3,703.50')).toBeVisible()
  await press(page, 'Add another line')
  const second = page.getByRole('group', { name: 'Line 2' })
  await second.getByLabel('Description').fill('Registry fee')
  await second.getByLabel(/^Unit price/).fill('0.03')
  await second.getByLabel(/^Tax/).fill('17.5')
  const totals = page.getByRole('status', { name: 'Totals' })
  await expect(totals.getByText('£740.70')).toBeVisible()
  await expect(totals.getByText('£4,444.24')).toBeVisible()
  await page.getByRole('link', { name: 'Clients' }).click()
  await dialog(page, 'Leave this page?').getByRole('button', { name: 'Stay on this page' }).click()
  await press(page, 'Save draft')
  await expect(page.getByRole('heading', { level: 1, name: /^Draft / })).toBeVisible()

  await press(page, 'Finalise')
  const asking = dialog(page, 'Finalise this invoice?')
  await asking.getByRole('button', { name: 'Finalise' }).click()
  await expect(asking.getByText('Enter a due date.')).toBeVisible()
  await asking.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Edit draft' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Edit draft/ })).toBeVisible()
  const project = page.getByLabel('Project').locator('option:checked')
  await expect(project).toHaveText('Glenmore Peatland')
  // Nothing was changed, so no question is asked.
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Edit draft' }).click()
  for (const [part, value] of [
    ['Day', '28'],
    ['Month', '2'],
    ['Year', '2099'],
  ] as const)
    await page.getByRole('group', { name: 'Due date' }).getByLabel(part).fill(value)
  await press(page, 'Save draft')
  await expect(page.getByText('Feb 28, 2099')).toBeVisible()
  await expect(page.getByText('Glenmore Peatland')).toBeVisible()
  await press(page, 'Finalise')
  await asking.getByRole('button', { name: 'Finalise' }).click()
  const heading = page.getByRole('heading', { level: 1, name: /^Invoice VC-/ })
  await expect(heading).toBeVisible()
  await expect(page.getByRole('region', { name: 'What has happened' }).getByText(/^Issued/)).toBeVisible()
  await examine(page, 'an invoice', { narrow: true })
  const number = String(await heading.textContent()).replace('Invoice ', '')
  expect((await mailsTo(page, email))[0]?.subject).toBe(`Invoice ${number} from Verdaccord Limited`)
  const [paper] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'PDF', exact: true }).click(),
  ])
  expect(paper.suggestedFilename()).toBe(`invoice-${number}.pdf`)
})

test('invoices are found by status, client and text in the address, and exported as they are shown', async ({
  finance,
}) => {
  const { page, context } = await finance(STILL)
  const client = await newClient(context)
  const yen = await newInvoice(context, client.id, {
    currency: 'jpy',
    lines: [{ description: 'Site visit', quantity: 1, unit_amount: 55_000, tax_rate: 0 }],
  })
  const draft = await newDraft(context, client.id)
  await page.goto('/admin/invoices')
  await atHeading(page, 'Invoices')
  await expect(page.getByRole('row').filter({ hasText: 'Overdue' }).first()).toBeVisible()
  await page.getByLabel('Client', { exact: true }).fill(client.name.slice(-6))
  await page.getByRole('option', { name: client.name }).click()
  await expect(page.getByText('Showing 2 invoices')).toBeVisible()
  await page.getByLabel('Status').selectOption('Open')
  await expect(page.getByText('Showing 1 invoice', { exact: true })).toBeVisible()
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: '¥55,000' })
      .getByRole('link', { name: String(yen.number) }),
  ).toBeVisible()
  await examine(page, 'invoices', { narrow: true })
  await page.reload()
  await expect(page.getByText('Showing 1 invoice', { exact: true })).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('invoices.csv')
  const { searchParams } = new URL(file.url())
  expect(Object.fromEntries(searchParams)).toEqual({ status: 'open', client: String(client.id) })
  await page.getByLabel('Number or client').fill('no such thing')
  await press(page, 'Search')
  await expect(page.getByText('No invoices found matching the criteria')).toBeVisible()
  await press(page, 'Clear filters')
  await expect(page.getByRole('link', { name: String(yen.number) })).toBeVisible()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await page.getByRole('link', { name: `Draft ${draft.id.slice(0, 8)}` }).click()
  await press(page, 'Delete draft')
  await dialog(page, 'Delete this draft?').getByRole('button', { name: 'Delete draft' }).click()
  await atHeading(page, 'Invoices')
  await expect(page.getByRole('link', { name: String(yen.number) })).toBeVisible()
  await expect(page.getByRole('link', { name: `Draft ${draft.id.slice(0, 8)}` })).toHaveCount(0)
})

test('what someone else did meanwhile is never overwritten, and a written-off invoice can still be paid', async ({
  finance,
}) => {
  const { page, context } = await finance({ ...PHONE, faultsExpected: true })
  const client = await newClient(context)
  const draft = await newDraft(context, client.id)
  await page.goto(`/admin/invoices/${draft.id}/edit`)
  const line = page.getByRole('group', { name: 'Line 1' })
  await line.getByLabel('Description').fill('Mine')
  const { currency, due_on, lines, version } = draft
  const theirs = lines.map((line) => ({ ...line, description: 'Theirs' }))
  const changed = await context.request.put(`/api/admin/invoices/${draft.id}`, {
    data: { client_id: client.id, currency, due_on, lines: theirs, version },
    headers: { origin: new URL(page.url()).origin },
  })
  expect(changed.status()).toBe(200)
  await press(page, 'Save draft')
  await expect(page.getByText('Someone else changed this draft after you opened it')).toBeVisible()
  await expect(line.getByLabel('Description')).toHaveValue('Mine')
  await press(page, 'Discard my changes and load theirs')
  await page.waitForFunction(() =>
    [...document.querySelectorAll('input')].some(({ value }) => value === 'Theirs'),
  )
  await page.getByRole('link', { name: 'Back to the invoice' }).click()
  await press(page, 'Finalise')
  await expect(dialog(page, 'Finalise this invoice?').getByText('No one will be emailed')).toBeVisible()

  const { id } = await newInvoice(context, client.id)
  await page.goto(`/admin/invoices/${id}`)
  await page.getByRole('button', { name: 'Mark as uncollectible' }).click()
  await dialog(page, 'Mark as uncollectible?').getByRole('button', { name: 'Mark as uncollectible' }).click()
  await expect(page.getByText('Uncollectible', { exact: true })).toBeVisible()
  await press(page, 'Record payment')
  const recording = dialog(page, 'Record a payment?')
  await recording.getByRole('button', { name: 'Record payment' }).click()
  await expect(recording.getByText(/Say how it was paid/)).toBeVisible()
  await recording.getByLabel('How it was paid').fill('BACS 4711')
  // Someone else has done it at the same moment.
  await call(context.request, `/api/admin/invoices/${id}/payments`, { note: 'BACS 4710' })
  await recording.getByRole('button', { name: 'Record payment' }).click()
  await expect(
    recording.getByText('This invoice is already paid. You don’t need to pay anything else.'),
  ).toBeVisible()
  await recording.getByRole('button', { name: 'Cancel' }).click()
  const payments = page.getByRole('region', { name: 'Payments' })
  await expect(payments.getByText('BACS 4710')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Void' })).toHaveCount(0)

  await payments.getByRole('button', { name: 'Recorded by mistake' }).click()
  const reversal = dialog(page, 'Recorded by mistake?')
  await reversal.getByLabel('What was the mistake?').fill('Another client’s transfer')
  await reversal.getByRole('button', { name: 'Reverse payment' }).click()
  await expect(payments.getByText(/^Recorded by mistake: /)).toBeVisible()
  await expect(page.getByText('Open', { exact: true })).toBeVisible()
  await press(page, 'Void')
  const voiding = dialog(page, 'Make this invoice void?')
  await voiding.getByRole('button', { name: 'Make void' }).click()
  await expect(voiding.getByText(/Say why it’s void/)).toBeVisible()
  await voiding.getByLabel('Reason').fill('Another client’s work')
  await voiding.getByRole('button', { name: 'Make void' }).click()
  await expect(page.getByText('Void', { exact: true })).toBeVisible()
  await expect(page.getByText('Another client’s work')).toBeVisible()
})
