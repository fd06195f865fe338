import { randomInt } from 'node:crypto'
import {
  addOwner,
  COMPANY,
  chooseCountry,
  enterCompany,
  enterRepresentative,
  fillInCompany,
  ownerCard,
  pressSubmitCompany,
} from './support/business.ts'
import {
  acceptRisk as acceptByRequest,
  arriveWithCompany,
  decide,
  handInCompany,
} from './support/by-request.ts'
import { acceptRisk, atHeading, goOn, picture, survivesReload, upload } from './support/onboarding.ts'
import { mailsTo, newEmail, signUp } from './support/people.ts'
import { openCompany } from './support/review.ts'
import { expect, test } from './support/test.ts'

const newNumber = () => String(randomInt(10_000_000, 100_000_000))

test('a company is entered from start to submission, approved by a reviewer, and its person sees it', async ({
  visitor,
  reviewer,
}) => {
  const email = newEmail('company')
  const { page } = await visitor()
  await signUp(page, email, '/onboarding')
  await page.getByRole('link', { name: 'Select Business Account' }).click()
  await fillInCompany(page, newNumber())
  await expect(page.getByText(COMPANY.legalName)).toBeVisible()
  await expect(page.getByText('62.5%')).toBeVisible()

  await page.getByRole('button', { name: 'Submit for verification' }).click()
  const missing = page.getByRole('alert', { name: 'Confirm your answers' })
  await expect(missing.getByRole('link')).toHaveText([
    'Confirm that the information is accurate and complete',
    'Confirm that you are authorised to act for the company',
  ])
  await expect(page.getByRole('link', { name: 'terms of service' })).toHaveAttribute('href', '/terms')
  await expect(page.getByRole('main').getByRole('link', { name: 'privacy policy' })).toHaveAttribute(
    'href',
    '/privacy',
  )
  await pressSubmitCompany(page)
  await expect(page.getByText('Business Profile Submitted', { exact: true })).toBeVisible()
  await page.waitForURL(/\/success/)
  const search = new URL(page.url()).searchParams
  expect(search.get('type')).toBe('business_onboarding')
  expect(Number(search.get('id'))).toBeGreaterThan(0)
  await expect(page.getByRole('region', { name: 'Your receipt' }).getByText(COMPANY.legalName)).toBeVisible()

  // There is nothing left to fill in.
  await page.goto('/onboarding/business')
  await page.waitForURL((url) => !url.pathname.startsWith('/onboarding'))

  const { context: staff } = await reviewer()
  await decide(staff, email, 'approve', 'business')
  await page.goto('/verification')
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible()
  const mails = await mailsTo(page, email)
  expect(mails[0]?.text).toContain(COMPANY.legalName)
})

