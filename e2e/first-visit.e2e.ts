import type { Page } from '@playwright/test'
import { STILL } from './support/accessibility.ts'
import { arriveNew, arriveSubmitted, userIdOf } from './support/by-request.ts'
import { watchShift } from './support/layout-shift.ts'
import { atHeading } from './support/onboarding.ts'
import { newEmail } from './support/people.ts'
import { expect, test } from './support/test.ts'

/** Delays the application's scripts until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/assets\/(?!before-paint)[^/]*\.js$/, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

for (const path of ['/', '/login'])
  test(`without scripts ${path} is the sign-in page, and its links work`, async ({ visitor }) => {
    const { page } = await visitor({ javaScriptEnabled: false })
    await page.goto(path)
    await atHeading(page, 'Sign in')
    await expect(page).toHaveTitle('Sign in – Verdaccord')
    await page.getByRole('link', { name: 'Sign In / Sign Up with Auth0' }).click()
    await expect(page.getByLabel('Password')).toBeVisible()
  })

for (const colorScheme of ['light', 'dark'] as const)
  test(`the sign-in page is there before its scripts, ${colorScheme}, and they take it over unchanged`, async ({
    visitor,
  }) => {
    const { page } = await visitor({ colorScheme, ...STILL })
    const shift = await watchShift(page)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
    const release = await holdScripts(page)
    await page.goto('/')
    await atHeading(page, 'Sign in')
    expect(await theme()).toBe(colorScheme)
    const drawn = await page.locator('#root').innerHTML()
    const link = page.getByRole('link', { name: 'Sign In / Sign Up with Auth0' })
    const element = await link.elementHandle()
    // A button pressed before the scripts have loaded acts once they have.
    await page.getByRole('button', { name: /theme/ }).click()
    await link.focus()
    expect(await theme()).toBe(colorScheme)

    release()
    await expect.poll(theme).toBe(colorScheme === 'dark' ? 'light' : 'dark')
    expect(await page.locator('#root').innerHTML()).toBe(drawn)
    expect(await element?.evaluate((node) => node.isConnected && node === document.activeElement)).toBe(true)
    expect(await shift()).toBe(0)
    expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([])
  })

test('someone who signed in meanwhile is not shown the sign-in page when they go back', async ({
  visitor,
}) => {
  const { page, context } = await visitor()
  await page.goto('/')
  await atHeading(page, 'Sign in')
  await page.goto('/terms')
  await arriveNew(context, newEmail('meanwhile'))
  const answer = page.waitForResponse((response) => new URL(response.url()).pathname === '/')
  await page.goBack()
  expect(await (await answer).text()).not.toContain('Sign In / Sign Up')
  await expect(page.getByText('Welcome to Verdaccord', { exact: true })).toBeVisible()
})

test('the pages that people wait for do not request what came with them', async ({
  applicant,
  visitor,
  reviewer,
}) => {
  const { page: onboarding } = await applicant()
  const { page: company } = await applicant()
  const { page: home, context } = await visitor()
  const email = newEmail('first-answers')
  await arriveSubmitted(context, email)
  const { page: desk, context: ofReviewer } = await reviewer()
  const id = await userIdOf(ofReviewer, email)
  for (const [page, path] of [
    [onboarding, '/onboarding/consumer?step=1'],
    [company, '/onboarding/business?step=1'],
    [home, '/'],
    [home, '/verification'],
    [home, '/profile'],
    [desk, `/admin/users/${id}/desk`],
    [desk, '/admin/queue'],
    [desk, '/admin/dashboard'],
    [desk, '/'],
  ] as const) {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url().replace(/^.*\/\/[^/]+/, '')))
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const came = Object.keys(JSON.parse((await page.locator('#answers').textContent()) ?? ''))
    expect(came.filter((address) => asked.includes(address))).toEqual([])
    expect(came.length).toBeGreaterThan(4)
  }
})
