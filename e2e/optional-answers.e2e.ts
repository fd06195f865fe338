import { prepare, saveDraft } from './support/by-request.ts'
import { atHeading, goOn, picture, submit, upload } from './support/onboarding.ts'
import { acceptEverything, lineOf, openCase } from './support/review.ts'
import { expect, test } from './support/test.ts'

test('an optional place of birth and bank statement are on their review, at the reviewer’s desk, and in the account', async ({
  applicant,
  reviewer,
}) => {
  const { page, context, email } = await applicant()
  await prepare(context)
  await saveDraft(context, email)
  await page.goto('/onboarding/consumer?step=review')
  await page.getByRole('link', { name: 'Change personal details' }).click()
  await atHeading(page, 'Personal Details')
  await page.getByLabel('Place of Birth (optional)').fill('  São   Paulo ')
  await goOn(page)
  await atHeading(page, 'Review & Submit')
  await page.getByRole('link', { name: 'Change Proof of address' }).click()
  await atHeading(page, 'Proof of Address')
  await upload(page, 'Bank statement (optional)', await picture('statement.jpg'))
  await goOn(page)
  await atHeading(page, 'Review & Submit')
  const main = page.getByRole('main')
  await expect(main.getByText('São Paulo')).toBeVisible()
  await expect(main.getByRole('img', { name: 'Your bank statement' })).toBeVisible()
  await submit(page)
  await page.goto('/')
  await expect(page.getByRole('button', { name: /^Date of birth .+, São Paulo With us$/ })).toBeVisible()

  const { page: staff } = await reviewer()
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
