import type { BrowserContext, Page } from '@playwright/test'
import { CERTIFICATION_REDIRECT_MS } from '#contract/account/user-types.ts'
import { arriveNew, arriveSubmitted, call } from './support/by-request.ts'
import { certifyOnPage, userTypeOf } from './support/certification.ts'
import { holdTimers } from './support/hold-timers.ts'
import { atHeading } from './support/onboarding.ts'
import { newEmail } from './support/people.ts'
import { expect, type Roles, test } from './support/test.ts'

/** Opens the user type page for someone outside any onboarding. A refused choice is an error in the console. */
async function chooser({ visitor }: Pick<Roles, 'visitor'>, path = '/certification/user-type') {
  const { page, context } = await visitor({ faultsExpected: true })
  await arriveSubmitted(context, newEmail('chooser'))
  await page.goto(path)
  await atHeading(page, 'User Type Selection')
  return { page, context }
}

async function choose(page: Page, card: string): Promise<void> {
  await page.getByRole('radio', { name: card }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

const kept = (page: Page) => page.evaluate(() => localStorage.getItem('pending_user_type_update'))

/** Puts in what other versions, other people or tampering may have left in this browser. */
const store = (page: Page, items: Record<string, string>) =>
  page.evaluate((all) => {
    for (const [key, value] of Object.entries(all)) localStorage.setItem(key, value)
  }, items)

test('a trader is led to the certification, and the choice takes effect with it', async ({ visitor }) => {
  const { page, context } = await chooser({ visitor })
  const refusal = page.waitForResponse((answer) => answer.url().includes('/api/users/update-type'))
  // The page shows it for a second and a half.
  const letGo = await holdTimers(page, CERTIFICATION_REDIRECT_MS)
  await choose(page, 'Trade credits')
  const notice = page.getByRole('status').filter({ hasText: 'Traders certify themselves' })
  await expect(notice.getByRole('link', { name: 'Go now' })).toBeVisible()
  await expect(page.getByText('Certification Required', { exact: true }).first()).toBeVisible()
  const answer = await refusal
  expect(answer.status()).toBe(403)
  expect(await answer.json()).toMatchObject({ requiresCertification: true, certificationType: 'trader' })
  await expect.poll(() => userTypeOf(context)).toBe('buy_retire')
  await expect.poll(() => kept(page)).toContain('"user_type":"trade"')

  await atHeading(page, 'User Type Selection')
  await letGo()
  await atHeading(page, 'Before you start')
  await expect.poll(() => new URL(page.url()).pathname).toBe('/certification/trader')
  await expect(page.getByText('Your choice: Trade credits')).toBeVisible()
  await certifyOnPage(page)
  await expect(page.getByText('User Type Updated', { exact: true }).first()).toBeVisible()
  await expect.poll(() => userTypeOf(context)).toBe('trade')
  await expect.poll(() => kept(page)).toBeNull()
  await page.getByRole('button', { name: 'Follow your verification' }).click()
  await page.waitForURL('/verification')
})

test('an investor reads the risk disclosure first and continues to the certification', async ({
  visitor,
}) => {
  const { page, context } = await chooser({ visitor }, '/user-type-selection')
  await choose(page, 'Invest in credits')
  // Without clicking the link, the page opens a moment later.
  await atHeading(page, 'Risk Disclosure')
  await expect(page.getByText('You’ve accepted this before')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await atHeading(page, 'Before you start')
  await expect(page.getByText('Your choice: Invest in credits')).toBeVisible()
  await certifyOnPage(page)
  await expect.poll(() => userTypeOf(context)).toBe('invest')
})

test('a choice leads back to where it started', async ({ visitor }) => {
  const { page } = await chooser({ visitor })
  for (const [type, path] of [
    ['business', '/onboarding/business'],
    ['consumer', '/onboarding/consumer'],
    ['somewhere else', '/verification'],
  ] as const) {
    await page.goto('/certification/user-type')
    await atHeading(page, 'User Type Selection')
    await store(page, { userTypeFromOnboarding: 'true', userTypeOnboardingType: type })
    await choose(page, 'Corporate access')
    await expect(page.getByText('User Type Updated', { exact: true }).first()).toBeVisible()
    await page.waitForURL((url) => url.pathname === path)
    const flag = await page.evaluate(() => sessionStorage.getItem('preventProfileRedirectAfterTypeSelection'))
    expect(flag).toBe('true')
  }
})

test('a certification started in an onboarding leads back to it', async ({ visitor }) => {
  const { page, context } = await visitor()
  await arriveNewTrader(context)
  await page.goto('/certification/trader')
  await store(page, { userTypeFromOnboarding: 'true', userTypeOnboardingType: 'consumer' })
  await certifyOnPage(page)
  await page.getByRole('button', { name: 'Continue your onboarding' }).click()
  await page.waitForURL((url) => url.pathname === '/onboarding/consumer')
  await expect.poll(() => userTypeOf(context)).toBe('trade')
})

/** Creates someone in the middle of an onboarding who has chosen to trade. */
async function arriveNewTrader(context: BrowserContext): Promise<void> {
  await arriveNew(context, newEmail('midway'))
  await call(context.request, '/api/users/update-type', { user_type: 'trade', skipCertificationCheck: true })
}

test('a failed update says so, and Try Again sends it again', async ({ visitor }) => {
  const { page, context } = await chooser({ visitor })
  await context.setOffline(true)
  await choose(page, 'Corporate access')
  const banner = page.getByRole('alert').filter({ hasText: 'Update Failed' })
  await expect(
    banner.getByText('There was an error while updating your user type. Please try again.'),
  ).toBeVisible()
  await context.setOffline(false)
  await banner.getByRole('button', { name: 'Try Again' }).click()
  await page.waitForURL('/verification')
  await expect.poll(() => userTypeOf(context)).toBe('corporate')
})

test('what is stored in the browser is never trusted', async ({ visitor }) => {
  const { page, context } = await chooser({ visitor })
  for (const value of [
    '{"user_type":',
    '{"userId":1,"user_type":"admin"}',
    '{"userId":999999,"user_type":"trade","is_trader":true}',
  ]) {
    await store(page, { pending_user_type_update: value, onboarding_next_step: '//evil.example' })
    await page.goto('/certification/trader')
    await atHeading(page, 'Before you start')
    await expect(page.getByText(/^Your choice:/), value).toHaveCount(0)
  }
  await certifyOnPage(page)
  await expect.poll(() => userTypeOf(context)).toBe('buy_retire')
})
