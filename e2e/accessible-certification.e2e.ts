import type { Page } from '@playwright/test'
import { examine, STILL } from './support/accessibility.ts'
import { PHONE } from './support/browser.ts'
import { arriveSubmitted } from './support/by-request.ts'
import {
  answerRestricted,
  certifyOnPage,
  heading,
  next,
  SIGNATURE,
  sign,
  statementsOf,
  submitStatement,
  toCategory,
  userTypeOf,
} from './support/certification.ts'
import { focusedHeading, getsFocus, press, tabTo, type } from './support/keyboard.ts'
import { atHeading, stepOf } from './support/onboarding.ts'
import { newEmail } from './support/people.ts'
import { fits } from './support/phone.ts'
import { expect, test } from './support/test.ts'

const missing = (page: Page) => page.getByRole('alert', { name: 'Missing Information' })

test('every step of the certification is accessible and says what is wrong: empty, wrong, filled in and failed', async ({
  visitor,
}) => {
  const { page, context } = await visitor({ ...STILL, faultsExpected: true })
  await arriveSubmitted(context, newEmail('axe'), { userType: 'trade' })
  await page.goto('/certification/trader')
  await atHeading(page, 'Before you start')
  await examine(page, 'certification, start', { narrow: true })
  await page.getByRole('button', { name: 'Proceed' }).click()
  await heading(page, 'Risk warning')
  await page.getByRole('button', { name: 'Take 2 mins to learn more' }).click()
  await page.getByRole('button', { name: 'Next' }).dispatchEvent('click')
  await expect(missing(page)).toBeVisible()
  await examine(page, 'risk warning, not acknowledged', { narrow: true })
  await page.goto('/certification/trader')
  await toCategory(page)
  await examine(page, 'category', { narrow: true })
  await next(page)
  await expect(missing(page).getByText('Please complete all required fields to continue.')).toBeVisible()
  await examine(page, 'category, none chosen')
  await page.getByRole('radio', { name: 'High net worth investor' }).click()
  await page.getByLabel(/Your income/).fill('£169,999')
  await page.getByLabel(/Your net assets/).fill('429,999')
  await next(page)
  const unmet = page.getByRole('alert', { name: /don’t qualify as a high net worth investor/ })
  await expect(unmet.getByText('An income of £169,999 is below £170,000.')).toBeVisible()
  await expect(unmet.getByText('Net assets of £429,999 are below £430,000.')).toBeVisible()
  expect(stepOf(page)).toBe('category')
  await examine(page, 'category, not met', { narrow: true })
  await page.getByRole('radio', { name: 'Sophisticated investor' }).click()
  for (const name of [/business angel in a network/, /unlisted investment in/, /director of a company/]) {
    await page.getByRole('radio', { name }).click()
    await next(page)
    await expect(missing(page)).toBeVisible()
    await examine(page, `sophisticated, ${name}, missing`, { narrow: true })
  }
  await answerRestricted(page, 'a tenth', '5')
  await next(page)
  await expect(page.getByRole('alert', { name: 'Check your answers' })).toBeVisible()
  await examine(page, 'category, unreadable answer')
  await answerRestricted(page, '5', '5')
  await next(page)
  await heading(page, 'Declaration')
  await examine(page, 'declaration', { narrow: true })
  await submitStatement(page)
  await expect(missing(page)).toBeVisible()
  await examine(page, 'declaration, missing')
  await sign(page, 'Somebody Else')
  const mismatch = page.getByRole('alert', { name: 'Check your name' })
  await expect(mismatch.getByText(/We know you as Mehmet Yılmaz; you entered Somebody Else/)).toBeVisible()
  expect(await statementsOf(context)).toEqual([])
  await examine(page, 'declaration, another name', { narrow: true })
  await context.setOffline(true)
  await sign(page, 'Mehmet YILMAZ')
  const failed = page.getByRole('alert').filter({ hasText: 'Submission Failed' })
  await expect(
    failed.getByText('There was an error while submitting your certification. Please try again.'),
  ).toBeVisible()
  await expect(failed.getByRole('button', { name: 'Try Again' })).toBeVisible()
  await examine(page, 'declaration, failed')
  // Once the connection is restored, it is sent again automatically.
  await context.setOffline(false)
  await atHeading(page, 'Certification Completed')
  await expect
    .poll(() => statementsOf(context))
    .toMatchObject([{ certification_name: 'investor_restricted' }])
  await examine(page, 'certification, complete', { narrow: true })
  await page.goto('/certification/trader')
  await atHeading(page, 'Your investor certification')
  await examine(page, 'certification, held', { narrow: true })
  await page.goto('/verification')
  await expect(page.getByText(/Restricted investor, valid until/)).toBeVisible()
  await examine(page, 'verification, certified')
})

