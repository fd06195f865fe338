import { examine, STILL } from './support/accessibility.ts'
import { arriveSubmitted, decide } from './support/by-request.ts'
import { newEmail, signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('the dashboard asks for a sign-in, names the first step, and leads into the account', async ({
  applicant,
}) => {
  const { page, context, email } = await applicant(STILL)
  await context.clearCookies()
  await page.goto('/dashboard')
  await expect(page.getByLabel('Password')).toBeVisible()
  await signIn(page, email, '/profile-dashboard')
  await expect(
    page.getByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening)/ }),
  ).toBeVisible()
  const next = page.getByRole('region', { name: 'Your next step' })
  await expect(next.getByText('Read and accept the risk disclosure. About 3 minutes.')).toBeVisible()
  const progress = page.getByRole('region', { name: 'Verification progress' })
  await expect(progress.getByText('None of three steps are complete.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Documents' }).getByText('0 of 4')).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Latest invoices' }).getByText('No Invoices Found'),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'Privacy & Data' }).getByRole('button')).toBeVisible()
  await examine(page, 'dashboard, nothing begun', { narrow: true })
  const places = page.getByRole('region', { name: 'Go to' })
  const targets = await places
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(targets).toEqual(
    ['invoices', 'projects', 'certifications', 'details', 'edit'].map((tab) => `/profile?tab=${tab}`),
  )
  await places.getByRole('link', { name: 'Profile Details' }).click()
  await expect(page.getByRole('tab', { name: 'Profile Details', selected: true })).toBeVisible()
  await page.goBack()
  await next.getByRole('link', { name: 'Complete Risk Disclosure' }).click()
  await page.waitForURL('/risk-disclosure')
})

test('the dashboard follows a verification from the review to what came back', async ({
  visitor,
  reviewer,
}) => {
  const email = newEmail('dashboard')
  const { page, context } = await visitor(STILL)
  await arriveSubmitted(context, email)
  await page.goto('/profile-dashboard')
  const next = page.getByRole('region', { name: 'Your next step' })
  const documents = page.getByRole('region', { name: 'Documents' })
  await expect(documents.getByText('4 of 4')).toBeVisible()
  await expect(
    documents.getByRole('listitem').filter({ hasText: 'ID Document (Back)' }).getByText('Not needed'),
  ).toBeVisible()
  const { context: staff } = await reviewer()
  await decide(staff, email, { sendBack: 'selfie', reason: 'SELFIE_UNCLEAR', text: '' })
  await page.reload()
  await expect(next.getByText('Selfie Verification. We’ve accepted everything else.')).toBeVisible()
  await expect(documents.getByText('3 of 4')).toBeVisible()
  await expect(documents.getByText('Action Required')).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Verification progress' }).getByText('Action Required'),
  ).toBeVisible()
  await examine(page, 'dashboard, something came back')
  await next.getByRole('link', { name: 'Correct and submit again' }).click()
  await page.waitForURL(/\/onboarding\/consumer/)
})
