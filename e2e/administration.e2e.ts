import { makePdf } from '#server/platform/files/test-files.ts'
import { arriveNew, arriveSubmitted, decide, userIdOf } from './support/by-request.ts'
import { mailsTo, newEmail } from './support/people.ts'
import { acceptItems, giveReason, lineOf } from './support/review.ts'
import { expect, test } from './support/test.ts'

test('filters are in the URL, survive a reload, and can be cleared', async ({ applicant, reviewer }) => {
  const { email } = await applicant()
  const { page } = await reviewer()
  await page.goto('/admin/dashboard')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('Showing 1 user')).toBeVisible()
  await expect.poll(() => new URL(page.url()).searchParams.get('email')).toBe(email)
  await page.reload()
  await expect(page.getByText('Showing 1 user')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Name').fill('Nobody is called this')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('No users found matching the criteria')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByRole('link', { name: /View Details/ }).nth(1)).toBeVisible()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(
    page.getByRole('columnheader', { name: 'Name' }).and(page.locator('[aria-sort=ascending]')),
  ).toBeVisible()
  await page.goBack()
  await expect(
    page.getByRole('columnheader', { name: 'Created' }).and(page.locator('[aria-sort=descending]')),
  ).toBeVisible()
})

test('a long list is loaded page by page', async ({ visitor, reviewer }) => {
  const mark = newEmail('many').split('@')[0]
  for (const number of [1, 2, 3]) {
    const { context } = await visitor()
    await arriveNew(context, `${mark}-${number}@people.example`)
  }
  const { page } = await reviewer()
  // Pages of two, so that three people make a long list; the server is the real one.
  await page.route('**/api/admin/users?*', (route) =>
    route.continue({ url: `${route.request().url()}&limit=2` }),
  )
  await page.goto(`/admin/dashboard?email=${mark}`)
  await expect(page.getByText('Showing 3 users (2 loaded)')).toBeVisible()
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page.getByText('Showing 3 users', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: /View Details/ })).toHaveCount(3)
})

