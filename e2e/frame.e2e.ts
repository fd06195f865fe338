import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { examine, STILL } from './support/accessibility.ts'
import { PHONE, visit, withBrowser } from './support/browser.ts'
import { arrive, arriveNew } from './support/by-request.ts'
import { atHeading } from './support/onboarding.ts'
import { newEmail, signIn } from './support/people.ts'

withBrowser()

const textsOf = (links: Locator) =>
  links.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent))
const hasFocus = (control: Locator) => control.evaluate((element) => element === document.activeElement)

test('the header knows who is signed in, and the footer who is staff', async () => {
  const { page, context } = await visit()
  await page.goto('/terms')
  await atHeading(page, 'Terms of Service')
  const header = page.getByRole('navigation', { name: 'Main' })
  const entries = header.locator('a, button').filter({ visible: true })
  const theme = 'Switch between light and dark theme'
  expect(await textsOf(entries)).toEqual(['Home', 'Forum & Support(opens in a new tab)', theme, 'Login'])
  await expect
    .poll(() => page.getByRole('banner').getByRole('link').first().textContent())
    .toBe('VerdaccordVerify')
  await header.getByRole('button', { name: 'Login' }).click()
  await page.getByLabel('Password').waitFor()

  await arriveNew(context, newEmail('header'))
  await page.goto('/terms')
  await atHeading(page, 'Terms of Service')
  expect(await textsOf(entries)).toEqual([
    'Home',
    'Profile & Dashboard',
    'Forum & Support(opens in a new tab)',
    theme,
    'Notices',
    'Logout',
  ])
  expect(await page.getByRole('contentinfo').getByRole('link', { name: /Admin/ }).count()).toBe(0)

  await page.goto('/profile')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Admin Access' }).click()
  await page.waitForURL('**/admin/login')
  await atHeading(page, 'Admin login')

  const { page: desk, context: staff } = await visit()
  await arrive(staff, 'reviewer@verdaccord.example')
  await desk.goto('/terms')
  await atHeading(desk, 'Terms of Service')
  await desk.getByRole('contentinfo').getByRole('link', { name: 'Admin Dashboard' }).click()
  await desk.waitForURL('**/admin/dashboard')
  await desk.getByRole('button', { name: 'Report Bug' }).waitFor()
})

test('the theme is turned in the header, for the framed document, too, and stays', async () => {
  const { page } = await visit({ colorScheme: 'light' })
  await page.goto('/privacy')
  await atHeading(page, 'Privacy Policy')
  const framed = page.locator('iframe[title="Privacy Policy"]').contentFrame()
  await framed.locator('html[data-theme=light]').waitFor()
  await page.getByRole('button', { name: /theme/ }).click()
  await framed.locator('html[data-theme=dark]').waitFor()
  await page.reload()
  await atHeading(page, 'Privacy Policy')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
})