test('every step is in the URL, survives a reload, and Back leads one step back', async ({ applicant }) => {
  const { page } = await applicant()
  await page.goto('/onboarding')
  await page.getByRole('link', { name: 'Select Business Account' }).click()
  const back = page.getByRole('button', { name: 'Back', exact: true })
  const stands = (heading: string, step: string) => survivesReload(page, heading, step)
  await stands('Risk Disclosure', '1')
  await back.click()
  await atHeading(page, 'Welcome to Verdaccord')
  await page.goto('/onboarding/business?step=0')
  await stands('Start your company’s verification', '0')
  await back.click()
  await atHeading(page, 'Welcome to Verdaccord')
  await page.goBack()
  await atHeading(page, 'Start your company’s verification')
  await goOn(page)
  await acceptRisk(page)
  await atHeading(page, 'Company Information')
  await back.click()
  await atHeading(page, 'Risk Disclosure')
  await goOn(page)
  await page.getByLabel('Legal Name').fill('Fern Hill')
  await chooseCountry(page, 'Country of Registration', 'holland')
  await upload(page, 'Additional document (optional)', await picture('certificate.jpg'))
  await stands('Company Information', '3')
  await expect(page.getByLabel('Legal Name')).toHaveValue('Fern Hill')
  await expect(page.getByRole('combobox')).toHaveValue('Netherlands')
  await expect(page.getByText('certificate.jpg', { exact: true })).toBeVisible()
  await enterCompany(page, 'KVK 12345678')
  await stands('Settlement', '4')
  await goOn(page)
  await stands('Beneficial Owners', '5')
  await addOwner(page, 1, { name: 'Ada', nationality: 'dutch', residence: 'uk', percent: '37.25' })
  await page.getByRole('button', { name: 'Add another owner' }).click()
  await ownerCard(page, 2).getByLabel('Full Name').fill('Bela')
  await stands('Beneficial Owners', '5')
  await expect(ownerCard(page, 1).getByLabel('Ownership (%)')).toHaveValue('37.25')
  await expect(ownerCard(page, 1).getByRole('combobox', { name: 'Nationality' })).toHaveValue('Netherlands')
  await expect(ownerCard(page, 2).getByLabel('Full Name')).toHaveValue('Bela')
  await ownerCard(page, 2).getByRole('button', { name: 'Remove beneficial owner 2 Bela' }).click()
  await expect(page.getByText('Bela was removed.')).toBeVisible()
  await goOn(page)
  await atHeading(page, 'Representatives')
  const primary = page.getByRole('region', { name: 'Primary representative' })
  await primary.getByRole('combobox', { name: /^Powers/ }).selectOption('Other')
  await primary.getByLabel('Describe the powers').fill('May sign for up to 10,000 pounds')
  await stands('Representatives', '6')
  await expect(primary.getByLabel('Describe the powers')).toHaveValue('May sign for up to 10,000 pounds')
  await enterRepresentative(page)
  await stands('User Type Selection', 'user-type')
  await page.getByRole('radio', { name: 'Corporate access' }).click()
  await stands('Review & Submit', 'review')

  // The page's button and the browser's lead the same way.
  await back.click()
  await atHeading(page, 'User Type Selection')
  await back.click()
  await atHeading(page, 'Representatives')
  await page.goBack()
  await atHeading(page, 'User Type Selection')
  await page.goBack()
  await atHeading(page, 'Review & Submit')
  await page.getByRole('link', { name: 'Change beneficial owners' }).click()
  await ownerCard(page, 1).getByLabel('Ownership (%)').fill('40')
  await goOn(page)
  await atHeading(page, 'Review & Submit')
  await expect(page.getByText('40%')).toBeVisible()
})

test('a link to a step that cannot be reached yet opens the first incomplete one', async ({ applicant }) => {
  const { page, context } = await applicant()
  await page.goto('/onboarding/business?step=review')
  await atHeading(page, 'Risk Disclosure')
  await page.goto('/onboarding/business?step=user-type')
  await atHeading(page, 'User Type Selection')
  await acceptByRequest(context.request)
  await page.goto('/onboarding/business?step=5')
  await atHeading(page, 'Company Information')
})

test('what is wrong is shown at its field, before and after the server was asked', async ({ applicant }) => {
  const { page, context, email } = await applicant({ faultsExpected: true })
  // Without the stream that notifies pages of changes: the page would leave the form on its own.
  await page.route('**/api/live*', (route) => route.abort())
  await acceptByRequest(context.request)
  await page.goto('/onboarding/business')
  await atHeading(page, 'Company Information')
  await goOn(page)
  const summary = page.getByRole('alert', { name: 'Missing Required Information' })
  await expect(summary.getByText('Please complete these fields:')).toBeVisible()
  await expect(summary.getByRole('link')).toHaveText(['Legal Name', 'Registered Address', 'Company Number'])
  await page.getByLabel('Tax Number').fill('GB 980 7806 85')
  await enterCompany(page, newNumber())
  await page
    .getByRole('alert', { name: 'Check your answers' })
    .getByRole('link', { name: /This VAT number isn’t right/ })
    .click()
  await expect(page.getByLabel('Tax Number')).toBeFocused()
  await page.getByLabel('Tax Number').fill('')
  await goOn(page)
  await atHeading(page, 'Settlement')
  await page.getByLabel('Bank Name').fill('Barclays')
  await page.getByLabel('Account Number').fill('1234')
  await goOn(page)
  const bank = page.getByRole('alert', { name: 'Check your answers' })
  await expect(bank.getByRole('link', { name: /Enter the sort code/ })).toBeVisible()
  await expect(bank.getByRole('link', { name: /An account number has 8 digits/ })).toBeVisible()
  await page.getByLabel('Bank Name').fill('')
  await page.getByLabel('Account Number').fill('')
  await goOn(page)
  await atHeading(page, 'Beneficial Owners')
  await page.getByRole('radio', { name: 'It is listed on a regulated market' }).click()
  await goOn(page)
  await enterRepresentative(page)
  await page.getByRole('radio', { name: /Corporate access/ }).click()
  await atHeading(page, 'Review & Submit')
  await expect(page.getByText('It is listed on a regulated market')).toBeVisible()
  // Meanwhile the person has submitted something else on another device.
  await handInCompany(context.request, email)
  await pressSubmitCompany(page)
  await expect(page.getByRole('alert', { name: 'Duplicate Information' })).toBeVisible()
  await expect(page.getByText(COMPANY.legalName)).toBeVisible()
})

