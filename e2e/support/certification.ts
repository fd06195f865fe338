import { type BrowserContext, expect, type Page } from '@playwright/test'
import { atHeading } from './onboarding.ts'

/** The name of someone who starts with a submitted application. */
export const SIGNATURE = 'Mehmet Yılmaz'

export async function next(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next' }).click()
}

/** Goes from the certification's first step to the choice of a category. */
export async function toCategory(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Proceed$|^Renew or change category$/ }).click()
  await heading(page, 'Risk warning')
  await page.getByRole('checkbox', { name: /read and understood the risk warning/ }).check()
  await next(page)
  await heading(page, 'Investor category')
}

/** Chooses the restricted category with these shares of the net assets, in per cent. */
export async function answerRestricted(page: Page, invested: string, willInvest: string): Promise<void> {
  await page.getByRole('radio', { name: 'Restricted investor' }).click()
  await page.getByLabel(/In the past 12 months/).fill(invested)
  await page.getByLabel(/In the next 12 months/).fill(willInvest)
}

/** Signs the statement on the page. */
export async function sign(page: Page, fullName = SIGNATURE): Promise<void> {
  await heading(page, 'Declaration')
  await page.getByRole('checkbox', { name: /I have read this statement/ }).check()
  await page.getByLabel('Full name').fill(fullName)
  await submitStatement(page)
}

export async function submitStatement(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign and submit' }).click()
}

/** Waits for the certification's step, as a page or as part of one. */
export async function heading(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
}

/** Completes a restricted investor's certification, on its own page. */
export async function certifyOnPage(page: Page): Promise<void> {
  await toCategory(page)
  await answerRestricted(page, '5', '7.5')
  await next(page)
  await sign(page)
  await atHeading(page, 'Certification Completed')
}

interface Statement {
  certification_name: string
  status: string
}

/** Returns the person's investor statements on the server, newest first. */
export async function statementsOf({ request }: BrowserContext): Promise<Statement[]> {
  const answer = await request.get('/api/certifications/user')
  const { certifications } = (await answer.json()) as { certifications: Statement[] }
  return certifications.filter(({ certification_name }) => certification_name.startsWith('investor_'))
}

/** Returns the person's user type on the server. */
export async function userTypeOf({ request }: BrowserContext): Promise<string | null> {
  const answer = await request.get('/api/user/type')
  return ((await answer.json()) as { user_type: string | null }).user_type
}
