import type { Page, Request } from '@playwright/test'
import { prepare, saveDraft, userIdOf } from './support/by-request.ts'
import { atHeading, enterDetails, goOn, submit } from './support/onboarding.ts'
import { DEMO_PASSWORD } from './support/people.ts'
import { expect, type Roles, test } from './support/test.ts'

const MEGABYTE = 1024 * 1024
const BIG_PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(4 * MEGABYTE, 'x')])

const proofField = (page: Page) => page.getByRole('group', { name: 'Proof of address' })

/** Opens a step of the form for a person who has accepted the risk disclosure and stored every document. */
async function personOn(
  { applicant }: Pick<Roles, 'applicant'>,
  step: string,
  options: { faultsExpected?: boolean; answered?: boolean } = {},
) {
  const { answered = false, ...visit } = options
  const { page, context, email } = await applicant(visit)
  await prepare(context)
  if (answered) await saveDraft(context, email)
  await page.goto(`/onboarding/consumer?step=${step}`)
  return { page, context, email }
}

/** Opens the review of a person who has answered everything. */
async function personOnReview(
  { applicant }: Pick<Roles, 'applicant'>,
  options: { faultsExpected?: boolean } = {},
) {
  const person = await personOn({ applicant }, 'review', { ...options, answered: true })
  await atHeading(person.page, 'Review & Submit')
  return person
}

test('the upload widget refuses a wrong type and a file that is too large, with the specification’s text', async ({
  applicant,
}) => {
  const { page } = await personOn({ applicant }, '5', { faultsExpected: true, answered: true })
  await atHeading(page, 'Selfie')
  const selfie = page.getByRole('group', { name: 'Selfie' })
  await selfie.getByRole('button', { name: 'Upload Different Document' }).click()
  const pick = (field: typeof selfie, name: string, mimeType: string, buffer: Buffer) =>
    field.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
  await pick(selfie, 'me.pdf', 'application/pdf', BIG_PDF)
  await expect(selfie.getByText(/Invalid file type\. Accepted types: PNG, JPEG$/)).toBeVisible()
  await page.goto('/onboarding/consumer?step=6')
  await atHeading(page, 'Proof of Address')
  const proof = proofField(page)
  await proof.getByRole('button', { name: 'Upload Different Document' }).click()
  await pick(proof, 'bill.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await expect(proof.getByText(/Invalid file type\. Accepted types: PNG, JPEG, PDF$/)).toBeVisible()
  await pick(proof, 'bill.pdf', 'application/pdf', Buffer.alloc(10 * MEGABYTE + 1, 'x'))
  await expect(proof.getByText(/File is too large\. Maximum size: 10MB$/)).toBeVisible()
  // The server detects a file that only claims to be a picture; it stays chosen.
  await pick(proof, 'bill.png', 'image/png', Buffer.from('Dear Sir or Madam'))
  await proof.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(proof.getByRole('alert').getByText(/Invalid file type/)).toBeVisible()
  await expect(proof.getByText('bill.png')).toBeVisible()
})

test('Cancel during an upload really aborts it, and the widget starts afresh', async ({ applicant }) => {
  const { page, context } = await personOn({ applicant }, '6', { faultsExpected: true, answered: true })
  const proof = proofField(page)
  await proof.getByRole('button', { name: 'Upload Different Document' }).click()
  const before = await (await context.request.get('/api/documents')).json()
  const network = await context.newCDPSession(page)
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 100 * 1024,
  })
  await proof
    .locator('input[type=file]')
    .setInputFiles({ name: 'slow.pdf', mimeType: 'application/pdf', buffer: BIG_PDF })
  const isPart = (request: Request) => request.url().includes('/api/uploads/')
  const started = page.waitForRequest(isPart)
  const aborted = page.waitForEvent('requestfailed', isPart)
  await proof.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(proof.getByRole('progressbar', { name: 'Uploading slow.pdf' })).toBeVisible()
  await started
  await proof.getByRole('button', { name: 'Cancel' }).click()
  expect((await aborted).failure()?.errorText).toBe('net::ERR_ABORTED')
  await expect(proof.getByRole('button', { name: 'Browse files' })).toBeVisible()
  expect(await (await context.request.get('/api/documents')).json()).toEqual(before)
})

