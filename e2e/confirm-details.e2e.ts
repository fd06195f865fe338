import { expect, test } from 'vitest'
import { examine, STILL } from './support/accessibility.ts'
import { visit, withBrowser } from './support/browser.ts'
import { arrive, arriveSubmitted, askAfterExpiry, decide, userIdOf } from './support/by-request.ts'
import { atHeading, picture, upload } from './support/onboarding.ts'
import { mailsTo, newEmail, REVIEWER } from './support/people.ts'

withBrowser()

test('somebody verified is asked to confirm: once nothing has changed, once a document has expired', async () => {
  const email = newEmail('confirm')
  const { page, context } = await visit(STILL)
  await arriveSubmitted(context, email)
  const { page: desk, context: staff } = await visit(STILL)
  await arrive(staff, REVIEWER)
  await decide(staff, email, 'approve')

  await desk.goto(`/admin/users/${await userIdOf(staff, email)}?tab=kyc`)
  await desk.getByRole('button', { name: 'Ask to confirm details' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Ask to confirm details' })
  await dialog.getByRole('button', { name: 'Ask to confirm', exact: true }).click()
  await dialog.getByText('Write why you ask').waitFor()
  await dialog.getByLabel('Why you ask').fill('A letter came back')
  await examine(desk, 'asking to confirm', { narrow: true })
  await dialog.getByRole('button', { name: 'Ask to confirm', exact: true }).click()
  await desk.getByText(/We’ve asked the applicant to confirm their details by /).waitFor()
  await desk.getByText('A letter came back').waitFor()

  const [mail] = await mailsTo(page, email)
  expect(mail?.subject).toBe('Please confirm your details')
  await page.goto('/verification')
  await page.getByText('Please confirm your details by').first().waitFor()
  await page.getByRole('link', { name: 'Confirm your details' }).click()
  await atHeading(page, 'Confirm your details')
  const confirm = page.getByRole('button', { name: 'Confirm my details' })
  await confirm.click()
  await page.getByText('Confirm that your details are still correct').waitFor()
  await examine(page, 'confirming details', { narrow: true })
  await page.getByLabel('This is all still correct').check()
  await confirm.click()
  await page.getByText('You stay verified.', { exact: true }).waitFor()
  expect(await page.locator('body').textContent()).not.toContain('A letter came back')
  await page.goto('/verification/confirm')
  await page.getByText('There’s nothing to confirm').waitFor()

  await askAfterExpiry(staff, context, email)
  await page.reload()
  const slot = 'New ID Document (Front)'
  await page.getByRole('heading', { name: slot }).waitFor()
  await page.getByLabel('This is all still correct').check()
  await confirm.click()
  await page.getByText('First replace what has expired: ID Document (Front)').waitFor()
  await upload(page, 'ID Document (Front)', await picture('new-passport.jpg'))
  await examine(page, 'confirming with a new document', { narrow: true })
  await confirm.click()
  await page.getByText('Our team checks the new document.', { exact: true }).waitFor()
  await desk.reload()
  await desk.getByText('Changed since the last round').waitFor()
})
