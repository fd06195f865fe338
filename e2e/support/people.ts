import { randomBytes } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'

export const DEMO_PASSWORD = 'verdaccord-demo'
/** The demo's member of staff for each role, who has no other. */
export const STAFF = {
  super_admin: 'super@verdaccord.example',
  admin: 'admin@verdaccord.example',
  reviewer: 'reviewer@verdaccord.example',
  support: 'helpdesk@verdaccord.example',
  finance: 'finance@verdaccord.example',
  auditor: 'auditor@verdaccord.example',
} as const

/** Returns an address no one else in this run has. */
export function newEmail(name = 'person'): string {
  return `${name}-${randomBytes(4).toString('hex')}@people.example`
}

/** Returns the code last mailed to an address. */
export async function codeFor(request: APIRequestContext, email: string): Promise<string> {
  const answer = await request.get(`/dev/mailbox/messages?to=${encodeURIComponent(email)}`)
  const [mail] = (await answer.json()) as Mail[]
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0]
  if (!code) throw new Error(`No code was sent to ${email}`)
  return code
}

/** Signs up on the embedded provider's own pages, and arrives at `path`. */
export async function signUp(page: Page, email: string, path: string): Promise<void> {
  await page.goto(`/api/auth/login?returnTo=${encodeURIComponent(path)}`)
  await createAccount(page, email)
  await page.waitForURL((url) => url.pathname + url.search === path)
}

/** Creates an account on the provider's open page: the address, the code sent to it, a password. */
export async function createAccount(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  const create = page.getByRole('button', { name: /^(Create account|Send code)$/ })
  await create.click()
  const code = page.getByLabel('6-digit code')
  await expect(code).toBeVisible()
  await code.fill(await codeFor(page.request, email))
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
}

/** Signs in on the embedded provider's own pages and arrives at `path`. */
export async function signIn(page: Page, email: string, path: string): Promise<void> {
  await page.goto(`/api/auth/login?returnTo=${encodeURIComponent(path)}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname + url.search === path)
}

interface Mail {
  to: string
  subject: string
  text: string
}

/** Returns the mails to an address in the built-in mailbox, newest first. */
export async function mailsTo(page: Page, email: string): Promise<Mail[]> {
  const answer = await page.request.get(`/dev/mailbox/messages?to=${encodeURIComponent(email)}`)
  return (await answer.json()) as Mail[]
}
