import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { examine, STILL } from './support/accessibility.ts'
import { PHONE, visit, withBrowser } from './support/browser.ts'
import { arrive, arriveNew, arriveSubmitted } from './support/by-request.ts'
import { picture, upload } from './support/onboarding.ts'
import { mailsTo, newEmail } from './support/people.ts'

withBrowser()

const linkIn = (text: string) => new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '').pathname

test('somebody new sees what is missing, and every tab leads on', async () => {
  const { page, context } = await visit(STILL)
  await arriveNew(context, newEmail('account'))
  await page.goto('/profile')
  await page.getByRole('region', { name: 'User Summary' }).getByText('0 of 4').waitFor()
  const overview = page.getByRole('region', { name: 'Account Overview' })
  await overview.getByText('No personal information').waitFor()
  await overview.getByRole('link', { name: 'Start business onboarding' }).waitFor()
  await examine(page, 'account, dashboard', { narrow: true })
  await page.getByRole('tab', { name: 'Invoices' }).click()
  await page.getByText('No Invoices Found').waitFor()
  await examine(page, 'account, no invoices', { narrow: true })
  await page.getByRole('tab', { name: 'Certifications' }).click()
  await page.getByText('No certifications found.').waitFor()
  await page.getByRole('link', { name: 'Review & Accept' }).waitFor()
  await examine(page, 'account, certifications', { narrow: true })
  await page.getByRole('tab', { name: 'Documents' }).click()
  await page.getByText('You need to complete the KYC onboarding process first').waitFor()
  await examine(page, 'account, no documents')
  await page.getByRole('tab', { name: 'Profile Details' }).click()
  await page.getByRole('region', { name: 'Database user' }).waitFor()
  await examine(page, 'account, details', { narrow: true })
  expect(new URL(page.url()).search).toBe('?tab=details')
  await page.reload()
  await page.getByRole('tab', { name: 'Profile Details', selected: true }).waitFor()
  await page.getByRole('tab', { name: 'Dashboard' }).click()
  await page.getByRole('link', { name: 'Complete KYC' }).click()
  await page.waitForURL(/\/onboarding\/consumer/)
})

