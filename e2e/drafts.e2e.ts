import type { BrowserContext, Page } from '@playwright/test'
import { acceptRisk, arriveNew, handIn, prepare, saveDraft } from './support/by-request.ts'
import { atHeading, goOn, submit } from './support/onboarding.ts'
import { newEmail, signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'
import { spoilKeys, waitingBytes, waitingCount } from './support/waiting.ts'

const DETAILS = '/onboarding/consumer?step=3'
const ACCOUNTS_DRAFT = '/api/onboarding/consumer/draft'

async function openDetails(page: Page): Promise<void> {
  await page.goto(DETAILS)
  await atHeading(page, 'Personal Details')
}

/**
 * Loses every save to the account, so that only this browser has what is typed. A route of Playwright would let
 * pass what a page sends while it is left.
 */
async function loseSaves(context: BrowserContext): Promise<void> {
  await context.addInitScript((path) => {
    const send = window.fetch
    window.fetch = (url, options) =>
      url === path && options?.method === 'PUT' && !('isLineBack' in window)
        ? Promise.reject(new TypeError('Failed to fetch'))
        : send(url, options)
  }, ACCOUNTS_DRAFT)
}

/** Types into a field, and waits until this browser has stored it; ciphertext is as long as what is encrypted. */
async function typeStored(page: Page, field: string, text: string): Promise<void> {
  const stored = async () => (await waitingBytes(page, 'drafts')).length
  const before = await stored()
  await page.getByLabel(field).fill(text)
  await expect.poll(stored).toBeGreaterThanOrEqual(before + text.length)
}

/** Records every value that the form shows in a field, from its first frame. */
async function watchValues(page: Page, name: string): Promise<() => Promise<unknown>> {
  await page.addInitScript((name) => {
    const seen: string[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => {
      const { value } = document.querySelector<HTMLInputElement>(`[name="${name}"]`) ?? {}
      if (value !== undefined && value !== seen.at(-1)) seen.push(value)
    }).observe(document, { childList: true, subtree: true, attributes: true })
  }, name)
  return () => page.evaluate(() => (window as unknown as { seen: string[] }).seen)
}

test('R39 what is typed is on this device at once, encrypted, and in the form of a page that is opened after', async ({
  applicant,
}) => {
  const { page, context, email } = await applicant({ faultsExpected: true })
  await acceptRisk(context.request)
  await loseSaves(context)
  await page.clock.install()
  await openDetails(page)
  // No timer runs: nothing is saved after a pause.
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await typeStored(page, 'First Name', 'Ottilie')
  await typeStored(page, 'Address', '1 Unsent Street')
  const bytes = await waitingBytes(page, 'drafts')
  for (const readable of ['Ottilie', 'Unsent', 'firstName', email]) expect(bytes).not.toContain(readable)
  await page.clock.resume()
  await page.close()

  const tabs = [await context.newPage(), await context.newPage()] as const
  for (const tab of tabs) {
    const values = await watchValues(tab, 'firstName')
    await openDetails(tab)
    await expect(tab.getByLabel('Address')).toHaveValue('1 Unsent Street')
    expect(await values()).toEqual(['Ottilie'])
  }
  const [tab] = tabs
  const account = async () => (await context.request.get(ACCOUNTS_DRAFT)).text()
  expect(await account()).not.toContain('Unsent')
  await tab.evaluate(() => {
    Object.assign(window, { isLineBack: true })
    window.dispatchEvent(new Event('online'))
  })
  await expect.poll(account).toContain('1 Unsent Street')
})

test('R7 R39 what is typed after a session has ended is there once the same person signs in, and gone once another does', async ({
  applicant,
}) => {
  const { page, context, email } = await applicant({ faultsExpected: true })
  await acceptRisk(context.request)
  await openDetails(page)
  await typeStored(page, 'First Name', 'Ottilie')
  await context.clearCookies()
  await typeStored(page, 'Address', '1 Unsent Street')
  await signIn(page, email, DETAILS)
  await expect(page.getByLabel('Address')).toHaveValue('1 Unsent Street')
  await expect(page.getByLabel('First Name')).toHaveValue('Ottilie')
  expect(await waitingCount(page, 'drafts')).toBe(1)

  await context.clearCookies()
  await arriveNew(context, newEmail('other'))
  await acceptRisk(context.request)
  await openDetails(page)
  await expect(page.getByLabel('Address')).toHaveValue('')
  // A sign of activity, after which what belongs to others is deleted.
  await page.mouse.move(10, 10)
  await expect.poll(() => waitingCount(page, 'drafts')).toBe(0)
})

test('R39 what can’t be opened any more is deleted, what can’t be stored at once is once the page is hidden', async ({
  applicant,
}) => {
  const { page, context } = await applicant({ faultsExpected: true })
  await acceptRisk(context.request)
  await loseSaves(context)
  await openDetails(page)
  await typeStored(page, 'First Name', 'Ottilie')
  await spoilKeys(page, 'drafts')
  // Left by a former release.
  await page.evaluate(() => localStorage.setItem('onboarding_draft:before@example.org', 'sealed'))
  let refusals = 0
  await page.route('**/api/browser-keys', (route) => {
    if (route.request().postDataJSON().sealed) return route.continue()
    refusals += 1
    return route.abort('connectionreset')
  })
  await page.reload()
  await expect(page.getByLabel('First Name')).toHaveValue('')
  await expect.poll(() => waitingCount(page, 'drafts')).toBe(0)
  await page.getByLabel('First Name').press('End')
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).join()))
    .not.toContain('onboarding_draft')

  await expect.poll(() => refusals).toBe(1)
  await page.getByLabel('First Name').fill('Ottilie')
  await expect.poll(() => refusals).toBe(2)
  await page.unroute('**/api/browser-keys')
  expect(await waitingCount(page, 'drafts')).toBe(0)
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(() => waitingCount(page, 'drafts')).toBe(1)
  await page.reload()
  await expect(page.getByLabel('First Name')).toHaveValue('Ottilie')
})

