import { examine, STILL } from './support/accessibility.ts'
import { arriveSubmitted, decide } from './support/by-request.ts'
import { newEmail, signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('the dashboard asks for a sign-in, and leads to the leaf and the account', async ({ applicant }) => {
  const { page, context, email } = await applicant(STILL)
  await context.clearCookies()
  await page.goto('/dashboard')
  await expect(page.getByLabel('Password')).toBeVisible()
  await signIn(page, email, '/profile-dashboard')
  await expect(
    page.getByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening)/ }),
  ).toBeVisible()
  const lead = page.getByRole('region', { name: 'Your verification' })
  await expect(lead.getByText('Let’s verify who you are')).toBeVisible()
  await expect(lead.getByRole('img', { name: '10 items to do' })).toBeVisible()
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
  await lead.getByRole('link', { name: 'Open your verification' }).click()
  await page.waitForURL('/')
})

test('the dashboard follows a verification from the review to what was returned', async ({
  visitor,
  reviewer,
}) => {
  const email = newEmail('dashboard')
  const { page, context } = await visitor(STILL)
  await arriveSubmitted(context, email)
  await page.goto('/profile-dashboard')
  const lead = page.getByRole('region', { name: 'Your verification' })
  await expect(lead.getByText('We’re checking your details')).toBeVisible()
  const { context: staff } = await reviewer()
  await decide(staff, email, { sendBack: 'selfie', reason: 'SELFIE_UNCLEAR', text: '' })
  await page.reload()
  await expect(lead.getByText('Your selfie needs another look')).toBeVisible()
  await examine(page, 'dashboard, something came back', { narrow: true })
})
