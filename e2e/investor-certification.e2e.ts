import type { Page } from '@playwright/test'
import { arriveSubmitted } from './support/by-request.ts'
import {
  answerRestricted,
  certifyOnPage,
  heading,
  next,
  sign,
  statementsOf,
  submitStatement,
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

test('someone without the income or assets is told why, cannot continue and chooses another category', async ({
  visitor,
}) => {
  const { page, context } = await trader({ visitor })
  await toCategory(page)
  await next(page)
  await expect(problems(page).getByText('Please complete all required fields to continue.')).toBeVisible()
  await page.getByRole('radio', { name: 'High net worth investor' }).click()
  await page.getByLabel(/Your income/).fill('£169,999')
  await page.getByLabel(/Your net assets/).fill('429,999')
  await next(page)
  await expect(problems(page).getByText('An income of £169,999 is below £170,000.')).toBeVisible()
  await expect(problems(page).getByText('Net assets of £429,999 are below £430,000.')).toBeVisible()
  expect(stepOf(page)).toBe('category')
  await answerRestricted(page, '3', '4')
  await next(page)
  await sign(page)
  await atHeading(page, 'Certification Completed')
  await expect
    .poll(() => statementsOf(context))
    .toMatchObject([{ certification_name: 'investor_restricted' }])
})

test('someone with £170,000 of income certifies as a high net worth investor', async ({ visitor }) => {
  const { page, context } = await trader({ visitor })
  await toCategory(page)
  await page.getByRole('radio', { name: 'High net worth investor' }).click()
  await page.getByLabel(/Your income/).fill('170 000')
  await next(page)
  await sign(page)
  await atHeading(page, 'Certification Completed')
  await expect.poll(() => statementsOf(context)).toMatchObject([{ certification_name: 'investor_hnw' }])
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

test('a statement can’t be signed with another name than the account’s', async ({ visitor }) => {
  const { page, context } = await trader({ visitor })
  await toCategory(page)
  await answerRestricted(page, '5', '5')
  await next(page)
  await heading(page, 'Declaration')
  await submitStatement(page)
  await expect(problems(page).getByText('Please complete all required fields to continue.')).toBeVisible()
  await sign(page, 'Somebody Else')
  await expect(
    problems(page).getByText(/We know you as Mehmet Yılmaz; you entered Somebody Else/),
  ).toBeVisible()
  expect(await statementsOf(context)).toEqual([])
  await page.getByLabel('Full name').fill('Mehmet YILMAZ')
  await submitStatement(page)
  await atHeading(page, 'Certification Completed')
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

test('a failed submission says so, keeps everything, and is retried', async ({ visitor }) => {
  const { page, context } = await trader({ visitor }, { faultsExpected: true })
  await toCategory(page)
  await answerRestricted(page, '5', '5')
  await next(page)
  await heading(page, 'Declaration')
  await context.setOffline(true)
  await sign(page)
  const banner = page.getByRole('alert').filter({ hasText: 'Submission Failed' })
  await expect(
    banner.getByText('There was an error while submitting your certification. Please try again.'),
  ).toBeVisible()
  await expect(banner.getByRole('button', { name: 'Try Again' })).toBeVisible()
  // Once the connection is restored, it is sent again automatically.
  await context.setOffline(false)
  await atHeading(page, 'Certification Completed')
  await expect.poll(() => statementsOf(context)).toHaveLength(1)
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

test('the success page of a trader contains the certification, and says when it is done', async ({
  visitor,
}) => {
  const { page, context } = await visitor()
  await arriveSubmitted(context, newEmail('trader'), { userType: 'trade' })
  await page.goto('/success?id=pending&type=consumer&completed=true')
  await expect(page.getByRole('heading', { level: 1, name: /^We have your application, / })).toBeVisible()
  await expect(page.getByRole('region', { name: 'One thing is left for you' })).toBeVisible()
  await toCategory(page)
  await answerRestricted(page, '5', '5')
  await next(page)
  await sign(page)
  await heading(page, 'Certification Completed')
  await expect(page.getByRole('region', { name: 'You’re certified' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: /^We have everything, / })).toBeVisible()
  await expect(page.getByText('User Type Updated', { exact: true }).first()).toBeVisible()
  await expect.poll(() => userTypeOf(context)).toBe('trade')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await atHeading(page, 'Certification completed')
})
