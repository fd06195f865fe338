import type { Page } from '@playwright/test'
import { examine, STILL } from './support/accessibility.ts'
import { newClient, newInvoice } from './support/invoices.ts'
import { atHeading } from './support/onboarding.ts'
import { mailsTo } from './support/people.ts'
import { expect, type Roles, test, type VisitOptions } from './support/test.ts'

test.use({ database: 'embedded' })

/** Opens the invoices of someone whose client has one open invoice. */
async function atTheInvoices(
  { applicant, finance }: Pick<Roles, 'applicant' | 'finance'>,
  options: VisitOptions = {},
) {
  const { page, context, email } = await applicant(options)
  const { context: staff } = await finance()
  const client = await newClient(staff, email)
  const invoice = await newInvoice(staff, client.id)
  await page.goto('/invoices')
  return { page, context, staff, email, client, invoice }
}

const cardOf = (page: Page, number: string | null) =>
  page.getByRole('article', { name: `Invoice #${number}` })

async function payNow(page: Page, number: string | null) {
  await cardOf(page, number).getByRole('button', { name: 'Pay Now' }).click()
  await atHeading(page, 'Test checkout')
  await expect(page.getByText('This is a test. No money moves here.')).toBeVisible()
}

test('a user pays an invoice, sees that it is paid, and gets the receipt with its PDF', async ({
  applicant,
  finance,
}) => {
  const { page, context, email, invoice } = await atTheInvoices({ applicant, finance }, STILL)
  const { number } = invoice
  const card = cardOf(page, number)
  await expect(card.getByText('£120.00')).toBeVisible()
  await examine(page, 'invoices', { narrow: true })
  await payNow(page, number)
  await examine(page, 'test checkout', { narrow: true })
  await page.getByRole('button', { name: 'Pay £120.00 as a test' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Payment received' })).toBeVisible()
  await expect(card.getByText('Paid', { exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Pay Now' })).toHaveCount(0)
  const [paid, issued] = await mailsTo(page, email)
  expect([issued?.subject, paid?.subject]).toEqual([
    `Invoice ${number} from Verdaccord Limited`,
    `Invoice ${number} is paid`,
  ])
  const [view] = await Promise.all([
    context.waitForEvent('page'),
    card.getByRole('link', { name: /^View/ }).click(),
  ])
  await expect(view.getByRole('heading', { level: 1, name: `Invoice ${number}` })).toBeVisible()
  await expect(view.getByText(/^Paid on/)).toBeVisible()
  const [download] = await Promise.all([
    view.waitForEvent('download'),
    view.getByRole('link', { name: 'Download PDF' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`invoice-${number}.pdf`)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('Payment received')).toHaveCount(0)
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=invoices')
})

test('a payment that fails or is cancelled charges nothing, and can be tried again', async ({
  applicant,
  finance,
}) => {
  const { page, invoice } = await atTheInvoices({ applicant, finance })
  const { number } = invoice
  await payNow(page, number)
  await page.getByRole('button', { name: 'Let the payment fail' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Your payment didn’t go through' })).toBeVisible()
  await expect(cardOf(page, number).getByText('Open', { exact: true })).toBeVisible()
  await payNow(page, number)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByText('You cancelled the payment')).toBeVisible()
  await payNow(page, number)
  await page.getByRole('link', { name: 'Leave now' }).click()
  await expect(page.getByText('Your payment is on its way')).toBeVisible()
  await payNow(page, number)
  await page.getByRole('button', { name: /^Pay £120.00/ }).click()
  await expect(page.getByText('Payment received')).toBeVisible()
})

test('paid in two windows it is paid once, and the waiting page shows it without a reload', async ({
  applicant,
  finance,
}) => {
  const { page, context, staff, client, invoice } = await atTheInvoices(
    { applicant, finance },
    { faultsExpected: true },
  )
  const second = await newInvoice(staff, client.id)
  await page.reload()
  const other = await context.newPage()
  await other.goto('/invoices')
  await payNow(page, invoice.number)
  await payNow(other, invoice.number)
  // Both windows were sent to the same checkout.
  expect(other.url()).toBe(page.url())
  await other.getByRole('button', { name: /^Pay £120.00/ }).click()
  await expect(other.getByText('Payment received')).toBeVisible()
  await page.getByRole('button', { name: 'Let the payment fail' }).click()
  await expect(
    page.getByText('This invoice is already paid. Nothing was charged again.').first(),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Back to your invoices' }).click()
  await expect(page.getByText('Payment received')).toBeVisible()

  await payNow(page, second.number)
  await page.getByRole('link', { name: 'Leave now' }).click()
  await expect(page.getByText('Your payment is on its way')).toBeVisible()
  await payNow(other, second.number)
  await other.getByRole('button', { name: /^Pay £120.00/ }).click()
  await expect(other.getByText('Payment received')).toBeVisible()
  await expect(page.getByText('Payment received')).toBeVisible()
  await expect(cardOf(page, second.number).getByText('Paid', { exact: true })).toBeVisible()
})

test('an invoice that is voided while someone looks at it says so when they press Pay Now', async ({
  applicant,
  finance,
}) => {
  const { page, staff, invoice } = await atTheInvoices({ applicant, finance }, { faultsExpected: true })
  const card = cardOf(page, invoice.number)
  await expect(card.getByRole('button', { name: 'Pay Now' })).toBeVisible()
  const answer = await staff.request.post(`/api/admin/invoices/${invoice.id}/void`, {
    data: { reason: 'Billed twice' },
    headers: { origin: new URL(page.url()).origin },
  })
  expect(answer.status()).toBe(200)
  await card.getByRole('button', { name: 'Pay Now' }).click()
  await expect(
    page.getByText('An error occurred while processing your payment', { exact: true }),
  ).toBeVisible()
  await expect(card.getByText('This invoice is void, so it cannot be paid.')).toBeVisible()
  await expect(card.getByText('Void', { exact: true })).toBeVisible()
})

test('anyone with the link can read the invoice without signing in, but not pay it from there', async ({
  visitor,
  applicant,
  finance,
}) => {
  const { invoice } = await atTheInvoices({ applicant, finance })
  const { page } = await visitor({ ...STILL, faultsExpected: true })
  await page.goto(String(invoice.hosted_invoice_url))
  await atHeading(page, `Invoice ${invoice.number}`)
  await expect(page.getByText('Monitoring report')).toBeVisible()
  await examine(page, 'the page behind a link', { narrow: true })
  await page.getByRole('link', { name: 'Pay in your account' }).click()
  await expect(page.getByLabel('Password')).toBeVisible()
  await page.goto(`/invoice/${'A'.repeat(43)}`)
  await expect(page.getByText('We can’t find that invoice')).toBeVisible()
})
