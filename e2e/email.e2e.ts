import { examine, STILL } from './support/accessibility.ts'
import { createAccount, mailsTo, newEmail } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('an email that another account has confirmed can’t be used: someone who also proves it is told, and enters another', async ({
  visitor,
  applicant,
}) => {
  const shared = newEmail('shared')
  const first = await applicant(STILL)
  await first.page.goto('/profile?tab=edit')
  await first.page.getByLabel('System Email').fill(shared)
  await first.page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(first.page.getByText('Your system email is not confirmed')).toBeVisible()
  await examine(first.page, 'account, edit with an unconfirmed email', { narrow: true })
  await first.page.getByRole('button', { name: 'Send the link again' }).click()
  await expect(first.page.getByText('Link sent', { exact: true })).toBeVisible()
  const linkOf = async (path: string) => {
    const texts = (await mailsTo(first.page, shared)).map(({ text }) => text)
    const link = new URL(new RegExp(`https?://\\S+${path}\\S+`).exec(texts.join('\n'))?.[0] ?? '')
    return link.pathname + link.search
  }
  await first.page.goto(await linkOf('/confirm-email'))
  await first.page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(first.page.getByRole('heading', { level: 1, name: 'Email confirmed' })).toBeVisible()

  const { page } = await visitor({ ...STILL, faultsExpected: true })
  // They prove the same address to the provider; it still belongs to the other account.
  await page.goto('/api/auth/login?returnTo=/profile-dashboard')
  await createAccount(page, shared)
  await expect(page.getByRole('heading', { level: 1, name: 'You have another account' })).toBeVisible()
  await expect(page.getByText(/we’ll check who you are before/i)).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'What is your email?' })
  await expect(dialog).toHaveCount(0)
  await examine(page, 'another account', { narrow: true })
  await page.getByRole('link', { name: 'Continue with the new account' }).click()
  await page.waitForURL('/profile-dashboard')
  await expect(dialog).toBeVisible()
  await examine(page, 'email dialog', { narrow: true })
  await page.keyboard.press('Escape')
  await expect(page.getByText('Email Required', { exact: true }).first()).toBeVisible()
  await dialog.getByLabel('Email').fill(shared)
  await dialog.getByRole('button', { name: 'Save email' }).click()
  await expect(dialog.getByText('This email is already in use by another account')).toBeVisible()
  await expect(dialog.getByLabel('Email')).toHaveValue(shared)
  const own = newEmail('own')
  await dialog.getByLabel('Email').fill(own)
  await dialog.getByRole('button', { name: 'Save email' }).click()
  await expect(page.getByText('Email updated', { exact: true })).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Your verification' })).toBeVisible()
  await expect.poll(async () => (await mailsTo(page, own)).length).toBe(1)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Export Data' }).click()
  await expect(page.getByText('Export Request Failed', { exact: true })).toBeVisible()
  const theirs = await first.context.request.get('/api/user/profile')
  expect(await theirs.json()).toMatchObject({ email: shared, email_confirmed: true })
})