test('the menu of a phone holds the focus, leads on and gives the focus back', async () => {
  const { page, context } = await visit(PHONE)
  await arriveNew(context, newEmail('menu'))
  await page.goto('/marketplace')
  await atHeading(page, 'Marketplace')
  const opener = page.getByRole('button', { name: 'Open menu' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.waitFor()
  for (let presses = 0; presses < 7; presses += 1) {
    await page.keyboard.press('Tab')
    await expect.poll(() => menu.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(opener)).toBe(true)
  await opener.tap()
  await menu.getByRole('link', { name: 'Home' }).tap()
  await page.getByRole('heading', { level: 1, name: /^Welcome to Verdaccord/ }).waitFor()
  await menu.waitFor({ state: 'detached' })
})

test('terms and privacy show their document in a frame of 600 px and in a tab of its own', async () => {
  const { page } = await visit()
  for (const [path, title] of [
    ['/terms', 'Terms of Service'],
    ['/privacy', 'Privacy Policy'],
  ] as const) {
    await page.goto(path)
    await atHeading(page, title)
    const frame = page.locator(`iframe[title="${title}"]`)
    expect((await frame.boundingBox())?.height).toBe(600)
    await frame.contentFrame().getByRole('heading', { level: 1, name: title }).waitFor()
    await frame.contentFrame().getByText('Last updated: May 14, 2025').waitFor()
    const tab = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'Open in a new tab' }).click()
    await (await tab).getByRole('heading', { level: 1, name: title }).waitFor()
  }
})

test('the marketplace asks for a sign-in, is closed, and leads back', async () => {
  const email = newEmail('market')
  const { page, context } = await visit()
  await arriveNew(context, email)
  await context.clearCookies()
  await page.goto('/marketplace')
  await page.getByLabel('Password').waitFor()
  await signIn(page, email, '/marketplace')
  await atHeading(page, 'Marketplace')
  await page.getByText('Marketplace Access Pending Verification', { exact: true }).waitFor()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url())
  })
  await page.getByRole('button', { name: 'Notify Me When Available' }).click()
  await page.getByText('Thank you for your interest', { exact: true }).waitFor()
  expect(sent).toEqual([])
  await page.getByRole('tab', { name: 'Integrate Your Project' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=integrate')
  const integrate = page.getByRole('button', { name: 'Integrate Your Project (Coming Soon)' })
  await expect.poll(() => integrate.getAttribute('aria-disabled')).toBe('true')
  await page.getByText('Project listing opens to verified businesses later.').waitFor()
  await expect
    .poll(() => page.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href'))
    .toBe('/profile-dashboard')
})

test('the debug page shows the session, makes sure of the user and hides every secret', async () => {
  const email = newEmail('debug')
  const { page, context } = await visit()
  await page.goto('/debug')
  await atHeading(page, 'Authentication debug')
  await page.getByText('Not authenticated').waitFor()
  await page.getByRole('button', { name: 'Sync User to Database' }).click()
  await page.getByRole('alert').getByText('You must be logged in to create a user!').waitFor()

  await arriveNew(context, email)
  await page.getByRole('button', { name: 'Refresh' }).click()
  const status = page.getByRole('region', { name: 'Authentication Status' })
  await status.getByText('Authenticated', { exact: true }).waitFor()
  await status.getByText(email).waitFor()
  const step = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  for (const name of ['Identity login', 'Database user lookup', 'User creation'])
    await step(name).getByText('Complete').waitFor()
  for (const name of ['Profile creation', 'KYC status']) await step(name).getByText('Pending').waitFor()
  // The profile is read again half a second later, while there is still someone to read it for.
  const readAgain = page.waitForResponse('**/api/auth/profile')
  await page.getByRole('button', { name: 'Sync User to Database' }).click()
  await page.getByText('The user exists.').waitFor()
  await readAgain

  await page.getByText('Callback URL').waitFor()
  await page.getByRole('tab', { name: 'Request Headers' }).click()
  await page.getByText('[redacted]').first().waitFor()
  await page.getByRole('tab', { name: 'Raw Data' }).click()
  const raw = await page.getByRole('region', { name: 'Raw Data' }).textContent()
  expect(JSON.parse(raw ?? '')).toMatchObject({
    session: { isAuthenticated: true },
    profile: { dbUser: { email } },
    debug: { headers: { cookie: '[redacted]' } },
  })
  for (const { value, httpOnly } of await context.cookies()) if (httpOnly) expect(raw).not.toContain(value)
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.getByText('Not authenticated').waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/debug')
})

test('errors and unknown addresses say what happened and show the way out', async () => {
  const { page } = await visit({ faultsExpected: true })
  await page.goto('/no/such/page')
  await atHeading(page, 'Page Not Found')
  await page.getByText('404', { exact: true }).waitFor()
  await page
    .getByText(
      'The page you are looking for might have been removed, had its name changed, or is temporarily unavailable.',
    )
    .waitFor()
  await page.getByRole('link', { name: 'Return to Homepage' }).click()
  await atHeading(page, 'Sign in')

  for (const [address, title, status] of [
    ['/error', 'Page Not Found', 404],
    ['/error?status=400', 'Bad Request', 400],
    ['/error/401', 'Unauthorized - Please login to access this page', 401],
    ['/error/403?message=Call+0900+123', "Forbidden - You don't have permission to access this page", 403],
    ['/error/418', 'Something went wrong', 418],
  ] as const) {
    expect((await page.goto(address))?.status()).toBe(status)
    await atHeading(page, title)
    expect(await page.getByText('0900').count()).toBe(0)
    await expect
      .poll(() => page.getByRole('link', { name: 'Return to Homepage' }).getAttribute('href'))
      .toBe('/')
    expect(await page.getByRole('link', { name: 'Try Login Again' }).count()).toBe(0)
  }
  await page.goto('/error/502')
  await atHeading(page, 'Bad Gateway - Authentication Service Unavailable')
  await expect
    .poll(() => page.getByRole('link', { name: 'Try Login Again' }).getAttribute('href'))
    .toBe('/api/auth/login')
  await page.getByRole('link', { name: 'Return to Homepage' }).waitFor()
})

test('the pages of the frame are accessible', async () => {
  const { page, context } = await visit(STILL)
  await page.goto('/debug')
  await page.getByText('Callback URL').waitFor()
  await examine(page, 'debug, signed out', { narrow: true })
  await arriveNew(context, newEmail('axe'))
  await page.goto('/debug?panel=raw')
  await page.getByRole('region', { name: 'Raw Data' }).waitFor()
  await examine(page, 'debug, signed in', { narrow: true })
  await page.goto('/marketplace')
  await atHeading(page, 'Marketplace')
  await examine(page, 'marketplace', { narrow: true })
  await page.goto('/marketplace?tab=integrate')
  await page.getByRole('button', { name: /^Integrate Your Project/ }).waitFor()
  await examine(page, 'marketplace, projects', { narrow: true })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  await examine(page, 'menu')
  await page.goto('/api/terms-static')
  await examine(page, 'static terms', { narrow: true })
})
