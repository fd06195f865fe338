import type { BrowserContext, Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { visit, withBrowser } from './support/browser.ts'
import { arriveNew, arriveSubmitted } from './support/by-request.ts'
import { certifyOnPage, userTypeOf } from './support/certification.ts'
import { acceptRisk, atHeading } from './support/onboarding.ts'
import { newEmail } from './support/people.ts'

withBrowser()

/** Someone outside of any onboarding, on the page that chooses the user type. A refused choice is one in the console. */
async function chooser(path = '/certification/user-type') {
  const { page, context } = await visit({ faultsExpected: true })
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

/** What other versions, other people and other hands may have left in this browser. */
const store = (page: Page, items: Record<string, string>) =>
  page.evaluate((all) => {
    for (const [key, value] of Object.entries(all)) localStorage.setItem(key, value)
  }, items)

test('a trader is taken to the certification, and the choice takes effect with it', async () => {
  const { page, context } = await chooser()
  const refusal = page.waitForResponse((answer) => answer.url().includes('/api/users/update-type'))
  const since = await page.evaluate(() => performance.now())
  // Looked for from now on: the page shows it for a second and a half.
  const notice = page.getByRole('status').filter({ hasText: 'Traders certify themselves' })
  const shown = Promise.all([
    notice.getByRole('link', { name: 'Go now' }).waitFor(),
    page.getByText('Certification Required', { exact: true }).first().waitFor(),
  ])
  await choose(page, 'Trade credits')
  await shown
  const answer = await refusal
  expect(answer.status()).toBe(403)
  expect(await answer.json()).toMatchObject({ requiresCertification: true, certificationType: 'trader' })
  await expect.poll(() => userTypeOf(context)).toBe('buy_retire')
  await expect.poll(() => kept(page)).toContain('"user_type":"trade"')

  await atHeading(page, 'Before you start')
  expect((await page.evaluate(() => performance.now())) - since).toBeGreaterThan(1000)
  await expect.poll(() => new URL(page.url()).pathname).toBe('/certification/trader')
  await page.getByText('Your choice: Trade credits').waitFor()
  await certifyOnPage(page)
  await page.getByText('User Type Updated', { exact: true }).first().waitFor()
  await expect.poll(() => userTypeOf(context)).toBe('trade')
  await expect.poll(() => kept(page)).toBeNull()
  await page.getByRole('button', { name: 'Follow your verification' }).click()
  await page.waitForURL('/verification')
})

test('an investor accepts the risk disclosure first and goes on to the certification', async () => {
  const { page, context } = await chooser('/user-type-selection')
  await choose(page, 'Invest in credits')
  // Without the link, the page is there a moment later.
  await acceptRisk(page)
  await atHeading(page, 'Before you start')
  await page.getByText('Your choice: Invest in credits').waitFor()
  await certifyOnPage(page)
  await expect.poll(() => userTypeOf(context)).toBe('invest')
})

test.each([
  ['business', '/onboarding/business'],
  ['consumer', '/onboarding/consumer'],
  ['somewhere else', '/verification'],
])('a choice leads back to where it began: %s', async (type, path) => {
  const { page } = await chooser()
  await store(page, { userTypeFromOnboarding: 'true', userTypeOnboardingType: type })
  await choose(page, 'Corporate access')
  await page.getByText('User Type Updated', { exact: true }).first().waitFor()
  await page.waitForURL((url) => url.pathname === path)
  const flag = await page.evaluate(() => sessionStorage.getItem('preventProfileRedirectAfterTypeSelection'))
  expect(flag).toBe('true')
})

test('a certification begun in an onboarding leads back into it', async () => {
  const { page, context } = await visit()
  await arriveNewTrader(context)
  await page.goto('/certification/trader')
  await store(page, { userTypeFromOnboarding: 'true', userTypeOnboardingType: 'consumer' })
  await certifyOnPage(page)
  await page.getByRole('button', { name: 'Continue your onboarding' }).click()
  await page.waitForURL((url) => url.pathname === '/onboarding/consumer')
  await expect.poll(() => userTypeOf(context)).toBe('trade')
})

/** Someone in the middle of an onboarding who has chosen to trade. */
async function arriveNewTrader(context: BrowserContext): Promise<void> {
  await arriveNew(context, newEmail('midway'))
  const answer = await context.request.post('/api/users/update-type', {
    data: { user_type: 'trade', skipCertificationCheck: true },
    headers: { origin: inject('baseUrl') },
  })
  expect(answer.status()).toBe(200)
}

test('a failed update says so, and Try Again sends it again', async () => {
  const { page, context } = await chooser()
  await context.setOffline(true)
  await choose(page, 'Corporate access')
  const banner = page.getByRole('alert').filter({ hasText: 'Update Failed' })
  await banner.getByText('There was an error while updating your user type. Please try again.').waitFor()
  await context.setOffline(false)
  await banner.getByRole('button', { name: 'Try Again' }).click()
  await page.waitForURL('/verification')
  await expect.poll(() => userTypeOf(context)).toBe('corporate')
})

test.each([
  ['no JSON', '{"user_type":'],
  ['a type that does not exist', '{"userId":1,"user_type":"admin"}'],
  ['the choice of somebody else', '{"userId":999999,"user_type":"trade","is_trader":true}'],
])('what is kept in the browser is never trusted: %s', async (_, value) => {
  const { page, context } = await chooser()
  await store(page, { pending_user_type_update: value, onboarding_next_step: '//evil.example' })
  await page.goto('/certification/trader')
  await atHeading(page, 'Before you start')
  expect(await page.getByText(/^Your choice:/).count()).toBe(0)
  await certifyOnPage(page)
  await expect.poll(() => userTypeOf(context)).toBe('buy_retire')
})
