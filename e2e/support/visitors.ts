import type { BrowserContext, Page } from 'playwright-core'
import { atHeading } from './onboarding.ts'
import { mailsTo } from './people.ts'

/** Gives an email as a visitor, where a page has asked for one, and goes on. */
export async function giveEmail(page: Page, email: string): Promise<void> {
  await atHeading(page, 'Start your application')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Start your application' }).click()
}

/** Stops the way to registration, so that the page can be read. */
export async function stayOnSuccess(page: Page): Promise<void> {
  await atHeading(page, 'Create an account or sign in to continue')
  await page.getByRole('button', { name: 'Stay on this page' }).click()
  await page.getByText('Stopped. Go on when you are ready.').waitFor()
}

/** Follows the link of the mail that confirms an address, in a tab of its own. */
export async function confirmEmail(context: BrowserContext, email: string): Promise<void> {
  const tab = await context.newPage()
  const mail = (await mailsTo(tab, email)).find(({ subject }) => /confirm/i.test(subject))
  const link = /https?:\S+\/idp\/confirm\S+/.exec(mail?.text ?? '')?.[0]
  if (!link) throw new Error(`No mail asks ${email} to confirm`)
  await tab.goto(link)
  await tab.getByRole('button', { name: 'Confirm email' }).click()
  await atHeading(tab, 'Email confirmed')
  await tab.close()
}
