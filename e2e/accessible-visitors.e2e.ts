import { examine, STILL } from './support/accessibility.ts'
import { atHeading } from './support/onboarding.ts'
import { codeFor, createAccount, newEmail } from './support/people.ts'
import { expect, test } from './support/test.ts'
import { askForCode, giveEmail, stayOnSuccess } from './support/visitors.ts'

/** An address without a place to break the line. */
const LONG = `${'a'.repeat(60)}@${'b'.repeat(60)}.example`

test('every page that a visitor sees on the way to their account is accessible', async ({ visitor }) => {
  const { page } = await visitor(STILL)
  await page.goto('/onboarding/consumer')
  await expect(page.getByText('Security check passed')).toBeVisible()
  await examine(page, 'email collection', { narrow: true })
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('Enter your email address')).toBeVisible()
  await examine(page, 'email collection, missing', { narrow: true })
  await askForCode(page, LONG)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByText('Enter the 6-digit code').first()).toBeVisible()
  await examine(page, 'code, missing', { narrow: true })
  await page.getByLabel('6-digit code').fill(await codeFor(page.request, LONG))
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await atHeading(page, 'Risk Disclosure')
  await examine(page, 'the first step of a visitor', { narrow: true })
  await page.goto('/email-collection')
  await expect(page.getByRole('region', { name: 'You’ve started an application' })).toBeVisible()
  await examine(page, 'begun application', { narrow: true })
  await page.getByRole('button', { name: 'Delete it' }).click()
  await expect(page.getByRole('dialog', { name: 'Delete this application?' })).toBeVisible()
  await examine(page, 'delete this application?', { narrow: true })
  await page.goto('/success?type=consumer&completed=true&registerRequired=true')
  await stayOnSuccess(page)
  await examine(page, 'register or log in', { narrow: true })
})

test('the page that says why an application is not theirs is accessible and fits a phone', async ({
  applicant,
}) => {
  const { page } = await applicant(STILL)
  await page.addInitScript((email) => {
    localStorage.setItem('onboarding_email', email)
    localStorage.setItem('onboarding_user_id', '1')
  }, LONG)
  for (const [problem, title] of [
    ['other-address', 'This application has another email'],
    ['own-application', 'Your account already has an application'],
    ['expired', 'We’ve deleted this application'],
  ] as const) {
    await page.goto(`/onboarding/claim?problem=${problem}`)
    await atHeading(page, title)
    await examine(page, problem, { narrow: true })
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await page.setViewportSize({ width: 1280, height: 720 })
  }
})

test('the reminder of a waiting application is accessible', async ({ visitor }) => {
  const { page } = await visitor(STILL)
  await page.goto('/onboarding/consumer')
  await giveEmail(page, newEmail('axe'))
  await atHeading(page, 'Risk Disclosure')
  await page.goto('/api/auth/login?returnTo=/welcome')
  await createAccount(page, newEmail('axe'))
  await atHeading(page, 'This application has another email')
  await page.goto('/welcome')
  await expect(page.getByText('There’s an application in this browser')).toBeVisible()
  await examine(page, 'welcome with a waiting application', { narrow: true })
})
