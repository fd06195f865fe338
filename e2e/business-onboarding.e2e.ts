import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { visit, withBrowser } from './support/browser.ts'
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
  arrive,
  arriveNew,
  arriveWithCompany,
  decide,
  handInCompany,
} from './support/by-request.ts'
import { acceptRisk, atHeading, goOn, picture, survivesReload, upload } from './support/onboarding.ts'
import { mailsTo, newEmail, REVIEWER, signUp } from './support/people.ts'
import { giveEmail, stayOnSuccess } from './support/visitors.ts'

withBrowser()

const newNumber = () => String(randomInt(10_000_000, 100_000_000))

test('a company is entered from start to submission, approved by a reviewer, and its person sees it', async () => {
  const email = newEmail('company')
  const { page } = await visit()
  await signUp(page, email, '/onboarding')
  await page.getByRole('link', { name: 'Select Business Account' }).click()
  await fillInCompany(page, newNumber())
  await page.getByText(COMPANY.legalName).waitFor()
  await page.getByText('62.5%').waitFor()

  await page.getByRole('button', { name: 'Submit for verification' }).click()
  const missing = page.getByRole('alert', { name: 'Confirm your answers' })
  await expect
    .poll(() => missing.getByRole('link').allInnerTexts())
    .toEqual([
      'Confirm that the information is accurate and complete',
      'Confirm that you are authorised to act for the company',
    ])
  await expect
    .poll(() => page.getByRole('link', { name: 'terms of service' }).getAttribute('href'))
    .toBe('/terms')
  expect(
    await page.getByRole('main').getByRole('link', { name: 'privacy policy' }).getAttribute('href'),
  ).toBe('/privacy')
  await pressSubmitCompany(page)
  await page.getByText('Business Profile Submitted', { exact: true }).waitFor()
  await page.waitForURL(/\/success/)
  const search = new URL(page.url()).searchParams
  expect(search.get('type')).toBe('business_onboarding')
  expect(Number(search.get('id'))).toBeGreaterThan(0)
  await page.getByRole('region', { name: 'Your application' }).getByText(COMPANY.legalName).waitFor()

  // There is nothing to fill in any more.
  await page.goto('/onboarding/business')
  await page.waitForURL((url) => !url.pathname.startsWith('/onboarding'))

  const { context: desk } = await visit()
  await arrive(desk, REVIEWER)
  await decide(desk, email, 'approve', 'business')
  await page.goto('/verification')
  await page.getByText('Approved', { exact: true }).first().waitFor()
  const mails = await mailsTo(page, email)
  expect(mails[0]?.text).toContain(COMPANY.legalName)
})

test('every step stands in the URL, survives a reload, and Back leads one step back', async () => {
  const { page, context } = await visit()
  await arriveNew(context, newEmail('reload'))
  await page.goto('/onboarding')
  await page.getByRole('link', { name: 'Select Business Account' }).click()
  const back = page.getByRole('button', { name: 'Back', exact: true })
  const stands = (heading: string, step: string) => survivesReload(page, heading, step)
  await stands('Start your company’s verification', '0')
  await back.click()
  await atHeading(page, 'Welcome to Verdaccord')
  await page.goBack()
  await atHeading(page, 'Start your company’s verification')
  await goOn(page)
  await stands('Risk Disclosure', '1')
  await acceptRisk(page)
  await stands('Company Information', '3')
  await back.click()
  await atHeading(page, 'Risk Disclosure')
  await goOn(page)
  await page.getByLabel('Legal Name').fill('Fern Hill')
  await chooseCountry(page, 'Country of Registration', 'holland')
  await upload(page, 'Additional Document (optional)', await picture('certificate.jpg'))
  await stands('Company Information', '3')
  await expect.poll(() => page.getByLabel('Legal Name').inputValue()).toBe('Fern Hill')
  await expect.poll(() => page.getByRole('combobox').inputValue()).toBe('Netherlands')
  await page.getByText('certificate.jpg', { exact: true }).waitFor()
  await enterCompany(page, 'KVK 12345678')
  await stands('Settlement', '4')
  await goOn(page)
  await stands('Beneficial Owners', '5')
  await addOwner(page, 1, { name: 'Ada', nationality: 'dutch', residence: 'uk', percent: '37.25' })
  await page.getByRole('button', { name: 'Add another owner' }).click()
  await ownerCard(page, 2).getByLabel('Full Name').fill('Bela')
  await stands('Beneficial Owners', '5')
  await expect.poll(() => ownerCard(page, 1).getByLabel('Ownership (%)').inputValue()).toBe('37.25')
  await expect
    .poll(() => ownerCard(page, 1).getByRole('combobox', { name: 'Nationality' }).inputValue())
    .toBe('Netherlands')
  await expect.poll(() => ownerCard(page, 2).getByLabel('Full Name').inputValue()).toBe('Bela')
  await ownerCard(page, 2).getByRole('button', { name: 'Remove beneficial owner 2 Bela' }).click()
  await page.getByText('Bela was removed.').waitFor()
  await goOn(page)
  await atHeading(page, 'Representatives')
  const primary = page.getByRole('region', { name: 'Primary representative' })
  await primary.getByRole('combobox', { name: /^Powers/ }).selectOption('Other')
  await primary.getByLabel('Describe the powers').fill('May sign for up to 10,000 pounds')
  await stands('Representatives', '6')
  await expect
    .poll(() => primary.getByLabel('Describe the powers').inputValue())
    .toBe('May sign for up to 10,000 pounds')
  await enterRepresentative(page)
  await stands('User Type Selection', 'user-type')
  await page.getByRole('radio', { name: 'Corporate access' }).click()
  await stands('Review & Submit', 'review')

  // The button of the page and the button of the browser lead the same way.
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
  await page.getByText('40%').waitFor()
})

