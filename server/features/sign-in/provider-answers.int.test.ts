import { beforeAll, beforeEach, expect, test } from 'vitest'
import { TestBrowser } from '#server/platform/identity/testing/embedded-harness.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { account, signInByForm } from '#server/testing/browser.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
beforeEach(() => {
  // The provider's library uses the real time.
  app.clock.now = new Date()
})

/** Goes to the provider's form and cancels; returns the address that the provider sends the browser back to. */
async function cancel(returnTo: string, browser = new TestBrowser(app.server), query = '') {
  const start = await browser.get(`/api/auth/login?${new URLSearchParams({ returnTo })}${query}`)
  const form = await browser.get(String(start.headers.location))
  const { url } = await browser.post(`${form.url.pathname}/cancel`, {})
  return { browser, url }
}

const told = (browser: TestBrowser) => browser.cookies.get('sign-in-cancelled')
const failures = async () =>
  (await app.database.pool.query(`select after->>'error' as error from events where type = 'auth.failed'`))
    .rows

test.each([
  ['/terms', '/terms'],
  ['/onboarding/consumer?step=3', '/onboarding/consumer?step=3'],
  ['/', '/'],
  // These would only send them to the form again.
  ['/profile?tab=documents', '/'],
  ['/data-export/7', '/'],
  ['/verification/', '/'],
])('someone who cancels on the way to %s is back at %s, which says so once', async (returnTo, page) => {
  const before = await failures()
  const { browser, url } = await cancel(returnTo)
  const answer = await browser.get(url.href)
  expect(answer.headers.location).toBe(page)
  expect(told(browser)?.attributes).not.toMatch(/HttpOnly/)
  expect(browser.cookies.get('session')).toBeUndefined()
  expect(browser.cookies.get('sign-in')?.value ?? '').toBe('')
  // No one failed to sign in.
  expect(await failures()).toEqual(before)
  // The link works once.
  expect((await browser.get(url.href)).headers.location).toMatch(/^\/error\?status=400/)
})

test('someone signed in who cancels confirming that it is them is back at their page, still signed in', async () => {
  await account(app, 'stays@people.example')
  const { browser } = await signInByForm(app, 'stays@people.example')
  const session = browser.cookies.get('session')?.value
  const { url } = await cancel('/profile/privacy', browser, '&reauth=1')
  expect((await browser.get(url.href)).headers.location).toBe('/profile/privacy')
  expect(browser.cookies.get('session')?.value).toBe(session)
  expect(JSON.parse((await browser.get('/api/auth/user')).html).isAuthenticated).toBe(true)
  // This page only says that someone has signed in.
  const again = await cancel('/signed-in', browser, '&reauth=1')
  expect((await browser.get(again.url.href)).headers.location).toBe('/')
})

test.each([
  ['access_denied', 'user is blocked', 403, 'provider-refused'],
  ['unauthorized', 'user is blocked', 403, 'provider-refused'],
  ['login_required', '', 401, 'provider-asks'],
  ['temporarily_unavailable', '', 503, 'provider-busy'],
  ['server_error', '', 502, 'provider-failed'],
  ['invalid_scope', '', 502, 'provider-failed'],
])('the answer %s (%s) leads to the page that explains it', async (error, description, status, message) => {
  const { browser, url } = await cancel('/profile')
  url.searchParams.set('error', error)
  url.searchParams.set('error_description', description)
  const answer = await browser.get(url.href)
  expect(answer.headers.location).toBe(`/error?${new URLSearchParams({ status: String(status), message })}`)
  expect(told(browser)).toBeUndefined()
  expect(browser.cookies.get('session')).toBeUndefined()
  expect((await failures()).at(-1)).toEqual({ error })
})
