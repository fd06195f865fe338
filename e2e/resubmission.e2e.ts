import { examine, STILL } from './support/accessibility.ts'
import { arriveSubmitted, decide } from './support/by-request.ts'
import { atHeading, goOn, picture, selfie, submit, upload } from './support/onboarding.ts'
import { mailsTo, newEmail } from './support/people.ts'
import { acceptEverything, acceptItems, askAgain, decideOnDesk, lineOf, openCase } from './support/review.ts'
import { expect, test } from './support/test.ts'

test('a reviewer returns the selfie, the person corrects only that, and is approved in round 2', async ({
  visitor,
  reviewer,
}) => {
  const email = newEmail('mehmet')
  const { page, context } = await visitor({ faultsExpected: true, ...STILL })
  const files = await arriveSubmitted(context, email)

  const { page: staff } = await reviewer()
  await openCase(staff, email)
  await acceptItems(staff)
  await lineOf(staff, 'Selfie').click()
  await staff.keyboard.press('r')
  await staff.keyboard.press('Enter')
  await expect(staff.getByText('Choose at least one reason')).toBeVisible()
  await staff.keyboard.press('Escape')
  await askAgain(staff, 'Selfie', ['Face not clear'], 'Please take off the sunglasses.')
  await decideOnDesk(staff, 'Send back 1 item', 'Sent back 1 item')
  await expect(staff.getByText('We’re waiting for the applicant')).toBeVisible()

  await page.goto('/verification')
  await expect(page.getByText('Action Required').first()).toBeVisible()
  const toFix = page.getByRole('region', { name: 'One item to fix' })
  await expect(
    toFix
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Selfie' }) })
      .getByText('Please take off the sunglasses.')
      .first(),
  ).toBeVisible()
  const [mail] = await mailsTo(page, email)
  expect(mail?.text).toContain('Selfie')

  await toFix.getByRole('link', { name: 'Correct and submit again' }).click()
  await atHeading(page, 'What needs your attention')
  await expect(page.getByText('Please take off the sunglasses.').first()).toBeVisible()

  // Accepted parts can be read but not changed.
  await page.goto('/onboarding/consumer?step=3')
  await atHeading(page, 'Personal Details')
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('main').getByText('Mehmet Yılmaz', { exact: true })).toBeVisible()
  await page.goto('/onboarding/consumer?step=4')
  await atHeading(page, 'ID Document')
  await expect(page.getByRole('radio', { name: 'Passport' })).toBeDisabled()

  await page.goto('/onboarding/consumer')
  await atHeading(page, 'What needs your attention')
  await goOn(page)
  await atHeading(page, 'Selfie')
  if (!files.selfie) throw new Error('There was a selfie')
  const field = page.getByRole('group', { name: 'Selfie' })
  await field.locator('input[type=file]').setInputFiles(files.selfie)
  await field.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(
    field
      .getByRole('alert')
      .getByText(/We already asked you to replace this file\. Upload a different one\./),
  ).toBeVisible()
  await field.getByRole('button', { name: 'Cancel' }).click()
  await upload(page, 'Selfie', selfie('without-sunglasses.jpg'))

  // Everything is corrected: the home page says so, and its button leads to the submission.
  await page.goto('/')
  await expect(page.getByText('Submit your application again')).toBeVisible()
  await page.goto('/verification')
  await expect(page.getByText('You’ve fixed everything we asked for')).toBeVisible()
  await examine(page, 'everything fixed', { narrow: true })
  await page.getByRole('link', { name: 'Send for review' }).click()
  await atHeading(page, 'Review & Submit')
  await submit(page)
  await atHeading(page, 'We have what you sent again, Mehmet')
  await expect(page).toHaveTitle(/^Verification sent again/)
  const receipt = page.getByRole('region', { name: 'Your receipt' })
  await expect(receipt.getByText('Selfie', { exact: true })).toBeVisible()
  await examine(page, 'the receipt of what was sent again', { narrow: true })
  await page.goto('/')
  await atHeading(page, 'We’re checking what you sent again')
  const [received] = await mailsTo(page, email)
  expect(received?.subject).toBe('We have received the changes to your application')
  expect(received?.text.replaceAll(/\s+/g, ' ')).toContain('is checking what you sent again: Selfie.')

  await staff.reload()
  await lineOf(staff, 'Selfie').click()
  await expect(staff.getByText('Changed since the last round')).toBeVisible()
  await expect(staff.getByText('This is round 2.')).toBeVisible()
  await staff.getByRole('link', { name: /^selfie\.jpg/ }).click()
  await expect(staff.getByRole('img', { name: /selfie\.jpg/ })).toBeVisible()
  await acceptEverything(staff)
  await page.goto('/verification')
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible()
})

test('a returned passport is replaced by a licence, and nothing calls it fixed before its back is there', async ({
  visitor,
  reviewer,
}) => {
  const email = newEmail('licence')
  const { page, context } = await visitor()
  await arriveSubmitted(context, email)
  const { context: staff } = await reviewer()
  await decide(staff, email, { sendBack: 'id-front', reason: 'IMAGE_GLARE', text: '' })

  await page.goto('/onboarding/consumer?step=4')
  await page.getByRole('radio', { name: 'Driving licence' }).click()
  await upload(page, 'ID front', await picture('front.jpg'))
  await expect(page.getByText('Add the back of your ID to continue')).toBeVisible()
  await expect(page.getByText('We don’t have the back of your ID.')).toBeVisible()
  await expect(page.getByText(/You’ve fixed everything/)).toHaveCount(0)
  await page.goto('/verification')
  await expect(page.getByRole('region', { name: 'One item to fix' }).getByText('ID back')).toBeVisible()
  await page.goto('/')
  await atHeading(page, 'Add the back of your ID')
  await page.goto('/onboarding/consumer?step=4')
  await upload(page, 'ID back', await picture('back.jpg'))
  await expect(page.getByText(/You’ve fixed everything/)).toBeVisible()
  await page.getByRole('link', { name: 'Send for review' }).click()
  await submit(page)
  await atHeading(page, 'We have what you sent again, Mehmet')
})
