import type { Request } from '@playwright/test'
import { arrive, arriveNew, prepare } from './support/by-request.ts'
import {
  acceptRisk,
  atHeading,
  DETAILS,
  enterDetails,
  goOn,
  picture,
  selfie,
  survivesReload,
  upload,
} from './support/onboarding.ts'
import { newEmail } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('every step is in the URL, survives a reload, and Back leads one step back', async ({ applicant }) => {
  const { page, email } = await applicant()
  await page.goto('/onboarding')
  await page.getByRole('link', { name: 'Select Consumer Account' }).click()
  const stands = (heading: string, step: string) => survivesReload(page, heading, step)
  await stands('Risk Disclosure', '1')
  await acceptRisk(page)
  // Choosing an account covers the two screens in between; they keep their URLs.
  await atHeading(page, 'Personal Details')
  await page.goto('/onboarding/consumer?step=2')
  await stands('What you will need', '2')
  await goOn(page)
  await atHeading(page, 'Personal Details')
  await page.getByLabel('First Name').fill(DETAILS.firstName)
  await page.getByLabel('Day').fill('31')
  await stands('Personal Details', '3')
  await expect(page.getByLabel('First Name')).toHaveValue(DETAILS.firstName)
  await expect(page.getByLabel('Day')).toHaveValue('31')
  await enterDetails(page, email)
  await stands('ID Document', '4')
  // Below the steps are the leaf's lines, as stored.
  const lines = page.getByRole('navigation', { name: 'Progress', exact: true }).getByRole('listitem')
  await expect(lines.filter({ hasText: /^Date of birth:Ready$/ })).toBeVisible()
  await expect(lines.filter({ hasText: /^ID front:To do$/ })).toBeVisible()
  await page.getByRole('radio', { name: 'Passport' }).click()
  await upload(page, 'ID front', await picture('passport.jpg'))
  await stands('ID Document', '4')
  await expect(page.getByText('passport.jpg', { exact: true })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Passport' })).toBeChecked()
  await goOn(page)
  await stands('Selfie', '5')
  await upload(page, 'Selfie', selfie('selfie.jpg'))
  await goOn(page)
  await stands('Proof of Address', '6')
  await upload(page, 'Proof of address', await picture('bill.jpg'))
  await goOn(page)
  await stands('User Type Selection', 'user-type')
  await page.getByRole('radio', { name: 'Buy and retire credits' }).click()
  await stands('Review & Submit', 'review')

  // The page's button and the browser's lead the same way.
  const back = page.getByRole('button', { name: 'Back', exact: true })
  await back.click()
  await atHeading(page, 'User Type Selection')
  await back.click()
  await atHeading(page, 'Proof of Address')
  await page.goBack()
  await atHeading(page, 'User Type Selection')
  await page.goBack()
  await atHeading(page, 'Review & Submit')

  await page.getByRole('link', { name: 'Change personal details' }).click()
  await atHeading(page, 'Personal Details')
  await page.getByLabel('Last Name').fill('Changed')
  await goOn(page)
  await atHeading(page, 'Review & Submit')
  await expect(page.getByText('Changed')).toBeVisible()
  await page.getByRole('link', { name: 'Change Selfie' }).click()
  await atHeading(page, 'Selfie')
  await goOn(page)
  await atHeading(page, 'Review & Submit')
  await page.getByRole('link', { name: 'Change documents' }).click()
  await atHeading(page, 'ID Document')
  await back.click()
  await atHeading(page, 'Review & Submit')

  await page.goto('/onboarding/consumer?step=0')
  await atHeading(page, 'Start your verification')
  await back.click()
  await atHeading(page, 'Welcome to Verdaccord')
})

test('a link to a step that cannot be reached yet opens the first incomplete one', async ({ applicant }) => {
  const { page, context } = await applicant()
  for (const step of ['review', '5', 'nonsense']) {
    await page.goto(`/onboarding/consumer?step=${step}`)
    await atHeading(page, 'Risk Disclosure')
  }
  await page.goto('/onboarding/consumer?step=user-type')
  await atHeading(page, 'User Type Selection')
  await prepare(context)
  await page.goto('/onboarding/consumer?step=review')
  await atHeading(page, 'Personal Details')
})

test('answers are saved while typing, asked about before they’ll be lost, and continue in another browser', async ({
  visitor,
}) => {
  const email = newEmail('device')
  const { page, context } = await visitor()
  await page.clock.install()
  await arriveNew(context, email)
  await prepare(context)
  await page.goto('/onboarding/consumer?step=3')
  await atHeading(page, 'Personal Details')
  const progress = page.getByRole('navigation', { name: 'Progress', exact: true })
  await page.getByLabel('First Name').fill('Halima')
  await page.clock.runFor(5000)
  await expect(
    progress.getByText(/Answers saved on this device at .* Saved to your account at/),
  ).toBeVisible()

  await page.getByLabel('Last Name').fill('Yusuf')
  await page.getByRole('link', { name: 'Exit and finish later' }).click()
  const question = page.getByRole('dialog', { name: 'Leave this page?' })
  await question.getByRole('button', { name: 'Stay on this page' }).click()
  await expect(page.getByLabel('Last Name')).toHaveValue('Yusuf')
  await page.getByRole('link', { name: 'Exit and finish later' }).click()
  await question.getByRole('button', { name: 'Save and leave' }).click()
  await expect(page.getByText(/^Welcome to Verdaccord, /)).toBeVisible()

  const { page: tablet, context: other } = await visitor()
  await arrive(other, email)
  await tablet.goto('/onboarding/consumer')
  await atHeading(tablet, 'Personal Details')
  await expect(tablet.getByLabel('First Name')).toHaveValue('Halima')
  await expect(tablet.getByLabel('Last Name')).toHaveValue('Yusuf')
  await tablet.getByLabel('Phone Number').fill(DETAILS.phone)
  await tablet.getByRole('button', { name: 'Back', exact: true }).click()
  await atHeading(tablet, 'Risk Disclosure')
  await expect(tablet.getByText(/Saved to your account/).first()).toBeVisible()
  // The data delivered with the next page may predate that save, so the page fetches it.
  const isDraft = (request: Request) =>
    request.method() === 'GET' && request.url().endsWith('/api/onboarding/consumer/draft')
  const asked = tablet.waitForRequest(isDraft)
  await tablet.reload()
  await asked
  await page.goto('/onboarding/consumer?step=3')
  await atHeading(page, 'Personal Details')
  await expect(page.getByLabel('Phone Number')).toHaveValue(DETAILS.phone)
})
