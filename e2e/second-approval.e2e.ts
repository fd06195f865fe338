import { STILL } from './support/accessibility.ts'
import { arrive, arriveSubmitted, decide, userIdOf } from './support/by-request.ts'
import { newEmail, STAFF } from './support/people.ts'
import { expectNoScrolling, lineOf } from './support/review.ts'
import { type Product, startOnPostgres } from './support/server.ts'
import { expect, test } from './support/test.ts'

let product: Product
test.beforeAll(async () => {
  product = await startOnPostgres({ REQUIRE_FOUR_EYES: '1' })
})
test.afterAll(() => product.stop())

test('after a confirmed approval the next one appears, and Undo leads back to the one before', async ({
  visitor,
}) => {
  const opened = { ...STILL, baseURL: product.baseUrl }
  const first = newEmail('confirmed')
  const { context: person } = await visitor({ baseURL: product.baseUrl })
  await arriveSubmitted(person, first, { firstName: 'Ada', lastName: 'Larkfield' })
  const { page: desk, context: reviewer } = await visitor(opened)
  await arrive(reviewer, STAFF.reviewer)

  // After Claim the focus is on the line, and the typed text survives Escape.
  await desk.setViewportSize({ width: 1280, height: 800 })
  await desk.goto(`/admin/users/${await userIdOf(reviewer, first)}/desk`)
  await lineOf(desk, 'ID front').click()
  await desk.getByRole('button', { name: 'Claim and open' }).click()
  await expect(lineOf(desk, 'ID front')).toBeFocused()
  const form = desk.getByRole('form', { name: /^Ask again/ })
  const text = desk.getByLabel(/^Text for the applicant/)
  await desk.keyboard.press('r')
  await expect(form).toBeVisible()
  await desk.keyboard.press('e')
  await expect(text).toBeFocused()
  // Shortcuts are off while someone types, and mark nothing.
  await desk.keyboard.type('A clear photo, x1 please')
  await expect(text).toHaveValue('A clear photo, x1 please')
  await expect(form.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await desk.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(lineOf(desk, 'ID front')).toBeFocused()
  await desk.keyboard.press('r')
  await expect(text).toHaveValue('A clear photo, x1 please')

  await decide(reviewer, first, 'approve')
  const { page, context } = await visitor(opened)
  await arrive(context, STAFF.admin)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/admin/users/${await userIdOf(context, first)}/desk?list=confirm%3Dme`)
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Larkfield' })).toBeVisible()
  await expectNoScrolling(page, ['Confirm approval', 'Decline'])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Confirm approval' }).click()
  await expect(page.getByText('Approval confirmed', { exact: true })).toBeVisible()
  // One of the product's demo cases awaits a second person.
  await expect(page.getByRole('heading', { level: 1, name: 'Amara Okafor' })).toBeVisible()
  // The toast covers none of the desk's buttons: they can be pressed while it shows.
  await page.getByRole('button', { name: /^Notes and history/ }).click({ trial: true })
  await page.getByRole('button', { name: /^Next/ }).click({ trial: true })
  await page.keyboard.press('u')
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Larkfield' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm approval' })).toBeVisible()
})
