import { makePdf } from '#server/platform/files/test-files.ts'
import { ownerCard, pressSubmitCompany } from './support/business.ts'
import { arriveSubmitted, arriveWithCompany, handInCompany, userIdOf } from './support/by-request.ts'
import { atHeading, goOn } from './support/onboarding.ts'
import { mailsTo, newEmail } from './support/people.ts'
import {
  acceptEverything,
  acceptItems,
  askAgain,
  decideOnDesk,
  giveReason,
  lineOf,
  openCompany,
} from './support/review.ts'
import { expect, test } from './support/test.ts'

/** The width of a box in the ownership picture; the names in it are shorter. */
const COMPANY_BOX_WIDTH = 420

const EVIDENCE = {
  taxNumber: 'GB 980 7806 84',
  registryName: 'Verra',
  registryAccount: '1042',
  bankName: 'Fern Bank',
  bankAccountNumber: '12345678',
  bankSortCode: '12-34-56',
}

test('a company is reviewed next to its data and its document, and approved', async ({
  visitor,
  reviewer,
}) => {
  const email = newEmail('reviewed')
  const { page: own, context: person } = await visitor()
  const paper = { name: 'chart.pdf', mimeType: 'application/pdf', buffer: makePdf({ pages: 2 }) }
  await arriveWithCompany(person, email, EVIDENCE, paper)

  await own.goto('/profile?tab=documents')
  const given = own.getByRole('region', { name: 'Your company’s documents' })
  await expect(given.getByRole('button', { name: 'View chart.pdf' })).toBeVisible()

  const { page, context } = await reviewer()
  // Without a kind the address opens the case there is.
  await page.goto(`/admin/users/${await userIdOf(context, email)}/desk`)
  await expect(lineOf(page, 'Sanctions')).toBeVisible()
  await page.getByRole('link', { name: 'Fern Hill Carbon Limited' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('tab')).toBe('business')
  await expect(page.getByRole('tab', { name: 'Business Details Submitted' })).toBeVisible()
  const company = page.getByRole('region', { name: 'Company' })
  for (const text of ['Fern Hill Carbon Limited', 'GB980780684 (VAT number)', 'United Kingdom'])
    await expect(company.getByText(text, { exact: true }).first()).toBeVisible()
  const owner = page.getByRole('row', { name: /Bela Fern/ })
  for (const text of ['Hungary', 'Austria', '25%'])
    await expect(owner.getByRole('cell', { name: text, exact: true })).toBeVisible()
  const representative = page.getByRole('row', { name: /Cay Hill/ })
  for (const text of ['Board resolution', 'cay@fernhill.example', 'Yes'])
    await expect(representative.getByRole('cell', { name: text, exact: true })).toBeVisible()
  const settlement = page.getByRole('region', { name: 'Registry and settlement' })
  for (const text of ['Verra', '1042', '12345678'])
    await expect(settlement.getByText(text, { exact: true })).toBeVisible()
  const viewer = page.getByRole('region', { name: 'Document viewer' })
  await giveReason(page)
  await expect(viewer.getByRole('img', { name: 'Additional document: chart.pdf, page 1 of 2' })).toBeVisible()
  await viewer.getByRole('button', { name: 'Next page' }).click()
  await expect(viewer.getByRole('img', { name: /page 2 of 2/ })).toBeVisible()

  // Leaving unsent marks needs a confirmation.
  const address = page.url()
  await page.getByRole('link', { name: 'Review this case' }).click()
  // Most of a company's lines have no document: they are opened by being selected, but not by hurrying past.
  const lines = page.getByRole('navigation', { name: 'Lines' }).getByRole('button')
  await expect(lines.first().getByText('Opened', { exact: true })).toBeVisible()
  const ownerLine = lineOf(page, 'Bela Fern')
  await expect(ownerLine.getByText('Not opened')).toBeVisible()
  await ownerLine.click()
  await expect(ownerLine.getByText(/^Opened/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Accept the rest \(\d\)$/ })).toBeVisible()
  await acceptItems(page)
  await expect(page.getByText(/All lines decided$/)).toBeVisible()
  const question = page.waitForEvent('dialog')
  const leaving = page.getByRole('link', { name: 'Review queue' }).click()
  const dialog = await question
  expect(dialog.message()).toContain('unsaved changes')
  await dialog.dismiss()
  await leaving
  await decideOnDesk(page, 'Approve', 'Verification approved')
  await page.goto(address)
  const decision = page.getByRole('region', { name: 'Decision' })
  await expect(decision.getByText(/^Approved on .* by Marta Silva\.$/)).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Business Details Approved' })).toBeVisible()

  await own.goto('/verification')
  await expect(own.getByText('Approved', { exact: true }).first()).toBeVisible()
  const [mail] = await mailsTo(own, email)
  expect(mail?.text).toContain('Fern Hill Carbon Limited')
})

