import type { BrowserContext, Page } from '@playwright/test'
import { addDays, londonDate } from '#domain/plain-date.ts'
import { PHONE } from './support/browser.ts'
import { arrive, arriveSubmitted, call } from './support/by-request.ts'
import { atHeading, selfie, submit, upload } from './support/onboarding.ts'
import { mailsTo, newEmail, STAFF } from './support/people.ts'
import {
  accept,
  acceptByKeys,
  countingKeys,
  KEYS_OF_A_CLEAN_CASE,
  KEYS_OF_ASKING_AGAIN,
  lineOf,
} from './support/review.ts'
import { type Product, startOnPostgres } from './support/server.ts'
import { expect, type Roles, test } from './support/test.ts'

// A separate product, so that the next case in its queue is the newcomer's.
test.describe.configure({ mode: 'default' })
let product: Product
test.beforeAll(async () => {
  product = await startOnPostgres()
})
test.afterAll(() => product.stop())

/** Opens the home page on the phone of someone who has submitted, with the documents' dates. */
async function newcomer({ visitor }: Pick<Roles, 'visitor'>, email: string) {
  const { page, context } = await visitor({ ...PHONE, baseURL: product.baseUrl })
  const today = londonDate(new Date())
  const name = { firstName: 'Zoë', lastName: "O'Brien-Núñez" }
  const dates = {
    'id-front': { expiresOn: addDays(today, 900) },
    'proof-of-address': { issuedOn: addDays(today, -10) },
  }
  await arriveSubmitted(context, email, name, {}, dates)
  await page.goto('/')
  await atHeading(page, 'We’re checking your details')
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1
  })
  return { page, loads: () => loads }
}

/** Opens the queue as a reviewer, while a colleague has the demo's cases. */
async function reviewerAtQueue({ visitor }: Pick<Roles, 'visitor'>, newcomerName: string): Promise<Page> {
  const { context: colleague } = await visitor({ baseURL: product.baseUrl })
  await arrive(colleague, STAFF.admin)
  await claimAllBut(colleague, newcomerName)
  const { page, context } = await visitor({ baseURL: product.baseUrl })
  await arrive(context, STAFF.reviewer)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/admin/queue')
  await expect(page.getByText(/^Showing \d+ cases?$/)).toBeVisible()
  return page
}

async function claimAllBut({ request }: BrowserContext, newcomerName: string): Promise<void> {
  const { cases } = await (await request.get('/api/admin/queue?owner=nobody')).json()
  for (const { userId, kind, name } of cases as { userId: number; kind: string; name: string }[])
    if (name !== newcomerName) await call(request, `/api/admin/users/${userId}/kyc-claim`, { kind })
}

const NAME = "Zoë O'Brien-Núñez"

test('a newcomer is approved and sees it on their open page, while a reviewer decides with nine keys at most', async ({
  visitor,
}) => {
  const email = newEmail('newcomer')
  const { page: person, loads } = await newcomer({ visitor }, email)
  const lines = person.getByRole('region', { name: 'Your verification' })
  await expect(lines.getByText('6 with us')).toBeVisible()

  const desk = await reviewerAtQueue({ visitor }, NAME)
  const { press, count } = countingKeys(desk)
  await press('n')
  await expect(desk.getByRole('heading', { level: 1, name: NAME })).toBeVisible()
  await acceptByKeys(desk, press)
  await expect(desk.getByText(/All lines decided$/)).toBeVisible()
  // Marks stay private until the case is decided.
  await expect(lines.getByText('6 with us')).toBeVisible()
  await press('Enter')
  await expect(desk.getByText('Verification approved', { exact: true })).toBeVisible()
  expect(count()).toBeLessThanOrEqual(KEYS_OF_A_CLEAN_CASE)

  await atHeading(person, 'You’re verified, Zoë')
  await expect(lines.getByText(/^6 of 6 checked/)).toBeVisible()
  expect(loads()).toBe(0)
  expect((await mailsTo(person, email)).map(({ subject }) => subject)).toContain(
    'Your verification is approved',
  )
})

test('a newcomer is asked again for one item with twelve keys at most, replaces it and is approved, all on their open page', async ({
  visitor,
}) => {
  const email = newEmail('asked-again')
  const { page: person, loads } = await newcomer({ visitor }, email)
  const desk = await reviewerAtQueue({ visitor }, NAME)
  const asking = countingKeys(desk)
  await asking.press('n')
  await expect(desk.getByRole('heading', { level: 1, name: NAME })).toBeVisible()
  await acceptByKeys(desk, asking.press, 'Selfie')
  await expect(lineOf(desk, 'Selfie').getByText('Asked again, 1 reason')).toBeVisible()
  await expect(desk.getByText(/All lines decided$/)).toBeVisible()
  // Unsent marks are still there after a reload.
  desk.on('dialog', (leaving) => void leaving.accept())
  await desk.reload()
  await expect(lineOf(desk, 'Selfie').getByText('Asked again, 1 reason')).toBeVisible()
  await expect(desk.getByText(/All lines decided$/)).toBeVisible()
  await asking.press('Enter')
  await expect(desk.getByText('Sent back 1 item', { exact: true })).toBeVisible()
  expect(asking.count()).toBeLessThanOrEqual(KEYS_OF_ASKING_AGAIN)

  await atHeading(person, 'Your selfie needs another look')
  await person.getByRole('link', { name: 'Take a new selfie' }).click()
  await upload(person, 'Selfie', selfie('again.jpg'))
  await person.getByRole('link', { name: 'Send for review' }).click()
  await submit(person)
  await person.getByRole('link', { name: 'Go to Homepage' }).click()
  await atHeading(person, 'We’re checking what you sent again')

  await desk.goto('/admin/queue')
  await expect(desk.getByText(/^Showing \d+ cases?$/)).toBeVisible()
  const approving = countingKeys(desk)
  await approving.press('n')
  await expect(lineOf(desk, 'Selfie')).toBeFocused()
  await expect(accept(desk)).not.toHaveAttribute('aria-disabled', 'true')
  for (const key of ['a', 'Enter']) await approving.press(key)
  await expect(desk.getByText('Verification approved', { exact: true })).toBeVisible()
  expect(approving.count()).toBeLessThanOrEqual(KEYS_OF_A_CLEAN_CASE)
  await atHeading(person, 'You’re verified, Zoë')
  expect(loads()).toBe(0)
})
