import { randomBytes } from 'node:crypto'
import type { APIRequestContext, Page } from 'playwright-core'

export const DEMO_PASSWORD = 'verdaccord-demo'
export const REVIEWER = 'reviewer@verdaccord.example'

/** An address nobody else in this run has. */
export function newEmail(name = 'person'): string {
  return `${name}-${randomBytes(4).toString('hex')}@people.example`
}

/** Follows the link that confirms the address of an account, in the browser in which it was made. */
export async function confirmAddress(request: APIRequestContext, email: string): Promise<void> {
  const mails = (await (
    await request.get(`/dev/mailbox/messages?to=${encodeURIComponent(email)}`)
  ).json()) as Mail[]
  const link = mails.map(({ text }) => /https?:\S+\/idp\/confirm\S+/.exec(text)?.[0]).find(Boolean)
  if (!link) throw new Error(`No mail asks ${email} to confirm`)
  const { origin, searchParams } = new URL(link)
  const answer = await request.post('/idp/confirm', {
    form: { token: searchParams.get('token') ?? '' },
    headers: { origin },
  })
  if (!answer.ok()) throw new Error(`${email} was not confirmed: ${answer.status()}`)
}

/** Signs up by the embedded provider's own pages, confirms the address, and arrives at `path`. */
export async function signUp(page: Page, email: string, path: string): Promise<void> {
  await page.goto(`/api/auth/login?returnTo=${encodeURIComponent(path)}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL((url) => url.pathname + url.search === path)
  await confirmAddress(page.request, email)
}

/** Signs in by the embedded provider's own pages and arrives at `path`. */
export async function signIn(page: Page, email: string, path: string): Promise<void> {
  await page.goto(`/api/auth/login?returnTo=${encodeURIComponent(path)}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname + url.search === path)
}

interface Mail {
  to: string
  subject: string
  text: string
}

/** Mails to an address, newest first, as the built-in mailbox keeps them. */
export async function mailsTo(page: Page, email: string): Promise<Mail[]> {
  const answer = await page.request.get(`/dev/mailbox/messages?to=${encodeURIComponent(email)}`)
  return (await answer.json()) as Mail[]
}
