import { DETAILS, fillIn, submit } from './support/onboarding.ts'
import { DEMO_PASSWORD, mailsTo, newEmail, STAFF, signIn, signUp } from './support/people.ts'
import { acceptItems, openCase } from './support/review.ts'
import { expect, test } from './support/test.ts'

test('a user signs up, submits, is approved by a reviewer, and sees it and gets mail', async ({
  visitor,
}) => {
  const email = newEmail('zoe')
  const { page } = await visitor()
  await signUp(page, email, '/onboarding')
  await page.getByRole('link', { name: 'Select Consumer Account' }).click()
  await fillIn(page, email)
  await submit(page)
  await expect(page.getByText(/48 hours/).first()).toBeVisible()

  const { page: staff } = await visitor({ faultsExpected: true })
  await signIn(staff, STAFF.reviewer, '/admin/dashboard')
  await openCase(staff, email)
  await expect(staff.getByText(`${DETAILS.firstName}`).first()).toBeVisible()
  await acceptItems(staff)
  await staff.getByRole('button', { name: 'Approve' }).click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByLabel('Note for the record').fill('All of it fits')
  // A quarter of an hour later the server asks who decides: in the dialog, beside which they sign in, and which keeps the note.
  await staff.route(
    '**/kyc-decision',
    (route) => route.fulfill({ status: 403, json: { error: 'REAUTH_REQUIRED', message: 'Sign in again.' } }),
    { times: 1 },
  )
  await dialog.getByRole('button', { name: 'Approve' }).click()
  const [beside] = await Promise.all([
    staff.waitForEvent('popup'),
    dialog.getByRole('link', { name: 'Sign in again' }).click(),
  ])
  await beside.getByLabel('Email').fill(STAFF.reviewer)
  await beside.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await beside.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(dialog.getByText('Thanks, it’s you')).toBeVisible()
  await expect(dialog.getByLabel('Note for the record')).toHaveValue('All of it fits')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(staff.getByText('Approved').filter({ visible: true }).first()).toBeVisible()

  await page.goto('/verification')
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible()
  const mails = await mailsTo(page, email)
  expect(mails.map(({ subject }) => subject)).toContain('We have received your application')
  expect(mails[0]?.text).toMatch(/verified|approved/i)
})