test('one owner is returned and corrected alone, and the reviewer reads what became of the answer', async ({
  visitor,
  reviewer,
}) => {
  const email = newEmail('owner')
  const { page, context } = await visitor()
  const legalName = `Fern Hill ${'Carbon and Woodland '.repeat(8)}Limited`
  await arriveWithCompany(context, email, { legalName })
  const { page: staff } = await reviewer()
  await openCompany(staff, email)
  await acceptItems(staff)
  const text = 'The register names another share.'
  await askAgain(staff, 'Bela Fern', ['Ownership unclear'], text)
  const desk = staff.url()
  await decideOnDesk(staff, 'Send back 1 item', 'Sent back 1 item')
  // The reviewer who had claimed it is at the next case by now.
  await staff.goto(desk)
  await expect(staff.getByText('We’re waiting for the applicant')).toBeVisible()

  await page.goto('/verification')
  await expect(page.getByRole('region', { name: 'One item to fix' }).getByText(text).first()).toBeVisible()
  await page.getByRole('link', { name: 'Correct and submit again' }).click()
  await atHeading(page, 'What needs your attention')
  await expect(page.getByText(text).first()).toBeVisible()
  await goOn(page)
  await atHeading(page, 'Beneficial Owners')
  await expect(ownerCard(page, 1).getByRole('textbox')).toHaveCount(0)
  await expect(ownerCard(page, 2).getByText(text).first()).toBeVisible()
  await expect(ownerCard(page, 1).getByText(text)).toHaveCount(0)
  await ownerCard(page, 2).getByLabel('Ownership (%)').fill('30')
  await goOn(page)
  await atHeading(page, 'Review & Submit')
  await expect(page.getByRole('link', { name: 'Change beneficial owners' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'View settlement' })).toBeVisible()
  await pressSubmitCompany(page)
  await page.waitForURL(/\/success/)

  await staff.reload()
  await lineOf(staff, 'Bela Fern').click()
  const bela = staff.getByRole('region', { name: 'Comparison' })
  await expect(bela.getByText('Changed since the last round')).toBeVisible()
  await expect(bela.getByRole('deletion')).toHaveText('Ownership: 25%')
  await expect(bela.getByRole('insertion')).toHaveText('Ownership: 30%')
  await expect(bela.getByRole('cell', { name: '30%' })).toBeVisible()
  await expect(bela.getByText('This is round 2.')).toBeVisible()
  // The ownership picture shows the share, and so does its list.
  const picture = staff.getByRole('region', { name: 'Evidence' })
  await expect(picture.getByRole('button', { name: /Bela Fern.*Owns 30% in all/ })).toBeVisible()
  // A long name stays in its box.
  const applicant = await picture.getByTitle(legalName).boundingBox()
  expect(applicant?.width).toBeLessThanOrEqual(COMPANY_BOX_WIDTH)
  await staff.keyboard.press('v')
  await expect(picture.getByRole('row', { name: /Bela Fern/ })).toBeVisible()
  await acceptEverything(staff)
  await page.goto('/verification')
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible()
})

test('a person and their company have a status each, and either is set without the other', async ({
  visitor,
  admin,
}) => {
  const email = newEmail('both')
  const { context: person } = await visitor()
  await arriveSubmitted(person, email)
  const { page, context } = await admin()
  const address = `/admin/users/${await userIdOf(context, email)}?tab=business`
  await page.goto(address)
  await expect(page.getByText('User has not submitted business information yet')).toBeVisible()
  await expect(page.getByLabel('KYC status')).toBeVisible()
  await expect(page.getByLabel('Business status')).toHaveCount(0)

  await handInCompany(person.request, email)
  await page.reload()
  await page.getByLabel('Business status').selectOption('Rejected')
  const question = page.getByRole('dialog', { name: 'Set the Business status to Rejected?' })
  await question.getByLabel('Reason').selectOption('Policy')
  await question.getByRole('button', { name: 'Set to Rejected' }).click()
  await expect(page.getByText('Status updated', { exact: true })).toBeVisible()
  await expect(page.getByText('Verification status updated to Rejected', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Business status')).toHaveValue('rejected')
  await expect(page.getByLabel('KYC status')).toHaveValue('submitted')
  await expect(page.getByRole('region', { name: 'Decision' }).getByText(/^Rejected on/)).toBeVisible()
})
