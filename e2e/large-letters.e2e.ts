import { type Browser, chromium } from '@playwright/test'
import config from '../playwright.config.ts'
import { PHONE, withVisits } from './support/browser.ts'
import { arriveNew, arriveSubmitted, decide, prepare, saveDraft } from './support/by-request.ts'
import { newClient, newInvoice } from './support/invoices.ts'
import { newEmail } from './support/people.ts'
import { expect, test } from './support/test.ts'

// As someone sets it who needs letters twice as large.
const { launchOptions } = config.use ?? {}
const LARGE = {
  ...launchOptions,
  args: [...(launchOptions?.args ?? []), '--blink-settings=defaultFontSize=32'],
}
let browser: Browser
test.beforeAll(async () => {
  browser = await chromium.launch(LARGE)
})
test.afterAll(() => browser.close())

test('no page of an account scrolls sideways on a phone whose browser has letters twice as large', async ({
  product,
  reviewer,
  finance,
}) => {
  await withVisits(browser, product.baseUrl, async (open) => {
    const { page, context } = await open(PHONE)
    const email = newEmail('large')
    await arriveSubmitted(context, email)
    const { context: staff } = await reviewer()
    await decide(staff, email, 'approve')
    const { context: accounts } = await finance()
    await newInvoice(accounts, (await newClient(accounts, email)).id)
    const { page: signedOut } = await open(PHONE)
    const { page: other, context: started } = await open(PHONE)
    const startedBy = newEmail('large')
    await arriveNew(started, startedBy)
    await prepare(started)
    await saveDraft(started, startedBy)
    const tabs = ['', '?tab=invoices', '?tab=certifications', '?tab=edit', '?tab=documents', '?tab=security']
    for (const [on, path] of [
      ...tabs.map((tab) => [page, `/profile${tab}`] as const),
      [page, '/'],
      [page, '/verification'],
      [page, '/marketplace'],
      [signedOut, '/'],
      [other, '/onboarding'],
      [other, '/onboarding/consumer?step=id-document'],
      [other, '/onboarding/consumer?step=user-type'],
      [other, '/user-type-selection'],
    ] as const) {
      await on.goto(path, { waitUntil: 'networkidle' })
      await expect(on.getByRole('heading', { level: 1 })).toBeVisible()
      await expect
        .poll(() => on.evaluate(() => document.documentElement.scrollWidth), { message: path })
        .toBeLessThanOrEqual(390)
    }
  })
})
