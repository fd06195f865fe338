import type { BrowserContext, Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { examine, STILL } from './support/accessibility.ts'
import { PHONE, visit, withBrowser } from './support/browser.ts'
import { arriveNew } from './support/by-request.ts'
import { watchShift } from './support/layout-shift.ts'
import { atHeading } from './support/onboarding.ts'
import { newEmail } from './support/people.ts'

withBrowser()

const NOTICE = { name: 'Cookies on Verdaccord' }
const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Opens a page as someone who was never asked, and moves so that the notice comes. */
async function askedOn(page: Page, path: string) {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.mouse.move(40, 40)
  const notice = page.getByRole('dialog', NOTICE)
  await notice.waitFor()
  return notice
}

/** Holds what a page does after seconds until it is let go: on a busy machine it may take as long to load. */
async function holdSeconds(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const held: (() => void)[] = []
    const later = globalThis.setTimeout
    const hold = (work: () => void, ms = 0) => (ms < 1000 ? later(work, ms) : -held.push(work))
    const letGo = () => {
      for (const work of held.splice(0)) work()
    }
    Object.assign(globalThis, { setTimeout: hold, letGo })
  })
  return () => page.evaluate(() => (globalThis as unknown as { letGo: () => void }).letGo())
}

const storedChoice = (page: Page) =>
  page.evaluate(() => ({
    preferences: JSON.parse(localStorage.getItem('cookiePreferences') ?? 'null'),
    isMade: localStorage.getItem('hasSetCookiePreferences'),
  }))
const choiceCookie = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === 'cookieConsentSet')
async function switches(page: Page): Promise<boolean[]> {
  const all = page.getByRole('switch')
  await all.first().waitFor()
  return all.evaluateAll((inputs) => inputs.map((one) => one instanceof HTMLInputElement && one.checked))
}

test('before the choice nothing is stored and nobody else is asked for anything', async () => {
  const { page, context } = await visit({ newcomer: true })
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const letGo = await holdSeconds(page)
  await page.goto('/', { waitUntil: 'networkidle' })
  await atHeading(page, 'Sign in')
  // The first view pays nothing for the notice (performance P1).
  expect(requests.length).toBeLessThanOrEqual(8)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await letGo()
  await page.getByRole('dialog', NOTICE).waitFor()
  expect(requests.filter((url) => !url.startsWith(`${inject('baseUrl')}/`))).toEqual([])
  expect(await context.cookies()).toEqual([])
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
})

test('the notice moves nothing, waits for a choice, and refusing is as easy as accepting', async () => {
  const { page, context } = await visit({ newcomer: true })
  const shift = await watchShift(page)
  const notice = await askedOn(page, '/')
  const refuse = notice.getByRole('button', { name: 'Necessary Only' })
  const accept = notice.getByRole('button', { name: 'Accept All' })
  const look = async (button: typeof refuse) => {
    const { width = 0, height = 0 } = (await button.boundingBox()) ?? {}
    return [Math.round(width), Math.round(height), await button.getAttribute('class')]
  }
  expect(await look(refuse)).toEqual(await look(accept))
  await page.keyboard.press('Escape')
  await page.mouse.click(10, 10)
  await notice.waitFor()
  expect(await shift()).toBe(0)
  const before = Date.now() / 1000
  await refuse.click()
  await notice.waitFor({ state: 'detached' })
  const refusal = { necessary: true, analytics: false, performance: false, marketing: false }
  await expect.poll(() => storedChoice(page)).toEqual({ preferences: refusal, isMade: 'true' })
  const cookie = await choiceCookie(context)
  expect(cookie).toMatchObject({ value: 'true', path: '/', sameSite: 'Lax' })
  // In whole seconds.
  const chosen = (cookie?.expires ?? 0) - YEAR_SECONDS
  expect([chosen > before - 1, chosen <= Date.now() / 1000]).toEqual([true, true])

  await page.goto('/terms')
  await atHeading(page, 'Terms of Service')
  await page.mouse.move(60, 60)
  await page.getByRole('button', { name: 'Cookie settings' }).click()
  await page.getByRole('dialog', { name: 'Cookie Settings' }).waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
})

