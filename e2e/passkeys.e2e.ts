import type { BrowserContext, Page } from '@playwright/test'
import { examine, STILL } from './support/accessibility.ts'
import { arrive } from './support/by-request.ts'
import { DEMO_PASSWORD } from './support/people.ts'
import { expect, test } from './support/test.ts'

/** Gives the page a virtual authenticator, which asks no one and answers immediately; `answers` can delay it. */
async function device(context: BrowserContext, page: Page) {
  const client = await context.newCDPSession(page)
  await client.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    answers: (enabled: boolean) =>
      client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    uses: async () =>
      (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials.map(
        ({ signCount }) => signCount,
      ),
  }
}

test('a passkey is added, signs in automatically and with its button, and is removed', async ({
  applicant,
}) => {
  const { page, context } = await applicant(STILL)
  const phone = await device(context, page)
  await page.goto('/profile?tab=security')
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name').fill('My phone')
  await examine(page, 'account, adding a passkey', { narrow: true })
  await dialog.getByLabel('Name').press('Enter')
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await expect(codes.getByRole('listitem').nth(9)).toBeVisible()
  await examine(page, 'account, recovery codes', { narrow: true })
  await codes.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(passkeys.getByRole('button', { name: 'Remove My phone' })).toBeVisible()
  await examine(page, 'account, security', { narrow: true })

  // In the address field, where the authenticator answers as soon as the page asks.
  await page.goto('/api/auth/logout')
  await page.goto('/api/auth/login?returnTo=/profile?tab=security')
  await expect(passkeys.getByText('Last used')).toBeVisible()

  await page.goto('/api/auth/logout')
  await phone.answers(false)
  await page.goto('/api/auth/login?returnTo=/profile?tab=security')
  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  await expect(button).toBeVisible()
  await examine(page, 'provider, sign in with a passkey', { narrow: true })
  const password = page.getByLabel('Password', { exact: true })
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await phone.answers(true)
  await button.click()
  await expect(passkeys.getByRole('button', { name: 'Remove My phone' })).toBeVisible()
  expect(await phone.uses()).toEqual([3])

  await passkeys.getByRole('button', { name: 'Remove My phone' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click()
  await expect(passkeys.getByRole('button', { name: 'Remove My phone' })).toHaveCount(0)
})

test('a password asks for the passkey if staff need it, and an app is set up with its key', async ({
  applicant,
}) => {
  const { page, context, email } = await applicant({ ...STILL, faultsExpected: true })
  await device(context, page)
  await page.goto('/profile?tab=security')
  await page.getByRole('button', { name: 'Set up authenticator app' }).click()
  const setUp = page.getByRole('dialog', { name: 'Set up your authenticator app' })
  await expect(setUp.getByRole('img', { name: 'Code to scan with your authenticator app' })).toBeVisible()
  await examine(page, 'account, authenticator app', { narrow: true })
  await setUp.getByLabel('6-digit code').fill('000000')
  await setUp.getByRole('button', { name: 'Turn on' }).click()
  await expect(setUp.getByText('That isn’t the code your app shows now.').first()).toBeVisible()
  await setUp.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Laptop')
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'I’ve saved them' }).click()

  // Someone with only the password can change nothing until the passkey has answered in another window.
  await arrive(context, email)
  await page.reload()
  await page.getByRole('button', { name: 'Remove Laptop' }).click()
  const remove = page.getByRole('dialog', { name: 'Remove “Laptop”?' })
  await remove.getByRole('button', { name: 'Remove passkey' }).click()
  const [beside] = await Promise.all([
    page.waitForEvent('popup'),
    remove.getByRole('link', { name: 'Sign in again' }).click(),
  ])
  await beside.getByLabel('Email').fill(email)
  await beside.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await beside.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(beside.getByRole('heading', { level: 1, name: 'Confirm it’s you' })).toBeVisible()
  await expect(beside.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
  await examine(beside, 'provider, second factor', { narrow: true })
  await beside.getByRole('link', { name: 'Use a recovery code' }).click()
  await expect(beside.getByLabel('Recovery code')).toBeVisible()
  await examine(beside, 'provider, recovery code', { narrow: true })
})
