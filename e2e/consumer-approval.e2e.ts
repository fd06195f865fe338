import { DETAILS, fillIn, submit } from './support/onboarding.ts'
import { DEMO_PASSWORD, mailsTo, newEmail, STAFF, signIn, signUp } from './support/people.ts'
import { acceptItems, decideOnDesk } from './support/review.ts'
import { expect, test } from './support/test.ts'

test.use({ database: 'embedded' })

test('a user signs up, submits, is approved by a reviewer, and sees it and gets mail', async ({
  visitor,
}) => {
  const email = newEmail('zoe')
  const { page } = await visitor()
  await signUp(page, email, '/onboarding')
  await page.getByRole('link', { name: 'Select Consumer Account' }).click()
  await fillIn(page, email)
  await submit(page)
  await expect(page.getByText(/^You’ll hear from us by /)).toBeVisible()

  const { page: staff } = await visitor({ faultsExpected: true })
  await signIn(staff, STAFF.reviewer, '/admin/dashboard')
  await staff.getByLabel('Email').fill(email)
  await staff.getByRole('button', { name: 'Search' }).click()
  await expect(staff.getByText('Showing 1 user')).toBeVisible()
  // The link opens another tab.
  await staff.goto(`${await staff.getByRole('link', { name: /View Details/ }).getAttribute('href')}`)
  await staff.getByRole('tab', { name: /KYC Details/ }).click()
  await staff.getByRole('link', { name: 'Review this case' }).click()
  await expect(staff.getByRole('navigation', { name: 'Lines' })).toBeVisible()
  await expect(staff.getByText(`${DETAILS.firstName}`).first()).toBeVisible()
  await acceptItems(staff)
  // A quarter of an hour later the server asks for a sign-in before deciding: next to the lines, which keep
  // their marks.
  await staff.route(
    '**/kyc-decision',
    (route) => route.fulfill({ status: 403, json: { error: 'REAUTH_REQUIRED', message: 'Sign in again.' } }),
    { times: 1 },
  )
  const approve = staff.getByRole('button', { name: 'Approve', exact: true })
  await approve.click()
  const [beside] = await Promise.all([
    staff.waitForEvent('popup'),
    staff.getByRole('region', { name: 'Comparison' }).getByRole('link', { name: 'Sign in again' }).click(),
  ])
  await beside.getByLabel('Email').fill(STAFF.reviewer)
  await beside.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await beside.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(staff.getByText('Thanks, it’s you')).toBeVisible()
  await expect(staff.getByText(/All lines decided$/)).toBeVisible()
  await decideOnDesk(staff, 'Approve', 'Verification approved')
  await expect(staff.getByText('Approved').filter({ visible: true }).first()).toBeVisible()

  await page.goto('/verification')
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible()
  const mails = await mailsTo(page, email)
  expect(mails.map(({ subject }) => subject)).toContain('We have received your application')
  expect(mails[0]?.text).toMatch(/verified|approved/i)
})
