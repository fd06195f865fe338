import config from '../playwright.config.ts'
import { PHONE } from './support/browser.ts'
import { arriveSubmitted, decide } from './support/by-request.ts'
import { newClient, newInvoice } from './support/invoices.ts'
import { newEmail } from './support/people.ts'
import { expect, test } from './support/test.ts'

const { launchOptions } = config.use ?? {}
// As someone sets it who needs letters twice as large.
test.use({
  launchOptions: {
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), '--blink-settings=defaultFontSize=32'],
  },
})

test('no page of an account scrolls sideways on a phone whose browser has letters twice as large', async ({
  visitor,
  applicant,
  reviewer,
  finance,
}) => {
  const { page, context } = await visitor(PHONE)
  const email = newEmail('large')
  await arriveSubmitted(context, email)
  const { context: staff } = await reviewer()
  await decide(staff, email, 'approve')
  const { context: accounts } = await finance()
  await newInvoice(accounts, (await newClient(accounts, email)).id)
  const { page: other } = await applicant(PHONE)
  const tabs = ['', '?tab=invoices', '?tab=certifications', '?tab=edit', '?tab=documents', '?tab=security']
  for (const [on, path] of [
    ...tabs.map((tab) => [page, `/profile${tab}`] as const),
    [page, '/'],
    [page, '/verification'],
    [other, '/onboarding'],
  ] as const) {
    await on.goto(path, { waitUntil: 'networkidle' })
    await expect(on.getByRole('heading', { level: 1 })).toBeVisible()
    await expect
      .poll(() => on.evaluate(() => document.documentElement.scrollWidth), { message: path })
      .toBeLessThanOrEqual(390)
  }
})