test('the status control asks for confirmation, changes the status, says so, and tells the person', async ({
  visitor,
  admin,
}) => {
  const email = newEmail('status')
  const { page: personPage, context: person } = await visitor()
  await arriveSubmitted(person, email)
  const { page, context } = await admin()
  await page.goto(`/admin/users/${await userIdOf(context, email)}`)
  const status = page.getByLabel('KYC status')
  await status.selectOption('Rejected')
  const question = page.getByRole('dialog', { name: 'Set the KYC status to Rejected?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(status).toHaveValue('submitted')
  await status.selectOption('Rejected')
  await question.getByRole('button', { name: 'Set to Rejected' }).click()
  await expect(question.getByRole('paragraph').filter({ hasText: 'Choose a reason' })).toBeVisible()
  await question.getByLabel('Reason').selectOption('Policy')
  await question.getByRole('button', { name: 'Set to Rejected' }).click()
  await expect(page.getByText('Status updated', { exact: true })).toBeVisible()
  await expect(page.getByText('Verification status updated to Rejected', { exact: true })).toBeVisible()
  await expect(status).toHaveValue('rejected')
  await personPage.goto('/verification')
  await expect(personPage.getByText('Not approved').first()).toBeVisible()
  const [latest] = await mailsTo(personPage, email)
  expect(latest?.text).toMatch(/not (able to )?(be )?approve|could not|not approved/i)
})

test('no one can approve what no one opened: a blurred ID back, a selfie without a face and no dates', async ({
  visitor,
  reviewer,
}) => {
  const email = newEmail('unseen')
  const { context: person } = await visitor()
  await arriveSubmitted(person, email, { docType: 'drivingLicence' })
  const { page, context } = await reviewer()
  await page.goto(`/admin/users/${await userIdOf(context, email)}/desk`)
  await expect(lineOf(page, 'Name')).toBeVisible()
  await giveReason(page)
  const accept = page.getByRole('button', { name: 'Accept', exact: true })
  for (const name of ['ID back', 'Proof of address', 'Address'])
    await expect(lineOf(page, name).getByText('Not opened')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  // The front was open long enough, but still needs its date, and the button says so.
  await lineOf(page, 'ID front').click()
  await expect(lineOf(page, 'ID front').getByText('Date missing')).toBeVisible()
  await expect(page.getByText(/^You can’t accept this yet/)).toBeVisible()
  await expect(page.getByText(/Type its date/)).toBeVisible()
  await expect(accept).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('a')
  await expect(lineOf(page, 'ID front').getByText('Date missing')).toBeVisible()
  // An opened selfie can be decided; the others stay as they are.
  await lineOf(page, 'Selfie').click()
  await expect(accept).not.toHaveAttribute('aria-disabled', 'true')
  await expect(lineOf(page, 'ID back').getByText('Not opened')).toBeVisible()
  // The clicked line keeps the focus, so the arrows continue from it.
  await expect(lineOf(page, 'Selfie')).toBeFocused()
  for (const name of ['Proof of address', 'Sanctions']) {
    await page.keyboard.press('ArrowDown')
    await expect(lineOf(page, name)).toBeFocused()
  }
  await page.keyboard.press('h')
  await expect(page.getByText('Selfie viewed')).toBeVisible()
})

test('the slower of two reviewers is told who has decided, and overwrites nothing', async ({
  visitor,
  reviewer,
  admin,
}) => {
  const email = newEmail('stale')
  const { context: person } = await visitor()
  await arriveSubmitted(person, email)
  const { page } = await reviewer({ faultsExpected: true })
  const { page: otherPage, context: other } = await admin()
  const address = `/admin/users/${await userIdOf(other, email)}?tab=kyc`
  // As if a proxy cut the stream that notifies pages of changes.
  await page.route('**/api/live*', (route) => route.abort())
  await page.goto(`/admin/users/${await userIdOf(other, email)}/desk`)
  await acceptItems(page)
  await decide(other, email, { sendBack: 'selfie', reason: 'SELFIE_UNCLEAR', text: 'Once more, please.' })
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByText(/Owen Hughes changed this case on/)).toBeVisible()
  await page.getByRole('button', { name: 'Reload the case' }).click()
  await expect(page.getByText(/Sent back on .* by Owen Hughes/)).toBeVisible()
  await otherPage.goto(address)
  await expect(otherPage.getByRole('region', { name: 'Decision' }).getByText(/Sent back/)).toBeVisible()
})

test('documents can be zoomed, turned and paged through next to the data', async ({ visitor, reviewer }) => {
  const email = newEmail('viewer')
  const { context: person } = await visitor()
  await arriveSubmitted(
    person,
    email,
    {},
    {
      'proof-of-address': { name: 'bill.pdf', mimeType: 'application/pdf', buffer: makePdf({ pages: 3 }) },
    },
  )
  const { page, context } = await reviewer()
  await page.goto(`/admin/users/${await userIdOf(context, email)}?tab=kyc`)
  const viewer = page.getByRole('region', { name: 'Document viewer' })
  // Without a claim its reader is asked why; claiming the case is reason enough.
  await viewer.getByRole('button', { name: 'Open documents' }).click()
  await expect(viewer.getByText('Write a reason in words, of at least 10 characters')).toBeVisible()
  await viewer.getByRole('button', { name: 'Claim and open' }).click()
  const front = viewer.getByRole('img', { name: /id-front\.jpg/ })
  await expect(front).toBeVisible()
  const before = await front.boundingBox()
  await viewer.getByRole('button', { name: 'Zoom in' }).click()
  await expect(viewer.getByText('125%')).toBeVisible()
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
  await expect(sheet(1)).toBeVisible()
  // Not cut off after one line.
  expect(
    (await viewer.getByText('1/3', { exact: true }).locator('..').boundingBox())?.height,
  ).toBeGreaterThan(14)
  const original = viewer.getByRole('link', { name: 'Download the original' })
  await expect(original).toHaveAttribute('href', /\?download=1$/)
  await viewer.getByRole('region', { name: 'Page of Proof of address' }).press('PageDown')
  await expect(sheet(2)).toBeVisible()
  await viewer.getByRole('button', { name: 'Next page' }).click()
  await expect(sheet(3)).toBeVisible()
  await expect(viewer.getByRole('button', { name: 'Next page' })).toHaveAttribute('aria-disabled', 'true')
  await expect.poll(() => new URL(page.url()).searchParams.get('document')).toBeTruthy()
})
