import { examine, STILL } from './support/accessibility.ts'
import { arriveSubmitted, decide, userIdOf } from './support/by-request.ts'
import { atHeading } from './support/onboarding.ts'
import { codeFor, newEmail } from './support/people.ts'
import { giveReason, lineOf } from './support/review.ts'
import { expect, test } from './support/test.ts'

test('the pages of visitors are accessible', async ({ visitor }) => {
  const { page } = await visitor({ ...STILL, faultsExpected: true })
  const screens = [
    ['/', 'Sign in', true],
    ['/welcome', 'Welcome to Verdaccord', true],
    ['/risk-disclosure', 'Risk Disclosure', true],
    ['/terms', 'Terms of Service', true],
    ['/privacy', 'Privacy Policy', false],
    ['/error/502?message=login', 'Bad Gateway - Authentication Service Unavailable', true],
    ['/error/500', 'Internal Server Error', false],
    ['/no-such-page', 'Page Not Found', true],
    ['/verification-success', 'How we verify you', true],
    ['/success?registerRequired=true', 'Create an account or sign in to continue', false],
    ['/admin/login', 'Admin login', true],
    ['/admin/dashboard', 'Admin Access Only', false],
  ] as const
  for (const [address, heading, narrow] of screens) {
    await page.goto(address)
    await atHeading(page, heading)
    if (address.startsWith('/success')) await page.getByRole('button', { name: 'Stay on this page' }).click()
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    await examine(page, address, { narrow })
  }
})

test('the pages of the embedded provider and the mailbox are accessible', async ({ visitor }) => {
  const { page } = await visitor({ ...STILL, faultsExpected: true })
  await page.goto('/api/auth/login')
  await expect(page.getByLabel('Password')).toBeVisible()
  await examine(page, 'provider, sign in', { narrow: true })
  await page.getByLabel('Email').fill('nobody@people.example')
  await page.getByLabel('Password').fill('not-the-password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await examine(page, 'provider, wrong password')
  await page.getByLabel('Email').fill('')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create account' })).toBeVisible()
  await examine(page, 'provider, create account')
  const email = newEmail('provider')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('6-digit code').fill('12345')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await examine(page, 'provider, code', { narrow: true })
  await page.getByLabel('6-digit code').fill(await codeFor(page.request, email))
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByLabel('Password')).toBeVisible()
  await examine(page, 'provider, choose a password', { narrow: true })
  await page.goto('/api/auth/login')
  await page.getByRole('link', { name: 'Forgotten your password?' }).click()
  await expect(page.getByRole('button', { name: 'Send link' })).toBeVisible()
  await examine(page, 'provider, forgotten password')
  await page.goto('/dev/mailbox')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await examine(page, 'mailbox', { narrow: true })
})

test('a person’s pages are accessible, whatever the state of their verification', async ({
  visitor,
  applicant,
  reviewer,
}) => {
  const { page } = await applicant(STILL)
  await page.goto('/verification')
  await expect(page.getByRole('region', { name: 'Verification progress' })).toBeVisible()
  await examine(page, 'verification, nothing begun', { narrow: true })
  await page.goto('/verification?tab=faq')
  await page.getByRole('button', { name: 'What if verification fails?' }).click()
  await examine(page, 'verification, questions', { narrow: true })
  await page.goto('/certification/user-type')
  await atHeading(page, 'User Type Selection')
  await page.getByRole('radio', { name: 'Corporate access' }).click()
  await examine(page, 'user type page', { narrow: true })

  const { page: other, context: submitted } = await visitor(STILL)
  const theirs = newEmail('axe')
  await arriveSubmitted(submitted, theirs)
  await other.goto('/verification')
  await expect(other.getByRole('region', { name: 'Verification progress' })).toBeVisible()
  await examine(other, 'verification, submitted')
  await other.goto('/success?id=pending&type=consumer&completed=true')
  await expect(other.getByRole('region', { name: 'Your receipt' })).toBeVisible()
  await examine(other, 'success', { narrow: true })
  const { context: staff } = await reviewer()
  await decide(staff, theirs, 'approve')
  await other.goto('/verification')
  await expect(other.getByText('Every step is complete.')).toBeVisible()
  await examine(other, 'verification, approved', { narrow: true })
  await other.goto('/success?id=pending&type=consumer&completed=true')
  await expect(other.getByRole('heading', { level: 1, name: 'Verification approved' })).toBeVisible()
})

test('the administration is accessible', async ({ visitor, admin }) => {
  const email = newEmail('axe')
  const { context: person } = await visitor()
  await arriveSubmitted(person, email)
  const { page, context } = await admin(STILL)
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('link', { name: /View Details/ }).first()).toBeVisible()
  await examine(page, 'users', { narrow: true })
  await page.goto('/admin/dashboard?name=nobody-is-called-this')
  await expect(page.getByText('No users found matching the criteria')).toBeVisible()
  await examine(page, 'no users')
  await page.goto('/admin/dashboard?tab=controls')
  await expect(page.getByRole('row', { name: /super@verdaccord\.example/ })).toBeVisible()
  await examine(page, 'admin controls', { narrow: true })
  await page.goto('/admin/dashboard?tab=activity')
  await expect(page.getByRole('row', { name: /OpenID Connect/ }).first()).toBeVisible()
  await examine(page, 'activity', { narrow: true })
  await page.goto('/admin/audit')
  await page
    .getByText(/^Details of event/)
    .locator('visible=true')
    .nth(1)
    .click()
  await examine(page, 'audit log', { narrow: true })
  const id = await userIdOf(context, email)
  await page.goto(`/admin/users/${id}`)
  await expect(page.getByRole('region', { name: 'User Information' })).toBeVisible()
  await examine(page, 'user information', { narrow: true })
  await page.getByRole('tab', { name: 'Activity' }).click()
  await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toBeVisible()
  await examine(page, 'activity of a user', { narrow: true })
  await page.getByRole('tab', { name: /KYC Details/ }).click()
  await expect(page.getByRole('region', { name: 'Document viewer' })).toBeVisible()
  await giveReason(page)
  await expect(page.getByRole('img', { name: /id-front\.jpg/ })).toBeVisible()
  await examine(page, 'a case of a user', { narrow: true })
  await page.getByRole('link', { name: 'Review this case' }).click()
  await expect(page.getByRole('img', { name: /id-front\.jpg/ })).toBeVisible()
  await examine(page, 'desk', { narrow: true })
  await lineOf(page, 'Selfie').click()
  await page.getByRole('button', { name: 'Ask again' }).click()
  await page.getByRole('button', { name: 'Ask again, next line' }).click()
  await expect(page.getByText('Choose at least one reason')).toBeVisible()
  await examine(page, 'reasons on the desk', { narrow: true })
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Notes and history' }).click()
  await examine(page, 'notes and history on the desk')
  await page.goBack()
  await page.getByLabel('KYC status').selectOption('Rejected')
  await expect(page.getByRole('dialog', { name: 'Set the KYC status to Rejected?' })).toBeVisible()
  await examine(page, 'setting a status')
})
