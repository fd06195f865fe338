import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { examine, STILL } from './support/accessibility.ts'
import { newClient, newInvoice } from './support/billing.ts'
import { visit, withBrowser } from './support/browser.ts'
import { arrive, arriveNew } from './support/by-request.ts'
import { atHeading } from './support/onboarding.ts'
import { mailsTo, newEmail, REVIEWER } from './support/people.ts'

withBrowser()

/** Someone whose client has one open invoice, at their invoices. */
async function atTheInvoices(options: Parameters<typeof visit>[0] = {}) {
  const email = newEmail('payer')
  const { page, context } = await visit(options)
  await arriveNew(context, email)
  const { context: desk } = await visit()
  await arrive(desk, REVIEWER)
  const client = await newClient(desk, email)
  const invoice = await newInvoice(desk, client.id)
  await page.goto('/invoices')
  return { page, context, desk, email, client, invoice }
}

const cardOf = (page: Page, number: string | null) =>
  page.getByRole('article', { name: `Invoice #${number}` })

async function payNow(page: Page, number: string | null) {
  await cardOf(page, number).getByRole('button', { name: 'Pay Now' }).click()
  await atHeading(page, 'Test checkout')
  await page.getByText('This is a test. No money moves here.').waitFor()
}

test('somebody pays an invoice, sees that it is paid, and gets the receipt with its PDF', async () => {
  const { page, context, email, invoice } = await atTheInvoices(STILL)
  const { number } = invoice
  const card = cardOf(page, number)
  await card.getByText('£120.00').waitFor()
  await examine(page, 'invoices', { narrow: true })
  await payNow(page, number)
  await examine(page, 'test checkout', { narrow: true })
  await page.getByRole('button', { name: 'Pay £120.00 as a test' }).click()
  await page.getByRole('status').filter({ hasText: 'Payment received' }).waitFor()
  await card.getByText('Paid', { exact: true }).waitFor()
  await card.getByRole('button', { name: 'Pay Now' }).waitFor({ state: 'detached' })
  const [paid, issued] = await mailsTo(page, email)
  expect([issued?.subject, paid?.subject]).toEqual([
    `Invoice ${number} from Verdaccord Limited`,
    `Invoice ${number} is paid`,
  ])
  const [view] = await Promise.all([
    context.waitForEvent('page'),
    card.getByRole('link', { name: /^View/ }).click(),
  ])
  await view.getByRole('heading', { level: 1, name: `Invoice ${number}` }).waitFor()
  await view.getByText(/^Paid on/).waitFor()
  const [download] = await Promise.all([
    view.waitForEvent('download'),
    view.getByRole('link', { name: 'Download PDF' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`invoice-${number}.pdf`)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByText('Payment received').waitFor({ state: 'detached' })
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=invoices')
})

test('a payment that fails or is cancelled takes nothing, and can be tried again', async () => {
  const { page, invoice } = await atTheInvoices()
  const { number } = invoice
  await payNow(page, number)
  await page.getByRole('button', { name: 'Let the payment fail' }).click()
  await page.getByRole('alert').filter({ hasText: 'Your payment didn’t go through' }).waitFor()
  await cardOf(page, number).getByText('Open', { exact: true }).waitFor()
  await payNow(page, number)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByText('You cancelled the payment').waitFor()
  await payNow(page, number)
  await page.getByRole('link', { name: 'Leave now' }).click()
  await page.getByText('Your payment is on its way').waitFor()
  await payNow(page, number)
  await page.getByRole('button', { name: /^Pay £120.00/ }).click()
  await page.getByText('Payment received').waitFor()
})

test('paid in two windows it is paid once, and the page that waited shows it without a reload', async () => {
  const { page, context, desk, client, invoice } = await atTheInvoices({ faultsExpected: true })
  const second = await newInvoice(desk, client.id)
  await page.reload()
  const other = await context.newPage()
  await other.goto('/invoices')
  await payNow(page, invoice.number)
  await payNow(other, invoice.number)
  // Both windows were sent to the same checkout.
  expect(other.url()).toBe(page.url())
  await other.getByRole('button', { name: /^Pay £120.00/ }).click()
  await other.getByText('Payment received').waitFor()
  await page.getByRole('button', { name: 'Let the payment fail' }).click()
  await page.getByText('This invoice is already paid. Nothing was charged again.').first().waitFor()
  await page.getByRole('link', { name: 'Back to your invoices' }).click()
  await page.getByText('Payment received').waitFor()

  await payNow(page, second.number)
  await page.getByRole('link', { name: 'Leave now' }).click()
  await page.getByText('Your payment is on its way').waitFor()
  await payNow(other, second.number)
  await other.getByRole('button', { name: /^Pay £120.00/ }).click()
  await other.getByText('Payment received').waitFor()
  await page.getByText('Payment received').waitFor()
  await cardOf(page, second.number).getByText('Paid', { exact: true }).waitFor()
})

test('an invoice taken back while somebody looks at it says so when they press Pay Now', async () => {
  const { page, desk, invoice } = await atTheInvoices({ faultsExpected: true })
  const card = cardOf(page, invoice.number)
  await card.getByRole('button', { name: 'Pay Now' }).waitFor()
  const answer = await desk.request.post(`/api/admin/invoices/${invoice.id}/void`, {
    data: {},
    headers: { origin: new URL(page.url()).origin },
  })
  expect(answer.status()).toBe(200)
  await card.getByRole('button', { name: 'Pay Now' }).click()
  await page.getByText('An error occurred while processing your payment', { exact: true }).waitFor()
  await card.getByText('This invoice is void, so it cannot be paid.').waitFor()
  await card.getByText('Void', { exact: true }).waitFor()
})

test('whoever has the link reads the invoice without signing in, and nobody pays from there', async () => {
  const { invoice } = await atTheInvoices()
  const { page } = await visit({ ...STILL, faultsExpected: true })
  await page.goto(String(invoice.hosted_invoice_url))
  await atHeading(page, `Invoice ${invoice.number}`)
  await page.getByText('Monitoring report').waitFor()
  await examine(page, 'the page behind a link', { narrow: true })
  await page.getByRole('link', { name: 'Pay in your account' }).click()
  await page.getByLabel('Password').waitFor()
  await page.goto(`/invoice/${'A'.repeat(43)}`)
  await page.getByText('We can’t find that invoice').waitFor()
})