test('the certification on the success page and the way to it are accessible, and the page says when it is done', async ({
  visitor,
}) => {
  const { page, context } = await visitor({ ...STILL, faultsExpected: true })
  await arriveSubmitted(context, newEmail('axe'), { userType: 'trade' })
  await page.goto('/success?id=pending&type=consumer&completed=true')
  await heading(page, 'Before you start')
  await expect(page.getByRole('heading', { level: 1, name: /^We have your application, / })).toBeVisible()
  await expect(page.getByRole('region', { name: 'One thing is left for you' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your receipt' })).toBeVisible()
  await examine(page, 'success with certification', { narrow: true })
  await toCategory(page)
  await answerRestricted(page, '11', '5')
  await next(page)
  await expect(page.getByRole('alert', { name: /don’t qualify as a restricted investor/ })).toBeVisible()
  await examine(page, 'success, category not met', { narrow: true })
  await answerRestricted(page, '5', '5')
  await next(page)
  await heading(page, 'Declaration')
  await examine(page, 'success, declaration')
  await sign(page)
  await heading(page, 'Certification Completed')
  await expect(page.getByRole('region', { name: 'You’re certified' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: /^We have everything, / })).toBeVisible()
  await expect(page.getByText('User Type Updated', { exact: true }).first()).toBeVisible()
  await expect.poll(() => userTypeOf(context)).toBe('trade')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await atHeading(page, 'Certification completed')

  const { page: other, context: theirs } = await visitor({ ...STILL, faultsExpected: true })
  await arriveSubmitted(theirs, newEmail('axe'))
  await other.goto('/certification/user-type')
  await other.getByRole('radio', { name: 'Trade credits' }).click()
  await theirs.setOffline(true)
  await other.getByRole('button', { name: 'Continue' }).click()
  await expect(other.getByText('Update Failed')).toBeVisible()
  await examine(other, 'user type, failed', { narrow: true })
})

test('the certification can be done with the keyboard', async ({ visitor }) => {
  const { page, context } = await visitor()
  await arriveSubmitted(context, newEmail('keys'), { userType: 'trade' })
  await page.goto('/certification/trader')
  await atHeading(page, 'Before you start')
  await press(page, 'Proceed')
  await focusedHeading(page, 'Risk warning')
  await press(page, 'Take 2 mins to learn more')
  await expect(page.getByText('The key risks of carbon credits')).toBeVisible()
  // The button says what is missing, although it waits for the tick.
  await press(page, 'Next')
  await getsFocus(missing(page))
  await tabTo(page, missing(page).getByRole('link'))
  await page.keyboard.press('Enter')
  await getsFocus(page.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await press(page, 'Next')

  await focusedHeading(page, 'Investor category')
  await tabTo(page, page.getByRole('radio', { name: 'Restricted investor' }))
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'High net worth investor', checked: true })).toBeVisible()
  await type(page, 'Your income in the last financial year', '169999')
  await press(page, 'Next')
  const unmet = page.getByRole('alert', { name: /don’t qualify as a high net worth investor/ })
  await expect(unmet).toBeVisible()
  await getsFocus(unmet)
  await tabTo(page, unmet.getByRole('link'))
  await page.keyboard.press('Enter')
  await getsFocus(page.getByLabel(/Your income/))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText('170 000')
  await press(page, 'Next')

  await focusedHeading(page, 'Declaration')
  await tabTo(page, page.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await type(page, 'Full name', SIGNATURE)
  await page.keyboard.press('Enter')
  await focusedHeading(page, 'Certification Completed')
  await press(page, 'Follow your verification')
  await page.waitForURL('/verification')
})

test('the certification fits a phone', async ({ visitor }) => {
  const { page, context } = await visitor(PHONE)
  await arriveSubmitted(context, newEmail('phone'), { userType: 'trade' })
  await page.goto('/success?id=pending&type=consumer&completed=true')
  await heading(page, 'Before you start')
  await fits(page)
  await toCategory(page)
  await page.getByRole('radio', { name: 'Sophisticated investor' }).tap()
  await page.getByRole('radio', { name: /business angel in a network/ }).tap()
  await fits(page)

  await page.goto('/certification/trader')
  const progress = page.getByRole('navigation', { name: 'Progress, compact' })
  await expect(progress.getByText('1 of 5')).toBeVisible()
  await fits(page)
  await toCategory(page)
  await next(page)
  await expect(missing(page)).toBeVisible()
  await fits(page)
  await answerRestricted(page, '5', '5')
  await fits(page)
  await next(page)
  await heading(page, 'Declaration')
  await fits(page)
  await sign(page, 'Wolfeschlegelsteinhausenbergerdorff'.repeat(5))
  await expect(page.getByRole('alert', { name: 'Check your name' })).toBeVisible()
  await fits(page)
  await page.goto('/certification/trader')
  await certifyOnPage(page)
  await fits(page)
})
