import { expect, test } from 'vitest'
import { examine, STILL } from './support/accessibility.ts'
import { visit, withBrowser } from './support/browser.ts'
import { arriveNew } from './support/by-request.ts'
import { atHeading } from './support/onboarding.ts'
import { newEmail } from './support/people.ts'
import { giveEmail, stayOnSuccess } from './support/visitors.ts'

withBrowser()

/** An address without a place to break it. */
const LONG = `${'a'.repeat(60)}@${'b'.repeat(60)}.example`

test('what a visitor meets on the way to their account is accessible', async () => {
  const { page } = await visit(STILL)
  await page.goto('/onboarding/consumer')
  await page.getByText('Security check passed').waitFor()
  await examine(page, 'email collection', { narrow: true })
  await page.getByRole('button', { name: 'Start your application' }).click()
  await page.getByText('Enter your email address').waitFor()
  await examine(page, 'email collection, missing', { narrow: true })
  await giveEmail(page, LONG)
  await atHeading(page, 'Start your verification')
  await examine(page, 'start as a visitor', { narrow: true })
  await page.goto('/email-collection')
  await page.getByRole('region', { name: 'You have begun an application' }).waitFor()
  await examine(page, 'begun application', { narrow: true })
  await page.getByRole('button', { name: 'Use another email' }).click()
  await page.getByRole('dialog', { name: 'Delete this application?' }).waitFor()
  await examine(page, 'delete this application?', { narrow: true })
  await page.goto('/success?type=consumer&completed=true&registerRequired=true')
  await stayOnSuccess(page)
  await examine(page, 'register or log in', { narrow: true })
})

test.each([
  ['unconfirmed', 'Confirm your email address'],
  ['other-address', 'This application was begun with another email'],
  ['own-application', 'Your account already has an application'],
  ['expired', 'This application is no longer kept'],
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
  const { page, context } = await visit(STILL)
  await arriveNew(context, newEmail('axe'))
  await context.addCookies([
    {
      name: 'applicant',
      value: 'A'.repeat(43),
      domain: 'localhost',
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
    },
  ])
  await page.goto('/welcome')
  await page.getByText('An application waits in this browser').waitFor()
  await examine(page, 'welcome with a waiting application', { narrow: true })
})
