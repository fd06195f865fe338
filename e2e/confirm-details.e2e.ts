import { examine, STILL } from './support/accessibility.ts'
import { arriveSubmitted, askAfterExpiry, decide, userIdOf } from './support/by-request.ts'
import { atHeading, picture, upload } from './support/onboarding.ts'
import { mailsTo, newEmail } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('a verified user is asked to confirm: once with nothing changed, once with an expired document', async ({
  visitor,
  admin,
}) => {
  const email = newEmail('confirm')
  const { page, context } = await visitor(STILL)
  await arriveSubmitted(context, email)
  const { page: staffContext, context: staff } = await admin(STILL)
  await decide(staff, email, 'approve')

  await staffContext.goto(`/admin/users/${await userIdOf(staff, email)}?tab=kyc`)
  await staffContext.getByRole('button', { name: 'Ask to confirm details' }).click()
  const dialog = staffContext.getByRole('dialog', { name: 'Ask to confirm details' })
  await dialog.getByRole('button', { name: 'Ask to confirm', exact: true }).click()
  await expect(dialog.getByText('Write why you ask')).toBeVisible()
  await dialog.getByLabel('Why you ask').fill('A letter came back')
  await examine(staffContext, 'asking to confirm', { narrow: true })
  await dialog.getByRole('button', { name: 'Ask to confirm', exact: true }).click()
  await expect(staffContext.getByText(/We’ve asked the applicant to confirm their details by /)).toBeVisible()
  await expect(staffContext.getByText('A letter came back')).toBeVisible()

  const [mail] = await mailsTo(page, email)
  expect(mail?.subject).toBe('Please confirm your details')
  await page.goto('/verification')
  await expect(page.getByText('Please confirm your details by').first()).toBeVisible()
  await page.getByRole('link', { name: 'Confirm your details' }).click()
  await atHeading(page, 'Confirm your details')
  const confirm = page.getByRole('button', { name: 'Confirm my details' })
  await confirm.click()
  await expect(page.getByText('Confirm that your details are still correct')).toBeVisible()
  await examine(page, 'confirming details', { narrow: true })
  await page.getByLabel('This is all still correct').check()
  await confirm.click()
  await expect(page.getByText('You stay verified.', { exact: true })).toBeVisible()
  expect(await page.locator('body').textContent()).not.toContain('A letter came back')
  await page.goto('/verification/confirm')
  await expect(page.getByText('There’s nothing to confirm')).toBeVisible()

  await askAfterExpiry(staff, context, email)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your new ID document' })).toBeVisible()
  await expect(page.getByText(/You aren’t verified from when you confirm/)).toBeVisible()
  await page.getByLabel('This is all still correct').check()
  await confirm.click()
  await expect(page.getByText('First upload your new passport: ID front')).toBeVisible()
  await page.getByRole('radio', { name: 'Driving licence' }).click()
  await upload(page, 'ID front', await picture('licence-front.jpg'))
  await confirm.click()
  await expect(page.getByText('First upload your new driving licence: ID back')).toBeVisible()
  // What was given says the kind, so nothing is lost with the page.
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Driving licence' })).toBeChecked()
  await page.getByLabel('This is all still correct').check()
  await upload(page, 'ID back', await picture('licence-back.jpg'))
  await examine(page, 'confirming with a new document', { narrow: true })
  await confirm.click()
  await expect(page.getByText('Our team checks the new document.', { exact: true })).toBeVisible()
  await staffContext.reload()
  await expect(staffContext.getByText('Passport became')).toBeVisible()
})
