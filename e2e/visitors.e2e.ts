import { expect, test } from 'vitest'
import { PHONE, visit, withBrowser } from './support/browser.ts'
import { fillInCompany, pressSubmitCompany } from './support/business.ts'
import { arrive, arriveNew, prepare, userIdOf } from './support/by-request.ts'
import { acceptRisk, atHeading, fillIn, goOn, pressSubmit } from './support/onboarding.ts'
import { codeFor, createAccount, DEMO_PASSWORD, mailsTo, newEmail, REVIEWER } from './support/people.ts'
import { askForCode, giveEmail, stayOnSuccess } from './support/visitors.ts'

withBrowser()

test('a visitor applies, signs up, and the application is theirs at once', async () => {
  const email = newEmail('visitor')
  const { page, context } = await visit()
  await page.goto('/onboarding/consumer')
  await giveEmail(page, email)
  await fillIn(page, email)
  await pressSubmit(page)
  await page.waitForURL(/\/success\?.*registerRequired=true/)
  await stayOnSuccess(page)
  await page.getByText(email, { exact: true }).waitFor()
  expect((await mailsTo(page, email)).map(({ subject }) => subject)).toEqual(['Your Verdaccord code'])
  const { context: desk } = await visit()
  await arrive(desk, REVIEWER)
  await expect(userIdOf(desk, email)).rejects.toThrow('Nobody has the address')

  // The sign-up form knows the address already.
  await page.getByRole('link', { name: 'Sign in now' }).click()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email)
  await createAccount(page, email)
  await atHeading(page, 'Onboarding completed')
  await page.getByRole('region', { name: 'Your application' }).getByText('Submitted').first().waitFor()
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('applicant')
  expect((await mailsTo(page, email)).map(({ subject }) => subject)).toEqual(
    expect.arrayContaining([expect.stringMatching(/verification|application|details/i)]),
  )
  expect(await userIdOf(desk, email)).toBeGreaterThan(0)
})

test('an application goes on after a reload, and is nobody else’s who signs in here', async () => {
  const email = newEmail('first')
  const { page, context } = await visit()
  await page.goto('/onboarding/consumer?step=1')
  await giveEmail(page, email)
  await acceptRisk(page)
  await atHeading(page, 'What you will need')
  await goOn(page)
  await page.getByLabel('First Name').fill('Zoë')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await atHeading(page, 'What you will need')
  await page.reload()
  await goOn(page)
  await atHeading(page, 'Personal Details')
  await expect.poll(() => page.getByLabel('First Name').inputValue()).toBe('Zoë')

  const stranger = newEmail('stranger')
  await page.goto('/')
  await page.getByRole('link', { name: /Sign In/ }).click()
  // Its form is empty: the visitor's address is theirs alone to read.
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('')
  await createAccount(page, stranger)
  await atHeading(page, 'This application has another email')
  expect(await page.getByRole('main').textContent()).not.toContain(email)
  await page.goto('/onboarding/consumer?step=3')
  await atHeading(page, 'Start your verification')
  expect(await page.evaluate(() => Object.values(localStorage).join())).not.toContain('Zoë')
  expect((await context.cookies()).map(({ name }) => name)).toContain('applicant')
})

test('who has an application of their own keeps it, and may delete the other', async () => {
  const email = newEmail('own')
  const { page, context } = await visit()
  // Another device, on which the same person started as themselves.
  const { context: tablet } = await visit()
  await arriveNew(tablet, email)
  await prepare(tablet)
  await page.goto('/email-collection')
  await giveEmail(page, email)
  await atHeading(page, 'Start your verification')
  await prepare(context)

  await page.goto('/api/auth/login?returnTo=/verification')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await atHeading(page, 'Your account already has an application')
  await page.getByRole('button', { name: 'Delete the other one' }).click()
  await page
    .getByRole('dialog', { name: 'Delete this application?' })
    .getByRole('button', { name: 'Delete application' })
    .click()
  await page.getByText('The other application is deleted').waitFor()
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('applicant')
  const kept = (await (await page.request.get('/api/documents')).json()).documents
  expect(kept).toHaveLength(3)
})

test('an application that is no longer open here is opened again by its email', async () => {
  const email = newEmail('late')
  const { page, context } = await visit({ faultsExpected: true })
  await page.goto('/email-collection')
  await giveEmail(page, email)
  await atHeading(page, 'Start your verification')
  // Fourteen days later the server knows its token no more.
  await context.addCookies([
    {
      name: 'applicant',
      value: 'A'.repeat(43),
      domain: 'localhost',
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
    },
  ])
  await goOn(page)
  await acceptRisk(page)
  await page.getByRole('dialog', { name: 'This application is no longer open in this browser' }).waitFor()
  await page.getByRole('link', { name: 'Enter your email' }).click()
  await page.getByText('Your application isn’t open in this browser any more').waitFor()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email)

  // It is kept on the server for its 14 days, so the code opens it where it was.
  await giveEmail(page, email)
  await page.getByText('Risk Disclosure Accepted').first().waitFor()
})