test('a changed email is used once its link was followed', async () => {
  const { page, context } = await visit(STILL)
  await arriveNew(context, newEmail('account'))
  await page.goto('/profile?tab=edit')
  const next = newEmail('new')
  await page.getByLabel('System Email').fill('nonsense')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Please enter a valid email address').waitFor()
  await examine(page, 'account, edit with an error', { narrow: true })
  await page.getByLabel('System Email').fill(next)
  await page.getByLabel('Company').fill('Fernhill Partners')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Profile Updated', { exact: true }).waitFor()
  await page.getByText(/^Your profile information has been refreshed\./).waitFor()
  await page.getByText(/· Fernhill Partners/).waitFor()
  await expect
    .poll(async () => (await mailsTo(page, next)).map(({ subject }) => subject))
    .toEqual(['Confirm your new email for Verdaccord'])
  const [mail] = await mailsTo(page, next)
  const link = new URL(/https?:\/\/\S+confirm-email\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  await page.goto(link.pathname + link.search)
  await page.getByRole('button', { name: 'Confirm email address' }).waitFor()
  await examine(page, 'confirm email')
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await page.getByRole('heading', { level: 1, name: 'Email confirmed' }).waitFor()
})

test('an address that somebody else has is refused at its field, and nothing typed is lost', async () => {
  const { page, context } = await visit({ faultsExpected: true })
  await arriveNew(context, newEmail('account'))
  await page.goto('/profile?tab=edit')
  await page.getByLabel('System Email').fill('consumer@demo.example')
  await page.getByLabel('Name').fill('Grace Hopper')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('This email is already in use by another account').first().waitFor()
  expect(await page.getByLabel('Name').inputValue()).toBe('Grace Hopper')
})

test('somebody verified can no longer edit their profile', async () => {
  const { page, context } = await visit(STILL)
  await arrive(context, 'consumer@demo.example')
  await page.goto('/profile?tab=edit')
  const stored = page.getByRole('region', { name: 'Profile Information' })
  await stored.getByText('cannot be edited').waitFor()
  const support = stored.getByRole('link', { name: 'contact support' })
  expect(await support.getAttribute('href')).toBe('mailto:support@verdaccord.example')
  expect(await page.getByRole('button', { name: 'Save Changes' }).count()).toBe(0)
  await page.getByRole('tab', { name: 'Documents' }).click()
  await page.getByText('You can’t change your documents now').waitFor()
  await examine(page, 'account, locked documents', { narrow: true })
})

test('a document is replaced from the account, on a phone', async () => {
  const { page, context } = await visit({ ...PHONE, ...STILL })
  const email = newEmail('account')
  await arriveSubmitted(context, email)
  await page.goto('/profile?tab=documents')
  await page.getByRole('button', { name: /Selfie Verification/ }).click()
  await page.getByRole('button', { name: 'Upload Another' }).click()
  await upload(page, 'Selfie Verification', await picture('newer-selfie.jpg'), 'Upload complete')
  await page.getByText('Your document has been successfully uploaded.').first().waitFor()
  await page.getByText('newer-selfie.jpg', { exact: true }).waitFor()
  const former = page.getByRole('region', { name: 'Former versions of Selfie Verification' })
  await former.getByText(/^Uploaded on .*, replaced on /).waitFor()
  const link = await former.getByRole('link', { name: /^View selfie\.jpg/ }).getAttribute('href')
  const shown = await context.request.get(link ?? '')
  expect([shown.status(), shown.headers()['content-type']]).toEqual([200, 'image/jpeg'])
  expect((await former.getByRole('link', { name: 'Download selfie.jpg' }).getAttribute('href')) ?? '').toBe(
    `${link}?download=1`,
  )
  await examine(page, 'account, former versions')
  const { context: stranger } = await visit()
  await arriveNew(stranger, newEmail('stranger'))
  expect((await stranger.request.get(link ?? '')).status()).toBe(404)
})

test('an export is made, mailed and downloaded', async () => {
  const { page, context } = await visit(STILL)
  const email = newEmail('account')
  await arriveSubmitted(context, email)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Export Data' }).click()
  await page.getByText('Data Export Requested', { exact: true }).waitFor()
  const ready = async () =>
    (await mailsTo(page, email)).find(({ subject }) => subject === 'Your Verdaccord data export is ready')
  await expect.poll(ready, { timeout: 20_000 }).toBeTruthy()
  await page.goto(linkIn((await ready())?.text.split('Sign in to download it.').at(-1) ?? ''))
  await page.getByRole('button', { name: 'Download your data' }).waitFor()
  await examine(page, 'data export', { narrow: true })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download your data' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('verdaccord-data.zip')
  const zip = unzipSync(await readFile(await file.path()))
  const { sections } = JSON.parse(strFromU8(zip['data.json'] ?? new Uint8Array()))
  expect(sections.account.rows).toMatchObject([{ email }])
  expect(sections.identity_details.rows).toMatchObject([{ first_name: 'Mehmet', last_name: 'Yılmaz' }])
  expect(strFromU8(zip['index.html'] ?? new Uint8Array())).toContain('Yılmaz')
  const files = Object.keys(zip).filter((name) => name.startsWith('documents/'))
  expect(files.toSorted()).toEqual([
    'documents/01-id-front.jpg',
    'documents/02-selfie.jpg',
    'documents/03-proof-of-address.jpg',
  ])
})

test('somebody signs out everywhere', async () => {
  const email = newEmail('account')
  const first = await visit({ faultsExpected: true })
  await arriveNew(first.context, email)
  const second = await visit()
  await arrive(second.context, email)
  await second.page.goto('/profile?tab=security')
  const sessions = second.page.getByRole('region', { name: 'Where you are signed in' })
  await sessions.getByRole('listitem').nth(1).waitFor()
  await sessions.getByRole('button', { name: 'Sign out everywhere' }).click()
  await second.page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await second.page.waitForURL((url) => url.pathname === '/')
  expect((await first.context.request.get('/api/user/profile')).status()).toBe(401)
})
