import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { visit, withBrowser } from './support/browser.ts'
import { arrive, arriveNew, prepare, userIdOf } from './support/by-request.ts'
import { atHeading, enterDetails, goOn, submit } from './support/onboarding.ts'
import { DEMO_PASSWORD, newEmail, REVIEWER } from './support/people.ts'

withBrowser()

const MEGABYTE = 1024 * 1024
const BIG_PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(4 * MEGABYTE, 'x')])

const proofField = (page: Page) => page.getByRole('group', { name: 'Proof of Address' })

/** A person who has accepted the risk disclosure and stored every document, on a step of the form. */
async function personOn(step: string, options: { faultsExpected?: boolean } = {}) {
  const email = newEmail()
  const { page, context } = await visit(options)
  await arriveNew(context, email)
  await prepare(context)
  await page.goto(`/onboarding/consumer?step=${step}`)
  return { page, context, email }
}

/** The answers typed, the type chosen: on the review. */
async function personOnReview(options: { faultsExpected?: boolean } = {}) {
  const person = await personOn('3', options)
  const { page, email } = person
  await enterDetails(page, email)
  await page.getByRole('radio', { name: 'Passport' }).click()
  await goOn(page)
  await atHeading(page, 'Selfie')
  await goOn(page)
  await atHeading(page, 'Proof of Address')
  await goOn(page)
  await page.getByRole('radio', { name: 'Buy and retire credits' }).click()
  await atHeading(page, 'Review & Submit')
  return person
}

test('the upload widget refuses a wrong type and a file too large, in the words of the specification', async () => {
  const { page } = await personOn('3', { faultsExpected: true })
  await enterDetails(page, newEmail())
  await page.getByRole('radio', { name: 'Passport' }).click()
  await goOn(page)
  await atHeading(page, 'Selfie')
  const selfie = page.getByRole('group', { name: 'Selfie' })
  await selfie.getByRole('button', { name: 'Upload Different Document' }).click()
  const pick = (field: typeof selfie, name: string, mimeType: string, buffer: Buffer) =>
    field.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
  await pick(selfie, 'me.pdf', 'application/pdf', BIG_PDF)
  await selfie.getByText(/Invalid file type\. Accepted types: PNG, JPEG$/).waitFor()
  await page.goto('/onboarding/consumer?step=6')
  await atHeading(page, 'Proof of Address')
  const proof = proofField(page)
  await proof.getByRole('button', { name: 'Upload Different Document' }).click()
  await pick(proof, 'bill.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await proof.getByText(/Invalid file type\. Accepted types: PNG, JPEG, PDF$/).waitFor()
  await pick(proof, 'bill.pdf', 'application/pdf', Buffer.alloc(10 * MEGABYTE + 1, 'x'))
  await proof.getByText(/File is too large\. Maximum size: 10MB$/).waitFor()
  // What only calls itself a picture is found out by the server; the file stays chosen.
  await pick(proof, 'bill.png', 'image/png', Buffer.from('Dear Sir or Madam'))
  await proof.getByRole('button', { name: 'Upload', exact: true }).click()
  await proof
    .getByRole('alert')
    .getByText(/Invalid file type/)
    .waitFor()
  await proof.getByText('bill.png').waitFor()
})

test('Cancel during an upload aborts it for real, and the widget starts afresh', async () => {
  const { page, context } = await personOn('3', { faultsExpected: true })
  await enterDetails(page, newEmail())
  await page.getByRole('radio', { name: 'Passport' }).click()
  await page.goto('/onboarding/consumer?step=6')
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
  const aborted = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/uploads/'))
  await proof.getByRole('button', { name: 'Upload', exact: true }).click()
  await proof.getByRole('progressbar', { name: 'Uploading slow.pdf' }).waitFor()
  await proof.getByRole('button', { name: 'Cancel' }).click()
  expect((await aborted).failure()?.errorText).toBe('net::ERR_ABORTED')
  await proof.getByRole('button', { name: 'Browse files' }).waitFor()
  expect(await (await context.request.get('/api/documents')).json()).toEqual(before)
})

test('a birth date must be a day, past, and of an adult; missing fields are named', async () => {
  const { page, email } = await personOn('3')
  await atHeading(page, 'Personal Details')
  await page.getByLabel('Email').fill('')
  await goOn(page)
  const missing = page.getByRole('alert', { name: 'Missing Required Information' })
  await missing.getByText('Please complete these fields:').waitFor()
  await expect
    .poll(() => missing.getByRole('link').allInnerTexts())
    .toEqual(['First Name', 'Last Name', 'Date of Birth', 'Email', 'Phone Number', 'Address'])
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
    await wrong.getByRole('link', { name: message }).waitFor()
  }
  const thisYear = new Date().getFullYear()
  await tryDate('31', '2', '1988', /real date/i)
  await tryDate('1', '1', String(thisYear - 17), /18/)
  await tryDate('1', '1', String(thisYear + 1), /past|future/i)
})