test('each purpose can be chosen by keyboard, changed in the settings, and the choice reset', async () => {
  const { page, context } = await visit({ newcomer: true })
  const notice = await askedOn(page, '/privacy')
  await notice.getByRole('button', { name: 'Customise' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => switches(page)).toEqual([true, false, false, false])
  await expect.poll(() => page.getByRole('switch', { name: 'Necessary' }).isDisabled()).toBe(true)
  await page.getByRole('switch', { name: 'Performance' }).focus()
  await page.keyboard.press('Space')
  await notice.getByRole('button', { name: 'Back' }).click()
  await notice.getByRole('tab', { name: 'Cookie Notice', selected: true }).focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => switches(page)).toEqual([true, false, true, false])
  await notice.getByRole('button', { name: 'Save Preferences' }).click()
  const performance = { necessary: true, analytics: false, performance: true, marketing: false }
  await expect.poll(() => storedChoice(page)).toEqual({ preferences: performance, isMade: 'true' })

  const opener = page.getByRole('button', { name: 'Cookie settings' })
  await opener.click()
  const settings = page.getByRole('dialog', { name: 'Cookie Settings' })
  await settings.waitFor()
  await expect.poll(() => switches(page)).toEqual([true, false, true, false])
  await page.keyboard.press('Escape')
  await settings.waitFor({ state: 'detached' })
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)
  await opener.click()
  await settings.getByRole('button', { name: 'Necessary Only' }).click()
  await page.getByText('Cookie preferences saved', { exact: true }).waitFor()
  expect((await storedChoice(page)).preferences).toMatchObject({ performance: false })

  await settings.waitFor({ state: 'detached' })
  await opener.click()
  await settings.getByRole('button', { name: 'reset your preferences' }).click()
  await page.getByRole('dialog', NOTICE).waitFor()
  await expect.poll(() => storedChoice(page)).toEqual({ preferences: null, isMade: null })
  expect(await choiceCookie(context)).toBeUndefined()
})

test('the privacy policy can be read before deciding', async () => {
  const { page } = await visit({ newcomer: true })
  const notice = await askedOn(page, '/')
  await notice.getByRole('button', { name: 'privacy policy' }).click()
  const policy = page.getByRole('dialog', { name: 'Privacy Policy' })
  await policy.getByText('Last updated: May 14, 2025').waitFor()
  await policy.getByRole('heading', { name: 'Cookies and storage in your browser' }).waitFor()
  const tab = page.waitForEvent('popup')
  await policy.getByRole('link', { name: 'Open in a new tab' }).click()
  await (await tab).getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor()
  await page.keyboard.press('Escape')
  await policy.waitFor({ state: 'detached' })
  await notice.getByRole('button', { name: 'Accept All' }).click()
  await notice.waitFor({ state: 'detached' })
})

test('people who are signed in are asked, too, and keep their choice when they leave', async () => {
  const { page, context } = await visit({ newcomer: true })
  await arriveNew(context, newEmail('cookies'))
  const notice = await askedOn(page, '/onboarding')
  await notice.getByRole('button', { name: 'Necessary Only' }).click()
  await page.getByRole('button', { name: 'Cookie settings' }).click()
  await page.getByRole('dialog', { name: 'Cookie Settings' }).getByRole('button', { name: 'Close' }).click()
  await page.goto('/verification')
  await page.getByRole('button', { name: 'Logout' }).click()
  await atHeading(page, 'Sign in')
  await expect.poll(() => storedChoice(page)).toMatchObject({ isMade: 'true' })
  await expect.poll(() => choiceCookie(context)).toBeDefined()
})

test('the dialogs about cookies and privacy are accessible', async () => {
  const { page } = await visit({ ...STILL, newcomer: true })
  const notice = await askedOn(page, '/')
  await examine(page, 'cookie notice', { narrow: true })
  await notice.getByRole('tab', { name: 'Preferences' }).click()
  await examine(page, 'cookie preferences', { narrow: true })
  await notice.getByRole('tab', { name: 'Cookie Notice' }).click()
  await notice.getByRole('button', { name: 'privacy policy' }).click()
  await page.getByRole('dialog', { name: 'Privacy Policy' }).waitFor()
  await examine(page, 'privacy policy', { narrow: true })
  await page.keyboard.press('Escape')
  await notice.getByRole('button', { name: 'Necessary Only' }).click()
  await page.getByRole('button', { name: 'Cookie settings' }).click()
  await page.getByRole('dialog', { name: 'Cookie Settings' }).waitFor()
  await examine(page, 'cookie settings', { narrow: true })
})

test('a phone shows the notice as a sheet with all its buttons in view', async () => {
  const { page } = await visit({ ...PHONE, newcomer: true })
  await page.goto('/')
  await atHeading(page, 'Sign in')
  const notice = page.getByRole('dialog', NOTICE)
  await notice.waitFor()
  for (const name of ['Necessary Only', 'Accept All', 'Customise']) {
    const box = await notice.getByRole('button', { name }).boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844)
  }
  await notice.getByRole('button', { name: 'Necessary Only' }).tap()
  await notice.waitFor({ state: 'detached' })
})
