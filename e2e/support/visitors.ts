import type { BrowserContext, Page } from 'playwright-core'
import { atHeading } from './onboarding.ts'
import { mailsTo } from './people.ts'

/** Gives an email as a visitor, where a page has asked for one, enters the code that is sent to it, and continues. */
export async function giveEmail(page: Page, email: string): Promise<void> {
  await askForCode(page, email)
  await page.getByLabel('6-digit code').fill(await codeFor(page, email))
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
}

/** Gives an email as a visitor, and waits until its code is asked for. */
export async function askForCode(page: Page, email: string): Promise<void> {
  await atHeading(page, 'Start your application')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('6-digit code').waitFor()
}

/** The code that was sent to an address last. */
export async function codeFor(page: Page, email: string): Promise<string> {
  const [mail] = await mailsTo(page, email)
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0]
  if (!code) throw new Error(`No code was sent to ${email}`)
  return code
}

/** Stops the way to registration, so that the page can be read. */
export async function stayOnSuccess(page: Page): Promise<void> {
  await atHeading(page, 'Create an account or sign in to continue')
  await page.getByRole('button', { name: 'Stay on this page' }).click()
  await page.getByText('Stopped. Continue when you’re ready.').waitFor()
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
