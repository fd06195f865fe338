import { expect, type Locator, type Page } from '@playwright/test'
import { UNDO_SECONDS } from '#contract/verification/case-limits.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { userIdOf } from './by-request.ts'

/** Opens a person's case on the desk. */
export async function openCase(page: Page, email: string): Promise<void> {
  await openDesk(page, await userIdOf(page.context(), email), 'consumer')
}

/** Opens a company's case on the desk. */
export async function openCompany(page: Page, email: string): Promise<void> {
  await openDesk(page, await userIdOf(page.context(), email), 'business')
}

/** Opens the desk with one of a user's cases. */
export async function openDesk(page: Page, id: number, kind: CaseKind): Promise<void> {
  await page.goto(`/admin/users/${id}/desk?kind=${kind}`)
  await expect(page.getByRole('navigation', { name: 'Lines' })).toBeVisible()
}

/** Returns an item's line on the desk. */
export function lineOf(page: Page, name: string): Locator {
  return page.getByRole('navigation', { name: 'Lines' }).getByRole('button', { name: new RegExp(`^${name}`) })
}

/** Says why documents are opened, if their reader hasn’t claimed the case. */
export async function giveReason(page: Page): Promise<void> {
  const viewer = page.getByRole('region', { name: /^(Document viewer|Evidence)$/ })
  const asked = viewer.getByLabel('Reason')
  const opened = viewer.getByRole('button', { name: 'Zoom in' })
  const none = viewer
    .getByRole('heading', { name: 'Who owns the company' })
    .or(viewer.getByText('No document proves this'))
  if ((await viewer.count()) === 0) return
  await expect(asked.or(opened).or(none).first()).toBeVisible()
  if (!(await asked.isVisible())) return
  await asked.fill('Reviewing the application')
  await viewer.getByRole('button', { name: 'Open documents' }).click()
  await expect(opened).toBeVisible()
}

const DATE_MISSING = /Type its date|Compare the date that was read/

/** Looks at the open line's evidence as long and as large as required, and enters the requested date. */
export async function lookAtLine(page: Page): Promise<void> {
  await giveReason(page)
  const evidence = page.getByRole('region', { name: 'Evidence' })
  const comparison = page.getByRole('region', { name: 'Comparison' })
  if ((await evidence.getByRole('button', { name: 'Zoom in' }).count()) > 0) {
    await expect(evidence.getByText(/at reading size$|^Shown small/).last()).toBeVisible()
    // A letter on a low screen takes more than one step.
    while (
      await evidence
        .getByText(/^Shown small/)
        .last()
        .isVisible()
    )
      await evidence.getByRole('button', { name: 'Zoom in' }).click()
  }
  if (await comparison.getByText('Claim the case first.').isVisible())
    await comparison.getByRole('button', { name: 'Claim', exact: true }).click()
  await expect(comparison.getByText('Claim the case first.')).toBeHidden()
  await expect(comparison.getByText(/on screen for a second|Open it at reading size/)).toBeHidden()
  if (await comparison.getByText(DATE_MISSING).isVisible()) {
    await comparison.getByLabel('No date on this document').check()
    await comparison.getByRole('button', { name: 'Save date' }).click()
    await expect(comparison.getByText(DATE_MISSING)).toBeHidden()
  }
}

/** Looks at everything and accepts each line of the case, without deciding it. */
export async function acceptItems(page: Page): Promise<void> {
  const lines = page.getByRole('navigation', { name: 'Lines' }).getByRole('button')
  await expect(lines.first()).toBeVisible()
  // The last line is the screening, which isn't accepted here.
  const count = (await lines.count()) - 1
  for (let index = 0; index < count; index += 1) {
    await lines.nth(index).click()
    await lookAtLine(page)
    await expect(accept(page)).not.toHaveAttribute('aria-disabled', 'true')
    await accept(page).click()
    await expect(lines.nth(index).getByText(/Accepted/)).toBeVisible()
  }
}

/** Asks again for an item on the desk, with reasons and a text for the person. */
export async function askAgain(
  page: Page,
  name: string,
  reasons: readonly string[],
  text?: string,
): Promise<void> {
  await lineOf(page, name).click()
  await page.getByRole('button', { name: 'Ask again' }).click()
  const picker = page.getByRole('form', { name: /^Ask again/ })
  for (const reason of reasons) await picker.getByRole('checkbox', { name: reason }).click()
  if (text) {
    await picker.getByRole('button', { name: 'Edit' }).click()
    await picker.getByLabel('Text for the applicant').fill(text)
  }
  await picker.getByRole('button', { name: 'Ask again, next line' }).click()
  await expect(lineOf(page, name).getByText(/Asked again/)).toBeVisible()
}

/** Accepts each line and approves the case. */
export async function acceptEverything(page: Page): Promise<void> {
  await acceptItems(page)
  await decideOnDesk(page, 'Approve', 'Verification approved')
}

/**
 * Decides the case by a button on its desk, checks the notice, and waits until it can no longer be undone and
 * takes effect.
 */
export async function decideOnDesk(page: Page, button: string, said: string): Promise<void> {
  const { pathname, searchParams } = new URL(page.url())
  const path = `/api/admin/users/${pathname.split('/')[3]}/kyc-case?kind=${searchParams.get('kind') ?? 'consumer'}`
  await page.getByRole('button', { name: button, exact: true }).click()
  await expect(page.getByText(said, { exact: true })).toBeVisible()
  const undoUntil = async () => (await (await page.request.get(path)).json()).case.undoUntil
  // Before its time is over there is nothing to ask for.
  await expect.poll(undoUntil, { timeout: 60_000, intervals: [UNDO_SECONDS * 1000, 250] }).toBeNull()
}

/** Checks that the desk fits its window, with these buttons in sight. */
export async function expectNoScrolling(page: Page, buttons = ['Accept', 'Approve', 'Next']): Promise<void> {
  for (const [width, height] of [
    [1440, 900],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight)
    await expect.poll(overflow).toBe(0)
    for (const name of buttons) await expect(page.getByRole('button', { name, exact: true })).toBeInViewport()
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** How many keys a case may take from its claim to its decision (cases, The desk). */
export const KEYS_OF_A_CLEAN_CASE = 9
export const KEYS_OF_ASKING_AGAIN = 12

/** Presses keys and counts them. */
export function countingKeys(page: Page) {
  let count = 0
  return {
    press: async (key: string) => {
      count += 1
      await page.keyboard.press(key)
    },
    count: () => count,
  }
}

/** Returns the desk's button that accepts the open line. */
export const accept = (page: Page) => page.getByRole('button', { name: 'Accept', exact: true })

/** Accepts each line except one with A, as soon as it can be accepted. */
export async function acceptByKeys(page: Page, press: (key: string) => Promise<void>, except?: string) {
  const lines = page.getByRole('navigation', { name: 'Lines' }).getByRole('button')
  const count = (await lines.count()) - 1
  for (let index = 0; index < count; index += 1) {
    await expect(lines.nth(index)).toBeFocused()
    if (except && (await lines.nth(index).textContent())?.includes(except)) {
      await press('r')
      await press('1')
      await press('Enter')
    } else {
      const small = page.getByText(/^Open it at reading size/)
      const evidence = page.getByRole('region', { name: 'Evidence' })
      await expect(evidence.getByText(/at reading size$|^Shown small/).last()).toBeVisible()
      if (await small.isVisible()) await press('z')
      await expect(accept(page)).not.toHaveAttribute('aria-disabled', 'true')
      await press('a')
    }
  }
}
