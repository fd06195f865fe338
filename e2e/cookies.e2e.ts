import type { BrowserContext, Locator, Page } from '@playwright/test'
import { examine, STILL } from './support/accessibility.ts'
import { PHONE } from './support/browser.ts'
import { arriveSubmitted, userIdOf } from './support/by-request.ts'
import { holdTimers } from './support/hold-timers.ts'
import { watchShift } from './support/layout-shift.ts'
import { atHeading } from './support/onboarding.ts'
import { newEmail } from './support/people.ts'
import { expect, test } from './support/test.ts'

const NOTICE = { name: 'Cookies on Verdaccord' }
const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Opens a page as someone who was never asked, and moves the mouse so that the notice appears. */
async function askedOn(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.mouse.move(40, 40)
  const notice = page.getByRole('dialog', NOTICE)
  await expect(notice).toBeVisible()
  return notice
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
  await expect(all.first()).toBeVisible()
  return all.evaluateAll((inputs) =>
    inputs.map((input) => input instanceof HTMLInputElement && input.checked),
  )
}

test('before the choice nothing is stored and no third party is contacted', async ({ visitor, baseURL }) => {
  const { page, context } = await visitor({ newcomer: true })
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const letGo = await holdTimers(page, 1000)
  await page.goto('/', { waitUntil: 'networkidle' })
  await atHeading(page, 'Sign in')
  // The first view loads nothing for the notice (performance P1).
  expect(requests.length).toBeLessThanOrEqual(8)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await letGo()
  await expect(page.getByRole('dialog', NOTICE)).toBeVisible()
  expect(requests.filter((url) => !url.startsWith(`${baseURL}/`))).toEqual([])
  expect(await context.cookies()).toEqual([])
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
})

