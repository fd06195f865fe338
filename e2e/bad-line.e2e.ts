import type { Page } from '@playwright/test'
import { UPLOAD_PART_BYTES } from '#contract/documents/part-uploads.ts'
import { makeJpeg, padded } from '#server/platform/files/test-files.ts'
import { examine, STILL } from './support/accessibility.ts'
import { acceptRisk as acceptRiskOf } from './support/by-request.ts'
import { focusedHeading } from './support/keyboard.ts'
import { watchShift } from './support/layout-shift.ts'
import { offlinePageReady, storedForOffline } from './support/offline-page.ts'
import { atHeading, enterDetails, picture } from './support/onboarding.ts'
import { expect, test } from './support/test.ts'
import { spoilKeys, waitingBytes, waitingCount } from './support/waiting.ts'

const CHUNK = /\/assets\/legal-page-[^/]+\.js/

/**
 * Opens the terms from a page rendered by its scripts, while the connection loses the terms' own script as long
 * as `isLost` says. The sign-in page is rendered by the server: a link clicked before its scripts have loaded
 * opens a document, whose focus is the browser's.
 */
async function openTerms(page: Page, isLost: (url: string) => boolean): Promise<void> {
  await page.route(CHUNK, (route) => (isLost(route.request().url()) ? route.abort() : route.continue()))
  await page.goto('/email-collection')
  await atHeading(page, 'Start your application')
  await page.getByRole('link', { name: 'Terms', exact: true }).click()
}

/** Stores a file as a former release did: unencrypted. */
function storeAsBefore(): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open('waiting_files', 1)
    asked.onupgradeneeded = () => asked.result.createObjectStore('files', { keyPath: ['owner', 'place'] })
    asked.onerror = () => reject(asked.error)
    asked.onsuccess = () => {
      const { result } = asked
      const stored = result.transaction('files', 'readwrite')
      const file = new File(['\u00ff\u00d8 of before'], 'former.jpg')
      stored
        .objectStore('files')
        .put({ owner: 'person:1', place: 'consumer selfie', file, chosenAt: Date.now() })
      stored.oncomplete = () => {
        result.close()
        resolve()
      }
    }
  })
}

test('a script that fails to load once is fetched again, and its page opens', async ({ visitor }) => {
  const { page } = await visitor({ faultsExpected: true })
  await openTerms(page, (url) => !url.includes('?'))
  await expect(page.getByRole('heading', { level: 1, name: /Terms/ })).toBeVisible()
})

test('a script that keeps failing is reported, and its page opens at Try again', async ({ visitor }) => {
  const { page } = await visitor({ faultsExpected: true, ...STILL })
  let isLost = true
  await openTerms(page, () => isLost)
  await focusedHeading(page, 'This page didn’t load')
  await examine(page, 'a page that did not load', { narrow: true })
  isLost = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await focusedHeading(page, 'Terms of Service')
})

test('a proxy’s page instead of an answer reads as a sentence', async ({ applicant }) => {
  const { page } = await applicant({ faultsExpected: true })
  const html = '<!doctype html><html><head><title>502</title></head><body>Bad Gateway</body></html>'
  await page.route('**/api/verification/status*', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: html }),
  )
  await page.goto('/success?id=pending&type=consumer&completed=true')
  await expect(page.getByText('API request failed with status 502')).toBeVisible()
  expect(await page.getByRole('main').textContent()).not.toMatch(/<|Bad Gateway/)
})

