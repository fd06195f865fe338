import { expect, test } from 'vitest'
import { makePdf } from '#server/platform/files/test-files.ts'
import { visit, withBrowser } from './support/browser.ts'
import { ownerCard, pressSubmitCompany } from './support/business.ts'
import { arrive, arriveSubmitted, arriveWithCompany, handInCompany, userIdOf } from './support/by-request.ts'
import { atHeading, goOn } from './support/onboarding.ts'
import { mailsTo, newEmail, REVIEWER } from './support/people.ts'
import { acceptEverything, acceptItems, giveReason, openCompany } from './support/review.ts'

withBrowser()

async function atTheDesk() {
  const { page, context } = await visit()
  await arrive(context, REVIEWER)
  await page.goto('/admin/dashboard')
  return { page, context }
}

const EVIDENCE = {
  taxNumber: 'GB 980 7806 84',
  registryName: 'Verra',
  registryAccount: '1042',
  bankName: 'Fern Bank',
  bankAccountNumber: '12345678',
  bankSortCode: '12-34-56',
}

test('a company is reviewed beside its data and its document, and approved', async () => {
  const email = newEmail('reviewed')
  const { page: own, context: person } = await visit()
  const paper = { name: 'chart.pdf', mimeType: 'application/pdf', buffer: makePdf({ pages: 2 }) }
  await arriveWithCompany(person, email, EVIDENCE, paper)

  const { page } = await atTheDesk()
  await openCompany(page, email)
  await expect.poll(() => new URL(page.url()).searchParams.get('tab')).toBe('business')
  await page.getByRole('tab', { name: 'Business Details Submitted' }).waitFor()
  const company = page.getByRole('region', { name: 'Company' })
  for (const text of ['Fern Hill Carbon Limited', 'GB980780684 (VAT number)', 'United Kingdom'])
    await company.getByText(text, { exact: true }).waitFor()
  const owner = page.getByRole('row', { name: /Bela Fern/ })
  for (const text of ['Hungary', 'Austria', '25.00%'])
    await owner.getByRole('cell', { name: text, exact: true }).waitFor()
  const representative = page.getByRole('row', { name: /Cay Hill/ })
  for (const text of ['Board resolution', 'cay@fernhill.example', 'Yes'])
    await representative.getByRole('cell', { name: text, exact: true }).waitFor()
  const settlement = page.getByRole('region', { name: 'Registry and settlement' })
  for (const text of ['Verra', '1042', '12345678'])
    await settlement.getByText(text, { exact: true }).waitFor()
  const viewer = page.getByRole('region', { name: 'Document viewer' })
  await giveReason(page)
  await viewer.getByRole('img', { name: 'Additional document: chart.pdf, page 1 of 2' }).waitFor()
  await viewer.getByRole('button', { name: 'Next page' }).click()
  await viewer.getByRole('img', { name: /page 2 of 2/ }).waitFor()

  // What is not saved yet outlives the other tabs, and is not left without a question.
  const decision = page.getByRole('region', { name: 'Decision' })
  await acceptItems(page)
  await decision.getByText(/^6 of 6 items decided, not saved yet/).waitFor()
  await page.getByRole('tab', { name: 'User Information' }).click()
  await page.getByRole('tab', { name: /Business Details/ }).click()
  await decision.getByText(/^6 of 6 items decided, not saved yet/).waitFor()
  const question = page.waitForEvent('dialog')
  const leaving = page.getByRole('link', { name: 'Back to users' }).click()
  const dialog = await question
  expect(dialog.message()).toContain('unsaved changes')
  await dialog.dismiss()
  await leaving
  await decision.getByRole('button', { name: 'Save review' }).click()
  await page.getByText('Review saved', { exact: true }).waitFor()
  await acceptEverything(page)
  await page.getByText('Verification approved', { exact: true }).waitFor()
  await decision.getByText(/^Approved on .* by Marta Silva\.$/).waitFor()
  await expect.poll(() => page.getByLabel('Business status').inputValue()).toBe('approved')

  await own.goto('/verification')
  await own.getByText('Approved', { exact: true }).first().waitFor()
  const [mail] = await mailsTo(own, email)
  expect(mail?.text).toContain('Fern Hill Carbon Limited')
})

