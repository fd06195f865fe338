import { createAccount } from '#server/platform/identity/embedded/accounts.ts'
import { hashPassword } from '#server/platform/identity/embedded/passwords.ts'
import { TestBrowser } from '#server/platform/identity/testing/embedded-harness.ts'
import type { TestApp } from './app.ts'

export const PASSWORD = 'a long enough password'
/** Hashed once, because hashing is deliberately slow. */
let passwordHash: Promise<string> | undefined

/** Creates an account at the embedded provider for someone who has not signed in yet. */
export async function account(app: TestApp, email: string, emailVerified = true): Promise<string> {
  passwordHash ??= hashPassword(PASSWORD)
  const made = await createAccount(app.database.db, {
    email,
    passwordHash: await passwordHash,
    emailVerified,
    now: app.clock.now,
  })
  if (!made) throw new Error(`${email} has an account already`)
  return made.sub
}

/** Goes from /api/auth/login through the provider's form to the address that it redirects the browser back to. */
export async function walkToCallback(
  app: TestApp,
  email: string,
  { query = '', browser = new TestBrowser(app.server) } = {},
): Promise<{ browser: TestBrowser; callback: URL }> {
  const start = await browser.get(`/api/auth/login${query}`)
  const form = await browser.get(String(start.headers.location))
  const back = await browser.post(`${form.url.pathname}/sign-in`, { email, password: PASSWORD })
  return { browser, callback: back.url }
}

/** A complete sign-in; returns the answer of the callback and the browser with its cookies. */
export async function signInByForm(
  app: TestApp,
  email: string,
  options: { query?: string; browser?: TestBrowser } = {},
) {
  const { browser, callback } = await walkToCallback(app, email, options)
  const answer = await browser.get(callback.href)
  return { browser, callback, answer, location: String(answer.headers.location) }
}
