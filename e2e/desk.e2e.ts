import type { BrowserContext, Page } from '@playwright/test'
import type { SupportView } from '#contract/directory/support.ts'
import { addDays, londonDate } from '#domain/plain-date.ts'
import { STILL } from './support/accessibility.ts'
import { arrive, arriveSubmitted, call, userIdOf } from './support/by-request.ts'
import { mailsTo, newEmail, STAFF } from './support/people.ts'
import {
  accept,
  acceptByKeys,
  acceptItems,
  countingKeys,
  decideOnDesk,
  expectNoScrolling,
  KEYS_OF_A_CLEAN_CASE,
  KEYS_OF_ASKING_AGAIN,
  lineOf,
} from './support/review.ts'
import { type Product, startOnPostgres } from './support/server.ts'
import { expect, type Roles, test } from './support/test.ts'
import { waitingCount } from './support/waiting.ts'

// A separate product, so that the next case in its queue is the intended one.
test.describe.configure({ mode: 'default' })
let product: Product
test.beforeAll(async () => {
  product = await startOnPostgres()
})
test.afterAll(() => product.stop())

const APPROVED = 'Your verification is approved'

/** Signs a reviewer of the product in, on a screen as large as theirs. */
async function asReviewer({
  visitor,
  faultsExpected,
}: Pick<Roles, 'visitor'> & { faultsExpected?: boolean }): Promise<{ page: Page; context: BrowserContext }> {
  const viewport = { width: 1440, height: 900 }
  const { page, context } = await visitor({ ...STILL, baseURL: product.baseUrl, viewport, faultsExpected })
  await arrive(context, STAFF.reviewer)
  await releaseAll(context)
  return { page, context }
}

/** Releases what former tests left claimed: a reviewer with three cases is given no other. */
async function releaseAll({ request }: BrowserContext): Promise<void> {
  const { cases } = await (await request.get('/api/admin/queue?owner=me')).json()
  for (const { userId, kind } of cases)
    await request.post(`/api/admin/users/${userId}/kyc-release`, {
      headers: { 'sec-fetch-site': 'same-origin' },
      data: { kind },
    })
}

type Read = Readonly<Record<string, string>>

/** Makes up what was read from a person’s documents, because reading is off here. */
async function documentsRead(
  page: Page,
  context: BrowserContext,
  id: number,
  reads: Readonly<Record<string, Read>>,
  isSure = true,
): Promise<void> {
  const { case: reviewCase } = await (await context.request.get(`/api/admin/users/${id}/kyc-case`)).json()
  const readings = Object.entries(reads).map(([slot, read]) => {
    const { document } = reviewCase.items.find(({ item }: { item: string }) => item === slot)
    const values = Object.entries(read).map(([field, value]) => ({
      field,
      value,
      source: 'code',
      proof: null,
      confidence: 1,
      isSure,
      area: null,
    }))
    return { documentId: document.id, state: 'read', values, signals: [], readAt: null }
  })
  await page.route(`**/api/admin/users/${id}/readings*`, (route) => route.fulfill({ json: { readings } }))
  // No reading comes with the page either.
  await page.route(`**/admin/users/${id}/desk`, async (route) => {
    const page = await route.fetch()
    await route.fulfill({
      response: page,
      body: (await page.text()).replace(/<script [^>]*id="answers".*?<\/script>/, ''),
    })
  })
}

