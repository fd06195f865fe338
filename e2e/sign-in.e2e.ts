import { examine, STILL } from './support/accessibility.ts'
import { arriveNew } from './support/by-request.ts'
import { offlinePageReady } from './support/offline-page.ts'
import { atHeading } from './support/onboarding.ts'
import { createAccount, DEMO_PASSWORD, newEmail, signIn, signUp } from './support/people.ts'
import { expect, test } from './support/test.ts'
import { waitingCount } from './support/waiting.ts'

test('someone who cancels a sign-in is back where they came from, which says so', async ({ visitor }) => {
  const { page } = await visitor()
  const told = page.getByText('You cancelled signing in. Nothing was changed.')
  await page.goto('/terms')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('button', { name: /Cancel/ }).click()
  await page.waitForURL('/terms')
  await expect(told).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(told).toBeHidden()
  // A page that needs the sign-in would only ask for it again.
  await page.goto('/profile?tab=documents')
  await page.getByRole('button', { name: /Cancel/ }).click()
  await page.waitForURL('/')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(told).toBeVisible()
})

test('a refused sign-in leads to a page that says so, and how to ask support', async ({ visitor }) => {
  // The page's HTTP status is the one it shows.
  const { page, context } = await visitor({ faultsExpected: true })
  const start = await context.request.get('/api/auth/login', { maxRedirects: 0 })
  const authorization = new URL(String(start.headers().location))
  const answer = new URLSearchParams({
    error: 'access_denied',
    error_description: 'user is blocked',
    state: String(authorization.searchParams.get('state')),
    iss: `${authorization.origin}/idp`,
  })
  await page.goto(`/api/auth/callback?${answer}`)
  await expect(page.getByRole('heading', { name: 'You weren’t signed in' })).toBeVisible()
  await expect(page.getByText('To find out why, or if you think this is a mistake, email')).toBeVisible()
  await page.getByRole('link', { name: 'Try Login Again' }).click()
  await expect(page.getByLabel('Password')).toBeVisible()
})

test('the sign-in form has the theme that was chosen before, from its first paint on', async ({
  visitor,
}) => {
  const { page } = await visitor()
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  for (const system of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: system })
    await page.goto('/login')
    await page.evaluate(() => localStorage.removeItem('theme'))
    await page.goto('/api/auth/login')
    expect(await scheme()).toBe(system)
    const chosen = system === 'dark' ? 'light' : 'dark'
    await page.goto('/terms')
    await page.getByRole('button', { name: /theme/ }).click()
    await page.goto('/api/auth/login')
    expect(await scheme()).toBe(chosen)
  }
})

test('a sign-in from a page whose offline page this browser has is requested once', async ({
  visitor,
  applicant,
}) => {
  const { email } = await applicant()
  const { page, context } = await visitor({ serviceWorkers: 'allow' })
  await page.goto('/')
  await offlinePageReady(page)
  // From here on the worker handles each page that is opened.
  await page.reload()
  for (const _again of [1, 2, 3]) {
    await page.getByRole('link', { name: 'Sign In / Sign Up with Auth0' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL('/profile')
    await context.clearCookies()
    await page.goto('/')
  }
})

test('a wrong password is reported once, without revealing whether the account exists', async ({
  visitor,
  applicant,
}) => {
  const { email } = await applicant()
  const { page } = await visitor({ faultsExpected: true })
  const messages: (string | null)[] = []
  for (const address of [email, newEmail('nobody')]) {
    await page.goto('/api/auth/login')
    await page.getByLabel('Email').fill(address)
    await page.getByLabel('Password').fill('not-the-password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('alert')).toBeFocused()
    messages.push(await page.getByRole('alert').textContent())
    await expect(page.getByLabel('Email')).toHaveValue(address)
    // No form is sent again.
    await page.reload()
    await expect(page.getByLabel('Email')).toHaveValue(address)
    await expect(page.getByRole('alert')).toBeHidden()
    await page.getByRole('link', { name: 'Forgotten your password?' }).click()
    await page.goBack()
    await expect(page.getByLabel('Password')).toBeVisible()
  }
  expect(messages[0]).toBe(messages[1])
})

test('a visitor to a private page signs in and returns to it', async ({ visitor }) => {
  const email = newEmail('back')
  const { page } = await visitor()
  await page.goto('/verification?tab=faq')
  await createAccount(page, email)
  await atHeading(page, 'Account Verification')
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=faq')
})

test('a return address on another site leads to the home page', async ({ visitor }) => {
  const email = newEmail('elsewhere')
  const { page } = await visitor()
  await page.goto(`/api/auth/login?returnTo=${encodeURIComponent('https://evil.example/')}`)
  await createAccount(page, email)
  await expect(page.getByText('Welcome to Verdaccord', { exact: true })).toBeVisible()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
})

test('signing out clears the drafts, and Back shows nothing private', async ({ visitor }) => {
  const email = newEmail('out')
  const { page } = await visitor()
  await signUp(page, email, '/onboarding/consumer?step=user-type')
  await atHeading(page, 'User Type Selection')
  await page.getByRole('radio', { name: 'Invest in credits' }).click()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Invest in credits' })).toBeChecked()
  await expect.poll(() => waitingCount(page, 'drafts')).toBe(1)
  await page.goto('/verification')
  await expect(page.getByRole('region', { name: 'Verification progress' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await atHeading(page, 'Sign in')
  await expect.poll(() => waitingCount(page, 'drafts')).toBe(0)
  // The cookie choice belongs to the browser and not to the person.
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => !/^theme$|Cookie/i.test(key))),
  ).toEqual([])
  // The router stores scroll positions there, which reveal nothing about a person.
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => !key.startsWith('tsr-'))),
  ).toEqual([])
  await page.goBack()
  await expect(page.getByLabel('Password')).toBeVisible()
  await expect(page.getByText(email)).toHaveCount(0)
  await signIn(page, email, '/verification')
})