test('a form says that the browser is offline, keeps what was typed, and saves it when the connection is back', async ({
  applicant,
}) => {
  const { page, context } = await applicant({ faultsExpected: true, ...STILL })
  await acceptRiskOf(context.request)
  await page.goto('/onboarding/consumer?step=3')
  await atHeading(page, 'Personal Details')
  const banner = page.getByRole('status').filter({ hasText: 'You’re offline' })
  // Typing counts as activity, which loads what watches the connection.
  const watching = page.waitForResponse(/\/assets\/watch-[^/]+\.js/)
  await page.getByLabel('Last Name').press('End')
  await watching
  await context.setOffline(true)
  await expect(banner).toBeVisible()
  await page.getByLabel('Address').fill('1 Offline Street')
  await page.waitForRequest(/\/api\/onboarding\/consumer\/draft/)
  await examine(page, 'offline over a form', { narrow: true })
  // On a phone both buttons stay within reach below the text.
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  for (const name of ['Back', 'Continue'])
    await page.getByRole('button', { name, exact: true }).click({ trial: true })
  if (size) await page.setViewportSize(size)
  await expect(page.getByLabel('Address')).toHaveValue('1 Offline Street')
  const saved = page.waitForResponse(
    (answer) =>
      answer.request().method() === 'PUT' &&
      answer.url().includes('/api/onboarding/consumer/draft') &&
      answer.ok(),
  )
  await context.setOffline(false)
  await expect(banner).toHaveCount(0)
  await saved
  const kept = await (await context.request.get('/api/onboarding/consumer/draft')).json()
  expect(JSON.stringify(kept)).toContain('1 Offline Street')
  // So does a form that its button saves, and no request is sent twice.
  await page.goto('/profile?tab=edit')
  await page.getByLabel(/^Company/).fill('Offline Peat')
  await page.getByLabel(/^Name/).press('End')
  await context.setOffline(true)
  await expect(banner).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Update Failed')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Profile Updated')).toBeVisible()
  const profile = await (await context.request.get('/api/user/profile')).json()
  expect(JSON.stringify(profile)).toContain('Offline Peat')
})

test('R39 an unreachable page says so and what this device has stored, and opens by itself when the connection is back', async ({
  applicant,
}) => {
  const { page, context } = await applicant({ faultsExpected: true, serviceWorkers: 'allow', ...STILL })
  const shift = await watchShift(page)
  await acceptRiskOf(context.request)
  await page.goto('/onboarding/consumer?step=3')
  await atHeading(page, 'Personal Details')
  await offlinePageReady(page)
  await context.setOffline(true)
  await page.goto('/profile?tab=edit#there')
  // With emulated offline mode, a browser may report a new page as online.
  await expect(
    page.getByRole('heading', { level: 1, name: /^(You’re offline|We can’t reach Verdaccord)$/ }),
  ).toBeVisible()
  await expect(
    page.getByText('Nothing you sent is lost, and nothing is waiting on this device.'),
  ).toBeVisible()
  // Whether anyone is signed in is unknown, and not shown.
  await expect(page.getByRole('navigation').getByRole('link')).toHaveCount(0)
  await expect(page.getByRole('navigation').getByRole('button')).toHaveCount(1)
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(page.getByRole('status')).toHaveText('Still no connection. We’ll keep trying.')
  expect(await shift()).toBe(0)
  await examine(page, 'a page that can’t be reached', { narrow: true })
  // The worker doesn't handle what isn't a page.
  const beside = await context.newPage()
  await expect(beside.goto('/api/terms-static')).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
  await beside.close()
  await context.setOffline(false)
  await expect(page.getByLabel(/^Company/)).toBeVisible()
  await expect(page).toHaveURL('/profile?tab=edit#there')

  await page.goto('/onboarding/consumer?step=3')
  await page.getByLabel('Address').fill('1 Offline Street')
  const drafts = () => waitingCount(page, 'drafts')
  await expect.poll(drafts).toBe(1)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText('This device keeps the answers you typed, encrypted')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Address')).toHaveValue('1 Offline Street')
  // After everything that was opened, it stores only what the server sends to anyone.
  const kept = await storedForOffline(page)
  expect(kept.length).toBeGreaterThan(4)
  for (const { path, text } of kept) {
    expect(path).toMatch(/^\/(assets\/[\w.-]+|before-paint\.js|logo\.svg)$/)
    const sent = await fetch(new URL(path, page.url()))
    expect([path, sent.status, await sent.text()]).toEqual([path, 200, text])
  }

  // R39: signing out by the URL alone leaves nothing.
  await page.goto('/api/auth/logout')
  await expect.poll(drafts).toBe(0)
})