test('the notice shifts nothing, waits for a choice, and refusing is as easy as accepting', async ({
  visitor,
}) => {
  const { page, context } = await visitor({ newcomer: true })
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
  await expect(notice).toBeVisible()
  expect(await shift()).toBe(0)
  const before = Date.now() / 1000
  await refuse.click()
  await expect(notice).toHaveCount(0)
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
  await expect(page.getByRole('dialog', { name: 'Cookie Settings' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
})

test('each purpose can be chosen with the keyboard, changed in the settings, and the choice reset', async ({
  visitor,
}) => {
  const { page, context } = await visitor({ newcomer: true })
  const notice = await askedOn(page, '/privacy')
  await notice.getByRole('button', { name: 'Customise' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => switches(page)).toEqual([true, false, false, false])
  await expect(page.getByRole('switch', { name: 'Necessary' })).toBeDisabled()
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
  await expect(settings).toBeVisible()
  await expect.poll(() => switches(page)).toEqual([true, false, true, false])
  await page.keyboard.press('Escape')
  await expect(settings).toHaveCount(0)
  await expect(opener).toBeFocused()
  await opener.click()
  await settings.getByRole('button', { name: 'Necessary Only' }).click()
  await expect(page.getByText('Cookie preferences saved', { exact: true })).toBeVisible()
  expect((await storedChoice(page)).preferences).toMatchObject({ performance: false })

  await expect(settings).toHaveCount(0)
  await opener.click()
  await settings.getByRole('button', { name: 'reset your preferences' }).click()
  await expect(page.getByRole('dialog', NOTICE)).toBeVisible()
  await expect.poll(() => storedChoice(page)).toEqual({ preferences: null, isMade: null })
  expect(await choiceCookie(context)).toBeUndefined()
})

test('the privacy policy can be read before deciding', async ({ visitor }) => {
  const { page } = await visitor({ newcomer: true })
  const notice = await askedOn(page, '/')
  await notice.getByRole('button', { name: 'privacy policy' }).click()
  const policy = page.getByRole('dialog', { name: 'Privacy Policy' })
  await expect(policy.getByText('Last updated: May 14, 2025')).toBeVisible()
  await expect(policy.getByRole('heading', { name: 'Cookies and storage in your browser' })).toBeVisible()
  const tab = page.waitForEvent('popup')
  await policy.getByRole('link', { name: 'Open in a new tab' }).click()
  await expect((await tab).getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(policy).toHaveCount(0)
  await notice.getByRole('button', { name: 'Accept All' }).click()
  await expect(notice).toHaveCount(0)
})

test('people who are signed in are also asked, and keep their choice when they leave', async ({
  applicant,
}) => {
  const { page, context } = await applicant({ newcomer: true })
  const notice = await askedOn(page, '/onboarding')
  await notice.getByRole('button', { name: 'Necessary Only' }).click()
  await page.getByRole('button', { name: 'Cookie settings' }).click()
  await page.getByRole('dialog', { name: 'Cookie Settings' }).getByRole('button', { name: 'Close' }).click()
  // The last request the page sends on its own: after the sign-out it would be refused.
  const asked = page.waitForResponse(/needs-email/)
  await page.goto('/verification')
  await asked
  await page.getByRole('button', { name: 'Logout' }).click()
  await atHeading(page, 'Sign in')
  await expect.poll(() => storedChoice(page)).toMatchObject({ isMade: 'true' })
  await expect.poll(() => choiceCookie(context)).toBeDefined()
})

test('the dialogs about cookies and privacy are accessible', async ({ visitor }) => {
  const { page } = await visitor({ ...STILL, newcomer: true })
  const notice = await askedOn(page, '/')
  await examine(page, 'cookie notice', { narrow: true })
  await notice.getByRole('tab', { name: 'Preferences' }).click()
  await examine(page, 'cookie preferences', { narrow: true })
  await notice.getByRole('tab', { name: 'Cookie Notice' }).click()
  await notice.getByRole('button', { name: 'privacy policy' }).click()
  await expect(page.getByRole('dialog', { name: 'Privacy Policy' })).toBeVisible()
  await examine(page, 'privacy policy', { narrow: true })
  await page.keyboard.press('Escape')
  await notice.getByRole('button', { name: 'Necessary Only' }).click()
  await page.getByRole('button', { name: 'Cookie settings' }).click()
  await expect(page.getByRole('dialog', { name: 'Cookie Settings' })).toBeVisible()
  await examine(page, 'cookie settings', { narrow: true })
})

test('at 320 px the notice covers nothing in the foot of a form', async ({ applicant }) => {
  const { page } = await applicant({ ...PHONE, viewport: { width: 320, height: 844 }, newcomer: true })
  await coversNoFoot(page, await askedOn(page, '/onboarding/consumer?step=1'))
})

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
])
  test(`at ${viewport.width} px the notice covers none of the desk’s buttons`, async ({
    visitor,
    reviewer,
  }) => {
    const email = newEmail()
    await arriveSubmitted((await visitor()).context, email)
    const { page, context } = await reviewer({ viewport, newcomer: true })
    const notice = await askedOn(page, `/admin/users/${await userIdOf(context, email)}/desk`)
    await expectAbove(page.getByRole('button', { name: /^Ask again/ }), notice)
    if (viewport.width > 1180) await expectAbove(page.getByRole('region', { name: 'Decision' }), notice)
  })

/** Checks that the notice covers no button in the foot of the first step. */
async function coversNoFoot(page: Page, notice: Locator): Promise<void> {
  await expectAbove(page.getByRole('main').getByRole('button', { name: 'Accept and continue' }), notice)
  await expectAbove(page.getByRole('button', { name: 'Back', exact: true }), notice)
}

/** Checks that a button ends above the notice. */
async function expectAbove(button: Locator, notice: Locator): Promise<void> {
  const bottom = async (of: Locator) => {
    const { y = 0, height = 0 } = (await of.boundingBox()) ?? {}
    return y + height
  }
  await expect.poll(async () => (await bottom(button)) <= ((await notice.boundingBox())?.y ?? 0)).toBe(true)
}

test('the notice moves and covers no bar that is fixed to the bottom of a phone’s page', async ({
  applicant,
}) => {
  const { page } = await applicant({ newcomer: true, ...PHONE })
  const shift = await watchShift(page)
  const letGo = await holdTimers(page, 1000)
  await page.goto('/onboarding/consumer?step=1')
  await expect(page.getByRole('button', { name: 'Accept and continue' })).toBeVisible()
  const before = await shift()
  await letGo()
  const notice = page.getByRole('dialog', NOTICE)
  await expect(notice).toBeVisible()
  await coversNoFoot(page, notice)
  expect(await shift()).toBe(before)
})

test('a phone shows the notice as a sheet with all its buttons in view, and what takes the focus is never under it', async ({
  visitor,
}) => {
  const { page } = await visitor({ newcomer: true, ...PHONE })
  const notice = await askedOn(page, '/')
  for (const name of ['Necessary Only', 'Accept All', 'Customise']) {
    const box = await notice.getByRole('button', { name }).boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844)
  }
  await notice.getByRole('button', { name: 'Customise' }).focus()
  const links = ['apply by email first', 'Terms', 'Contact Support', 'Report Bug']
  for (let left = 20; links.length > 0 && left > 0; left -= 1) {
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    if ((await focused.textContent()) !== links[0]) continue
    links.shift()
    await expect.poll(() => focused.evaluate(isOnTop)).toBe(true)
  }
  expect(links).toEqual([])
  await notice.getByRole('button', { name: 'Necessary Only' }).tap()
  await expect(notice).toHaveCount(0)
})

test('the button for reporting a bug, at the end of a phone’s page, is above the notice', async ({
  applicant,
}) => {
  const { page } = await applicant({ newcomer: true, ...PHONE })
  await askedOn(page, '/')
  const report = page.getByRole('button', { name: 'Report Bug' })
  const isReached = async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    return report.evaluate(isOnTop)
  }
  await expect.poll(isReached).toBe(true)
})

/** Whether nothing covers the middle of an element. */
function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  const shown = document.elementFromPoint(left + width / 2, top + height / 2)
  return shown !== null && element.contains(shown)
}
