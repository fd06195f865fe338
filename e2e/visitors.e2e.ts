import { examine, STILL } from './support/accessibility.ts'
import { PHONE } from './support/browser.ts'
import { fillInCompany, pressSubmitCompany } from './support/business.ts'
import { prepare, userIdOf } from './support/by-request.ts'
import { acceptRisk, atHeading, fillIn, goOn, pressSubmit } from './support/onboarding.ts'
import { codeFor, createAccount, DEMO_PASSWORD, mailsTo, newEmail } from './support/people.ts'
import { expect, type Roles, test } from './support/test.ts'
import { askForCode, giveEmail, stayOnSuccess } from './support/visitors.ts'
import { waitingCount } from './support/waiting.ts'

test('a visitor applies, signs up, and the application is theirs at once', async ({ visitor, reviewer }) => {
  const email = newEmail('visitor')
  const { page, context } = await visitor()
  await page.goto('/onboarding/consumer')
  await giveEmail(page, email)
  await fillIn(page, email)
  await pressSubmit(page)
  await page.waitForURL(/\/success\?.*registerRequired=true/)
  await stayOnSuccess(page)
  await expect(page.getByText(email, { exact: true })).toBeVisible()
  expect((await mailsTo(page, email)).map(({ subject }) => subject)).toEqual(['Your Verdaccord code'])
  const { context: staff } = await reviewer()
  await expect(userIdOf(staff, email)).rejects.toThrow('Nobody has the address')

  // The sign-up form already has the address.
  await page.getByRole('link', { name: 'Sign in now' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await createAccount(page, email)
  await atHeading(page, 'We have everything, Zoë')
  await expect(page.getByRole('region', { name: 'Your receipt' }).getByText(/^VC-\d+$/)).toBeVisible()
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('applicant')
  expect((await mailsTo(page, email)).map(({ subject }) => subject)).toEqual(
    expect.arrayContaining([expect.stringMatching(/verification|application|details/i)]),
  )
  expect(await userIdOf(staff, email)).toBeGreaterThan(0)
})

test('an application continues after a reload, and is no one else’s who signs in here', async ({
  visitor,
}) => {
  const email = newEmail('first')
  const { page, context } = await visitor()
  await page.goto('/onboarding/consumer?step=1')
  await giveEmail(page, email)
  await acceptRisk(page)
  await page.getByLabel('First Name').fill('Zoë')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await atHeading(page, 'Risk Disclosure')
  await page.reload()
  await goOn(page)
  await atHeading(page, 'Personal Details')
  await expect(page.getByLabel('First Name')).toHaveValue('Zoë')

  const stranger = newEmail('stranger')
  await page.goto('/')
  await page.getByRole('link', { name: /Sign In/ }).click()
  // Its form is empty: only the visitor themselves may see their address.
  await expect(page.getByLabel('Email')).toHaveValue('')
  await createAccount(page, stranger)
  await atHeading(page, 'This application has another email')
  expect(await page.getByRole('main').textContent()).not.toContain(email)
  await page.goto('/onboarding/consumer?step=3')
  await atHeading(page, 'Risk Disclosure')
  await expect.poll(() => waitingCount(page, 'drafts')).toBe(0)
  expect((await context.cookies()).map(({ name }) => name)).toContain('applicant')
})

test('someone with an account is told so before they fill in anything, and finds what they started there', async ({
  visitor,
  applicant,
}) => {
  const { page, context } = await visitor(STILL)
  // Another device, on which the same person started with their account.
  const { context: tablet, email } = await applicant()
  await prepare(tablet)
  await page.goto('/email-collection?returnTo=/onboarding/consumer')
  await giveEmail(page, email)
  const known = page.getByRole('heading', { name: 'You already have an account', level: 2 })
  await expect(known).toBeFocused()
  // Nothing next to it mentions creating an account.
  await expect(page.getByRole('main').getByText(/create (an|your) account/i)).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Apply for / })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'What happens next' }).getByRole('listitem')).toHaveCount(3)
  await examine(page, 'a visitor who has an account', { narrow: true })
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('applicant')

  await page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/onboarding/consumer')
  const kept = (await (await page.request.get('/api/documents')).json()).documents
  expect(kept).toHaveLength(3)
})

