import type { Locator } from '@playwright/test'
import { examine, STILL } from './support/accessibility.ts'
import { PHONE } from './support/browser.ts'
import { arriveNew } from './support/by-request.ts'
import { atHeading } from './support/onboarding.ts'
import { newEmail, signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

const textsOf = (links: Locator) =>
  links.evaluateAll((all) => all.map((link) => link.getAttribute('aria-label') ?? link.textContent))

test('the header shows who is signed in, and the footer who is staff', async ({ visitor, reviewer }) => {
  const { page, context } = await visitor()
  await page.goto('/terms')
  await atHeading(page, 'Terms of Service')
  const header = page.getByRole('navigation', { name: 'Main' })
  const entries = header.locator('a, button').filter({ visible: true })
  const theme = 'Switch between light and dark theme'
  expect(await textsOf(entries)).toEqual(['Home', 'Forum & Support(opens in a new tab)', theme, 'Login'])
  await expect(page.getByRole('banner').getByRole('link').first()).toHaveText('VerdaccordVerify')
  await header.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByLabel('Password')).toBeVisible()

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
  await expect(page.getByRole('contentinfo').getByRole('link', { name: /Admin/ })).toHaveCount(0)

  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Admin Access' }).click()
  await page.waitForURL('**/admin/login')
  await atHeading(page, 'Admin login')

  const { page: staff } = await reviewer()
  await staff.goto('/terms')
  await atHeading(staff, 'Terms of Service')
  await staff.getByRole('contentinfo').getByRole('link', { name: 'Admin Dashboard' }).click()
  await staff.waitForURL('**/admin/dashboard')
  await expect(staff.getByRole('button', { name: 'Report Bug' })).toBeVisible()
})

test('the theme is changed in the header, also for the framed document, and is remembered', async ({
  visitor,
}) => {
  const { page } = await visitor({ colorScheme: 'light' })
  await page.goto('/privacy')
  await atHeading(page, 'Privacy Policy')
  const framed = page.locator('iframe[title="Privacy Policy"]').contentFrame()
  await expect(framed.locator('html[data-theme=light]')).toBeVisible()
  await page.getByRole('button', { name: /theme/ }).click()
  await expect(framed.locator('html[data-theme=dark]')).toBeVisible()
  await page.reload()
  await atHeading(page, 'Privacy Policy')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
})

