import type { BrowserContext, Page } from '@playwright/test'
import { examine, STILL } from './support/accessibility.ts'
import { arrive, arriveWithCompany } from './support/by-request.ts'
import { atHeading } from './support/onboarding.ts'
import { newEmail, STAFF } from './support/people.ts'
import { fits } from './support/phone.ts'
import { acceptItems, askAgain, lineOf } from './support/review.ts'
import { type Product, startOnPostgres } from './support/server.ts'
import { expect, type Roles, test } from './support/test.ts'

// A separate product: its queue has the two waiting demo cases and a company's, and no one else claims from it.
// One product for all the file's tests, which therefore stay in one worker.
test.describe.configure({ mode: 'default' })
let product: Product
test.beforeAll(async ({ browser }) => {
  product = await startOnPostgres()
  const company = await browser.newContext({ baseURL: product.baseUrl })
  await arriveWithCompany(company, newEmail('morning'), {
    taxNumber: 'GB 980 7806 84',
    registryName: 'Verra',
    registryAccount: '1042',
    bankName: 'Fern Bank',
    bankAccountNumber: '12345678',
    bankSortCode: '12-34-56',
  })
  await company.close()
})
test.afterAll(() => product.stop())

async function asStaff(
  { visitor }: Pick<Roles, 'visitor'>,
  email: string,
): Promise<{ page: Page; context: BrowserContext }> {
  const { page, context } = await visitor({ ...STILL, baseURL: product.baseUrl })
  await arrive(context, email)
  await page.goto('/admin/queue')
  await atHeading(page, 'Review queue')
  // The shortcuts move through the rows, which come after the heading.
  await expect(page.getByText(/^Showing \d+ cases?$/)).toBeVisible()
  return { page, context }
}

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const decisionOf = (page: Page) => page.getByRole('region', { name: 'Decision' })

