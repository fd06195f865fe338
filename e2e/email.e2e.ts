import { expect, test } from 'vitest'
import { examine, STILL } from './support/accessibility.ts'
import { visit, withBrowser } from './support/browser.ts'
import { arriveNew } from './support/by-request.ts'
import { createAccount, mailsTo, newEmail } from './support/people.ts'

withBrowser()

test('an email that another account has confirmed is nobody else’s: who proves it too is told, and gives another', async () => {
  const shared = newEmail('shared')
  const first = await visit(STILL)
  await arriveNew(first.context, newEmail('first'))
  await first.page.goto('/profile?tab=edit')
  await first.page.getByLabel('System Email').fill(shared)
  await first.page.getByRole('button', { name: 'Save Changes' }).click()
  await first.page.getByText('Your system email is not confirmed').waitFor()
  await examine(first.page, 'account, edit with an unconfirmed email', { narrow: true })
  await first.page.getByRole('button', { name: 'Send the link again' }).click()
  await first.page.getByText('Link sent', { exact: true }).waitFor()
  const linkOf = async (path: string) => {
    const texts = (await mailsTo(first.page, shared)).map(({ text }) => text)
    const link = new URL(new RegExp(`https?://\\S+${path}\\S+`).exec(texts.join('\n'))?.[0] ?? '')
    return link.pathname + link.search
  }
  await first.page.goto(await linkOf('/confirm-email'))
  await first.page.getByRole('button', { name: 'Confirm email address' }).click()
  await first.page.getByRole('heading', { level: 1, name: 'Email confirmed' }).waitFor()

  const { page } = await visit({ ...STILL, faultsExpected: true })
  // They prove the same address to the provider; it is still the other account's.
  await page.goto('/api/auth/login?returnTo=/profile-dashboard')
  await createAccount(page, shared)
  await page.getByRole('heading', { level: 1, name: 'You have another account' }).waitFor()
  await page.getByText(/we’ll check who you are before/i).waitFor()
  const dialog = page.getByRole('dialog', { name: 'What is your email?' })
  expect(await dialog.count()).toBe(0)
  await examine(page, 'another account', { narrow: true })
  await page.getByRole('link', { name: 'Continue with the new account' }).click()
  await page.waitForURL('/profile-dashboard')
  await dialog.waitFor()
  await examine(page, 'email dialog', { narrow: true })
  await page.keyboard.press('Escape')
  await page.getByText('Email Required', { exact: true }).first().waitFor()
  await dialog.getByLabel('Email').fill(shared)
  await dialog.getByRole('button', { name: 'Save email' }).click()
  await dialog.getByText('This email is already in use by another account').waitFor()
  await expect.poll(() => dialog.getByLabel('Email').inputValue()).toBe(shared)
  const own = newEmail('own')
  await dialog.getByLabel('Email').fill(own)
  await dialog.getByRole('button', { name: 'Save email' }).click()
  await page.getByText('Email updated', { exact: true }).waitFor()
  await dialog.waitFor({ state: 'detached' })
  const next = page.getByRole('region', { name: 'Your next step' })
  await next.waitFor()
  await expect.poll(async () => (await mailsTo(page, own)).length).toBe(1)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Export Data' }).click()
  await page.getByText('Export Request Failed', { exact: true }).waitFor()
  const theirs = await first.context.request.get('/api/user/profile')
  expect(await theirs.json()).toMatchObject({ email: shared, email_confirmed: true })
})
