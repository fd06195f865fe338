import { expect, test } from 'vitest'
import { makePdf } from '#server/platform/files/test-files.ts'
import { visit, withBrowser } from './support/browser.ts'
import { arrive, arriveNew, arriveSubmitted, decide, userIdOf } from './support/by-request.ts'
import { mailsTo, newEmail, REVIEWER } from './support/people.ts'
import { acceptItems, giveReason } from './support/review.ts'

withBrowser()

async function atTheDesk(options: { faultsExpected?: boolean } = {}) {
  const { page, context } = await visit(options)
  await arrive(context, REVIEWER)
  return { page, context }
}

test('filters stand in the URL, survive a reload, and can be cleared', async () => {
  const email = newEmail('filter')
  const { context: person } = await visit()
  await arriveNew(person, email)
  const { page } = await atTheDesk()
  await page.goto('/admin/dashboard')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByText('Showing 1 user').waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('email')).toBe(email)
  await page.reload()
  await page.getByText('Showing 1 user').waitFor()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email)
  await page.getByLabel('Name').fill('Nobody is called this')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByText('No users found matching the criteria').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page
    .getByRole('link', { name: /View Details/ })
    .nth(1)
    .waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await page.getByRole('columnheader', { name: 'Name' }).and(page.locator('[aria-sort=ascending]')).waitFor()
  await page.goBack()
  await page
    .getByRole('columnheader', { name: 'Created' })
    .and(page.locator('[aria-sort=descending]'))
    .waitFor()
})

test('a long list is loaded page by page', async () => {
  const mark = newEmail('many').split('@')[0]
  for (const number of [1, 2, 3]) {
    const { context } = await visit()
    await arriveNew(context, `${mark}-${number}@people.example`)
  }
  const { page } = await atTheDesk()
  // Pages of two, so that three people are a long list; the server is the real one.
  await page.route('**/api/admin/users?*', (route) =>
    route.continue({ url: `${route.request().url()}&limit=2` }),
  )
  await page.goto(`/admin/dashboard?email=${mark}`)
  await page.getByText('Showing 3 users (2 loaded)').waitFor()
  await page.getByRole('button', { name: 'Load more' }).click()
  await page.getByText('Showing 3 users', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: /View Details/ }).count()).toBe(3)
})

