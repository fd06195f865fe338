import type { Page } from '@playwright/test'
import { arriveSubmitted } from './support/by-request.ts'
import {
  answerRestricted,
  certifyOnPage,
  heading,
  next,
  sign,
  statementsOf,
  toCategory,
  userTypeOf,
} from './support/certification.ts'
import { atHeading, stepOf } from './support/onboarding.ts'
import { mailsTo, newEmail } from './support/people.ts'
import { expect, type Roles, test } from './support/test.ts'

/** Opens the certification for someone who chose to trade in a submitted onboarding. */
async function trader({ visitor }: Pick<Roles, 'visitor'>, options: { faultsExpected?: boolean } = {}) {
  const { page, context } = await visitor(options)
  const email = newEmail('trader')
  await arriveSubmitted(context, email, { userType: 'trade' })
  await page.goto('/certification/trader')
  await atHeading(page, 'Before you start')
  return { page, context, email }
}

const problems = (page: Page) => page.getByRole('alert')

test('someone within 10% of their net assets certifies as a restricted investor and becomes a trader', async ({
  visitor,
}) => {
  const { page, context, email } = await trader({ visitor })
  await expect(page.getByText('Your choice: Trade credits')).toBeVisible()
  await toCategory(page)
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await answerRestricted(page, '10.5', '5')
  const field = page.getByLabel(/In the past 12 months/)
  const box = await field.boundingBox()
  const unit = await field.locator('..').getByText('%').boundingBox()
  expect(unit?.x).toBeLessThan((box?.x ?? 0) + (box?.width ?? 0))
  await next(page)
  await expect(problems(page).getByText(/You invested 10.5% in the past 12 months/)).toBeVisible()
  await field.fill('10')
  await next(page)
  await heading(page, 'Declaration')
  await expect(
    page.getByText('In the 12 months before the date below I put 10% of my net assets', { exact: false }),
  ).toBeVisible()
  await sign(page)

  await atHeading(page, 'Certification Completed')
  await expect(page.getByText('Certification Complete', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('User Type Updated', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Your user type: Trade credits.')).toBeVisible()
  await expect.poll(() => userTypeOf(context)).toBe('trade')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download your statement (PDF)' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
  await page.getByRole('button', { name: 'Follow your verification' }).click()
  await expect(page.getByText(/Restricted investor, valid until/)).toBeVisible()
  const mails = await mailsTo(page, email)
  expect(mails.map(({ subject }) => subject)).toContain('Your signed investor statement')
})

test('an angel investor of five months is not yet a sophisticated investor, a director of a large company is', async ({
  visitor,
}) => {
  const { page, context } = await trader({ visitor })
  await toCategory(page)
  await page.getByRole('radio', { name: 'Sophisticated investor' }).click()
  await page.getByRole('radio', { name: /business angel in a network/ }).click()
  await page.getByLabel(/Name of the network/).fill('Bristol Angels')
  const fiveMonthsAgo = new Date()
  fiveMonthsAgo.setMonth(fiveMonthsAgo.getMonth() - 5, 1)
  await page.getByRole('textbox', { name: 'Day' }).fill('1')
  await page.getByRole('textbox', { name: 'Month' }).fill(String(fiveMonthsAgo.getMonth() + 1))
  await page.getByRole('textbox', { name: 'Year' }).fill(String(fiveMonthsAgo.getFullYear()))
  await next(page)
  await expect(problems(page).getByText(/It takes 6 months or more as a member/)).toBeVisible()
  await page.getByRole('radio', { name: /director of a company/ }).click()
  await page.getByLabel('Name of the company').fill('Larkfield Ltd')
  await page.getByLabel(/turnover in its last/).fill('1,600,000')
  await next(page)
  await expect(page.getByText(/of Larkfield Ltd, with a turnover of £1,600,000/)).toBeVisible()
  await sign(page)
  await atHeading(page, 'Certification Completed')
  await expect
    .poll(() => statementsOf(context))
    .toMatchObject([{ certification_name: 'investor_sophisticated' }])
})

test('a reload only forgets the figures, and Back keeps them', async ({ visitor }) => {
  const { page } = await trader({ visitor })
  await page.goto('/trader-certification?step=declaration')
  await atHeading(page, 'Before you start')
  await toCategory(page)
  await answerRestricted(page, '5', '5')
  await next(page)
  await heading(page, 'Declaration')
  await page.goBack()
  await heading(page, 'Investor category')
  await expect(page.getByLabel(/In the past 12 months/)).toHaveValue('5')
  await next(page)
  await heading(page, 'Declaration')
  await page.reload()
  await heading(page, 'Investor category')
  expect(stepOf(page)).toBe('category')
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(kept).not.toMatch(/investedPercent|"5"/)
})

test('a statement is renewed, another category is signed, and the former one put into force again', async ({
  visitor,
}) => {
  const { page, context } = await trader({ visitor })
  await certifyOnPage(page)
  await page.goto('/certification/trader')
  await atHeading(page, 'Your investor certification')
  await toCategory(page)
  await answerRestricted(page, '8', '9')
  await next(page)
  await sign(page)
  await atHeading(page, 'Certification Completed')
  expect((await statementsOf(context)).map(({ status }) => status)).toEqual(['current', 'superseded'])

  await page.goto('/certification/trader')
  await toCategory(page)
  await page.getByRole('radio', { name: 'High net worth investor' }).click()
  await page.getByLabel(/Your net assets/).fill('430000')
  await next(page)
  await sign(page)
  await atHeading(page, 'Certification Completed')
  await page.goto('/certification/trader')
  const statement = page.getByRole('region', { name: 'Your statement' })
  await expect(statement.getByText('High net worth investor')).toBeVisible()
  await page.getByRole('button', { name: /Use this category Restricted investor/ }).click()
  await expect(statement.getByText('Restricted investor')).toBeVisible()
  await expect(page.getByRole('button', { name: /Use this category High net worth investor/ })).toBeVisible()
})

test('a session that ends before the signature loses no answer', async ({ visitor }) => {
  const { page, context } = await trader({ visitor }, { faultsExpected: true })
  await toCategory(page)
  await answerRestricted(page, '5', '5')
  await next(page)
  await heading(page, 'Declaration')
  const cookies = await context.cookies()
  await context.clearCookies()
  await sign(page)
  const banner = page.getByRole('status').filter({ hasText: 'Your session has ended' })
  await expect(banner.getByText(/Your answers are still here/)).toBeVisible()
  // The sign-in happens in another tab and leaves a session in the browser.
  await context.addCookies(cookies)
  await banner.getByRole('button', { name: 'Try Again' }).click()
  await atHeading(page, 'Certification Completed')
})