test('names in any script arrive as they were typed', async () => {
  const { page, email } = await personOnReview()
  await page.getByRole('link', { name: 'Change personal details' }).click()
  await page.getByLabel('First Name').fill("Seán O'Connor-Peña")
  await page.getByLabel('Last Name').fill('محمد العلي')
  await goOn(page)
  await atHeading(page, 'Review & Submit')
  await submit(page)
  const { page: desk, context: deskContext } = await visit()
  await arrive(deskContext, REVIEWER)
  await desk.goto(`/admin/users/${await userIdOf(deskContext, email)}?tab=kyc`)
  const details = desk.getByRole('region', { name: 'Submitted details' })
  await details.getByText("Seán O'Connor-Peña", { exact: true }).waitFor()
  await details.getByText('محمد العلي', { exact: true }).waitFor()
})

test('a double click submits once', async () => {
  const { page } = await personOnReview()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/onboarding/kyc')) sent.push(request.url())
  })
  await page.getByRole('checkbox', { name: /I confirm that the information/ }).check()
  await page.getByText('Security check passed').waitFor()
  await page.getByRole('button', { name: 'Submit for verification' }).dblclick()
  await page.waitForURL(/\/success/)
  expect(sent).toHaveLength(1)
  await page.goto('/onboarding/consumer')
  await atHeading(page, 'Your application')
})

test('submitting without the confirmation says so and submits nothing', async () => {
  const { page } = await personOnReview()
  await page.getByRole('button', { name: 'Submit for verification' }).click()
  await page
    .getByRole('alert', { name: 'Confirm your answers' })
    .getByRole('link', { name: 'Confirm that the information is true and complete' })
    .click()
  const box = page.getByRole('checkbox', { name: /I confirm that the information/ })
  await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('a session that ends in the middle of the form loses nothing: sign in again, same step, same values', async () => {
  const { page, context, email } = await personOn('3', { faultsExpected: true })
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
  await atHeading(page, 'What you will need')
  await goOn(page)
  await atHeading(page, 'Personal Details')
  await expect.poll(() => page.getByLabel('First Name').inputValue()).toBe('Ngozi')
  await expect.poll(() => page.getByLabel('Address').inputValue()).toBe('1 Kept Street')
})

test('without a network the submission fails with a message, keeps the form, and happens by itself when it is back', async () => {
  const { page, context } = await personOnReview({ faultsExpected: true })
  await page.getByRole('checkbox', { name: /I confirm that the information/ }).check()
  await page.getByText('Security check passed').waitFor()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Submit for verification' }).click()
  await page.getByRole('alert', { name: 'Submission Error' }).waitFor()
  await page.getByText("O'Brien-Núñez").waitFor()
  // The line is back: what was confirmed is handed in without another press.
  await context.setOffline(false)
  await page.waitForURL(/\/success/)
})
