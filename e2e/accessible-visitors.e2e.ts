import { expect, test } from 'vitest'
import { examine, STILL } from './support/accessibility.ts'
import { visit, withBrowser } from './support/browser.ts'
import { arriveNew } from './support/by-request.ts'
import { atHeading } from './support/onboarding.ts'
import { codeFor, createAccount, newEmail } from './support/people.ts'
import { askForCode, giveEmail, stayOnSuccess } from './support/visitors.ts'

withBrowser()

/** An address without a place to break it. */
const LONG = `${'a'.repeat(60)}@${'b'.repeat(60)}.example`

test('what a visitor meets on the way to their account is accessible', async () => {
  const { page } = await visit(STILL)
  await page.goto('/onboarding/consumer')
  await page.getByText('Security check passed').waitFor()
  await examine(page, 'email collection', { narrow: true })
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByText('Enter your email address').waitFor()
  await examine(page, 'email collection, missing', { narrow: true })
  await askForCode(page, LONG)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByText('Enter the 6-digit code').first().waitFor()
  await examine(page, 'code, missing', { narrow: true })
  await page.getByLabel('6-digit code').fill(await codeFor(page.request, LONG))
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await atHeading(page, 'Start your verification')
  await examine(page, 'start as a visitor', { narrow: true })
  await page.goto('/email-collection')
  await page.getByRole('region', { name: 'You’ve started an application' }).waitFor()
  await examine(page, 'begun application', { narrow: true })
  await page.getByRole('button', { name: 'Delete it' }).click()
  await page.getByRole('dialog', { name: 'Delete this application?' }).waitFor()
  await examine(page, 'delete this application?', { narrow: true })
  await page.goto('/success?type=consumer&completed=true&registerRequired=true')
  await stayOnSuccess(page)
  await examine(page, 'register or log in', { narrow: true })
})

test.each([
  ['other-address', 'This application has another email'],
  ['own-application', 'Your account already has an application'],
  ['expired', 'We’ve deleted this application'],
])('what says that an application is %s is accessible and fits a phone', async (problem, title) => {
  const { page, context } = await visit(STILL)
  await arriveNew(context, newEmail('axe'))
  await page.addInitScript((email) => {
    localStorage.setItem('onboarding_email', email)
    localStorage.setItem('onboarding_user_id', '1')
  }, LONG)
  await page.goto(`/onboarding/claim?problem=${problem}`)
  await atHeading(page, title)
  await examine(page, problem, { narrow: true })
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('the reminder of an application that waits is accessible', async () => {
  const { page } = await visit(STILL)
  await page.goto('/onboarding/consumer')
  await giveEmail(page, newEmail('axe'))
  await atHeading(page, 'Start your verification')
  await page.goto('/api/auth/login?returnTo=/welcome')
  await createAccount(page, newEmail('axe'))
  await atHeading(page, 'This application has another email')
  await page.goto('/welcome')
  await page.getByText('There’s an application in this browser').waitFor()
  await examine(page, 'welcome with a waiting application', { narrow: true })
})
