import { expect, type Page } from '@playwright/test'

/** Finds a person by email and opens their case for review. */
export async function openCase(page: Page, email: string): Promise<void> {
  await openUser(page, email)
  await page.getByRole('tab', { name: /KYC Details/ }).click()
  await expect(page.getByRole('heading', { name: 'Submitted details' })).toBeVisible()
}

/** Finds a person by email and opens the case of their company. */
export async function openCompany(page: Page, email: string): Promise<void> {
  await openUser(page, email)
  await page.getByRole('tab', { name: /Business Details/ }).click()
  await expect(page.getByRole('region', { name: 'Decision' })).toBeVisible()
}

async function openUser(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Search' }).click()
  const link = page.getByRole('link', { name: /View Details/ }).first()
  await expect(page.getByText('Showing 1 user')).toBeVisible()
  await page.goto(`${await link.getAttribute('href')}`)
}

/** The words of the viewer for each document, with those of its item. */
const TILES: readonly [string, string][] = [
  ['ID front', 'ID Document (Front)'],
  ['ID back', 'ID Document (Back)'],
  ['Selfie', 'Selfie Verification'],
  ['Proof of address', 'Proof of Address'],
  ['Bank statement', 'Bank Statement'],
  ['Additional document', 'Additional Document'],
]

/** Says why documents are opened, where their reader doesn’t have the case at hand. */
export async function giveReason(page: Page): Promise<void> {
  const viewer = page.getByRole('region', { name: 'Document viewer' })
  if ((await viewer.count()) === 0) return
  const asked = viewer.getByLabel('Reason')
  await expect(asked.or(viewer.getByRole('button', { name: 'Zoom in' })).first()).toBeVisible()
  if (!(await asked.isVisible())) return
  await asked.fill('Reviewing the application')
  await viewer.getByRole('button', { name: 'Open documents' }).click()
  await expect(viewer.getByRole('button', { name: 'Zoom in' })).toBeVisible()
}

/** Opens each document of the case in the viewer, and enters the dates that are asked for. */
export async function lookAtDocuments(page: Page): Promise<void> {
  await giveReason(page)
  for (const [tile, item] of TILES) {
    const tab = page.getByRole('tab', { name: tile })
    if ((await tab.count()) === 0) continue
    await tab.click()
    const asked = page.getByRole('group', { name: item })
    await expect(asked.getByText(`Open ${item} in the viewer.`)).toBeHidden()
    if (await asked.getByText(/or tick that none is printed/).isVisible()) {
      await page.getByRole('checkbox', { name: /date is printed/ }).check()
      await page.getByRole('button', { name: 'Confirm dates' }).click()
      await expect(asked.getByText(/or tick that none is printed/)).toBeHidden()
    }
  }
}

/** Looks at everything and accepts each item of the case, and decides nothing yet. */
export async function acceptItems(page: Page): Promise<void> {
  const choices = page.getByRole('radio', { name: 'Accept', exact: true })
  await expect(choices.first()).toBeVisible()
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