test('an owner who was asked for again is removed, and the reviewer decides again on the one who is left', async ({
  visitor,
  reviewer,
}) => {
  const email = newEmail('removed')
  const { page, context } = await visitor()
  await arriveWithCompany(context, email)
  const { context: staff, page: desk } = await reviewer()
  const text = 'The register names no such owner.'
  await decide(staff, email, { sendBack: 'owner:o2', reason: 'OWNERSHIP_UNCLEAR', text }, 'business')

  // The receipt that the person still has open leads to the fix.
  await page.goto('/success?type=business_onboarding')
  await page.getByRole('link', { name: 'Correct and submit again' }).click()
  await atHeading(page, 'What needs your attention')
  await goOn(page)
  await ownerCard(page, 2)
    .getByRole('button', { name: /^Remove/ })
    .click()
  await goOn(page)
  await atHeading(page, 'Review & Submit')
  await page.goto('/')
  await atHeading(page, 'Everything is ready to send again')
  await expect(page.getByText('You removed Bela Fern. We’ll look at Ada Fern again.')).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Your verification' }).getByText('3 of 4 checked'),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Send for review' })).toBeVisible()
  await page.goto('/onboarding/business')
  await atHeading(page, 'Everything is ready to send again')
  await page.getByRole('button', { name: 'Check and send' }).click()
  await atHeading(page, 'Review & Submit')
  await page.goto('/verification')
  await expect(page.getByText('You’ve fixed everything we asked for')).toBeVisible()
  await expect(page.getByText(/left to fix|need you to check/)).toHaveCount(0)
  await page.goto('/success?type=business_onboarding')
  await page.getByRole('link', { name: 'Send for review' }).click()
  await pressSubmitCompany(page)
  await atHeading(page, 'We have your changes')
  const receipt = page.getByRole('region', { name: 'Your receipt' })
  await expect(receipt).toContainText(/You removedBela Fern.*We look at againAda Fern/)
  await expect(receipt).not.toContainText('Sent again')
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Your verification' }).getByText('1 with us')).toBeVisible()

  await openCompany(desk, email)
  await expect(desk.getByText(/Bela Fern was in the submission before and is not in this one/)).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Ada Fern Not opened · Beneficial owner' })).toBeVisible()
})

test('what no browser stores of a company is there again when a correction is resumed', async ({
  visitor,
  reviewer,
}) => {
  const email = newEmail('resumed')
  const { page, context } = await visitor()
  await arriveWithCompany(context, email, { taxNumber: 'GB980780684' })
  const { context: staff } = await reviewer()
  const text = 'The register has another name.'
  await decide(staff, email, { sendBack: 'registration', reason: 'DATA_MISMATCH', text }, 'business')
  await page.goto('/onboarding/business?step=3')
  await atHeading(page, 'Company Information')
  await page.getByLabel('Legal Name').fill('Fern Hill Carbon Ltd')
  await goOn(page)
  for (const again of [false, true]) {
    if (again) await page.reload()
    await atHeading(page, 'Review & Submit')
    for (const answer of ['Fern Hill Carbon Ltd', 'GB980780684'])
      await expect(page.getByRole('main').getByText(answer, { exact: true })).toBeVisible()
  }
})