test('a birth date must be a real day, past, and an adult’s; missing fields are named', async ({
  applicant,
}) => {
  const { page, email } = await personOn({ applicant }, '3')
  await atHeading(page, 'Personal Details')
  await page.getByLabel('Email').fill('')
  await goOn(page)
  const missing = page.getByRole('alert', { name: 'Missing Required Information' })
  await expect(missing.getByText('Please complete these fields:')).toBeVisible()
  await expect(missing.getByRole('link')).toHaveText([
    'First Name',
    'Last Name',
    'Date of Birth',
    'Email',
    'Phone Number',
    'Address',
  ])
  await enterDetails(page, email)
  await atHeading(page, 'ID Document')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await atHeading(page, 'Personal Details')
  const birth = page.getByRole('group', { name: 'Date of Birth' })
  const wrong = page.getByRole('alert', { name: 'Check your details' })
  const tryDate = async (day: string, month: string, year: string, message: RegExp) => {
    await birth.getByLabel('Day').fill(day)
    await birth.getByLabel('Month').fill(month)
    await birth.getByLabel('Year').fill(year)
    await goOn(page)
    await expect(wrong.getByRole('link', { name: message })).toBeVisible()
  }
  const thisYear = new Date().getFullYear()
  await tryDate('31', '2', '1988', /real date/i)
  await tryDate('1', '1', String(thisYear - 17), /18/)
  await tryDate('1', '1', String(thisYear + 1), /past|future/i)
})

test('names in any script arrive as they were typed', async ({ applicant, reviewer }) => {
  const { page, email } = await personOnReview({ applicant })
  await page.getByRole('link', { name: 'Change personal details' }).click()
  await page.getByLabel('First Name').fill("Seán O'Connor-Peña")
  await page.getByLabel('Last Name').fill('محمد العلي')
  await goOn(page)
  await atHeading(page, 'Review & Submit')
  await submit(page)
  const { page: staff, context: staffContext } = await reviewer()
  await staff.goto(`/admin/users/${await userIdOf(staffContext, email)}?tab=kyc`)
  const details = staff.getByRole('region', { name: 'Submitted details' })
  await expect(details.getByText("Seán O'Connor-Peña", { exact: true })).toBeVisible()
  await expect(details.getByText('محمد العلي', { exact: true })).toBeVisible()
})

test('a double click submits once', async ({ applicant }) => {
  const { page } = await personOnReview({ applicant })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/onboarding/kyc')) sent.push(request.url())
  })
  await page.getByRole('checkbox', { name: /I confirm that the information/ }).check()
  await expect(page.getByText('Security check passed')).toBeVisible()
  await page.getByRole('button', { name: 'Submit for verification' }).dblclick()
  await page.waitForURL(/\/success/)
  expect(sent).toHaveLength(1)
  await page.goto('/onboarding/consumer')
  await atHeading(page, 'Your application')
})

test('a session that ends in the middle of the form loses nothing: sign in again, same step, same values', async ({
  applicant,
}) => {
  const { page, context, email } = await personOn({ applicant }, '3', { faultsExpected: true })
  await atHeading(page, 'Personal Details')
  await page.getByLabel('First Name').fill('Ngozi')
  await page.getByLabel('Address').fill('1 Kept Street')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  const ended = page.getByRole('dialog', { name: 'Your session has ended' })
  await ended.getByRole('link', { name: 'Sign in again' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await atHeading(page, 'Risk Disclosure')
  await goOn(page)
  await atHeading(page, 'Personal Details')
  await expect(page.getByLabel('First Name')).toHaveValue('Ngozi')
  await expect(page.getByLabel('Address')).toHaveValue('1 Kept Street')
})

test('without a network the submission fails with a message, keeps the form, and is sent automatically when the network is back', async ({
  applicant,
}) => {
  const { page, context } = await personOnReview({ applicant }, { faultsExpected: true })
  await page.getByRole('checkbox', { name: /I confirm that the information/ }).check()
  await expect(page.getByText('Security check passed')).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Submit for verification' }).click()
  await expect(page.getByRole('alert', { name: 'Submission Error' })).toBeVisible()
  await expect(page.getByText('Yılmaz')).toBeVisible()
  // Once the connection is restored, what was confirmed is submitted without another click.
  await context.setOffline(false)
  await page.waitForURL(/\/success/)
})
