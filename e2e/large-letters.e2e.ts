import config from '../playwright.config.ts'
import { PHONE } from './support/browser.ts'
import { arriveSubmitted, decide, prepare, saveDraft } from './support/by-request.ts'
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
  const { page: signedOut } = await visitor(PHONE)
  const started = await applicant(PHONE)
  const other = started.page
  await prepare(started.context)
  await saveDraft(started.context, started.email)
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
