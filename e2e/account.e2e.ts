import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { examine, STILL } from './support/accessibility.ts'
import { PHONE } from './support/browser.ts'
import { arrive, arriveSubmitted } from './support/by-request.ts'
import { selfie, upload } from './support/onboarding.ts'
import { mailsTo, newEmail } from './support/people.ts'
import { expect, test } from './support/test.ts'

const linkIn = (text: string) => new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '').pathname

test('a new user sees what is missing, and every tab leads to it', async ({ applicant }) => {
  const { page } = await applicant(STILL)
  await page.goto('/profile')
  await expect(page.getByRole('region', { name: 'User Summary' }).getByText('0 of 4')).toBeVisible()
  const overview = page.getByRole('region', { name: 'Account Overview' })
  await expect(overview.getByText('No personal information')).toBeVisible()
  await expect(overview.getByRole('link', { name: 'Start business onboarding' })).toBeVisible()
  await examine(page, 'account, dashboard', { narrow: true })
  await page.getByRole('tab', { name: 'Invoices' }).click()
  await expect(page.getByText('No Invoices Found')).toBeVisible()
  await examine(page, 'account, no invoices', { narrow: true })
  await page.getByRole('tab', { name: 'Certifications' }).click()
  await expect(page.getByText('No certifications found.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Review & Accept' })).toBeVisible()
  await examine(page, 'account, certifications', { narrow: true })
  await page.getByRole('tab', { name: 'Documents' }).click()
  await expect(page.getByText('You need to complete the KYC onboarding process first')).toBeVisible()
  await examine(page, 'account, no documents')
  await page.getByRole('tab', { name: 'Profile Details' }).click()
  await expect(page.getByRole('region', { name: 'Database user' })).toBeVisible()
  await examine(page, 'account, details', { narrow: true })
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=details')
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Profile Details', selected: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Dashboard' }).click()
  await page.getByRole('link', { name: 'Complete KYC' }).click()
  await page.waitForURL(/\/onboarding\/consumer/)
})

test('a changed email is used once its link was followed', async ({ applicant }) => {
  const { page } = await applicant(STILL)
  await page.goto('/profile?tab=edit')
  const next = newEmail('new')
  await page.getByLabel('System Email').fill('nonsense')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await examine(page, 'account, edit with an error', { narrow: true })
  await page.getByLabel('System Email').fill(next)
  await page.getByLabel('Company').fill('Fernhill Partners')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile Updated', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Your profile information has been refreshed\./)).toBeVisible()
  await expect(page.getByText(/· Fernhill Partners/)).toBeVisible()
  await expect
    .poll(async () => (await mailsTo(page, next)).map(({ subject }) => subject))
    .toEqual(['Confirm your new email for Verdaccord'])
  const [mail] = await mailsTo(page, next)
  const link = new URL(/https?:\/\/\S+confirm-email\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  await page.goto(link.pathname + link.search)
  await expect(page.getByRole('button', { name: 'Confirm email address' })).toBeVisible()
  await examine(page, 'confirm email')
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Email confirmed' })).toBeVisible()
})

test('someone else’s address is refused at its field, and nothing typed is lost', async ({ applicant }) => {
  const { page } = await applicant({ faultsExpected: true })
  await page.goto('/profile?tab=edit')
  await page.getByLabel('System Email').fill('consumer@demo.example')
  await page.getByLabel('Name').fill('Grace Hopper')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('This email is already in use by another account').first()).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Grace Hopper')
})

test('a verified user can no longer edit their profile', async ({ visitor }) => {
  const { page, context } = await visitor(STILL)
  await arrive(context, 'consumer@demo.example')
  await page.goto('/profile?tab=edit')
  const stored = page.getByRole('region', { name: 'Profile Information' })
  await expect(stored.getByText('cannot be edited')).toBeVisible()
  const support = stored.getByRole('link', { name: 'contact support' })
  await expect(support).toHaveAttribute('href', 'mailto:support@verdaccord.example')
  await expect(page.getByRole('button', { name: 'Save Changes' })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Documents' }).click()
  await expect(page.getByText('You can’t change your documents now')).toBeVisible()
  await examine(page, 'account, locked documents', { narrow: true })
})

test('a document is replaced from the account, on a phone', async ({ visitor, applicant }) => {
  const { page, context } = await visitor({ ...PHONE, ...STILL })
  const email = newEmail('account')
  await arriveSubmitted(context, email)
  await page.goto('/profile?tab=documents')
  await page.getByRole('button', { name: /Selfie Verification/ }).click()
  await page.getByRole('button', { name: 'Upload Another' }).click()
  await upload(page, 'Selfie Verification', selfie('newer-selfie.jpg'), 'Upload complete')
  await expect(page.getByText('Your document has been successfully uploaded.').first()).toBeVisible()
  await expect(page.getByText('newer-selfie.jpg', { exact: true })).toBeVisible()
  const former = page.getByRole('region', { name: 'Former versions of Selfie Verification' })
  await expect(former.getByText(/^Uploaded on .*, replaced on /)).toBeVisible()
  await former.getByRole('button', { name: 'View selfie.jpg' }).click()
  const dialog = page.getByRole('dialog', { name: 'selfie.jpg' })
  await expect(dialog.getByRole('img', { name: 'selfie.jpg' })).toBeVisible()
  await examine(page, 'account, a document')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  const original = await former.getByRole('link', { name: 'Download selfie.jpg' }).getAttribute('href')
  const link = original?.replace('?download=1', '')
  await examine(page, 'account, former versions')
  const { context: stranger } = await applicant()
  expect((await stranger.request.get(link ?? '')).status()).toBe(404)
})

test('an export is made, mailed and downloaded', async ({ visitor }) => {
  const { page, context } = await visitor(STILL)
  const email = newEmail('account')
  await arriveSubmitted(context, email)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Export Data' }).click()
  await expect(page.getByText('Data Export Requested', { exact: true })).toBeVisible()
  const ready = async () =>
    (await mailsTo(page, email)).find(({ subject }) => subject === 'Your Verdaccord data export is ready')
  await expect.poll(ready).toBeTruthy()
  await page.goto(linkIn((await ready())?.text.split('Sign in to download it.').at(-1) ?? ''))
  await expect(page.getByRole('button', { name: 'Download your data' })).toBeVisible()
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

test('a user signs out everywhere', async ({ visitor, applicant }) => {
  const first = await applicant({ faultsExpected: true })
  const { email } = first
  // A request made at the moment the session ends is refused.
  const second = await visitor({ faultsExpected: /status of 401/ })
  await arrive(second.context, email)
  await second.page.goto('/profile?tab=security')
  const sessions = second.page.getByRole('region', { name: 'Where you are signed in' })
  await expect(sessions.getByRole('listitem').nth(1)).toBeVisible()
  await sessions.getByRole('button', { name: 'Sign out everywhere' }).click()
  await second.page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await second.page.waitForURL((url) => url.pathname === '/')
  expect((await first.context.request.get('/api/user/profile')).status()).toBe(401)
})
