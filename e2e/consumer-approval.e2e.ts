import { expect, test } from 'vitest'
import { visit, withBrowser } from './support/browser.ts'
import { DETAILS, fillIn, submit } from './support/onboarding.ts'
import { mailsTo, newEmail, REVIEWER, signIn, signUp } from './support/people.ts'
import { acceptEverything, openCase } from './support/review.ts'

withBrowser()

test('someone signs up, submits, is approved by a reviewer, and sees it and gets mail', async () => {
  const email = newEmail('zoe')
  const { page } = await visit()
  await signUp(page, email, '/onboarding')
  await page.getByRole('link', { name: 'Select Consumer Account' }).click()
  await fillIn(page, email)
  await submit(page)
  await page
    .getByText(/48 hours/)
    .first()
    .waitFor()

  const { page: desk } = await visit()
  await signIn(desk, REVIEWER, '/admin/dashboard')
  await openCase(desk, email)
  await desk.getByText(`${DETAILS.firstName}`).first().waitFor()
  await acceptEverything(desk)
  await desk.getByText('Approved').filter({ visible: true }).first().waitFor()

  await page.goto('/verification')
  await page.getByText('Approved', { exact: true }).first().waitFor()
  const mails = await mailsTo(page, email)
  expect(mails.map(({ subject }) => subject)).toContain('We have received your application')
  expect(mails[0]?.text).toMatch(/verified|approved/i)
})