test('R39 what is typed goes with the submission, another device’s as well', async ({ applicant }) => {
  const { page, context, email } = await applicant({ faultsExpected: true })
  await prepare(context)
  // The page is told nothing of the submission before the next line is typed.
  await page.route('**/api/live*', (route) => route.abort())
  await openDetails(page)
  await typeStored(page, 'First Name', 'Ottilie')
  await handIn(context, email)
  await page.getByLabel('Address').fill('1 Unsent Street')
  await expect(page.getByText('This application was submitted elsewhere')).toBeVisible({ timeout: 15_000 })
  await expect(page.getByLabel('Address')).toHaveValue('1 Unsent Street')
  expect(await (await context.request.get(ACCOUNTS_DRAFT)).json()).toMatchObject({ draft: null })
  await page.getByRole('link', { name: 'See where your application is' }).click()
  await atHeading(page, 'Your application')
  await expect.poll(() => waitingCount(page, 'drafts')).toBe(0)
})

test('answers changed in a second tab are never overwritten by the first: it shows them, and both where they differ', async ({
  applicant,
}) => {
  const { page, context, email } = await applicant({ faultsExpected: true })
  await prepare(context)
  await saveDraft(context, email)
  await page.goto('/onboarding/consumer?step=review')
  await atHeading(page, 'Review & Submit')
  await page.getByRole('checkbox', { name: /I confirm that the information/ }).check()

  const second = await context.newPage()
  const change = async (tab: Page, field: string, text: string) => {
    await tab.getByRole('link', { name: 'Change personal details' }).click()
    await atHeading(tab, 'Personal Details')
    await tab.getByLabel(field).fill(text)
    await goOn(tab)
    await atHeading(tab, 'Review & Submit')
  }
  await second.goto('/onboarding/consumer?step=review')
  await change(second, 'Phone Number', '020 7946 0199')
  // The first tab takes the answer over by itself, says so, and has it confirmed again.
  await expect(page.getByText('part of this application now: Phone Number.')).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: '020 7946 0199' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /I confirm that the information/ })).not.toBeChecked()
  await page.getByRole('button', { name: 'Close this message' }).click()
  await expect(page.getByText('Your answers were changed elsewhere')).toBeHidden()

  await page.getByRole('link', { name: 'Change personal details' }).click()
  await atHeading(page, 'Personal Details')
  // Both are typed before either is saved.
  await page.route(ACCOUNTS_DRAFT, (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await page.getByLabel('Address').fill('1 First Street')
  await change(second, 'Address', '2 Second Street')
  await expect(page.getByText('Address: 1 First Street here, 2 Second Street elsewhere.')).toBeVisible()
  await page.unroute(ACCOUNTS_DRAFT)
  await goOn(page)
  await atHeading(page, 'Review & Submit')
  await page.getByRole('button', { name: 'Use the other answer for Address' }).click()
  await expect(page.getByRole('definition').filter({ hasText: '2 Second Street' })).toBeVisible()
  await submit(page)
  const { user } = await (await context.request.get('/api/auth/user')).json()
  const sent = await context.request.get(`/api/onboarding/kyc-profile-by-user/${user.id}`)
  expect((await sent.json()).profile).toMatchObject({ address: '2 Second Street' })
})