test('the phone’s menu traps the focus, leads to pages, closes by Back and returns the focus', async ({
  applicant,
}) => {
  const { page } = await applicant(PHONE)
  await page.goto('/marketplace')
  await atHeading(page, 'Marketplace')
  const opener = page.getByRole('button', { name: 'Open menu' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  for (let presses = 0; presses < 7; presses += 1) {
    await page.keyboard.press('Tab')
    await expect.poll(() => menu.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(opener).toBeFocused()
  // On the first page of the visit, which Back would leave.
  const place = page.url()
  await opener.tap()
  await expect(menu).toBeVisible()
  await page.goBack()
  await expect(menu).toHaveCount(0)
  expect(page.url()).toBe(place)
  await opener.tap()
  await menu.getByRole('link', { name: 'Home' }).tap()
  await expect(page.getByText('Welcome to Verdaccord', { exact: true })).toBeVisible()
  await expect(menu).toHaveCount(0)
  await opener.tap()
  await expect(menu).toBeVisible()
  await page.goBack()
  await expect(menu).toHaveCount(0)
  await expect(page.getByText('Welcome to Verdaccord', { exact: true })).toBeVisible()
  await page.goBack()
  await atHeading(page, 'Marketplace')
})

test('terms and privacy show their document in a frame of 600 px and in their own tab', async ({
  visitor,
}) => {
  const { page } = await visitor()
  for (const [path, title] of [
    ['/terms', 'Terms of Service'],
    ['/privacy', 'Privacy Policy'],
  ] as const) {
    await page.goto(path)
    await atHeading(page, title)
    const frame = page.locator(`iframe[title="${title}"]`)
    expect((await frame.boundingBox())?.height).toBe(600)
    await expect(frame.contentFrame().getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(frame.contentFrame().getByText('Last updated: May 14, 2025')).toBeVisible()
    const tab = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'Open in a new tab' }).click()
    await expect((await tab).getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
})

test('the marketplace asks for a sign-in, is closed, and leads back', async ({ applicant }) => {
  const { page, context, email } = await applicant()
  await context.clearCookies()
  await page.goto('/marketplace')
  await expect(page.getByLabel('Password')).toBeVisible()
  await signIn(page, email, '/marketplace')
  await atHeading(page, 'Marketplace')
  await expect(page.getByText('Marketplace Access Pending Verification', { exact: true })).toBeVisible()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url())
  })
  await page.getByRole('button', { name: 'Notify Me When Available' }).click()
  await expect(page.getByText('Thank you for your interest', { exact: true })).toBeVisible()
  expect(sent).toEqual([])
  await page.getByRole('tab', { name: 'Integrate Your Project' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=integrate')
  const integrate = page.getByRole('button', { name: 'Integrate Your Project (Coming Soon)' })
  await expect(integrate).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('Project listing opens to verified businesses later.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute(
    'href',
    '/profile-dashboard',
  )
})

test('the debug page shows the session, creates the user if missing and hides every secret', async ({
  visitor,
}) => {
  const email = newEmail('debug')
  const { page, context } = await visitor()
  await page.goto('/debug')
  await atHeading(page, 'Authentication debug')
  await expect(page.getByText('Not authenticated')).toBeVisible()
  await page.getByRole('button', { name: 'Sync User to Database' }).click()
  await expect(page.getByRole('alert').getByText('You must be logged in to create a user!')).toBeVisible()

  await arriveNew(context, email)
  await page.getByRole('button', { name: 'Refresh' }).click()
  const status = page.getByRole('region', { name: 'Authentication Status' })
  await expect(status.getByText('Authenticated', { exact: true })).toBeVisible()
  await expect(status.getByText(email)).toBeVisible()
  const step = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  for (const name of ['Identity login', 'Database user lookup', 'User creation'])
    await expect(step(name).getByText('Complete')).toBeVisible()
  for (const name of ['Profile creation', 'KYC status'])
    await expect(step(name).getByText('Pending')).toBeVisible()
  // The profile is fetched again half a second later, while the person is still signed in.
  const readAgain = page.waitForResponse('**/api/auth/profile')
  await page.getByRole('button', { name: 'Sync User to Database' }).click()
  await expect(page.getByText('The user exists.')).toBeVisible()
  await readAgain

  await expect(page.getByText('Callback URL')).toBeVisible()
  await page.getByRole('tab', { name: 'Request Headers' }).click()
  await expect(page.getByText('[redacted]').first()).toBeVisible()
  await page.getByRole('tab', { name: 'Raw Data' }).click()
  const raw = await page.getByRole('region', { name: 'Raw Data' }).textContent()
  expect(JSON.parse(raw ?? '')).toMatchObject({
    session: { isAuthenticated: true },
    profile: { dbUser: { email } },
    debug: { headers: { cookie: '[redacted]' } },
  })
  for (const { value, httpOnly } of await context.cookies()) if (httpOnly) expect(raw).not.toContain(value)
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page.getByText('Not authenticated')).toBeVisible()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/debug')
})

test('errors and unknown addresses say what happened and offer a way out', async ({ visitor }) => {
  const { page } = await visitor({ faultsExpected: true })
  await page.goto('/no/such/page')
  await atHeading(page, 'Page Not Found')
  await expect(page.getByText('404', { exact: true })).toBeVisible()
  await expect(
    page.getByText(
      'The page you are looking for might have been removed, had its name changed, or is temporarily unavailable.',
    ),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Return to Homepage' }).click()
  await atHeading(page, 'Sign in')

  for (const [address, title, status] of [
    // A malformed URL, which the built server has to detect too.
    ['/no%E0%A4%A', 'Page Not Found', 404],
    ['/error', 'Page Not Found', 404],
    ['/error?status=400', 'Bad Request', 400],
    ['/error/401', 'Unauthorized - Please login to access this page', 401],
    ['/error/403?message=Call+0900+123', "Forbidden - You don't have permission to access this page", 403],
    ['/error/418', 'Something went wrong', 418],
  ] as const) {
    expect((await page.goto(address))?.status()).toBe(status)
    await atHeading(page, title)
    await expect(page.getByText('0900')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Return to Homepage' })).toHaveAttribute('href', '/')
    await expect(page.getByRole('link', { name: 'Try Login Again' })).toHaveCount(0)
  }
  await page.goto('/error/502')
  await atHeading(page, 'Bad Gateway - Authentication Service Unavailable')
  await expect(page.getByRole('link', { name: 'Try Login Again' })).toHaveAttribute('href', '/api/auth/login')
  await expect(page.getByRole('link', { name: 'Return to Homepage' })).toBeVisible()
})

test('the pages of the frame are accessible', async ({ visitor }) => {
  const { page, context } = await visitor(STILL)
  await page.goto('/debug')
  await expect(page.getByText('Callback URL')).toBeVisible()
  await examine(page, 'debug, signed out', { narrow: true })
  await arriveNew(context, newEmail('axe'))
  await page.goto('/debug?panel=raw')
  await expect(page.getByRole('region', { name: 'Raw Data' })).toBeVisible()
  await examine(page, 'debug, signed in', { narrow: true })
  await page.goto('/marketplace')
  await atHeading(page, 'Marketplace')
  await examine(page, 'marketplace', { narrow: true })
  await page.goto('/marketplace?tab=integrate')
  await expect(page.getByRole('button', { name: /^Integrate Your Project/ })).toBeVisible()
  await examine(page, 'marketplace, projects', { narrow: true })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await examine(page, 'menu')
  await page.goto('/api/terms-static')
  await examine(page, 'static terms', { narrow: true })
})

test('rare letters of names are fetched once one is typed, and have the same typeface', async ({
  finance,
}) => {
  const { page } = await finance()
  const fetched: string[] = []
  page.on('response', (response) => {
    const [, subset] = /-(latin-ext|vietnamese)-.*\.woff2$/.exec(response.url()) ?? []
    if (subset) fetched.push(`${subset} ${response.status()}`)
  })
  await page.goto('/admin/invoices')
  await page.getByRole('button', { name: 'Find a client or invoice' }).click()
  const field = page.getByRole('combobox', { name: 'Name or number' })
  await field.fill('Ana')
  await expect(page.getByText('Nothing you have access to matches “Ana”.')).toBeVisible()
  expect(fetched).toEqual([])
  await field.fill('Łukasz')
  await expect.poll(() => fetched).toEqual(['latin-ext 200'])
  await field.fill('Nguyễn')
  await expect.poll(() => fetched).toEqual(['latin-ext 200', 'vietnamese 200'])
})