test('the status of the header asks first, changes, says so, and tells the person', async () => {
  const email = newEmail('status')
  const { page: personPage, context: person } = await visit()
  await arriveSubmitted(person, email)
  const { page, context } = await atTheDesk()
  await page.goto(`/admin/users/${await userIdOf(context, email)}`)
  const status = page.getByLabel('KYC status')
  await status.selectOption('Rejected')
  const question = page.getByRole('dialog', { name: 'Set the KYC status to Rejected?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'hidden' })
  await expect.poll(() => status.inputValue()).toBe('submitted')
  await status.selectOption('Rejected')
  await question.getByRole('button', { name: 'Set to Rejected' }).click()
  await question.getByRole('paragraph').filter({ hasText: 'Choose a reason' }).waitFor()
  await question.getByLabel('Reason').selectOption('Policy')
  await question.getByRole('button', { name: 'Set to Rejected' }).click()
  await page.getByText('Status updated', { exact: true }).waitFor()
  await page.getByText('Verification status updated to Rejected', { exact: true }).waitFor()
  await expect.poll(() => status.inputValue()).toBe('rejected')
  await personPage.goto('/verification')
  await personPage.getByText('Not approved').first().waitFor()
  const [latest] = await mailsTo(personPage, email)
  expect(latest?.text).toMatch(/not (able to )?(be )?approve|could not|not approved/i)
})

test('nobody approves what nobody opened: a blurred ID back, a selfie without a face and no dates', async () => {
  const email = newEmail('unseen')
  const { context: person } = await visit()
  await arriveSubmitted(person, email, { docType: 'drivingLicence' })
  const { page, context } = await atTheDesk()
  await page.goto(`/admin/users/${await userIdOf(context, email)}`)
  await page.getByLabel('KYC status').selectOption('Approved')
  const decision = page.getByRole('region', { name: 'Decision' })
  await decision.getByRole('heading', { name: 'Decision' }).and(page.locator(':focus')).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  const item = (name: string) => decision.getByRole('group', { name, exact: true })
  const accept = (name: string) => item(name).getByRole('radio', { name: 'Accept', exact: true })
  await giveReason(page)
  for (const name of ['ID Document (Back)', 'Selfie Verification', 'Proof of Address', 'Address']) {
    await item(name)
      .getByText(/in the viewer\.$/)
      .first()
      .waitFor()
    await expect.poll(() => accept(name).isDisabled()).toBe(true)
  }
  await item('ID Document (Front)')
    .getByText(/Enter the expiry date/)
    .waitFor()
  await expect
    .poll(() => decision.getByRole('button', { name: 'Decide' }).getAttribute('aria-disabled'))
    .toBe('true')
  // Opened, the selfie can be judged; the others stay as they are.
  await page.getByRole('tab', { name: 'Selfie' }).click()
  await item('Selfie Verification')
    .getByText(/in the viewer/)
    .waitFor({ state: 'hidden' })
  await expect.poll(() => accept('Selfie Verification').isDisabled()).toBe(false)
  await expect.poll(() => accept('ID Document (Back)').isDisabled()).toBe(true)
  await page.getByText('Selfie Verification viewed').waitFor()
  // The tab that was pressed keeps the focus, so the arrows walk on through the documents.
  await page.getByRole('tab', { name: 'Selfie' }).and(page.locator(':focus')).waitFor()
  for (const name of ['Proof of address', 'ID front']) {
    await page.keyboard.press('ArrowRight')
    await page.getByRole('tab', { name, selected: true }).and(page.locator(':focus')).waitFor()
  }
})

test('of two reviewers the second learns who has decided, and overwrites nothing', async () => {
  const email = newEmail('stale')
  const { context: person } = await visit()
  await arriveSubmitted(person, email)
  const { page } = await atTheDesk({ faultsExpected: true })
  const { page: otherPage, context: other } = await visit()
  await arrive(other, 'admin@verdaccord.example')
  const address = `/admin/users/${await userIdOf(other, email)}?tab=kyc`
  await page.goto(address)
  const decision = page.getByRole('region', { name: 'Decision' })
  await acceptItems(page)
  await decision.getByRole('button', { name: 'Approve' }).waitFor()
  await decide(other, email, { sendBack: 'selfie', reason: 'SELFIE_UNCLEAR', text: 'Once more, please.' })
  await decision.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await page.getByText(/Owen Hughes changed this case on/).waitFor()
  await page.getByRole('button', { name: 'Reload the case' }).click()
  await decision.getByText(/Sent back on .* by Owen Hughes/).waitFor()
  await otherPage.goto(address)
  await otherPage
    .getByRole('region', { name: 'Decision' })
    .getByText(/Sent back/)
    .waitFor()
})

test('documents can be zoomed, turned and leafed through beside the data', async () => {
  const email = newEmail('viewer')
  const { context: person } = await visit()
  await arriveSubmitted(
    person,
    email,
    {},
    {
      'proof-of-address': { name: 'bill.pdf', mimeType: 'application/pdf', buffer: makePdf({ pages: 3 }) },
    },
  )
  const { page, context } = await atTheDesk()
  await page.goto(`/admin/users/${await userIdOf(context, email)}?tab=kyc`)
  const viewer = page.getByRole('region', { name: 'Document viewer' })
  // Without the case at hand its reader is asked why; claiming it is reason enough.
  await viewer.getByRole('button', { name: 'Open documents' }).click()
  await viewer.getByText('Write a reason in words, of at least 10 characters').waitFor()
  await viewer.getByRole('button', { name: 'Claim and open' }).click()
  const front = viewer.getByRole('img', { name: /id-front\.jpg/ })
  await front.waitFor()
  const before = await front.boundingBox()
  await viewer.getByRole('button', { name: 'Zoom in' }).click()
  await viewer.getByText('125%').waitFor()
  await expect.poll(async () => (await front.boundingBox())?.width ?? 0).toBeGreaterThan(before?.width ?? 0)
  await viewer.getByRole('button', { name: 'Rotate right' }).click()
  await expect
    .poll(async () => {
      const box = await front.boundingBox()
      return box !== null && box.height > box.width
    })
    .toBe(true)
  await viewer.getByRole('tab', { name: 'Proof of address' }).click()
  const sheet = (number: number) =>
    viewer.getByRole('img', { name: new RegExp(`bill\\.pdf, page ${number} of 3`) })
  await sheet(1).waitFor()
  // Not cut to a line of it.
  expect(
    (await viewer.getByText('1/3', { exact: true }).locator('..').boundingBox())?.height,
  ).toBeGreaterThan(14)
  const original = viewer.getByRole('link', { name: 'Download the original' })
  await expect.poll(() => original.getAttribute('href')).toMatch(/\?download=1$/)
  await viewer.getByRole('region', { name: 'Page of Proof of address' }).press('PageDown')
  await sheet(2).waitFor()
  await viewer.getByRole('button', { name: 'Next page' }).click()
  await sheet(3).waitFor()
  await expect
    .poll(() => viewer.getByRole('button', { name: 'Next page' }).getAttribute('aria-disabled'))
    .toBe('true')
  await expect.poll(() => new URL(page.url()).searchParams.get('document')).toBeTruthy()
})