test('a link to a step that cannot be reached yet opens the first incomplete one', async () => {
  const { page, context } = await visit()
  await arriveNew(context, newEmail('deep'))
  await page.goto('/onboarding/business?step=review')
  await atHeading(page, 'Start your company’s verification')
  await page.goto('/onboarding/business?step=user-type')
  await atHeading(page, 'User Type Selection')
  await acceptByRequest(context.request)
  await page.goto('/onboarding/business?step=5')
  await atHeading(page, 'Company Information')
})

test('what is wrong is said at its field, before and after the server was asked', async () => {
  const email = newEmail('wrong')
  const { page, context } = await visit({ faultsExpected: true })
  await arriveNew(context, email)
  await acceptByRequest(context.request)
  await page.goto('/onboarding/business')
  await atHeading(page, 'Company Information')
  await goOn(page)
  const summary = page.getByRole('alert', { name: 'Missing Required Information' })
  await summary.getByText('Please complete these fields:').waitFor()
  await expect
    .poll(() => summary.getByRole('link').allInnerTexts())
    .toEqual(['Legal Name', 'Registered Address', 'Company Number'])
  await page.getByLabel('Tax Number').fill('GB 980 7806 85')
  await enterCompany(page, newNumber())
  await page
    .getByRole('alert', { name: 'Check your answers' })
    .getByRole('link', { name: /digits of this VAT number/ })
    .click()
  await expect
    .poll(() => page.getByLabel('Tax Number').evaluate((one) => one === document.activeElement))
    .toBe(true)
  await page.getByLabel('Tax Number').fill('')
  await goOn(page)
  await atHeading(page, 'Settlement')
  await page.getByLabel('Bank Name').fill('Barclays')
  await page.getByLabel('Account Number').fill('1234')
  await goOn(page)
  const bank = page.getByRole('alert', { name: 'Check your answers' })
  await bank.getByRole('link', { name: /Enter the sort code/ }).waitFor()
  await bank.getByRole('link', { name: /An account number has 8 digits/ }).waitFor()
  await page.getByLabel('Bank Name').fill('')
  await page.getByLabel('Account Number').fill('')
  await goOn(page)
  await atHeading(page, 'Beneficial Owners')
  await page.getByRole('radio', { name: 'It is listed on a regulated market' }).click()
  await goOn(page)
  await enterRepresentative(page)
  await page.getByRole('radio', { name: /Corporate access/ }).click()
  await atHeading(page, 'Review & Submit')
  await page.getByText('It is listed on a regulated market').waitFor()
  // Meanwhile the person has handed in something else on another device.
  await handInCompany(context.request, email)
  await pressSubmitCompany(page)
  await page.getByRole('alert', { name: 'Duplicate Information' }).waitFor()
  await page.getByText(COMPANY.legalName).waitFor()
})

test('a reviewer asks about one owner, the person corrects only that, and the company goes back to the queue', async () => {
  const email = newEmail('returned')
  const { page, context } = await visit({ faultsExpected: true })
  await arriveWithCompany(context, email)
  const { context: desk } = await visit()
  await arrive(desk, REVIEWER)
  const text = 'The register names another share.'
  await decide(desk, email, { sendBack: 'owner:o2', reason: 'OWNERSHIP_UNCLEAR', text }, 'business')

  await page.goto('/verification')
  await page.getByRole('region', { name: 'One item to fix' }).getByText(text).first().waitFor()
  await page.getByRole('link', { name: 'Correct and submit again' }).click()
  await atHeading(page, 'What needs your attention')
  await page.getByText(text).first().waitFor()

  // What is accepted can be read and not changed.
  await page.goto('/onboarding/business?step=3')
  await atHeading(page, 'Company Information')
  await page.getByText('Fern Hill Carbon Limited').waitFor()
  expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0)

  await page.goto('/onboarding/business')
  await atHeading(page, 'What needs your attention')
  await goOn(page)
  await atHeading(page, 'Beneficial Owners')
  expect(await ownerCard(page, 1).getByRole('textbox').count()).toBe(0)
  await ownerCard(page, 2).getByText(text).first().waitFor()
  await ownerCard(page, 2).getByLabel('Ownership (%)').fill('30')
  await goOn(page)
  await atHeading(page, 'Review & Submit')
  await pressSubmitCompany(page)
  await page.waitForURL(/\/success/)
  await decide(desk, email, 'approve', 'business')
  await page.goto('/verification')
  await page.getByText('Approved', { exact: true }).first().waitFor()
})

test('a visitor enters a company by email alone and is led to register', async () => {
  const { page } = await visit()
  await page.goto('/onboarding/business')
  await giveEmail(page, newEmail('visitor'))
  await fillInCompany(page, newNumber())
  await pressSubmitCompany(page)
  await page.waitForURL(/\/success\?.*registerRequired=true/)
  await stayOnSuccess(page)
  await page.getByRole('link', { name: 'Sign in now' }).waitFor()
})
