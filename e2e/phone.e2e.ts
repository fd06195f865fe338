import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PHONE, visit, withBrowser } from './support/browser.ts'
import { acceptRisk, atHeading, enterDetails, goOn, picture, submit, upload } from './support/onboarding.ts'
import { newEmail, signUp } from './support/people.ts'

withBrowser()

/** Design §10: no sideways scroll, at the width of the phone and at 360 px. */
async function fits(page: Page): Promise<void> {
  const size = page.viewportSize()
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: size?.height ?? 844 })
    const { content, screen } = await page.evaluate(() => ({
      content: document.scrollingElement?.scrollWidth ?? Number.POSITIVE_INFINITY,
      screen: innerWidth,
    }))
    expect(content, `${page.url()} at ${width} px`).toBeLessThanOrEqual(screen)
    expect(screen, `${page.url()} at ${width} px`).toBe(width)
  }
}

test('someone with a phone gets from sign-up to the submission without scrolling sideways', async () => {
  const email = newEmail('phone')
  const { page } = await visit(PHONE)
  await page.goto('/')
  await atHeading(page, 'Sign in')
  await fits(page)
  await signUp(page, email, '/onboarding')
  await atHeading(page, 'Welcome to Verdaccord')
  await fits(page)
  await page.getByRole('link', { name: 'Select Consumer Account' }).tap()

  await atHeading(page, 'Start your verification')
  await fits(page)
  await goOn(page)
  await atHeading(page, 'Risk Disclosure')
  await fits(page)
  await acceptRisk(page)
  await atHeading(page, 'What you will need')
  await fits(page)
  await goOn(page)
  await atHeading(page, 'Personal Details')
  await goOn(page)
  await page.getByRole('alert', { name: 'Missing Required Information' }).waitFor()
  await fits(page)
  await enterDetails(page, email)

  await atHeading(page, 'ID Document')
  const progress = page.getByRole('navigation', { name: 'Progress, compact' })
  await progress.getByText('4 of 8').waitFor()
  await progress.getByRole('button', { name: 'All steps' }).tap()
  const sheet = page.getByRole('dialog', { name: 'Consumer Account' })
  await fits(page)
  await sheet.getByRole('link', { name: 'Personal Details' }).tap()
  await atHeading(page, 'Personal Details')
  expect(await sheet.isVisible()).toBe(false)
  await goOn(page)
  await atHeading(page, 'ID Document')
  await page.getByRole('radio', { name: 'Driving licence' }).tap()
  await upload(
    page,
    'ID Document (Front)',
    await picture('a-name-that-is-much-too-long-for-the-width-of-a-phone-front.jpg'),
  )
  await upload(page, 'ID Document (Back)', await picture('back.jpg'))
  await fits(page)
  await goOn(page)

  await atHeading(page, 'Selfie')
  const camera = page.getByRole('group', { name: 'Selfie' }).locator('input[type=file]')
  expect(await camera.getAttribute('capture')).toBe('user')
  await fits(page)
  await upload(page, 'Selfie', await picture('selfie.jpg'))
  await goOn(page)
  await atHeading(page, 'Proof of Address')
  await upload(page, 'Proof of Address', await picture('bill.jpg'))
  await fits(page)
  await goOn(page)
  await atHeading(page, 'User Type Selection')
  await fits(page)
  await page.getByRole('radio', { name: 'Corporate access' }).tap()
  await atHeading(page, 'Review & Submit')
  await fits(page)
  await submit(page)
  await atHeading(page, 'Onboarding completed')
  await fits(page)
  await page.goto('/verification')
  await page.getByText('Submitted', { exact: true }).first().waitFor()
  await fits(page)
  await page.getByRole('tab', { name: 'Help & FAQ' }).tap()
  await page.getByRole('heading', { name: 'Still stuck?' }).waitFor()
  await fits(page)
  await page.getByRole('button', { name: 'Open menu' }).tap()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Logout' }).waitFor()
  await fits(page)
})