test('an application that is no longer open here is reopened with its email', async ({ visitor }) => {
  const email = newEmail('late')
  const { page, context } = await visitor({ faultsExpected: true })
  await page.goto('/email-collection')
  await giveEmail(page, email)
  await atHeading(page, 'Risk Disclosure')
  // Fourteen days later the server no longer knows its token.
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
  await acceptRisk(page)
  await expect(
    page.getByRole('dialog', { name: 'This application is no longer open in this browser' }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Enter your email' }).click()
  await expect(page.getByText('Your application isn’t open in this browser any more')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)

  // The server keeps it for 14 days, so the code opens it where it was left.
  await giveEmail(page, email)
  await expect(page.getByText('Risk Disclosure Accepted').first()).toBeVisible()
})

test('the email is asked for once, and only for what a visitor may open', async ({ visitor }) => {
  const email = newEmail('ways')
  const { page } = await visitor()
  await page.goto('/onboarding')
  await expect(page.getByLabel('Password')).toBeVisible()
  await page.goto('/email-collection?returnTo=https://evil.example/')
  await page.getByLabel('Email').fill('no address')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await expect(page.locator('#email')).toBeFocused()
  await giveEmail(page, email)
  await page.waitForURL((url) => url.pathname === '/onboarding/consumer')
  await page.goto('/onboarding/consumer?step=user-type')
  await atHeading(page, 'User Type Selection')
  await page.goto('/verification')
  await expect(page.getByLabel('Password')).toBeVisible()

  await page.goto('/')
  await page.getByRole('link', { name: 'Continue your application' }).click()
  await expect(
    page.getByRole('region', { name: 'You’ve started an application' }).getByText(email),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Delete it' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click()
  await page.getByRole('button', { name: 'Use another email' }).click()
  const other = newEmail('other')
  await giveEmail(page, other)
  await atHeading(page, 'Risk Disclosure')
  await page.goto('/email-collection')
  await expect(
    page.getByRole('region', { name: 'You’ve started an application' }).getByText(other),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Delete it' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete application' }).click()
  await expect(page.getByRole('button', { name: 'Send code' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('')
})

test('a wrong address is corrected, and a company resumes on a phone where it was', async ({ visitor }) => {
  const [typo, email] = [newEmail('typo'), newEmail('resumed')]
  const { page } = await visitor({ faultsExpected: true })
  await page.goto('/onboarding/business')
  await askForCode(page, typo)
  // The mail app replaced the page on a phone: after the reload it asks for the same code again.
  await page.reload()
  await expect(page.getByText(typo).first()).toBeVisible()
  await page.getByRole('button', { name: 'Change it' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(typo)
  await expect(page.locator('#email')).toBeFocused()
  await askForCode(page, email)
  await page.getByLabel('6-digit code').fill(await codeFor(page.request, typo))
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByText(/That isn’t the code we sent/).first()).toBeVisible()
  await expect(page.locator('#code')).toBeFocused()
  await page.getByLabel('6-digit code').fill(await codeFor(page.request, email))
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/onboarding/business')

  const { page: phone } = await visitor({ ...PHONE })
  await phone.goto('/email-collection')
  await giveEmail(phone, email)
  await phone.waitForURL((url) => url.pathname === '/onboarding/business')
})

test('someone who signs up on the way finds the application in their account', async ({ visitor }) => {
  const email = newEmail('on-the-way')
  const { page } = await visitor({ ...PHONE })
  await page.goto('/onboarding/consumer?step=3')
  await giveEmail(page, email)
  await acceptRisk(page)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click()
  await createAccount(page, email)
  await page.waitForURL((url) => !url.pathname.startsWith('/idp/'))
  await page.goto('/onboarding/consumer?step=1')
  await expect(page.getByText('Risk Disclosure Accepted').first()).toBeVisible()
})

test('what a visitor types goes into no one else’s application, no matter who signs in in another tab', async ({
  visitor,
}) => {
  const { page, context } = await visitor({ faultsExpected: true })
  await page.goto('/onboarding/consumer?step=1')
  await giveEmail(page, newEmail('tab'))
  await acceptRisk(page)
  await atHeading(page, 'Personal Details')
  const tab = await context.newPage()
  await tab.goto('/api/auth/login')
  await createAccount(tab, newEmail('other'))
  await atHeading(tab, 'This application has another email')
  await page.getByLabel('First Name').fill('Zoë')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(
    page.getByRole('dialog', { name: 'This application is no longer open in this browser' }),
  ).toBeVisible()
  const { draft } = await (await page.request.get('/api/onboarding/consumer/draft')).json()
  expect(draft).toBeNull()
})

test('a company’s application also starts with an email, and is claimed like a person’s', async ({
  visitor,
  applicant,
}) => {
  const email = newEmail('company')
  const { page } = await visitor()
  await page.goto('/onboarding/business')
  await giveEmail(page, email)
  await page.waitForURL((url) => url.pathname === '/onboarding/business')
  await fillInCompany(page, '00445790')
  await pressSubmitCompany(page)
  await page.waitForURL(/\/success\?.*registerRequired=true/)
  await stayOnSuccess(page)
  await expect(page.getByRole('link', { name: 'Sign in now' })).toBeVisible()
  await expect.poll(() => mailsTo(page, email)).toHaveLength(1)
  await arriveNewElsewhere({ applicant }, email)
  await page.goto('/api/auth/login?returnTo=/verification')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await atHeading(page, 'Account Verification')
  const own = await (await page.request.get('/api/onboarding/business/case')).json()
  expect(own.case).toMatchObject({ state: 'submitted', round: 1 })
})

/** Creates the account in another browser, so that this one signs in once, confirmed. */
async function arriveNewElsewhere({ applicant }: Pick<Roles, 'applicant'>, email: string): Promise<void> {
  await applicant({ email })
}
