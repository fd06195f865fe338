import { expect, type Locator, type Page } from '@playwright/test'
import { acceptRisk, atHeading, goOn } from './onboarding.ts'

export const COMPANY = {
  legalName: 'Núñez & O’Brien Forest Carbon Ltd',
  registeredAddress: '14 Larkfield Road\nBristol\nBS99 1AA',
} as const

/** Types into a country field and selects the first match. */
export async function chooseCountry(scope: Page | Locator, label: string, typed: string): Promise<void> {
  const box = scope.getByRole('combobox', { name: label })
  await box.fill(typed)
  await box.press('ArrowDown')
  await box.press('Enter')
}

export async function enterCompany(page: Page, companyNumber: string): Promise<void> {
  await atHeading(page, 'Company Information')
  await page.getByLabel('Legal Name').fill(COMPANY.legalName)
  await page.getByLabel('Registered Address').fill(COMPANY.registeredAddress)
  await page.getByLabel('Company Number').fill(companyNumber)
  await goOn(page)
}

export interface Owner {
  name: string
  nationality: string
  residence: string
  percent: string
}

/** The card of an owner, by its place in the list. */
export function ownerCard(page: Page, number: number): Locator {
  return page.getByRole('region', { name: `Beneficial owner ${number}` })
}

/** Adds another owner to the list. */
export async function addOwner(page: Page, number: number, owner: Owner): Promise<void> {
  await page.getByRole('button', { name: /^Add/ }).click()
  const card = ownerCard(page, number)
  await card.getByLabel('Full Name').fill(owner.name)
  await enterBirth(card)
  await chooseCountry(card, 'Nationality', owner.nationality)
  await chooseCountry(card, 'Country of Residence', owner.residence)
  await card.getByLabel('Ownership (%)').fill(owner.percent)
}

/** Enters a birth's month and year; the day may be unknown. */
export async function enterBirth(person: Locator): Promise<void> {
  await person.getByLabel('Month').fill('3')
  await person.getByLabel('Year').fill('1971')
}

export async function enterRepresentative(page: Page): Promise<void> {
  await atHeading(page, 'Representatives')
  const primary = page.getByRole('region', { name: 'Primary representative' })
  await primary.getByLabel('Full Name').fill('Zoë Núñez')
  await enterBirth(primary)
  await primary.getByRole('combobox', { name: /^Powers/ }).selectOption('Director, acting alone')
  await primary.getByLabel('Email').fill('zoe@nunez.example')
  await goOn(page)
}

/** Goes from the first page of the business onboarding to its review, with one owner and no settlement. */
export async function fillInCompany(page: Page, companyNumber: string): Promise<void> {
  await acceptRisk(page)
  await enterCompany(page, companyNumber)
  await atHeading(page, 'Settlement')
  await goOn(page)
  await atHeading(page, 'Beneficial Owners')
  await addOwner(page, 1, { name: 'Ada Núñez', nationality: 'british', residence: 'uk', percent: '62.5' })
  await goOn(page)
  await enterRepresentative(page)
  await atHeading(page, 'User Type Selection')
  await page.getByRole('radio', { name: /Corporate access/ }).click()
  await atHeading(page, 'Review & Submit')
}

/** Ticks both declarations and presses the button, once the security check has passed. */
export async function pressSubmitCompany(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /accurate and complete/ }).check()
  await page.getByRole('checkbox', { name: /authorised to act for the company/ }).check()
  await expect(page.getByText('Security check passed')).toBeVisible()
  await page.getByRole('button', { name: 'Submit for verification' }).click()
}
