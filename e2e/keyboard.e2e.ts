import type { Page } from '@playwright/test'
import { AUTO_ADVANCE_MS } from '#contract/account/user-types.ts'
import { holdTimers } from './support/hold-timers.ts'
import { focusedHeading, getsFocus, press, tabTo, type } from './support/keyboard.ts'
import { atHeading, DETAILS, type Picture, picture, selfie } from './support/onboarding.ts'
import { expect, test } from './support/test.ts'

/** The picker belongs to the operating system: the test answers it as soon as the focused button opens it. */
async function uploadByKeys(page: Page, field: string, file: Picture): Promise<void> {
  const group = page.getByRole('group', { name: field })
  await tabTo(page, group.getByRole('button', { name: 'Browse files' }))
  page.once('filechooser', (picker) => void picker.setFiles(file))
  await page.keyboard.press('Enter')
  // The next state's first button takes the focus.
  const send = group.getByRole('button', { name: 'Upload', exact: true })
  await expect(send).toBeVisible()
  await expect(send).toBeFocused()
  await page.keyboard.press('Space')
  await expect(group.getByText('Document ready', { exact: true })).toBeVisible()
}

test('everything from the account type to the submission can be done with the keyboard', async ({
  applicant,
}) => {
  const { page } = await applicant()
  // With a permanent listener the browser's own picker never opens in between.
  page.on('filechooser', () => {})
  await page.goto('/onboarding')
  await atHeading(page, 'Welcome to Verdaccord')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to main content' })
  await getsFocus(skip)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Select Consumer Account' }))
  await page.keyboard.press('Enter')

  await focusedHeading(page, 'Risk Disclosure')
  await tabTo(page, page.getByRole('region', { name: /Risk/ }))
  await page.keyboard.press('End')
  await tabTo(page, page.getByRole('checkbox', { name: /I have read and understood/ }))
  await page.keyboard.press('Space')
  await press(page, 'Accept and continue')

  await focusedHeading(page, 'Personal Details')
  await press(page, 'Continue', 'Space')
  const summary = page.getByRole('alert', { name: 'Missing Required Information' })
  await expect(summary).toBeVisible()
  await expect(summary).toBeFocused()
  await tabTo(page, summary.getByRole('link', { name: 'Last Name' }))
  await page.keyboard.press('Enter')
  await getsFocus(page.getByLabel('Last Name'))
  await page.keyboard.insertText(DETAILS.lastName)
  await tabTo(page, page.getByLabel('First Name'), 'Shift+Tab')
  await page.keyboard.insertText(DETAILS.firstName)
  await type(page, 'Day', '9')
  await type(page, 'Month', '3')
  await type(page, 'Year', '1988')
  await type(page, 'Phone Number', DETAILS.phone)
  await type(page, 'Address', DETAILS.address)
  await press(page, 'Continue')

  await focusedHeading(page, 'ID Document')
  await tabTo(page, page.getByRole('radio', { name: 'Passport' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Driving licence', checked: true })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('radio', { name: 'Passport', checked: true })).toBeVisible()
  await uploadByKeys(page, 'ID front', await picture('passport.jpg'))
  await press(page, 'Continue')
  await focusedHeading(page, 'Selfie')
  await uploadByKeys(page, 'Selfie', selfie('selfie.jpg'))
  await press(page, 'Continue')
  await focusedHeading(page, 'Proof of Address')
  await uploadByKeys(page, 'Proof of address', await picture('bill.jpg'))
  await press(page, 'Continue')

  // Arrows explore; Space and Enter decide (design §9.3).
  await focusedHeading(page, 'User Type Selection')
  let updates = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/users/update-type')) updates += 1
  })
  await tabTo(page, page.getByRole('radio', { name: 'Trade credits' }))
  for (const name of ['Invest in credits', 'Sell credits as a project developer', 'Buy and retire credits']) {
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name, checked: true })).toBeVisible()
  }
  expect(updates).toBe(0)
  // The choice stays for a moment, even if the server already has it.
  const letGo = await holdTimers(page, AUTO_ADVANCE_MS)
  const known = page.waitForResponse(/\/api\/users\/update-type/)
  await page.keyboard.press('Enter')
  await known
  await atHeading(page, 'User Type Selection')
  await letGo()
  await focusedHeading(page, 'Review & Submit')
  expect(updates).toBe(1)

  await tabTo(page, page.getByRole('checkbox', { name: /I confirm that the information/ }))
  await page.keyboard.press('Space')
  await expect(page.getByText('Security check passed')).toBeVisible()
  await press(page, 'Submit for verification')
  await focusedHeading(page, 'We have everything, Zoë')
})

test('a dialog traps the focus, closes with Escape and returns the focus', async ({ applicant }) => {
  const { page } = await applicant({ viewport: { width: 800, height: 900 } })
  await page.goto('/onboarding/consumer')
  await atHeading(page, 'Risk Disclosure')
  const opener = page.getByRole('button', { name: 'All steps' })
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Consumer Account' })
  await expect(sheet).toBeVisible()
  for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    await expect.poll(() => sheet.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await getsFocus(opener)
})

test('a control that disappears when used passes the focus on, and never to the page’s body', async ({
  reviewer,
}) => {
  const { page } = await reviewer()
  await page.goto('/admin/queue?q=no-such-person-at-all')
  const clear = page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last()
  await tabTo(page, clear)
  await clear.evaluate((button) => button.setAttribute('data-gone', ''))
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-gone]')).toHaveCount(0)
  await expect
    .poll(() => page.evaluate(() => document.querySelector('main')?.contains(document.activeElement)))
    .toBe(true)
})
