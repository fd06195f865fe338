import { expect, test } from 'vitest'
import { visit, withBrowser } from './support/browser.ts'
import { arrive, arriveNew, prepare } from './support/by-request.ts'
import {
  acceptRisk,
  atHeading,
  DETAILS,
  enterDetails,
  goOn,
  picture,
  survivesReload,
  upload,
} from './support/onboarding.ts'
import { newEmail } from './support/people.ts'

withBrowser()

test('every step stands in the URL, survives a reload, and Back leads one step back', async () => {
  const email = newEmail('reload')
  const { page, context } = await visit()
  await arriveNew(context, email)
  await page.goto('/onboarding')
  await page.getByRole('link', { name: 'Select Consumer Account' }).click()
  const stands = (heading: string, step: string) => survivesReload(page, heading, step)
  await stands('Start your verification', '0')
  await goOn(page)
  await stands('Risk Disclosure', '1')
  await acceptRisk(page)
  await stands('What you will need', '2')
  await goOn(page)
  await atHeading(page, 'Personal Details')
  await page.getByLabel('First Name').fill(DETAILS.firstName)
  await page.getByLabel('Day').fill('31')
  await stands('Personal Details', '3')
  await expect.poll(() => page.getByLabel('First Name').inputValue()).toBe(DETAILS.firstName)
  await expect.poll(() => page.getByLabel('Day').inputValue()).toBe('31')
  await enterDetails(page, email)
  await stands('ID Document', '4')
  await page.getByRole('radio', { name: 'Passport' }).click()
  await upload(page, 'ID Document (Front)', await picture('passport.jpg'))
  await stands('ID Document', '4')
  await page.getByText('passport.jpg', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('radio', { name: 'Passport' }).isChecked()).toBe(true)
  await goOn(page)
  await stands('Selfie', '5')
  await upload(page, 'Selfie', await picture('selfie.jpg'))
  await goOn(page)
  await stands('Proof of Address', '6')
  await upload(page, 'Proof of Address', await picture('bill.jpg'))
  await goOn(page)
  await stands('User Type Selection', 'user-type')
  await page.getByRole('radio', { name: 'Buy and retire credits' }).click()
  await stands('Review & Submit', 'review')

  // The button of the page and the button of the browser lead the same way.
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
  await page.getByText('Changed').waitFor()
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

test('a link to a step that cannot be reached yet opens the first incomplete one', async () => {
  const { page, context } = await visit()
  await arriveNew(context, newEmail('deep'))
  await page.goto('/onboarding/consumer?step=review')
  await atHeading(page, 'Start your verification')
  await page.goto('/onboarding/consumer?step=5')
  await atHeading(page, 'Start your verification')
  await page.goto('/onboarding/consumer?step=nonsense')
  await atHeading(page, 'Start your verification')
  await page.goto('/onboarding/consumer?step=user-type')
  await atHeading(page, 'User Type Selection')
  await prepare(context)
  await page.goto('/onboarding/consumer?step=review')
  await atHeading(page, 'Personal Details')
})

test('answers are saved while typing, asked about before they’ll be lost, and go on in another browser', async () => {
  const email = newEmail('device')
  const { page, context } = await visit()
  await page.clock.install()
  await arriveNew(context, email)
  await prepare(context)
  await page.goto('/onboarding/consumer?step=3')
  await atHeading(page, 'Personal Details')
  const progress = page.getByRole('navigation', { name: 'Progress', exact: true })
  await page.getByLabel('First Name').fill('Halima')
  await page.clock.runFor(5000)
  await progress.getByText(/Answers saved on this device at .* Saved to your account at/).waitFor()

  await page.getByLabel('Last Name').fill('Yusuf')
  await page.getByRole('link', { name: 'Exit and finish later' }).click()
  const question = page.getByRole('dialog', { name: 'Leave this page?' })
  await question.getByRole('button', { name: 'Stay on this page' }).click()
  await expect.poll(() => page.getByLabel('Last Name').inputValue()).toBe('Yusuf')
  await page.getByRole('link', { name: 'Exit and finish later' }).click()
  await question.getByRole('button', { name: 'Save and leave' }).click()
  await page.getByRole('heading', { level: 1, name: /^Welcome to Verdaccord/ }).waitFor()

  const { page: tablet, context: other } = await visit()
  await arrive(other, email)
  await tablet.goto('/onboarding/consumer')
  await atHeading(tablet, 'Personal Details')
  await expect.poll(() => tablet.getByLabel('First Name').inputValue()).toBe('Halima')
  await expect.poll(() => tablet.getByLabel('Last Name').inputValue()).toBe('Yusuf')
  await tablet.getByLabel('Phone Number').fill(DETAILS.phone)
  await tablet.getByRole('button', { name: 'Back', exact: true }).click()
  await atHeading(tablet, 'What you will need')
  await tablet
    .getByText(/Saved to your account/)
    .first()
    .waitFor()
  await page.goto('/onboarding/consumer?step=3')
  await atHeading(page, 'Personal Details')
  await expect.poll(() => page.getByLabel('Phone Number').inputValue()).toBe(DETAILS.phone)
})