test('the day starts with figures that lead to their lists; the queue is filtered, paged through by key and assigned', async ({
  visitor,
}) => {
  const { page } = await asStaff({ visitor }, STAFF.reviewer)
  await expect(page.getByText('Showing 3 cases')).toBeVisible()
  await expect(page.getByText(/ h working time$/).first()).toBeVisible()
  await examine(page, 'review queue', { narrow: true })

  // The staff home starts with the figures; each links to the list it counts.
  await page.getByRole('link', { name: 'Staff home' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Good / })).toBeVisible()
  await expect(page.getByText(/^3 cases are waiting\. Nothing is due today/)).toBeVisible()
  const work = page.getByRole('region', { name: 'Work of today' })
  await expect(work.getByRole('row', { name: /Sofia Marchetti.*First time/ })).toBeVisible()
  await expect(work.getByRole('img', { name: /^\d items with us/ }).first()).toBeVisible()
  const promise = page.getByRole('region', { name: 'Promise kept' })
  await expect(promise.getByText('1 of 1')).toBeVisible()
  await promise.getByLabel('to', { exact: true }).fill('2020-01-01')
  await expect(promise.getByText('Nothing was decided in these days.')).toBeVisible()
  await expect(page.getByRole('img', { name: /sign-ups and 1 decisions? in the last 30 days/ })).toBeVisible()
  await page.getByRole('region', { name: 'Sign-ups and decisions' }).getByText('Show as a table').click()
  await examine(page, 'staff dashboard', { narrow: true })
  await fits(page)
  await page
    .getByRole('row', { name: /^Submitted/ })
    .getByRole('link', { name: '2', exact: true })
    .click()
  await expect(page.getByText('Showing 2 cases')).toBeVisible()
  await expect.poll(() => new URL(page.url()).search).toBe('?state=submitted&kind=business')
  await page.goBack()
  await page.getByRole('link', { name: /^Waiting 3/ }).click()
  await expect(page.getByText('Showing 3 cases')).toBeVisible()

  // Today's decisions have a list of their own, with the figure's number.
  await page.goBack()
  await page.getByRole('link', { name: /^Decided today \d/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Decided today' })).toBeVisible()
  await examine(page, 'decisions of today', { narrow: true })

  // Sign-ups link to the customers, and a step of the funnel to those who reached it.
  await page.goBack()
  const funnel = page.getByRole('region', { name: 'From start to verified' })
  await funnel.getByRole('row', { name: /^Sent/ }).getByRole('link').first().click()
  await expect(page.getByText(/^People who began in the last 30 days and came to “Sent”\./)).toBeVisible()
  await page.getByRole('button', { name: 'Show everyone' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('')

  // On a phone the filters are collapsed.
  const wide = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/admin/dashboard', '/admin/queue']) {
    await page.goto(path)
    const filter = page.getByLabel(path === '/admin/queue' ? 'Account type' : 'Individual')
    await expect(filter).toBeHidden()
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await expect(filter).toBeVisible()
    await fits(page)
  }
  if (wide) await page.setViewportSize(wide)
  await expect(page.getByText('Showing 3 cases')).toBeVisible()

  // Filters are in the URL and survive a reload.
  await page.getByLabel('Account type').selectOption('Individual')
  await expect(page.getByText('Showing 1 case', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Showing 1 case', { exact: true })).toBeVisible()
  await expect.poll(() => new URL(page.url()).search).toBe('?kind=consumer')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByText('Showing 3 cases')).toBeVisible()

  // The shortcuts: their overlay, the focus from case to case, the selection, and assigning the selected cases.
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help.getByText('Claim the next case and open it')).toBeVisible()
  await examine(page, 'keyboard shortcuts')
  await page.keyboard.press('n')
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  for (const key of ['j', 'j']) await page.keyboard.press(key)
  await expect(rowOf(page, 'Fjordkraft').getByRole('link')).toBeFocused()

  // Reviewers select nothing; their lead assigns the selected cases.
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  const { page: lead } = await asStaff({ visitor }, STAFF.admin)
  for (const key of ['j', 'j', 'x', 'j', 'x']) await lead.keyboard.press(key)
  await expect(lead.getByText('2 cases selected')).toBeVisible()
  await lead.getByLabel('Assign to').selectOption({ label: 'Marta Silva' })
  await lead.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(lead.getByText('2 cases assigned', { exact: true })).toBeVisible()
  await expect(rowOf(lead, 'Fjordkraft').getByText('Marta Silva')).toBeVisible()
  for (const name of ['Fjordkraft', 'Fern Hill']) await rowOf(lead, name).getByRole('checkbox').check()
  await lead.getByLabel('Assign to').selectOption({ label: 'No one: back to the queue' })
  await lead.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(rowOf(lead, 'Fjordkraft').getByText('No one')).toBeVisible()
})

test('a list is saved under a name with the keyboard: the next Enter opens it, and deletes nothing', async ({
  visitor,
}) => {
  const { page } = await asStaff({ visitor }, STAFF.reviewer)
  await page.goto('/admin/queue?kind=business')
  const views = page.getByRole('navigation', { name: 'Views' })
  await views.getByRole('button', { name: 'Save this view' }).press('Enter')
  await page.getByLabel('Name of this view').fill('Q1')
  await page.keyboard.press('Enter')
  const saved = views.getByRole('link', { name: 'Q1', exact: true })
  await expect(saved).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(saved).toBeVisible()
  await views.getByRole('button', { name: 'Delete the view “Q1”' }).press('Enter')
  await expect(saved).toHaveCount(0)
})

test('a reviewer’s morning: claim, return a document, reject, approve, and on to the next', async ({
  visitor,
}) => {
  const { page } = await asStaff({ visitor }, STAFF.reviewer)
  const { page: otherPage } = await asStaff({ visitor }, STAFF.admin)
  // The first case: claimed by one key; a colleague sees who has it, and can't decide it.
  await page.keyboard.press('n')
  await expect(decisionOf(page).getByText('You hold this case')).toBeVisible()
  await otherPage.reload()
  await expect(rowOf(otherPage, 'Sofia Marchetti').getByText('working on it')).toBeVisible()
  await rowOf(otherPage, 'Sofia Marchetti').getByRole('link').click()
  await expect(otherPage.getByRole('button', { name: 'Take over' })).toBeVisible()
  await expect(otherPage.getByRole('button', { name: 'Accept', exact: true })).toHaveCount(0)
  await page.keyboard.press('h')
  const notes = page.getByRole('dialog', { name: 'Notes and history' })
  await notes.getByLabel('New note').fill('Rang her about the selfie')
  await notes.getByRole('button', { name: 'Add note' }).click()
  await expect(notes.getByRole('listitem').getByText('Rang her about the selfie')).toBeVisible()
  await page.keyboard.press('Escape')
  await examine(page, 'a claimed case', { narrow: true })
  await acceptItems(page)
  await askAgain(page, 'Selfie', ['Face not clear'])
  await page.getByRole('button', { name: 'Send back 1 item' }).click()

  // The second opens immediately, and is rejected permanently.
  await expect(page.getByRole('heading', { level: 1, name: 'Fjordkraft Holdings Ltd' })).toBeVisible()
  await lineOf(page, 'Company registration').click()
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const why = page.getByRole('form', { name: /^Reject/ })
  await why.getByRole('checkbox').first().click()
  await why.getByRole('button', { name: 'Reject', exact: true }).click()
  await decisionOf(page).getByRole('button', { name: 'Reject', exact: true }).click()
  const question = page.getByRole('dialog')
  await question.getByLabel('I understand the applicant can’t fix this').check()
  await question.getByRole('button', { name: 'Reject', exact: true }).click()

  // The third is approved, and then nothing is left.
  await expect(page.getByRole('heading', { level: 1, name: 'Fern Hill Carbon Limited' })).toBeVisible()
  await acceptItems(page)
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByText('Nothing is waiting', { exact: true })).toBeVisible()
  await expect(page.getByText('You have decided this case')).toBeVisible()
  await expect(page.getByText(/^Approved on .* by /)).toBeVisible({ timeout: 30_000 })
  await page.getByRole('link', { name: 'Review queue' }).click()
  await expect(page.getByText('Nothing is waiting for review')).toBeVisible()

  // Each decision of the morning is counted on the staff home, and in the list behind.
  await page.getByRole('link', { name: 'Staff home' }).click()
  const tile = page.getByRole('link', { name: /^Decided today \d/ })
  const figure = /\d+/.exec((await tile.textContent()) ?? '')?.[0]
  await tile.click()
  await expect(page.getByText(`Showing ${figure} decisions`)).toBeVisible()
  for (const row of [
    /Fern Hill.*Approved.*Marta Silva/,
    /Fjordkraft.*Rejected.*Marta Silva/,
    /Sofia Marchetti.*Sent back.*Marta Silva/,
  ])
    await expect(page.getByRole('row', { name: row })).toBeVisible()
})
