import type { BrowserContext, Page } from '@playwright/test'
import { atHeading } from './support/onboarding.ts'
import { newEmail, signUp } from './support/people.ts'
import { type Product, startOnPostgres } from './support/server.ts'
import { expect, type Roles, test } from './support/test.ts'

const SCRIPT = 'https://stats.example.org/tag.js?id=7'
/** What a session-recording tool does when it loads. */
const TOOL = `
globalThis.isRecording = true
document.cookie = '_rec=1; path=/'
localStorage.setItem('_rec_session', '1')
`

// One product for all the file's tests, which therefore stay in one worker.
test.describe.configure({ mode: 'default' })
let product: Product
test.beforeAll(async () => {
  product = await startOnPostgres({ ANALYTICS_SCRIPT_URL: SCRIPT, ANALYTICS_COOKIES: '_rec,_rec_*' })
})
test.afterAll(() => product.stop())

/** A newcomer to a deployment with analytics; returns every URL on its host that was requested. */
async function visitMeasured({
  visitor,
}: Pick<Roles, 'visitor'>): Promise<{ page: Page; context: BrowserContext; asked: string[] }> {
  const { page, context } = await visitor({ baseURL: product.baseUrl, newcomer: true })
  const asked: string[] = []
  await context.route('https://stats.example.org/**', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: TOOL })
  })
  return { page, context, asked }
}

const isRecording = (page: Page) => page.evaluate(() => 'isRecording' in globalThis)
const traces = (page: Page) =>
  page.evaluate(() =>
    [document.cookie, ...Object.keys(localStorage)].filter((stored) => stored.includes('_rec')),
  )

async function choose(page: Page, button: 'Necessary Only' | 'Accept All'): Promise<void> {
  await page.mouse.move(30, 30)
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('R38 the script loads after Accept All and not before', async ({ visitor }) => {
  const { page, context, asked } = await visitMeasured({ visitor })
  await page.goto('/', { waitUntil: 'networkidle' })
  await atHeading(page, 'Sign in')
  await page.mouse.move(30, 30)
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(asked).toEqual([])
  expect(await context.cookies()).toEqual([])
  await choose(page, 'Accept All')
  await page.waitForFunction(() => 'isRecording' in globalThis)
  expect(asked).toEqual([SCRIPT])
  // Another public page is the same document: the script continues, and isn't loaded again.
  await page.getByRole('navigation').getByRole('link', { name: 'Terms' }).click()
  await atHeading(page, 'Terms of Service')
  await expect.poll(() => isRecording(page)).toBe(true)
  await page.reload()
  await page.waitForFunction(() => 'isRecording' in globalThis)
  expect(asked).toEqual([SCRIPT, SCRIPT])
})

test('R38 refusing keeps it out permanently', async ({ visitor }) => {
  const { page, asked } = await visitMeasured({ visitor })
  await page.goto('/')
  await atHeading(page, 'Sign in')
  await choose(page, 'Necessary Only')
  await page.goto('/terms', { waitUntil: 'networkidle' })
  await atHeading(page, 'Terms of Service')
  expect(asked).toEqual([])
  expect(await traces(page)).toEqual([])
})

test('withdrawing consent stops it and deletes what it stored', async ({ visitor }) => {
  const { page, asked } = await visitMeasured({ visitor })
  await page.goto('/terms')
  await atHeading(page, 'Terms of Service')
  await choose(page, 'Accept All')
  await page.waitForFunction(() => 'isRecording' in globalThis)
  expect(await traces(page)).not.toEqual([])
  await page.getByRole('button', { name: 'Cookie settings' }).click()
  await page.getByRole('switch', { name: 'Analytics' }).click()
  await page.getByRole('button', { name: 'Save Preferences' }).click()
  await page.waitForFunction(() => !('isRecording' in globalThis))
  await atHeading(page, 'Terms of Service')
  await page.waitForLoadState('networkidle')
  expect(await traces(page)).toEqual([])
  expect(await isRecording(page)).toBe(false)
  expect(asked).toHaveLength(1)
})

test('R38 it never runs on other pages, nor for people who are signed in', async ({ visitor }) => {
  const { page, asked } = await visitMeasured({ visitor })
  await page.goto('/terms')
  await atHeading(page, 'Terms of Service')
  await choose(page, 'Accept All')
  await page.waitForFunction(() => 'isRecording' in globalThis)

  await page.goto('/risk-disclosure', { waitUntil: 'networkidle' })
  await atHeading(page, 'Risk Disclosure')
  expect(await isRecording(page)).toBe(false)
  // Within the app to a public page, where it starts, and back, where a new document removes it.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms', exact: true }).click()
  await atHeading(page, 'Terms of Service')
  await page.waitForFunction(() => 'isRecording' in globalThis)
  await page.goBack()
  await atHeading(page, 'Risk Disclosure')
  await page.waitForFunction(() => !('isRecording' in globalThis))
  await expect.poll(() => new URL(page.url()).pathname).toBe('/risk-disclosure')

  const before = asked.length
  await signUp(page, newEmail('measured'), '/welcome')
  await page.waitForLoadState('load')
  await expect(page.getByRole('link', { name: 'View Your Profile' })).toBeVisible()
  expect(await isRecording(page)).toBe(false)
  expect(asked).toHaveLength(before)
})