test('a clean case of a person is approved with nine keys without scrolling, and the next case appears', async ({
  visitor,
}) => {
  const { page } = await asReviewer({ visitor })
  await page.goto('/admin/queue')
  await expect(page.getByText(/^Showing \d+ cases?$/)).toBeVisible()
  const pictures = new Set<string>()
  page.on('request', (request) => {
    if (/\/api\/documents\/.*\?page=1$/.test(request.url())) pictures.add(request.url())
  })
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { level: 1, name: 'Sofia Marchetti' })).toBeVisible()
  // A later line's document is loaded in advance, which doesn't count as opening its line.
  await expect.poll(() => pictures.size).toBe(2)
  await expect(lineOf(page, 'Proof of address').getByText('Not opened')).toBeVisible()
  const { press, count } = countingKeys(page)
  await expectNoScrolling(page)
  await acceptByKeys(page, press)
  await expect(page.getByText(/All lines decided$/)).toBeVisible()
  await press('Enter')
  await expect(page.getByText('Verification approved', { exact: true })).toBeVisible()
  expect(count()).toBeLessThanOrEqual(KEYS_OF_A_CLEAN_CASE)
  await expect(page.getByRole('heading', { level: 1, name: 'Fjordkraft Holdings Ltd' })).toBeVisible()
  await expectNoScrolling(page)
  // The owners are in a picture: how much, and who is confirmed.
  const owners = page
    .getByRole('navigation', { name: 'Lines' })
    .getByRole('button', { name: /Beneficial owner/ })
  await owners.first().click()
  const picture = page
    .getByRole('region', { name: 'Evidence' })
    .getByRole('button', { name: /Owns .*% in all/ })
  await expect(picture.first()).toContainText('To check')
  await expectNoScrolling(page)
  await owners.first().focus()
  await expect(accept(page)).not.toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('a')
  await expect(picture.first()).toContainText('Confirmed')
  await lineOf(page, 'Sanctions').click()
  await expect(page.getByRole('region', { name: 'Matches' })).toBeVisible()
  await expectNoScrolling(page, ['Approve', 'Next'])
})

