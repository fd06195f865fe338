import type { BrowserContext } from '@playwright/test'
import { arriveSubmitted, decide, userIdOf } from './support/by-request.ts'
import { newEmail } from './support/people.ts'
import { acceptItems, decideOnDesk, lineOf } from './support/review.ts'
import { type Product, startOnPostgres } from './support/server.ts'
import { expect, type Roles, test, type VisitOptions } from './support/test.ts'

// One product for all the file's tests, which therefore stay in one worker.
test.describe.configure({ mode: 'default' })
let strict: Product
test.beforeAll(async () => {
  strict = await startOnPostgres({ STATUS_CALL: 'reviewed' })
})
test.afterAll(() => strict.stop())

/**
 * Creates someone whose ID back is blurred, whose selfie shows no face, and who gave no dates: no one has
 * looked yet.
 */
async function poorlyProved(
  { visitor }: Pick<Roles, 'visitor'>,
  at: Pick<VisitOptions, 'baseURL'> = {},
): Promise<string> {
  const { context } = await visitor(at)
  const email = newEmail('unseen')
  await arriveSubmitted(context, email, { docType: 'drivingLicence' })
  return email
}

/** Sets the status by the specified call, from a staff member's browser profile. */
async function statusCall(context: BrowserContext, id: number) {
  const answer = await context.request.put(`/api/admin/users/${id}/kyc-status`, {
    data: { kyc_status: 'approved' },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  return { status: answer.status(), body: await answer.text() }
}

test('if the status call needs a review, no one on the staff approves what no one opened', async ({
  visitor,
  reviewer,
  admin,
  superAdmin,
}) => {
  const at = { baseURL: strict.baseUrl }
  const email = await poorlyProved({ visitor }, at)
  const { page: theirs, context: staff } = await reviewer(at)
  const id = await userIdOf(staff, email)
  expect((await statusCall(staff, id)).status).toBe(403)
  await theirs.goto(`/admin/users/${id}?tab=kyc`)
  await expect(theirs.getByRole('region', { name: 'Decision' })).toBeVisible()
  await expect(theirs.getByLabel('KYC status')).toHaveCount(0)
  const { page, context } = await superAdmin(at)
  for (const lead of [(await admin(at)).context, context]) {
    const refused = await statusCall(lead, id)
    expect(refused.status).toBe(409)
    expect(refused.body).toContain('ID back hasn’t been reviewed.')
  }
  // Until the case has been screened, a super admin is asked whether to approve anyway.
  const missing = async () => {
    const answer = await context.request.get(`/api/admin/users/${id}/kyc-case`)
    return (await answer.json()).case.missingEvidence
  }
  await expect.poll(missing).toEqual([])
  await page.goto(`/admin/users/${id}?tab=kyc`)
  // A key opens a closed list and selects nothing.
  const status = page.getByLabel('KYC status')
  await expect(status).toBeEnabled()
  await status.focus()
  for (const key of ['ArrowDown', 'a']) {
    await page.keyboard.press(key)
    await page.keyboard.press('Escape')
  }
  // Nor does Escape choose the option on which the list was left.
  const pressInList = async (keys: string[]) => {
    await page.keyboard.press('ArrowDown')
    await expect(page.locator('select:open')).toHaveCount(1)
    for (const key of keys) await page.keyboard.press(key)
  }
  await pressInList(['ArrowDown', 'ArrowDown', 'Escape'])
  await expect(status).toHaveValue('submitted')
  expect(new URL(page.url()).pathname).toBe(`/admin/users/${id}`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await pressInList(['ArrowUp', 'Enter'])
  await expect(page.getByRole('dialog', { name: 'Set the KYC status to Pending?' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await status.selectOption('Approved')
  // It leads to the desk, where nothing has been opened yet.
  for (const name of ['ID front', 'ID back', 'Selfie', 'Proof of address'])
    await expect(lineOf(page, name).getByText('Not opened')).toBeVisible()
  for (const name of ['Accept', 'Approve'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('every page says that no one looked at what the plain status call approved', async ({
  visitor,
  reviewer,
  admin,
}) => {
  const email = await poorlyProved({ visitor })
  const { context: lead } = await admin()
  const id = await userIdOf(lead, email)
  expect((await statusCall(lead, id)).status).toBe(200)
  const { page } = await reviewer()
  const told = page.getByText('Approved by status call, 0 of 7 items reviewed').first()
  for (const place of [`/admin/users/${id}?tab=kyc`, '/admin/queue?approval=unreviewed']) {
    await page.goto(place)
    await expect(told).toBeVisible()
  }
  await page.goto('/')
  await expect(page.getByText(/without a full review/i).first()).toBeVisible()
})

test('an override is asked for by one person and confirmed by another, and its customer reads of no check', async ({
  visitor,
  reviewer,
  superAdmin,
  admin,
}) => {
  const email = newEmail('overridden')
  const { page: theirs, context: person } = await visitor()
  await arriveSubmitted(person, email, { firstName: 'Olu', lastName: 'Vance' })
  const { context: first } = await reviewer()
  await decide(first, email, { sendBack: 'selfie', reason: 'SELFIE_UNCLEAR', text: 'No sunglasses' })

  const { page, context } = await superAdmin()
  const id = await userIdOf(context, email)
  await page.goto(`/admin/users/${id}?tab=kyc`)
  await page.getByLabel('KYC status').selectOption('Approved')
  const dialog = page.getByRole('dialog')
  const set = dialog.getByRole('button', { name: 'Set to Approved' })
  await expect(dialog.getByText(/^Selfie was asked for again: Face not clear/)).toBeVisible()
  await set.click()
  await expect(dialog.getByText('Tick this to approve anyway')).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Approve anyway' }).check()
  await set.click()
  await expect(dialog.getByText('Write why you approve anyway')).toBeVisible()
  await dialog.getByLabel('Note for the record').fill('Met in person')
  await set.click()
  await expect(page.getByText('The approval waits for a second person')).toBeVisible()

  const { page: second } = await admin()
  await second.goto(`/admin/users/${id}/desk`)
  await expect(lineOf(second, 'Selfie')).toBeFocused()
  await expect(second.getByText('One rule was set aside')).toBeVisible()
  await expect(second.getByText('Met in person')).toBeVisible()
  await decideOnDesk(second, 'Confirm approval', 'Approval confirmed')
  await second.goto(`/admin/users/${id}?tab=kyc`)
  const record =
    /^Approved by override, \d of \d items reviewed\. Set aside: “Selfie was asked for again: Face not clear\.” .+ asked for it and .+ confirmed it/
  await expect(second.getByRole('region', { name: 'Decision' }).getByText(record)).toBeVisible()

  await theirs.goto('/')
  await expect(theirs.getByRole('heading', { level: 1, name: 'You’re verified, Olu' })).toBeVisible()
  const line = (name: string) =>
    theirs.getByRole('region', { name: 'Your verification' }).getByRole('button', { name })
  await expect(line('Selfie')).toContainText('Approved')
  await expect(line('Selfie')).not.toContainText('Checked')
  await expect(line('Proof of address')).toContainText('Checked')
})

test('an override on the desk counts what its reviewer accepted there, also from the user’s page', async ({
  visitor,
  superAdmin,
  admin,
}) => {
  const email = newEmail('marked')
  const { context: person } = await visitor()
  await arriveSubmitted(person, email)
  const { page, context } = await superAdmin()
  const id = await userIdOf(context, email)
  await expireId(context, id)
  await page.goto(`/admin/users/${id}/desk`)
  await page.getByRole('button', { name: 'Claim', exact: true }).click()
  await acceptItems(page)
  // What is marked is only in this browser.
  const other = await context.newPage()
  await other.goto(`/admin/users/${id}?tab=kyc`)
  await other.getByLabel('KYC status').selectOption('Approved')
  const dialogOn = (each: typeof page) =>
    each.getByRole('dialog', { name: 'Set the KYC status to Approved?' })
  await expect(dialogOn(other).getByText('6 of 6 items are accepted')).toBeVisible()
  await dialogOn(other).getByRole('button', { name: 'Cancel' }).click()
  await other.close()

  await page.getByRole('button', { name: 'Approve anyway' }).click()
  const dialog = dialogOn(page)
  await expect(dialog.getByText('6 of 6 items are accepted')).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Approve anyway' }).check()
  await dialog.getByLabel('Note for the record').fill('Seen in person')
  await dialog.getByRole('button', { name: 'Set to Approved' }).click()
  await expect(page.getByText('Approval proposed to a second person').first()).toBeVisible()
  const { page: second } = await admin()
  await second.goto(`/admin/users/${id}/desk`)
  await expect(lineOf(second, 'Selfie').getByText('Accepted')).toBeVisible()
  await decideOnDesk(second, 'Confirm approval', 'Approval confirmed')
  await second.goto(`/admin/users/${id}?tab=kyc`)
  await expect(second.getByText(/^Approved by override, 6 of 6 items reviewed\./).first()).toBeVisible()
})

/** Enters an expiry date in the past for the ID of a case. */
async function expireId({ request }: BrowserContext, id: number) {
  const options = { headers: { 'sec-fetch-site': 'same-origin' } }
  const { case: found } = await (await request.get(`/api/admin/users/${id}/kyc-case`)).json()
  const { documentUrl } = found.items.find(({ item }: { item: string }) => item === 'id-front').document
  const reason = { reason: 'Reviewing the application' }
  await request.post(`${documentUrl}/reason`, { data: reason, ...options })
  const dates = { issuedOn: null, expiresOn: '2020-01-01' }
  expect((await request.put(`${documentUrl}/dates`, { data: dates, ...options })).status()).toBe(200)
}

test('while a match is open, setting the status to Approved leads to the match', async ({
  visitor,
  superAdmin,
}) => {
  const { context: person } = await visitor()
  const email = newEmail('listed-status')
  await arriveSubmitted(person, email, { firstName: 'Yuri', lastName: 'Velikovski', dob: '1958-08-03' })
  const { page, context } = await superAdmin()
  const id = await userIdOf(context, email)
  const obstacles = async () => {
    const answer = await context.request.get(`/api/admin/users/${id}/kyc-case`)
    return (await answer.json()).case.statusObstacles.map(({ kind }: { kind: string }) => kind)
  }
  await expect.poll(obstacles).toContain('open_match')
  await page.goto(`/admin/users/${id}?tab=kyc`)
  await page.getByLabel('KYC status').selectOption('Approved')
  const dialog = page.getByRole('dialog', { name: 'Decide the match first' })
  await expect(dialog.getByText(/Yuri Velikovski: a \w+ match with entry SMP0003/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Set to Approved' })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Open the match' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Matches' })).toBeVisible()
  await expect(lineOf(page, 'Sanctions')).toBeFocused()
})