test('R39 an interrupted upload continues by itself and after a reload, and leaves nothing readable in the browser', async ({
  applicant,
}) => {
  const { page, context, email } = await applicant({ faultsExpected: true, ...STILL })
  await acceptRiskOf(context.request)
  await page.goto('/onboarding/consumer?step=3')
  await page.evaluate(storeAsBefore)
  await enterDetails(page, email)
  await atHeading(page, 'ID Document')
  await page.getByRole('radio', { name: 'Passport' }).click()
  const field = page.getByRole('group', { name: 'ID front' })
  const dropped = field.getByText(/^The connection dropped/).first()
  const ready = field.getByText('Document ready', { exact: true })
  let arrived: string[] = []
  let line: 'up' | 'drops at the second part' | 'down' = 'up'
  await context.route('**/api/uploads/*', (route) => {
    const offset = route.request().headers()['upload-offset']
    if (line === 'drops at the second part' && offset === String(UPLOAD_PART_BYTES)) line = 'down'
    if (line === 'down') return route.abort('connectionreset')
    if (offset) arrived.push(offset)
    return route.continue()
  })
  const sendUntilDropped = async (name: string) => {
    arrived = []
    line = 'drops at the second part'
    const buffer = padded(await makeJpeg({ artist: name }), 2 * UPLOAD_PART_BYTES + 1000)
    await field.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/jpeg', buffer })
    await field.getByRole('button', { name: 'Upload', exact: true }).click()
    await expect(dropped).toBeVisible()
    return buffer
  }

  await sendUntilDropped('first.jpg')
  // The first half has arrived, and the bar stays there.
  await expect(field.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '65')
  await examine(page, 'an upload that waits for the line', { narrow: true })
  line = 'up'
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(ready).toBeVisible()
  // No part was sent twice.
  expect(arrived).toEqual([0, 1, 2].map((part) => String(part * UPLOAD_PART_BYTES)))

  await field.getByRole('button', { name: 'Upload Different Document' }).click()
  const second = await sendUntilDropped('second.jpg')
  const stored = await waitingBytes(page, 'files')
  expect(stored.length).toBeGreaterThan(2 * UPLOAD_PART_BYTES)
  // Neither its name nor its type, nor its first bytes; nor a former release's file. Ciphertext may contain any
  // three bytes by chance.
  const start = new TextDecoder('latin1').decode(second.subarray(0, 12))
  for (const readable of ['second', 'image/', start, 'passport', 'before'])
    expect(stored.includes(readable), readable).toBe(false)
  await page.reload()
  await expect(field.getByText('second.jpg', { exact: true })).toBeVisible()
  await expect(dropped).toBeVisible()
  line = 'up'
  await field.getByRole('button', { name: 'Try again' }).click()
  await expect(ready).toBeVisible()
  await expect(field.getByText('second.jpg', { exact: true })).toBeVisible()
  await expect.poll(() => waitingCount(page, 'files')).toBe(0)

  // An upload continues on another page, which reports when it has arrived.
  await field.getByRole('button', { name: 'Upload Different Document' }).click()
  await sendUntilDropped('third.jpg')
  await page.getByRole('link', { name: 'Exit and finish later' }).click()
  await expect(field).toHaveCount(0)
  line = 'up'
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByText('ID front uploaded', { exact: true })).toBeVisible()
  await page.goBack()
  await expect(field.getByText('third.jpg', { exact: true })).toBeVisible()

  // It also continues on any page opened later, and of two pages only one sends it.
  await field.getByRole('button', { name: 'Upload Different Document' }).click()
  await sendUntilDropped('fourth.jpg')
  const beside = await context.newPage()
  for (const tab of [page, beside]) {
    const watching = tab.waitForRequest('**/api/browser-keys')
    await tab.goto('/profile')
    await tab.mouse.move(10, 10)
    await watching
  }
  line = 'up'
  for (const tab of [page, beside]) await tab.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect.poll(() => waitingCount(page, 'files')).toBe(0)
  expect(arrived).toEqual([0, 1, 2].map((part) => String(part * UPLOAD_PART_BYTES)))
  expect(await (await context.request.get('/api/documents')).text()).toContain('fourth.jpg')
  await beside.close()

  // A file only chosen waits as well, but not for someone else.
  await page.goBack()
  await field.getByRole('button', { name: 'Upload Different Document' }).click()
  await field.locator('input[type=file]').setInputFiles(await picture('fifth'))
  await expect.poll(() => waitingCount(page, 'files')).toBe(1)
  await page.reload()
  await expect(field.getByRole('button', { name: 'Upload', exact: true })).toBeVisible()
  // A file whose key can no longer be opened is deleted, as if it had never been chosen.
  await spoilKeys(page, 'files')
  await page.reload()
  await expect(ready).toBeVisible()
  await expect.poll(() => waitingCount(page, 'files')).toBe(0)
  await field.getByRole('button', { name: 'Upload Different Document' }).click()
  await field.locator('input[type=file]').setInputFiles(await picture('sixth'))
  await expect.poll(() => waitingCount(page, 'files')).toBe(1)
  const other = await applicant()
  await context.addCookies(await other.context.cookies())
  await page.goto('/home')
  await page.mouse.move(10, 10)
  await expect.poll(() => waitingCount(page, 'files')).toBe(0)
})