test('a case is rejected with only the keyboard, after a confirmation', async ({ visitor }) => {
  const { context: person } = await visitor({ baseURL: product.baseUrl })
  const email = newEmail('rejected')
  await arriveSubmitted(person, email)
  const { page, context } = await asReviewer({ visitor })
  const id = await userIdOf(context, email)
  const headers = { 'sec-fetch-site': 'same-origin' }
  await context.request.post(`/api/admin/users/${id}/kyc-claim`, { headers, data: { kind: 'consumer' } })
  await page.goto(`/admin/users/${id}/desk`)
  await expect(lineOf(page, 'Name')).toBeFocused()
  // Space presses nothing behind the reasons, which have the focus.
  for (const key of ['x', '1', 'Space', 'Enter']) await page.keyboard.press(key)
  await expect(lineOf(page, 'Name').getByText('Rejected')).toBeVisible()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  const sure = dialog.getByRole('checkbox', { name: 'I understand the applicant can’t fix this' })
  // The harmless button has the focus; Shift+Tab from it reaches the second confirmation.
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(sure).toBeFocused()
  for (const key of ['Space', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByText('Verification rejected', { exact: true })).toBeVisible()
})

test('a colleague takes over the case while its reviewer types: it says who and when, and nothing typed is lost', async ({
  visitor,
}) => {
  const { context: person } = await visitor({ baseURL: product.baseUrl })
  const email = newEmail('taken')
  await arriveSubmitted(person, email)
  const { page, context } = await asReviewer({ visitor })
  const id = await userIdOf(context, email)
  const headers = { 'sec-fetch-site': 'same-origin' }
  const claim = { headers, data: { kind: 'consumer', takeOver: true } }
  await context.request.post(`/api/admin/users/${id}/kyc-claim`, { headers, data: { kind: 'consumer' } })
  await page.goto(`/admin/users/${id}/desk?line=selfie`)
  await expect(page.getByText('You hold this case')).toBeVisible()
  await lineOf(page, 'Selfie').focus()
  for (const key of ['r', '1', 'e']) await page.keyboard.press(key)
  const text = page.getByLabel(/^Text for the applicant/)
  await expect(text).toBeFocused()
  await page.keyboard.type('The face is in shadow')
  const { context: lead } = await visitor({ baseURL: product.baseUrl })
  await arrive(lead, STAFF.admin)
  expect((await lead.request.post(`/api/admin/users/${id}/kyc-claim`, claim)).ok()).toBe(true)
  await expect(page.getByText(/ took this case at \d\d:\d\d/)).toHaveCount(1)
  await expect(page.getByText('You can’t mark this case any more. What you typed stays here.')).toBeVisible()
  await expect(text).toHaveValue('The face is in shadow')
  await expect(page.getByRole('button', { name: 'Ask again, next line' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})

test('unsent marks stand after a reload and in a second tab, until a colleague takes the case, which is said', async ({
  visitor,
}) => {
  const { context: person } = await visitor({ baseURL: product.baseUrl })
  const email = newEmail('marks')
  await arriveSubmitted(person, email)
  const { page, context } = await asReviewer({ visitor })
  const id = await userIdOf(context, email)
  const desk = `/admin/users/${id}/desk`
  await page.goto(desk)
  await page.getByRole('button', { name: 'Claim', exact: true }).click()
  await expect(page.getByText('You hold this case')).toBeVisible()
  const asked = (tab: Page, name: string) => lineOf(tab, name).getByText('Asked again, 1 reason')
  const mark = async (tab: Page, name: string) => {
    await lineOf(tab, name).click()
    for (const key of ['r', '1', 'Enter']) await tab.keyboard.press(key)
    await expect(asked(tab, name)).toBeVisible()
  }
  await mark(page, 'Selfie')
  await mark(page, 'Name')
  page.on('dialog', (leaving) => void leaving.accept())
  await page.reload()
  for (const name of ['Selfie', 'Name']) await expect(asked(page, name)).toBeVisible()
  const second = await context.newPage()
  await second.goto(desk)
  for (const name of ['Selfie', 'Name']) await expect(asked(second, name)).toBeVisible()
  await mark(second, 'Address')
  await expect(asked(page, 'Address')).toBeVisible()

  const { context: lead } = await visitor({ baseURL: product.baseUrl })
  await arrive(lead, STAFF.admin)
  await call(lead.request, `/api/admin/users/${id}/kyc-claim`, { kind: 'consumer', takeOver: true })
  for (const tab of [page, second]) {
    await expect(tab.getByText(/ took this case at \d\d:\d\d/)).toHaveCount(1)
    await expect(tab.getByText('What you had marked is kept in a note on the case.')).toBeVisible()
    for (const name of ['Selfie', 'Name', 'Address']) await expect(asked(tab, name)).toHaveCount(0)
  }
  const { case: taken } = await (await lead.request.get(`/api/admin/users/${id}/kyc-case`)).json()
  expect(taken.notes.map(({ text }: { text: string }) => text.split('\n').length)).toEqual([4])
  await page.reload()
  await expect(page.getByText(/ holds this case$/)).toBeVisible()
  for (const name of ['Selfie', 'Name', 'Address']) await expect(asked(page, name)).toHaveCount(0)
})

test('marks of a claim that ended are named once the case is claimed again', async ({ visitor }) => {
  const { context: person } = await visitor({ baseURL: product.baseUrl })
  const email = newEmail('ended')
  await arriveSubmitted(person, email)
  const { page, context } = await asReviewer({ visitor })
  const id = await userIdOf(context, email)
  const desk = `/admin/users/${id}/desk`
  await page.goto(desk)
  await page.getByRole('button', { name: 'Claim', exact: true }).click()
  await expect(page.getByText('You hold this case')).toBeVisible()
  await lineOf(page, 'Selfie').click()
  for (const key of ['r', '1', 'Enter']) await page.keyboard.press(key)
  await expect(lineOf(page, 'Selfie').getByText('Asked again, 1 reason')).toBeVisible()
  await expect.poll(() => waitingCount(page, 'marks')).toBe(1)
  page.on('dialog', (leaving) => void leaving.accept())
  await page.goto('/admin/audit')
  for (const change of ['release', 'claim'])
    await call(context.request, `/api/admin/users/${id}/kyc-${change}`, { kind: 'consumer' })
  await page.goto(desk)
  const ended = page.getByText('Your claim ended before you sent your marks')
  await expect(ended).toBeVisible()
  await expect(page.getByText('Mark again what you had marked: Selfie.')).toBeVisible()
  await lineOf(page, 'Selfie').click()
  for (const key of ['r', '1', 'Enter']) await page.keyboard.press(key)
  await expect(ended).toHaveCount(0)
})

test('a name that support changes opens its line again, and the line and the history say who, how and why', async ({
  visitor,
}) => {
  const { context: person } = await visitor({ baseURL: product.baseUrl })
  const email = newEmail('renamed')
  await arriveSubmitted(person, email)
  const { page, context } = await asReviewer({ visitor })
  const id = await userIdOf(context, email)
  await page.goto(`/admin/users/${id}/desk`)
  await page.getByRole('button', { name: 'Claim', exact: true }).click()
  await expect(page.getByText('You hold this case')).toBeVisible()
  for (const name of ['Name', 'Selfie']) {
    await lineOf(page, name).click()
    for (const key of ['r', '1', 'Enter']) await page.keyboard.press(key)
  }
  const { context: agent } = await visitor({ baseURL: product.baseUrl })
  await arrive(agent, STAFF.support)
  const grounds = { reason: 'Married in May', evidence: 'Marriage certificate, seen in a video call' }
  const wish = { field: 'name', firstName: 'Mehmet', lastName: 'Demir', ...grounds }
  const { support } = await call<{ support: SupportView }>(
    agent.request,
    `/api/admin/users/${id}/changes`,
    wish,
  )
  const { context: lead } = await visitor({ baseURL: product.baseUrl })
  await arrive(lead, STAFF.admin)
  await call(lead.request, `/api/admin/changes/${support.changes[0]?.id}/confirm`, {})
  await expect(page.getByText(/^Support changed “Name” at \d\d:\d\d/)).toBeVisible()
  await expect(lineOf(page, 'Name').getByText(/^Asked again/)).toHaveCount(0)
  await expect(lineOf(page, 'Selfie').getByText('Asked again, 1 reason')).toBeVisible()
  await lineOf(page, 'Name').click()
  const changed = 'from “Mehmet Yılmaz” to “Mehmet Demir”'
  const comparison = page.getByRole('region', { name: 'Comparison' })
  const told = comparison.getByText(new RegExp(`^Changed by support ${changed} on `))
  await expect(told).toContainText(`Reason: “${grounds.reason}” Evidence: “${grounds.evidence}”`)
  await expectNoScrolling(page, ['Next'])
  await page.keyboard.press('h')
  const history = page.getByRole('dialog', { name: 'Notes and history' })
  await expect(history.getByText(`Name changed ${changed}`)).toBeVisible()
  await expect(history.getByText(new RegExp(grounds.evidence))).toBeVisible()
})

test('a decision is undone with one key, from the next case, with its marks, and takes effect once it is made again', async ({
  visitor,
}) => {
  const { context: person } = await visitor({ baseURL: product.baseUrl })
  const email = newEmail('undone')
  await arriveSubmitted(person, email)
  const { context: other } = await visitor({ baseURL: product.baseUrl })
  await arriveSubmitted(other, newEmail('next'))
  const home = await person.newPage()
  await home.goto('/')
  const { page, context } = await asReviewer({ visitor })
  const id = await userIdOf(context, email)
  await giveDates(context, id)
  await page.goto(`/admin/users/${id}/desk?list=kind%3Dconsumer`)
  await page.getByRole('button', { name: 'Claim', exact: true }).click()
  await expect(page.getByText('You hold this case')).toBeVisible()
  const { pathname } = new URL(page.url())
  const name = await page.getByRole('heading', { level: 1 }).textContent()
  const inHand = async () => {
    const { cases } = await (await context.request.get('/api/admin/queue?owner=me')).json()
    return (cases as { userId: number }[]).map(({ userId }) => `/admin/users/${userId}/desk`)
  }
  await acceptItems(page)
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByText('Verification approved', { exact: true })).toBeVisible()
  await expect.poll(() => new URL(page.url()).pathname).not.toBe(pathname)
  const { pathname: ledTo } = new URL(page.url())
  await page.keyboard.press('u')
  await expect(page.getByText('Decision undone', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name ?? '')
  await expect(page.getByText(/All lines decided$/)).toBeVisible()
  // The case opened after the decision is no longer claimed.
  await expect.poll(inHand).not.toContain(ledTo)
  expect(await inHand()).toContain(pathname)
  await expect(home.getByRole('heading', { level: 1, name: 'We’re checking your details' })).toBeVisible()
  expect((await mailsTo(page, email)).map(({ subject }) => subject)).not.toContain(APPROVED)
  await decideOnDesk(page, 'Approve', 'Verification approved')
  await expect
    .poll(async () => (await mailsTo(page, email)).map(({ subject }) => subject))
    .toContain(APPROVED)
  // The person's own page has been open all the time.
  await expect(home.getByRole('heading', { level: 1, name: /^You’re verified/ })).toBeVisible()
  // The link back leads to the list from which the case was opened.
  await page.getByRole('link', { name: 'Review queue' }).first().click()
  await expect(page).toHaveURL(/\/admin\/queue\?kind=consumer$/)
})

test('one item of a person is returned with twelve keys, where accepting two lines accepts the dates that were read, with what they will read in view', async ({
  visitor,
}) => {
  const { context: person } = await visitor({ baseURL: product.baseUrl })
  const email = newEmail('again')
  await arriveSubmitted(person, email)
  const { page, context } = await asReviewer({ visitor })
  const id = await userIdOf(context, email)
  const today = londonDate(new Date())
  await documentsRead(page, context, id, {
    'id-front': { expiresOn: addDays(today, 900) },
    'proof-of-address': { issuedOn: addDays(today, -10) },
  })
  const accepted: object[] = []
  // The server, which has read nothing, takes them as entered.
  await page.route('**/api/documents/*/dates', async (route) => {
    const { isAsRead, ...dates } = route.request().postDataJSON()
    accepted.push({ isAsRead })
    await route.continue({ postData: JSON.stringify(dates) })
  })
  await page.goto(`/admin/users/${id}/desk`)
  await page.getByRole('button', { name: 'Claim', exact: true }).click()
  await lineOf(page, 'Name').click()
  const { press, count } = countingKeys(page)
  await acceptByKeys(page, press, 'Selfie')
  await expect(lineOf(page, 'Selfie').getByText('Asked again, 1 reason')).toBeVisible()
  await expect(page.getByText(/All lines decided$/)).toBeVisible()
  // Unsent marks are still there after a reload.
  page.on('dialog', (leaving) => void leaving.accept())
  await page.reload()
  await expect(lineOf(page, 'Selfie').getByText('Asked again, 1 reason')).toBeVisible()
  await expect(page.getByText(/All lines decided$/)).toBeVisible()
  await press('Enter')
  await expect(page.getByText('Sent back 1 item', { exact: true })).toBeVisible()
  expect(accepted).toEqual([{ isAsRead: true }, { isAsRead: true }])
  expect(count()).toBeLessThanOrEqual(KEYS_OF_ASKING_AGAIN)
})

test('the desk never scrolls sideways at any width, with differences on its lines', async ({ visitor }) => {
  const { context: person } = await visitor({ baseURL: product.baseUrl })
  const email = newEmail('narrow')
  await arriveSubmitted(person, email)
  const { page, context } = await asReviewer({ visitor })
  const id = await userIdOf(context, email)
  await documentsRead(page, context, id, {
    'id-front': { surname: 'Someone-Else', birthDate: '1955-01-01' },
  })
  await page.goto(`/admin/users/${id}/desk`)
  await expect(page.getByText('1 difference').first()).toBeAttached()
  for (const width of [1181, 1180, 861, 860, 320]) {
    await page.setViewportSize({ width, height: 800 })
    const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    await expect.poll(tooWide, `${width} px`).toBeLessThanOrEqual(0)
  }
})

test('a date that was read is compared and saved without scrolling, and each line starts with its question', async ({
  visitor,
}) => {
  const { context: person } = await visitor({ baseURL: product.baseUrl })
  const email = newEmail('dated')
  await arriveSubmitted(person, email)
  const { page, context } = await asReviewer({ visitor })
  const id = await userIdOf(context, email)
  const isSure = false
  await documentsRead(
    page,
    context,
    id,
    { 'id-front': { surname: 'Demir', expiresOn: '2031-05-01' } },
    isSure,
  )
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/admin/users/${id}/desk`)
  await page.getByRole('button', { name: 'Claim', exact: true }).click()
  await lineOf(page, 'ID front').click()
  await expect(page.getByText(/Compare the date that was read, then save it/)).toBeVisible()
  const comparison = page.getByRole('region', { name: 'Comparison' })
  await expect(comparison.getByLabel('Expiry date')).toBeInViewport({ ratio: 1 })
  const save = comparison.getByRole('button', { name: 'Save date' })
  await expect(save).toBeInViewport({ ratio: 1 })
  // Each tile shows its whole picture, not a corner of it.
  for (const tile of await page.getByRole('navigation', { name: 'Documents' }).getByRole('button').all()) {
    const [box, picture] = [await tile.boundingBox(), await tile.locator('img').boundingBox()]
    expect((picture?.y ?? 0) + (picture?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + (box?.height ?? 0))
  }
  await save.click()
  await expect(page.getByText(/Compare the date that was read/)).toHaveCount(0)
  await page.setViewportSize({ width: 1280, height: 620 })
  const heading = comparison.getByRole('heading', { name: 'ID front' })
  await heading.hover()
  await page.mouse.wheel(0, 600)
  await expect(heading).not.toBeInViewport()
  await lineOf(page, 'Name').click()
  await expect(comparison.getByRole('heading', { name: 'Name' })).toBeInViewport({ ratio: 1 })
})

test('a document that can’t be shown is returned with that reason selected', async ({ visitor }) => {
  const { context: person } = await visitor({ baseURL: product.baseUrl })
  const email = newEmail('unshown')
  await arriveSubmitted(person, email)
  const { page, context } = await asReviewer({ visitor, faultsExpected: true })
  await page.route('**/api/documents/*?page=1', (route) =>
    route.fulfill({ status: 422, json: { error: 'UNSAFE_FILE', message: 'We can’t show this file.' } }),
  )
  await page.goto(`/admin/users/${await userIdOf(context, email)}/desk?line=selfie`)
  await page.getByRole('button', { name: 'Claim', exact: true }).click()
  const evidence = page.getByRole('region', { name: 'Evidence' })
  await expect(evidence.getByRole('alert').getByText('We can’t show this file.').first()).toBeVisible()
  await expect(evidence.getByRole('link', { name: 'Open the original' }).last()).toBeVisible()
  await lineOf(page, 'Selfie').focus()
  await page.keyboard.press('r')
  const picker = page.getByRole('form', { name: /^Ask again/ })
  await expect(picker.getByRole('checkbox', { name: 'File can’t be opened' })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(lineOf(page, 'Selfie').getByText('Asked again, 1 reason')).toBeVisible()
})

/** Enters the dates of a case's documents, as if reviewed earlier. */
async function giveDates({ request }: BrowserContext, id: number): Promise<void> {
  const headers = { 'sec-fetch-site': 'same-origin' }
  await request.post(`/api/admin/users/${id}/kyc-claim`, { headers, data: { kind: 'consumer' } })
  const { case: reviewCase } = await (await request.get(`/api/admin/users/${id}/kyc-case`)).json()
  const next = `${new Date().getUTCFullYear() + 2}-01-01`
  const recent = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  for (const { document } of reviewCase.items)
    if (document && document.documentType !== 'selfie') {
      const isId = document.documentType === 'id-front'
      const answer = await request.put(`/api/documents/${document.id}/dates`, {
        headers,
        data: { issuedOn: isId ? null : recent, expiresOn: isId ? next : null },
      })
      expect(answer.ok()).toBe(true)
    }
  await request.post(`/api/admin/users/${id}/kyc-release`, { headers, data: { kind: 'consumer' } })
}
