import {
  acceptRisk,
  atHeading,
  enterDetails,
  goOn,
  picture,
  selfie,
  submit,
  upload,
} from './support/onboarding.ts'
import { newEmail, signUp } from './support/people.ts'
import { acceptEverything, lineOf, openCase } from './support/review.ts'
import { expect, test } from './support/test.ts'

test('an optional place of birth and bank statement are on their review, at the reviewer’s desk, and in the account', async ({
  visitor,
  reviewer,
}) => {
  const email = newEmail('beyond')
  const { page } = await visitor()
  await signUp(page, email, '/onboarding/consumer')
  await acceptRisk(page)
  await atHeading(page, 'Personal Details')
  await page.getByLabel('Place of Birth (optional)').fill('  São   Paulo ')
  await enterDetails(page, email)
  await atHeading(page, 'ID Document')
  await page.getByRole('radio', { name: 'Passport' }).click()
  await upload(page, 'ID front', await picture('passport.jpg'))
  await goOn(page)
  await atHeading(page, 'Selfie')
  await upload(page, 'Selfie', selfie('selfie.jpg'))
  await goOn(page)
  await atHeading(page, 'Proof of Address')
  await upload(page, 'Proof of address', await picture('bill.jpg'))
  await upload(page, 'Bank statement (optional)', await picture('statement.jpg'))
  await goOn(page)
  await atHeading(page, 'User Type Selection')
  await page.getByRole('radio', { name: /Buy and retire credits/ }).click()
  await atHeading(page, 'Review & Submit')
  const main = page.getByRole('main')
  await expect(main.getByText('São Paulo')).toBeVisible()
  await expect(main.getByRole('img', { name: 'Your bank statement' })).toBeVisible()
  await submit(page)
  await page.goto('/')
  await expect(page.getByRole('button', { name: /^Date of birth .+, São Paulo With us$/ })).toBeVisible()

  const { page: staff } = await reviewer()
  await staff.goto('/admin/dashboard')
  await openCase(staff, email)
  await lineOf(staff, 'Date of Birth').click()
  const declared = staff.getByRole('region', { name: 'Comparison' })
  await expect(declared.getByText('São Paulo', { exact: true })).toBeVisible()
  await lineOf(staff, 'Bank statement').click()
  await expect(declared.getByRole('heading', { name: 'Bank statement' })).toBeVisible()
  await acceptEverything(staff)
  await expect(staff.getByText('Approved').filter({ visible: true }).first()).toBeVisible()

  await page.goto('/profile')
  await expect(page.getByRole('region', { name: 'Account Overview' }).getByText('São Paulo')).toBeVisible()
  await page.goto('/profile?tab=documents')
  await expect(page.getByText('Bank statement', { exact: true }).first()).toBeVisible()
})
