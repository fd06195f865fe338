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

/** Accepts each item of the case, and decides nothing yet. */
export async function acceptItems(page: Page): Promise<void> {
  const choices = page.getByRole('radio', { name: 'Accept', exact: true })
  await choices.first().waitFor()
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
