import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { examine, STILL } from './support/accessibility.ts'
import { PHONE, visit, withBrowser } from './support/browser.ts'
import { arriveSubmitted } from './support/by-request.ts'
import {
  answerRestricted,
  certifyOnPage,
  heading,
  next,
  SIGNATURE,
  sign,
  submitStatement,
  toCategory,
} from './support/certification.ts'
import { focusedHeading, getsFocus, press, tabTo, type } from './support/keyboard.ts'
import { atHeading } from './support/onboarding.ts'
import { newEmail } from './support/people.ts'
import { fits } from './support/phone.ts'

withBrowser()

const missing = (page: Page) => page.getByRole('alert', { name: 'Missing Information' })

test('every step of the certification is accessible, empty, wrong and filled', async () => {
  const { page, context } = await visit({ ...STILL, faultsExpected: true })
  await arriveSubmitted(context, newEmail('axe'), { userType: 'trade' })
  await page.goto('/certification/trader')
  await atHeading(page, 'Before you start')
  await examine(page, 'certification, start', { narrow: true })
  await page.getByRole('button', { name: 'Proceed' }).click()
  await heading(page, 'Risk warning')
  await page.getByRole('button', { name: 'Take 2 mins to learn more' }).click()
  await page.getByRole('button', { name: 'Next' }).dispatchEvent('click')
  await missing(page).waitFor()
  await examine(page, 'risk warning, not acknowledged', { narrow: true })
  await page.goto('/certification/trader')
  await toCategory(page)
  await examine(page, 'category', { narrow: true })
  await next(page)
  await missing(page).waitFor()
  await examine(page, 'category, none chosen')
  await page.getByRole('radio', { name: 'High net worth investor' }).click()
  await page.getByLabel(/Your net assets/).fill('429999')
  await next(page)
  await page.getByRole('alert', { name: /don’t qualify as a high net worth investor/ }).waitFor()
  await examine(page, 'category, not met', { narrow: true })
  await page.getByRole('radio', { name: 'Sophisticated investor' }).click()
  for (const name of [/business angel in a network/, /unlisted investment in/, /director of a company/]) {
    await page.getByRole('radio', { name }).click()
    await next(page)
    await missing(page).waitFor()
    await examine(page, `sophisticated, ${name}, missing`, { narrow: true })
  }
  await answerRestricted(page, 'a tenth', '5')
  await next(page)
  await page.getByRole('alert', { name: 'Check your answers' }).waitFor()
  await examine(page, 'category, unreadable answer')
  await answerRestricted(page, '5', '5')
  await next(page)
  await heading(page, 'Declaration')
  await examine(page, 'declaration', { narrow: true })
  await submitStatement(page)
  await missing(page).waitFor()
  await examine(page, 'declaration, missing')
  await sign(page, 'Somebody Else')
  await page.getByRole('alert', { name: 'Check your name' }).waitFor()
  await examine(page, 'declaration, another name', { narrow: true })
  await context.setOffline(true)
  await sign(page)
  await page.getByText('Submission Failed').waitFor()
  await examine(page, 'declaration, failed')
  // With the line back it is sent again by itself.
  await context.setOffline(false)
  await atHeading(page, 'Certification Completed')
  await examine(page, 'certification, complete', { narrow: true })
  await page.goto('/certification/trader')
  await atHeading(page, 'Your investor certification')
  await examine(page, 'certification, held', { narrow: true })
  await page.goto('/verification')
  await page.getByText(/Restricted investor, valid until/).waitFor()
  await examine(page, 'verification, certified')
})

test('the certification in the success page and the way to it are accessible', async () => {
  const { page, context } = await visit({ ...STILL, faultsExpected: true })
  await arriveSubmitted(context, newEmail('axe'), { userType: 'trade' })
  await page.goto('/success?id=pending&type=consumer&completed=true')
  await heading(page, 'Before you start')
  await page.getByRole('region', { name: 'Your application' }).waitFor()
  await examine(page, 'success with certification', { narrow: true })
  await toCategory(page)
  await answerRestricted(page, '11', '5')
  await next(page)
  await page.getByRole('alert', { name: /don’t qualify as a restricted investor/ }).waitFor()
  await examine(page, 'success, category not met', { narrow: true })
  await answerRestricted(page, '5', '5')
  await next(page)
  await heading(page, 'Declaration')
  await examine(page, 'success, declaration')

  const { page: other, context: theirs } = await visit({ ...STILL, faultsExpected: true })
  await arriveSubmitted(theirs, newEmail('axe'))
  await other.goto('/certification/user-type')
  await other.getByRole('radio', { name: 'Trade credits' }).click()
  await theirs.setOffline(true)
  await other.getByRole('button', { name: 'Continue' }).click()
  await other.getByText('Update Failed').waitFor()
  await examine(other, 'user type, failed', { narrow: true })
})

test('the certification can be done with the keyboard', async () => {
  const { page, context } = await visit()
  await arriveSubmitted(context, newEmail('keys'), { userType: 'trade' })
  await page.goto('/certification/trader')
  await atHeading(page, 'Before you start')
  await press(page, 'Proceed')
  await focusedHeading(page, 'Risk warning')
  await press(page, 'Take 2 mins to learn more')
  await page.getByText('The key risks of carbon credits').waitFor()
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
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)
  await page.keyboard.press('ArrowDown')
  await page.getByRole('radio', { name: 'High net worth investor', checked: true }).waitFor()
  await type(page, 'Your income in the last financial year', '169999')
  await press(page, 'Next')
  const unmet = page.getByRole('alert', { name: /don’t qualify as a high net worth investor/ })
  await unmet.waitFor()
  await getsFocus(unmet)
  await tabTo(page, unmet.getByRole('link'))
  await page.keyboard.press('Enter')
  await getsFocus(page.getByLabel(/Your income/))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText('170000')
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

test('the certification fits a phone', async () => {
  const { page, context } = await visit(PHONE)
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
  await progress.getByText('1 of 5').waitFor()
  await fits(page)
  await toCategory(page)
  await next(page)
  await missing(page).waitFor()
  await fits(page)
  await answerRestricted(page, '5', '5')
  await fits(page)
  await next(page)
  await heading(page, 'Declaration')
  await fits(page)
  await sign(page, 'Wolfeschlegelsteinhausenbergerdorff'.repeat(5))
  await page.getByRole('alert', { name: 'Check your name' }).waitFor()
  await fits(page)
  await page.goto('/certification/trader')
  await certifyOnPage(page)
  await fits(page)
})
