import { expect, test } from 'vitest'
import { examine, STILL } from './support/accessibility.ts'
import { visit, withBrowser } from './support/browser.ts'
import { arriveNew } from './support/by-request.ts'
import { atHeading } from './support/onboarding.ts'
import { createAccount, DEMO_PASSWORD, newEmail, signIn, signUp } from './support/people.ts'

withBrowser()

test('a cancelled sign-in lands on the error page, which offers another try', async () => {
  // The page comes with the status it shows.
  const { page } = await visit({ faultsExpected: true })
  await page.goto('/api/auth/login?returnTo=/verification')
  await page.getByRole('button', { name: /Cancel/ }).click()
  await page.waitForURL(/\/error/)
  await page
    .getByText('There was a problem with the authentication process. Please try logging in again.')
    .waitFor()
  await page.getByRole('link', { name: 'Try Login Again' }).click()
  await page.getByLabel('Password').waitFor()
})

test('a wrong password says so without telling whether the account exists', async () => {
  const email = newEmail('password')
  const { context } = await visit()
  await arriveNew(context, email)
  const { page } = await visit({ faultsExpected: true })
  const messages: (string | null)[] = []
  for (const address of [email, newEmail('nobody')]) {
    await page.goto('/api/auth/login')
    await page.getByLabel('Email').fill(address)
    await page.getByLabel('Password').fill('not-the-password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    messages.push(await page.getByRole('alert').textContent())
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(address)
  }
  expect(messages[0]).toBe(messages[1])
})

test('a visitor of a private page signs in and comes back to it', async () => {
  const email = newEmail('back')
  const { page } = await visit()
  await page.goto('/verification?tab=faq')
  await createAccount(page, email)
  await atHeading(page, 'Account Verification')
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=faq')
})

test('a return address on another site ends on the home page', async () => {
  const email = newEmail('elsewhere')
  const { page } = await visit()
  await page.goto(`/api/auth/login?returnTo=${encodeURIComponent('https://evil.example/')}`)
  await createAccount(page, email)
  await page.getByRole('heading', { level: 1, name: /Welcome to Verdaccord/ }).waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
})

test('signing out clears the drafts, and Back shows nothing private', async () => {
  const email = newEmail('out')
  const { page } = await visit()
  await signUp(page, email, '/onboarding/consumer?step=user-type')
  await atHeading(page, 'User Type Selection')
  await page.getByRole('radio', { name: 'Invest in credits' }).click()
  await page.reload()
  await expect.poll(() => page.getByRole('radio', { name: 'Invest in credits' }).isChecked()).toBe(true)
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).toContain(email)
  await page.goto('/verification')
  await page.getByRole('region', { name: 'Verification progress' }).waitFor()
  await page.getByRole('button', { name: 'Logout' }).click()
  await atHeading(page, 'Sign in')
  // The choice about cookies belongs to the browser and not to the person.
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => !/^theme$|Cookie/i.test(key))),
  ).toEqual([])
  // The router notes scroll positions there, which tell nothing of a person.
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => !key.startsWith('tsr-'))),
  ).toEqual([])
  await page.goBack()
  await page.getByLabel('Password').waitFor()
  expect(await page.getByText(email).count()).toBe(0)
  await signIn(page, email, '/verification')
})

test('only administrators see the administration', async () => {
  const { page, context } = await visit()
  await page.goto('/admin/dashboard')
  await atHeading(page, 'Admin Access Only')
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).waitFor()
  await arriveNew(context, newEmail('curious'))
  await page.goto('/admin/dashboard')
  await atHeading(page, 'Admin Access Only')
  await page.getByRole('main').getByRole('link', { name: 'Request Admin Access' }).waitFor()
  await page
    .getByText(
      'You do not have permission to access the admin dashboard. Only authorized administrators can access this area.',
    )
    .first()
    .waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Access Denied' }).waitFor()
  expect(await page.getByRole('table').count()).toBe(0)
})

test('a page left alone locks, and opens again where it was after a sign-in beside it', async () => {
  const email = newEmail('idle')
  const { page, context } = await visit(STILL)
  await arriveNew(context, email)
  await context.clock.install()
  await page.goto('/profile?tab=edit')
  await page.getByLabel('Company').fill('Half Written')
  const tab = await context.newPage()
  await tab.goto('/verification')
  await tab.getByRole('region', { name: 'Verification progress' }).waitFor()
  await context.clock.fastForward('28:10')
  await page.getByText('Are you still there?').waitFor()
  await context.clock.fastForward('01:00')
  const lock = page.getByRole('dialog', { name: 'This page is locked' })
  await lock.waitFor()
  await tab.getByRole('dialog', { name: 'This page is locked' }).waitFor()
  await examine(page, 'a locked page', { narrow: true })
  const opened = context.waitForEvent('page')
  await lock.getByRole('link', { name: 'Sign in to continue' }).click()
  const beside = await opened
  await beside.getByLabel('Email').fill(email)
  await beside.getByLabel('Password').fill(DEMO_PASSWORD)
  await beside.getByRole('button', { name: 'Sign in', exact: true }).click()
  await lock.waitFor({ state: 'detached' })
  await tab.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => page.getByLabel('Company').inputValue()).toBe('Half Written')
})
