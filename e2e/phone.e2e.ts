import { PHONE } from './support/browser.ts'
import { holdTimers } from './support/hold-timers.ts'
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
import { fits } from './support/phone.ts'
import { expect, test } from './support/test.ts'

test.use({ database: 'embedded' })

/** Returns what the messages cover of the receipt and of what to press next. */
function coveredByMessages(): string[] {
  const list = document.querySelector('[data-toasts]')?.getBoundingClientRect()
  return [...document.querySelectorAll('h1, [data-uncovered]')].flatMap((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return list && list.top < bottom && list.bottom > top ? (element.textContent ?? '') : []
  })
}

test('someone gets from sign-up to the submission on a phone without scrolling sideways', async ({
  visitor,
}) => {
  const email = newEmail('phone')
  const { page } = await visitor(PHONE)
  await page.goto('/')
  await atHeading(page, 'Sign in')
  await fits(page)
  await signUp(page, email, '/onboarding')
  await atHeading(page, 'Welcome to Verdaccord')
  await fits(page)
  await page.getByRole('link', { name: 'Select Consumer Account' }).tap()

  await atHeading(page, 'Risk Disclosure')
  await fits(page)
  await acceptRisk(page)
  await atHeading(page, 'Personal Details')
  await goOn(page)
  await expect(page.getByRole('alert', { name: 'Missing Required Information' })).toBeVisible()
  await fits(page)
  await enterDetails(page, email)

  await atHeading(page, 'ID Document')
  const progress = page.getByRole('navigation', { name: 'Progress, compact' })
  await expect(progress.getByText('4 of 8')).toBeVisible()
  await progress.getByRole('button', { name: 'All steps' }).tap()
  const sheet = page.getByRole('dialog', { name: 'Consumer Account' })
  await fits(page)
  await sheet.getByRole('link', { name: 'Personal Details' }).tap()
  await atHeading(page, 'Personal Details')
  await expect(sheet).toBeHidden()
  await goOn(page)
  await atHeading(page, 'ID Document')
  await page.getByRole('radio', { name: 'Driving licence' }).tap()
  await upload(
    page,
    'ID front',
    await picture('a-name-that-is-much-too-long-for-the-width-of-a-phone-front.jpg'),
  )
  await upload(page, 'ID back', await picture('back.jpg'))
  await fits(page)
  await goOn(page)

  await atHeading(page, 'Selfie')
  const camera = page.getByRole('group', { name: 'Selfie' }).locator('input[type=file]')
  await expect(camera).toHaveAttribute('capture', 'user')
  await fits(page)
  await upload(page, 'Selfie', selfie('selfie.jpg'))
  await goOn(page)
  await atHeading(page, 'Proof of Address')
  // The messages of the last steps stay, as for someone quick.
  const release = await holdTimers(page, 4000)
  await upload(page, 'Proof of address', await picture('bill.jpg'))
  await fits(page)
  await goOn(page)
  await atHeading(page, 'User Type Selection')
  await fits(page)
  await page.getByRole('radio', { name: 'Corporate access' }).tap()
  await atHeading(page, 'Review & Submit')
  await fits(page)
  await submit(page)
  await atHeading(page, 'We have everything, Zoë')
  await expect(page.locator('[data-toasts]').getByText('KYC Profile Submitted')).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'Proof of address' })).toBeVisible()
  await expect.poll(() => page.evaluate(coveredByMessages)).toEqual([])
  await release()
  await fits(page)
  await page.goto('/verification')
  await expect(page.getByText('Submitted', { exact: true }).first()).toBeVisible()
  await fits(page)
  await page.getByRole('tab', { name: 'Help & FAQ' }).tap()
  await expect(page.getByRole('heading', { name: 'Still stuck?' })).toBeVisible()
  await fits(page)
  await page.getByRole('button', { name: 'Open menu' }).tap()
  await expect(
    page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Logout' }),
  ).toBeVisible()
  await fits(page)
})
