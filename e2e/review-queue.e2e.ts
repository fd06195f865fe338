import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { examine, STILL } from './support/accessibility.ts'
import { visit, withBrowser } from './support/browser.ts'
import { arrive, arriveWithCompany } from './support/by-request.ts'
import { atHeading } from './support/onboarding.ts'
import { newEmail, REVIEWER } from './support/people.ts'
import { fits } from './support/phone.ts'
import { acceptEverything, acceptItems } from './support/review.ts'
import { startProduct } from './support/server.ts'

withBrowser()

// A product of its own: its queue holds the two demo cases that wait, and no one else claims from it.
let product: Awaited<ReturnType<typeof startProduct>>
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.stop())

async function atTheDesk(email: string): Promise<{ page: Page; context: BrowserContext }> {
  const { page, context } = await visit({ ...STILL, baseURL: product.baseUrl })
  await arrive(context, email)
  await page.goto('/admin/queue')
  await atHeading(page, 'Review queue')
  return { page, context }
}

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const decisionOf = (page: Page) => page.getByRole('region', { name: 'Decision' })

test('the day begins with figures that lead to their lists; the queue is filtered, leafed through by key and assigned', async () => {
  const { context: person } = await visit({ baseURL: product.baseUrl })
  await arriveWithCompany(person, newEmail('morning'), {
    taxNumber: 'GB 980 7806 84',
    registryName: 'Verra',
    registryAccount: '1042',
    bankName: 'Fern Bank',
    bankAccountNumber: '12345678',
    bankSortCode: '12-34-56',
  })
  const { page } = await atTheDesk(REVIEWER)
  await page.getByText('Showing 3 cases').waitFor()
  await page
    .getByText(/ h working time$/)
    .first()
    .waitFor()
  await examine(page, 'review queue', { narrow: true })

  // The day begins with the figures; each leads to the list it counts.
  await page.getByRole('link', { name: 'Staff home' }).click()
  await page.getByRole('heading', { level: 1, name: /^Good / }).waitFor()
  await page.getByText(/^3 cases are waiting for a decision/).waitFor()
  await page.getByRole('img', { name: /sign-ups and 1 decisions? in the last 30 days/ }).waitFor()
  await page.getByText('Show as a table').click()
  await examine(page, 'staff dashboard', { narrow: true })
  await fits(page)
  await page
    .getByRole('row', { name: /^Submitted/ })
    .getByRole('link', { name: '2', exact: true })
    .click()
  await page.getByText('Showing 2 cases').waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('?state=submitted&kind=business')
  await page.goBack()
  await page.getByRole('link', { name: '3 Waiting' }).click()
  await page.getByText('Showing 3 cases').waitFor()

  // Filters stand in the address and survive a reload.
  await page.getByLabel('Account type').selectOption('Individual')
  await page.getByText('Showing 1 case', { exact: true }).waitFor()
  await page.reload()
  await page.getByText('Showing 1 case', { exact: true }).waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('?kind=consumer')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText('Showing 3 cases').waitFor()

  // The keys: their overlay, the focus from case to case, the selection, and assigning what is selected.
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.getByText('Claim the next case and open it').waitFor()
  await examine(page, 'keyboard shortcuts')
  await page.keyboard.press('n')
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'hidden' })
  for (const key of ['j', 'j', 'x', 'j', 'x']) await page.keyboard.press(key)
  await page.getByText('2 cases selected').waitFor()
  await page.getByLabel('Assign to').selectOption({ label: 'Owen Hughes' })
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await page.getByText('2 cases assigned', { exact: true }).waitFor()
  await rowOf(page, 'Fjordkraft').getByText('Owen Hughes').waitFor()
  for (const name of ['Fjordkraft', 'Fern Hill']) await rowOf(page, name).getByRole('checkbox').check()
  await page.getByLabel('Assign to').selectOption({ label: 'No one: back to the queue' })
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await rowOf(page, 'Fjordkraft').getByText('No one').waitFor()
})

test('a reviewer’s morning: claim, ask for a document, reject, approve, and on to the next', async () => {
  const { page } = await atTheDesk(REVIEWER)
  const { page: otherPage } = await atTheDesk('admin@verdaccord.example')
  // The first case: claimed by one key; a colleague sees whose it is, and is kept from deciding.
  await page.keyboard.press('n')
  await decisionOf(page)
    .getByText(/^You are working on this case/)
    .waitFor()
  await otherPage.reload()
  await rowOf(otherPage, 'Sofia Marchetti').getByText('working on it').waitFor()
  await rowOf(otherPage, 'Sofia Marchetti').getByRole('link').click()
  await decisionOf(otherPage).getByRole('button', { name: 'Take over' }).waitFor()
  expect(await decisionOf(otherPage).getByRole('radio').count()).toBe(0)
  const notes = page.getByRole('region', { name: 'Internal notes' })
  await notes.getByLabel('New note').fill('Rang her about the selfie')
  await notes.getByRole('button', { name: 'Add note' }).click()
  await notes.getByRole('listitem').getByText('Rang her about the selfie').waitFor()
  await examine(page, 'a claimed case', { narrow: true })
  await acceptItems(page)
  const selfie = page.getByRole('group', { name: 'Selfie Verification' })
  await selfie.getByRole('radio', { name: 'Ask again' }).check()
  await selfie.getByRole('checkbox', { name: 'Face not clear' }).check()
  await page.getByRole('button', { name: 'Send back 1 item' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send back 1 item' }).click()
  await page.getByText('We’re waiting for the applicant').waitFor()

  // On to the second, which is rejected permanently.
  await page.getByRole('button', { name: 'Claim next case' }).click()
  await page.getByRole('region', { name: 'Company' }).getByText('Fjordkraft Holdings Ltd').first().waitFor()
  const registration = decisionOf(page).getByRole('group').first()
  await registration.getByRole('radio', { name: 'Reject' }).check()
  await registration.getByRole('checkbox').first().check()
  await decisionOf(page).getByRole('button', { name: 'Reject', exact: true }).click()
  const question = page.getByRole('dialog')
  await question.getByLabel('I understand the applicant can’t fix this').check()
  await question.getByRole('button', { name: 'Reject', exact: true }).click()
  await page.getByText(/^Rejected on .* by /).waitFor()

  // The third is approved, and then nothing is left.
  await page.getByRole('button', { name: 'Claim next case' }).click()
  await page.getByRole('region', { name: 'Company' }).getByText('Fern Hill Carbon Limited').first().waitFor()
  await acceptEverything(page)
  await page.getByText(/^Approved on .* by /).waitFor()
  await page.keyboard.press('n')
  await page.getByText('Nothing is waiting', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Review queue' }).click()
  await page.getByText('Nothing is waiting for review').waitFor()
})
