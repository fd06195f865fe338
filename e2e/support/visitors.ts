import { expect, type Page } from '@playwright/test'
import { atHeading } from './onboarding.ts'
import { codeFor } from './people.ts'

/** Enters an email as a visitor, enters the code sent to it, and continues. */
export async function giveEmail(page: Page, email: string): Promise<void> {
  await askForCode(page, email)
  await page.getByLabel('6-digit code').fill(await codeFor(page.request, email))
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
}

/** Enters an email as a visitor, and waits for the code's field. */
export async function askForCode(page: Page, email: string): Promise<void> {
  await atHeading(page, 'Start your application')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByLabel('6-digit code')).toBeVisible()
}

/** Stops the countdown to the registration, so that the page can be read. */
export async function stayOnSuccess(page: Page): Promise<void> {
  await atHeading(page, 'Create an account or sign in to continue')
  await page.getByRole('button', { name: 'Stay on this page' }).click()
  await expect(page.getByText('Stopped. Continue when you’re ready.')).toBeVisible()
}
