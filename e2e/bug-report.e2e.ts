import type { Locator, Page } from '@playwright/test'
import { examine, STILL } from './support/accessibility.ts'
import { PHONE } from './support/browser.ts'
import { atHeading } from './support/onboarding.ts'
import { mailsTo, newEmail } from './support/people.ts'
import { expect, test } from './support/test.ts'

const SUPPORT = 'support@verdaccord.example'

async function openReport(page: Page) {
  await page.getByRole('button', { name: 'Report Bug' }).click()
  const report = page.getByRole('dialog', { name: 'Report Bug' })
  await expect(report).toBeVisible()
  return report
}

/** Returns the mail with this text, once it has arrived. */
async function mailWith(page: Page, words: string): Promise<string> {
  await expect
    .poll(async () => (await mailsTo(page, SUPPORT)).some(({ text }) => text.includes(words)))
    .toBe(true)
  return (await mailsTo(page, SUPPORT)).find(({ text }) => text.includes(words))?.text ?? ''
}

test('a visitor who is signed out reports a bug, and support gets it', async ({ visitor }) => {
  const words = `The page is empty ${newEmail('bug')}`
  // The page's HTTP status is the one it shows.
  const { page } = await visitor({ faultsExpected: true })
  await page.goto('/error/500?message=secret')
  await atHeading(page, 'Internal Server Error')
  const report = await openReport(page)
  const submit = report.getByRole('button', { name: 'Submit Report' })
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  await expect(report.getByText('Please provide a description of the issue')).toBeVisible()
  const description = report.getByLabel('Description')
  await expect(description).toBeFocused()
  await description.fill(words)
  await submit.click()
  await expect(page.getByText('Bug report submitted', { exact: true })).toBeVisible()
  await expect(report).toHaveCount(0)
  const mail = await mailWith(page, words)
  expect(mail).toContain('/error/500')
  expect(mail).not.toContain('message=secret')
  expect(mail).toContain('not signed in')
})

test('a user reports a bug from onboarding, where the button is in the footer', async ({ applicant }) => {
  const words = `The step is empty ${newEmail('bug')}`

  const { page, email } = await applicant()
  await page.goto('/onboarding/consumer')
  await atHeading(page, 'Risk Disclosure')
  const button = page.getByRole('contentinfo').getByRole('button', { name: 'Report Bug' })
  await button.focus()
  await page.keyboard.press('Enter')
  const report = page.getByRole('dialog', { name: 'Report Bug' })
  await expect(report.getByLabel('Description')).toBeVisible()
  await page.keyboard.insertText(words)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Thank you for your feedback!').first()).toBeVisible()
  await expect(report).toHaveCount(0)
  await expect(button).toBeFocused()
  const mail = await mailWith(page, words)
  expect(mail).toContain('/onboarding/consumer')
  expect(mail).toMatch(/\/admin\/users\/\d+/)
  expect(mail).not.toContain(email)
})

test('what was typed is kept while sending fails, and arrives once when it works again', async ({
  visitor,
}) => {
  const words = `The line is down ${newEmail('bug')}`
  const { page, context } = await visitor({ faultsExpected: true })
  await page.goto('/welcome')
  await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible()
  const report = await openReport(page)
  await report.getByLabel('Description').fill(words)
  await context.setOffline(true)
  await report.getByRole('button', { name: 'Submit Report' }).click()
  await expect(
    report.getByRole('alert').getByText('Unable to submit bug report. Please try again later.'),
  ).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Submission failed' })).toBeVisible()
  await page.getByRole('button', { name: 'Report Bug' }).click()
  await expect(report).toHaveCount(0)
  await openReport(page)
  await expect(report.getByLabel('Description')).toHaveValue(words)
  await context.setOffline(false)
  await report.getByRole('button', { name: 'Submit Report' }).click()
  await expect(report).toHaveCount(0)
  await mailWith(page, words)
  expect((await mailsTo(page, SUPPORT)).filter(({ text }) => text.includes(words))).toHaveLength(1)
})

test('the report is accessible, and fits a phone next to its button', async ({ visitor }) => {
  const { page } = await visitor({ ...STILL, faultsExpected: true })
  await page.goto('/welcome')
  await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible()
  const report = await openReport(page)
  await examine(page, 'bug report, blank', { narrow: true })
  await report.getByLabel('Description').fill('x'.repeat(5001))
  await report.getByRole('button', { name: 'Submit Report' }).click({ noWaitAfter: true })
  await expect(report.getByText('Use 5000 characters or fewer').first()).toBeVisible()
  await examine(page, 'bug report, refused')

  const { page: phone } = await visitor(PHONE)
  await phone.goto('/')
  await atHeading(phone, 'Sign in')
  const sheet = await openReport(phone)
  const box = await sheet.boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
  expect(box?.y).toBeGreaterThanOrEqual(0)
})

test('its button covers no table column, and nothing on a phone', async ({ visitor, reviewer }) => {
  const { page } = await reviewer()
  await page.goto('/admin/dashboard')
  const table = page.getByRole('table')
  await expect(table.getByRole('link').first()).toBeVisible()
  const edges = async (of: Locator) => {
    const box = await of.boundingBox()
    if (!box) throw new Error('It is not there')
    return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height }
  }
  const button = page.getByRole('button', { name: 'Report Bug' })
  for (const width of [1024, 1280, 1440, 1600, 1760]) {
    await page.setViewportSize({ width, height: 800 })
    expect((await edges(table)).right, `${width} px`).toBeLessThanOrEqual((await edges(button)).left)
  }

  const { page: phone } = await visitor(PHONE)
  await phone.goto('/risk-disclosure')
  const report = phone.getByRole('button', { name: 'Report Bug' })
  await expect(report).not.toBeInViewport()
  const gapAtTheEnd = async () => {
    await phone.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const accept = await edges(phone.getByRole('button', { name: 'Accept and continue' }))
    return accept.top - (await edges(report.getByText('Report Bug'))).bottom
  }
  // The page grows until its texts are there.
  await expect.poll(gapAtTheEnd).toBeGreaterThan(0)
})