test('the email is asked for once, and only for what a visitor may open', async () => {
  const email = newEmail('ways')
  const { page } = await visit()
  await page.goto('/onboarding')
  await page.getByLabel('Password').waitFor()
  await page.goto('/email-collection?returnTo=https://evil.example/')
  await page.getByLabel('Email').fill('no address')
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByText('Please enter a valid email address').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('email')
  await giveEmail(page, email)
  await page.waitForURL((url) => url.pathname === '/onboarding/consumer')
  await page.goto('/onboarding/consumer?step=user-type')
  await atHeading(page, 'User Type Selection')
  await page.goto('/verification')
  await page.getByLabel('Password').waitFor()

  await page.goto('/email-collection')
  await page.getByRole('region', { name: 'You’ve started an application' }).getByText(email).waitFor()
  await page.getByRole('button', { name: 'Delete it' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click()
  await page.getByRole('button', { name: 'Use another email' }).click()
  const other = newEmail('other')
  await giveEmail(page, other)
  await atHeading(page, 'Start your verification')
  await page.goto('/email-collection')
  await page.getByRole('region', { name: 'You’ve started an application' }).getByText(other).waitFor()
  await page.getByRole('button', { name: 'Delete it' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete application' }).click()
  await page.getByRole('button', { name: 'Send code' }).waitFor()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('')
})

test('a wrong address is corrected, and a company resumes on a phone where it was', async () => {
  const [typo, email] = [newEmail('typo'), newEmail('resumed')]
  const { page } = await visit({ faultsExpected: true })
  await page.goto('/onboarding/business')
  await askForCode(page, typo)
  // The mail program took the page's place on a phone: it asks for the same code again.
  await page.reload()
  await page.getByText(typo).first().waitFor()
  await page.getByRole('button', { name: 'Change it' }).click()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(typo)
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('email')
  await askForCode(page, email)
  await page.getByLabel('6-digit code').fill(await codeFor(page.request, typo))
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page
    .getByText(/That isn’t the code we sent/)
    .first()
    .waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('code')
  await page.getByLabel('6-digit code').fill(await codeFor(page.request, email))
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/onboarding/business')

  const { page: phone } = await visit({ ...PHONE })
  await phone.goto('/email-collection')
  await giveEmail(phone, email)
  await phone.waitForURL((url) => url.pathname === '/onboarding/business')
})

test('who signs up on the way finds the application in their account', async () => {
  const email = newEmail('on-the-way')
  const { page } = await visit({ ...PHONE })
  await page.goto('/onboarding/consumer?step=3')
  await giveEmail(page, email)
  await atHeading(page, 'Start your verification')
  await goOn(page)
  await acceptRisk(page)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click()
  await createAccount(page, email)
  await page.waitForURL((url) => !url.pathname.startsWith('/idp/'))
  await page.goto('/onboarding/consumer?step=1')
  await page.getByText('Risk Disclosure Accepted').first().waitFor()
})

test('what a visitor types goes into nobody else’s application, whoever signs in in another tab', async () => {
  const { page, context } = await visit({ faultsExpected: true })
  await page.goto('/onboarding/consumer?step=1')
  await giveEmail(page, newEmail('tab'))
  await acceptRisk(page)
  await atHeading(page, 'What you will need')
  await goOn(page)
  await atHeading(page, 'Personal Details')
  const tab = await context.newPage()
  await tab.goto('/api/auth/login')
  await createAccount(tab, newEmail('other'))
  await atHeading(tab, 'This application has another email')
  await page.getByLabel('First Name').fill('Zoë')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.getByRole('dialog', { name: 'This application is no longer open in this browser' }).waitFor()
  const { draft } = await (await page.request.get('/api/onboarding/consumer/draft')).json()
  expect(draft).toBeNull()
})

test('a company’s application begins by email, too, and is claimed like a person’s', async () => {
  const email = newEmail('company')
  const { page } = await visit()
  await page.goto('/onboarding/business')
  await giveEmail(page, email)
  await page.waitForURL((url) => url.pathname === '/onboarding/business')
  await fillInCompany(page, '00445790')
  await pressSubmitCompany(page)
  await stayOnSuccess(page)
  await expect.poll(() => mailsTo(page, email)).toHaveLength(1)
  await arriveNewElsewhere(email)
  await page.goto('/api/auth/login?returnTo=/verification')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await atHeading(page, 'Account Verification')
  const own = await (await page.request.get('/api/onboarding/business/case')).json()
  expect(own.case).toMatchObject({ state: 'submitted', round: 1 })
})

/** Makes the account in another browser, so that this one signs in once, confirmed. */
async function arriveNewElsewhere(email: string): Promise<void> {
  const { context } = await visit()
  await arriveNew(context, email)
}
