import type { Page } from 'playwright-core'

/** Finds a person by email and opens their case for review. */
export async function openCase(page: Page, email: string): Promise<void> {
  await openUser(page, email)
  await page.getByRole('tab', { name: /KYC Details/ }).click()
  await page.getByRole('heading', { name: 'Submitted details' }).waitFor()
}

/** Finds a person by email and opens the case of their company. */
export async function openCompany(page: Page, email: string): Promise<void> {
  await openUser(page, email)
  await page.getByRole('tab', { name: /Business Details/ }).click()
  await page.getByRole('region', { name: 'Decision' }).waitFor()
}

async function openUser(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Search' }).click()
  const link = page.getByRole('link', { name: /View Details/ }).first()
  await page.getByText('Showing 1 user').waitFor()
  await page.goto(`${await link.getAttribute('href')}`)
}

/** The words of the viewer for each document, with those of its item. */
const TILES: readonly [string, string][] = [
  ['ID front', 'ID Document (Front)'],
  ['ID back', 'ID Document (Back)'],
  ['Selfie', 'Selfie Verification'],
  ['Proof of address', 'Proof of Address'],
  ['Additional document', 'Additional Document'],
]

/** Says why documents are opened, where their reader doesn’t have the case at hand. */
export async function giveReason(page: Page): Promise<void> {
  const viewer = page.getByRole('region', { name: 'Document viewer' })
  if ((await viewer.count()) === 0) return
  const asked = viewer.getByLabel('Reason')
  await asked
    .or(viewer.getByRole('button', { name: 'Zoom in' }))
    .first()
    .waitFor()
  if (!(await asked.isVisible())) return
  await asked.fill('Reviewing the application')
  await viewer.getByRole('button', { name: 'Open documents' }).click()
  await viewer.getByRole('button', { name: 'Zoom in' }).waitFor()
}

/** Opens each document of the case in the viewer, and enters the dates that are asked for. */
export async function lookAtDocuments(page: Page): Promise<void> {
  await giveReason(page)
  for (const [tile, item] of TILES) {
    const tab = page.getByRole('tab', { name: tile })
    if ((await tab.count()) === 0) continue
    await tab.click()
    const asked = page.getByRole('group', { name: item })
    await asked.getByText(`Open ${item} in the viewer.`).waitFor({ state: 'hidden' })
    if (await asked.getByText(/or tick that none is printed/).isVisible()) {
      await page.getByRole('checkbox', { name: /date is printed/ }).check()
      await page.getByRole('button', { name: 'Confirm dates' }).click()
      await asked.getByText(/or tick that none is printed/).waitFor({ state: 'hidden' })
    }
  }
}

/** Looks at everything and accepts each item of the case, and decides nothing yet. */
export async function acceptItems(page: Page): Promise<void> {
  const choices = page.getByRole('radio', { name: 'Accept', exact: true })
  await choices.first().waitFor()
  await lookAtDocuments(page)
  for (const choice of await choices.all()) await choice.check()
}

/** Accepts each item and approves the case. */
export async function acceptEverything(page: Page): Promise<void> {
  await acceptItems(page)
  await page.getByRole('button', { name: /^Approve/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve/ })
    .click()
}