test('only administrators see the administration', async ({ visitor }) => {
  const { page, context } = await visitor()
  await page.goto('/admin/dashboard')
  await atHeading(page, 'Admin Access Only')
  // Who may be staff is led to sign in, and back to the address.
  await expect(page.getByText('Access Denied')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: 'Log in' })).toHaveAttribute(
    'href',
    /returnTo=%2Fadmin%2Fdashboard/,
  )
  await arriveNew(context, newEmail('curious'))
  await page.goto('/admin/dashboard')
  await atHeading(page, 'Admin Access Only')
  await expect(page.getByRole('main').getByRole('link', { name: 'Request Admin Access' })).toBeVisible()
  await expect(
    page
      .getByText(
        'You do not have permission to access the admin dashboard. Only authorized administrators can access this area.',
      )
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Access Denied' })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
})

test('a page left alone locks, and opens again where it was after a sign-in in another window', async ({
  applicant,
}) => {
  const { page, context, email } = await applicant(STILL)
  await context.clock.install()
  await page.goto('/profile?tab=edit')
  await page.getByLabel('Company').fill('Half Written')
  const tab = await context.newPage()
  await tab.goto('/verification')
  await expect(tab.getByRole('region', { name: 'Verification progress' })).toBeVisible()
  await context.clock.fastForward('28:10')
  await expect(page.getByText('Are you still there?')).toBeVisible()
  await context.clock.fastForward('01:00')
  const lock = page.getByRole('dialog', { name: 'This page is locked' })
  await expect(lock).toBeVisible()
  await expect(tab.getByRole('dialog', { name: 'This page is locked' })).toBeVisible()
  await examine(page, 'a locked page', { narrow: true })
  const opened = context.waitForEvent('page')
  await lock.getByRole('link', { name: 'Sign in to continue' }).click()
  const beside = await opened
  await beside.getByLabel('Email').fill(email)
  await beside.getByLabel('Password').fill(DEMO_PASSWORD)
  await beside.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(lock).toHaveCount(0)
  await expect(tab.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByLabel('Company')).toHaveValue('Half Written')
})

test('a sign-out in one tab signs out all of them', async ({ applicant }) => {
  // Between the end of the session and the check the other tab may send a request.
  const { page, context } = await applicant({ faultsExpected: /status of 401/ })
  const listens = page.waitForRequest(/\/api\/live/)
  await page.goto('/profile')
  await listens
  const tab = await context.newPage()
  await tab.goto('/verification')
  await expect(tab.getByRole('region', { name: 'Verification progress' })).toBeVisible()
  await tab.getByRole('button', { name: 'Logout' }).click()
  await expect(tab.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})