test('one owner is asked about, is corrected alone, and the reviewer reads what became of the answer', async () => {
  const email = newEmail('owner')
  const { page, context } = await visit()
  await arriveWithCompany(context, email)
  const { page: desk } = await atTheDesk()
  await openCompany(desk, email)
  await acceptItems(desk)
  const bela = desk.getByRole('group', { name: 'Beneficial owner: Bela Fern' })
  await bela.getByRole('radio', { name: 'Ask again' }).check()
  await bela.getByRole('checkbox', { name: 'Ownership unclear' }).check()
  await bela.getByLabel('Text for the applicant').fill('The register names another share.')
  await desk.getByRole('button', { name: 'Send back 1 item' }).click()
  const question = desk.getByRole('dialog', { name: 'Send back 1 item?' })
  await question.getByText('Beneficial owner: Bela Fern: Ownership unclear').waitFor()
  await question.getByRole('button', { name: 'Send back 1 item' }).click()
  await desk.getByText('We’re waiting for the applicant').waitFor()

  await page.goto('/onboarding/business')
  await atHeading(page, 'What needs your attention')
  await goOn(page)
  await atHeading(page, 'Beneficial Owners')
  await ownerCard(page, 2).getByText('The register names another share.').first().waitFor()
  expect(await ownerCard(page, 1).getByText('The register names another share.').count()).toBe(0)
  await ownerCard(page, 2).getByLabel('Ownership (%)').fill('30')
  await goOn(page)
  await atHeading(page, 'Review & Submit')
  await pressSubmitCompany(page)
  await page.waitForURL(/\/success/)

  await desk.reload()
  const change = bela.getByText('Changed since the last round')
  await change.waitFor()
  await expect.poll(() => bela.getByRole('deletion').textContent()).toBe('Ownership: 25%')
  await expect.poll(() => bela.getByRole('insertion').textContent()).toBe('Ownership: 30%')
  await expect.poll(() => desk.getByText('Changed since the last round').count()).toBe(1)
  await desk.getByRole('cell', { name: '30.00%' }).waitFor()
  await desk.getByRole('region', { name: 'Company' }).getByText('Round', { exact: true }).waitFor()
  await acceptEverything(desk)
  await desk.getByText('Verification approved', { exact: true }).waitFor()
  await page.goto('/verification')
  await page.getByText('Approved', { exact: true }).first().waitFor()
})

test('a person and their company have a status each, and one is set without the other', async () => {
  const email = newEmail('both')
  const { context: person } = await visit()
  await arriveSubmitted(person, email)
  const { page, context } = await atTheDesk()
  const address = `/admin/users/${await userIdOf(context, email)}?tab=business`
  await page.goto(address)
  await page.getByText('User has not submitted business information yet').waitFor()
  await page.getByLabel('KYC status').waitFor()
  expect(await page.getByLabel('Business status').count()).toBe(0)

  await handInCompany(person.request, email)
  await page.reload()
  await page.getByLabel('Business status').selectOption('Rejected')
  const question = page.getByRole('dialog', { name: 'Set the Business status to Rejected?' })
  await question.getByLabel('Reason').selectOption('Policy')
  await question.getByRole('button', { name: 'Set to Rejected' }).click()
  await page.getByText('Status updated', { exact: true }).waitFor()
  await page.getByText('Verification status updated to Rejected', { exact: true }).waitFor()
  await expect.poll(() => page.getByLabel('Business status').inputValue()).toBe('rejected')
  await expect.poll(() => page.getByLabel('KYC status').inputValue()).toBe('submitted')
  await page
    .getByRole('region', { name: 'Decision' })
    .getByText(/^Rejected on/)
    .waitFor()
})
