import { expect, test } from 'vitest'
import { examine, STILL } from './support/accessibility.ts'
import { visit, withBrowser } from './support/browser.ts'
import { arrive, arriveNew, arriveSubmitted, decide } from './support/by-request.ts'
import { newEmail, REVIEWER, signIn } from './support/people.ts'

withBrowser()

test('the dashboard asks for a sign-in, names the first step, and leads into the account', async () => {
  const email = newEmail('dashboard')
  const { page, context } = await visit(STILL)
  await arriveNew(context, email)
  await context.clearCookies()
  await page.goto('/dashboard')
  await page.getByLabel('Password').waitFor()
  await signIn(page, email, '/profile-dashboard')
  await page.getByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening)/ }).waitFor()
  const next = page.getByRole('region', { name: 'Your next step' })
  await next.getByText('Read and accept the risk disclosure. About 3 minutes.').waitFor()
  const progress = page.getByRole('region', { name: 'Verification progress' })
  await progress.getByText('None of three steps are complete.').waitFor()
  await page.getByRole('region', { name: 'Documents' }).getByText('0 of 4').waitFor()
  await page.getByRole('region', { name: 'Latest invoices' }).getByText('No Invoices Found').waitFor()
  await page.getByRole('region', { name: 'Privacy & Data' }).getByRole('button').waitFor()
  await examine(page, 'dashboard, nothing begun', { narrow: true })
  const places = page.getByRole('region', { name: 'Go to' })
  const targets = await places
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(targets).toEqual(
    ['invoices', 'projects', 'certifications', 'details', 'edit'].map((tab) => `/profile?tab=${tab}`),
  )
  await places.getByRole('link', { name: 'Profile Details' }).click()
  await page.getByRole('tab', { name: 'Profile Details', selected: true }).waitFor()
  await page.goBack()
  await next.getByRole('link', { name: 'Complete Risk Disclosure' }).click()
  await page.waitForURL('/risk-disclosure')
})

test('the dashboard follows a verification from the review to what came back', async () => {
  const email = newEmail('dashboard')
  const { page, context } = await visit(STILL)
  await arriveSubmitted(context, email)
  await page.goto('/profile-dashboard')
  const next = page.getByRole('region', { name: 'Your next step' })
  const documents = page.getByRole('region', { name: 'Documents' })
  await documents.getByText('4 of 4').waitFor()
  await documents
    .getByRole('listitem')
    .filter({ hasText: 'ID Document (Back)' })
    .getByText('Not needed')
    .waitFor()
  const { context: desk } = await visit()
  await arrive(desk, REVIEWER)
  await decide(desk, email, { sendBack: 'selfie', reason: 'SELFIE_UNCLEAR', text: '' })
  await page.reload()
  await next.getByText('Selfie Verification. We’ve accepted everything else.').waitFor()
  await documents.getByText('3 of 4').waitFor()
  await documents.getByText('Action Required').waitFor()
  await page.getByRole('region', { name: 'Verification progress' }).getByText('Action Required').waitFor()
  await examine(page, 'dashboard, something came back')
  await next.getByRole('link', { name: 'Correct and submit again' }).click()
  await page.waitForURL(/\/onboarding\/consumer/)
})
