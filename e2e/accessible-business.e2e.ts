import { randomInt } from 'node:crypto'
import { examine, STILL } from './support/accessibility.ts'
import { PHONE } from './support/browser.ts'
import {
  addOwner,
  enterCompany,
  enterRepresentative,
  ownerCard,
  pressSubmitCompany,
} from './support/business.ts'
import { acceptRisk, arriveWithCompany, decide, userIdOf } from './support/by-request.ts'
import { focusedHeading, getsFocus, press, tabTo, type } from './support/keyboard.ts'
import { atHeading, goOn, picture } from './support/onboarding.ts'
import { newEmail } from './support/people.ts'
import { fits } from './support/phone.ts'
import { giveReason, lineOf, openDesk } from './support/review.ts'
import { expect, test } from './support/test.ts'

const ADA = { name: 'Ada Fern', nationality: 'british', residence: 'uk', percent: '37.5' }
const LONG =
  'The Very Long Name of a Company That Was Founded for the Preservation of Ancient Forests (Holdings) Limited'
const newNumber = () => String(randomInt(10_000_000, 100_000_000))

test('every step of a company is accessible: empty, wrong and filled in', async ({ applicant }) => {
  const { page, context } = await applicant(STILL)
  await page.goto('/onboarding/business?step=0')
  await atHeading(page, 'Start your company’s verification')
  await examine(page, 'start of a company')
  await acceptRisk(context.request)
  await page.goto('/onboarding/business')
  await atHeading(page, 'Company Information')
  await goOn(page)
  await expect(page.getByRole('alert', { name: 'Missing Required Information' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Country of Registration' }).fill('united')
  await expect(page.getByRole('option', { name: 'United States' })).toBeVisible()
  await examine(page, 'company, missing, with an open list', { narrow: true })
  await page.getByRole('combobox', { name: 'Country of Registration' }).fill('Narnia')
  await expect(page.getByText('No country has this name')).toBeVisible()
  await examine(page, 'company, a country that is none')
  await page.getByRole('combobox', { name: 'Country of Registration' }).fill('uk')
  await enterCompany(page, newNumber())
  await atHeading(page, 'Settlement')
  await page.getByLabel('Bank Name').fill('Barclays')
  await goOn(page)
  await expect(page.getByRole('alert', { name: 'Check your answers' })).toBeVisible()
  await examine(page, 'settlement, incomplete', { narrow: true })
  await page.getByLabel('Bank Name').fill('')
  await goOn(page)
  await atHeading(page, 'Beneficial Owners')
  await goOn(page)
  await expect(page.getByRole('alert', { name: 'Check your answers' })).toBeVisible()
  await page.getByRole('radio', { name: 'It is a non-profit organisation' }).click()
  await expect(page.getByRole('region', { name: 'Senior managing person' })).toBeVisible()
  await examine(page, 'no owners', { narrow: true })
  await addOwner(page, 1, ADA)
  await addOwner(page, 2, { ...ADA, name: 'Bela Fern', percent: '70' })
  await addOwner(page, 3, { ...ADA, name: 'Cay Fern', percent: '25' })
  await ownerCard(page, 3)
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(page.getByText('Cay Fern was removed.')).toBeVisible()
  await goOn(page)
  await expect(
    page
      .getByRole('alert', { name: 'Check your answers' })
      .getByRole('link', { name: /^The shares held directly come to 107.5%/ }),
  ).toBeVisible()
  await examine(page, 'owners who hold too much, one removed', { narrow: true })
  await ownerCard(page, 2).getByLabel('Held Through').fill('Fern Holdings')
  await expect(page.getByText('That can be right, because some are held through others.')).toBeVisible()
  await goOn(page)
  await atHeading(page, 'Representatives')
  await page
    .getByRole('region', { name: 'Primary representative' })
    .getByRole('combobox')
    .selectOption('Other')
  await goOn(page)
  await expect(page.getByRole('alert', { name: 'Check your answers' })).toBeVisible()
  await examine(page, 'representatives, missing', { narrow: true })
  await enterRepresentative(page)
  await page.getByRole('radio', { name: /Corporate access/ }).click()
  await atHeading(page, 'Review & Submit')
  await expect(page.getByText('Security check passed')).toBeVisible()
  await page.getByRole('button', { name: 'Submit for verification' }).click()
  await expect(page.getByRole('alert', { name: 'Confirm your answers' })).toBeVisible()
  await examine(page, 'review of a company, not confirmed', { narrow: true })
  await pressSubmitCompany(page)
  await atHeading(page, 'We have everything')
  await expect(page.getByRole('region', { name: 'Your receipt' })).toBeVisible()
  await examine(page, 'success of a company')
})

test('a returned company is accessible', async ({ visitor, reviewer }) => {
  const email = newEmail('axe')
  const { context: staff } = await reviewer()
  const { page, context } = await visitor(STILL)
  await arriveWithCompany(context, email)

  const text = 'Send us the resolution of the board.'
  const sendBack = 'representative:primary'
  await decide(staff, email, { sendBack, reason: 'AUTHORITY_UNPROVEN', text }, 'business')
  await page.goto('/verification')
  await expect(page.getByRole('region', { name: 'One item to fix' })).toBeVisible()
  await examine(page, 'verification of a returned company', { narrow: true })
  await page.goto('/onboarding/business')
  await atHeading(page, 'What needs your attention')
  await examine(page, 'what to correct of a company')
  await goOn(page)
  await atHeading(page, 'Representatives')
  await expect(page.getByRole('group', { name: 'Additional document' })).toBeVisible()
  await examine(page, 'representative to correct', { narrow: true })
  for (const [step, heading] of [
    [3, 'Company Information'],
    [4, 'Settlement'],
    [5, 'Beneficial Owners'],
  ] as const) {
    await page.goto(`/onboarding/business?step=${step}`)
    await atHeading(page, heading)
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
    if (step === 3) await expect(page.getByText('Fern Hill Carbon Limited')).toBeVisible()
    await examine(page, `${heading}, accepted`)
  }
})

test('owners are added, removed and restored with only the keyboard', async ({ applicant }) => {
  const { page, context } = await applicant()
  await acceptRisk(context.request)
  await page.goto('/onboarding/business')
  await enterCompany(page, newNumber())
  await focusedHeading(page, 'Settlement')
  await press(page, 'Continue')
  await focusedHeading(page, 'Beneficial Owners')
  await press(page, 'Add a beneficial owner')
  const first = ownerCard(page, 1)
  await getsFocus(first.getByLabel('Full Name'))
  await page.keyboard.insertText('Ada Fern')
  await type(page, 'Month', '3')
  await type(page, 'Year', '1971')
  const nationality = first.getByRole('combobox', { name: 'Nationality' })
  await tabTo(page, nationality)
  await page.keyboard.type('dut')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await expect(nationality).toHaveValue('Netherlands')
  const residence = first.getByRole('combobox', { name: 'Country of Residence' })
  await getsFocus(residence)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'Afghanistan' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option').first()).toHaveCount(0)
  await page.keyboard.type('united')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(residence).toHaveValue('United Kingdom')
  await type(page, 'Ownership (%)', '37.5')
  await press(page, 'Add another owner')
  await getsFocus(ownerCard(page, 2).getByLabel('Full Name'))
  await page.keyboard.insertText('Bela')
  await tabTo(page, page.getByRole('button', { name: 'Remove beneficial owner 2 Bela' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await getsFocus(page.getByRole('button', { name: 'Undo' }))
  await page.keyboard.press('Enter')
  await getsFocus(ownerCard(page, 2).getByLabel('Full Name'))
  await expect(ownerCard(page, 2).getByLabel('Full Name')).toHaveValue('Bela')
  await press(page, 'Continue')
  const summary = page.getByRole('alert', { name: 'Check your answers' })
  await getsFocus(summary)
  await tabTo(page, summary.getByRole('link', { name: 'Choose a nationality from the list' }))
  await page.keyboard.press('Enter')
  await getsFocus(ownerCard(page, 2).getByRole('combobox', { name: 'Nationality' }))
  await tabTo(page, page.getByRole('button', { name: 'Remove beneficial owner 2 Bela' }), 'Shift+Tab')
  await page.keyboard.press('Space')
  await getsFocus(page.getByRole('button', { name: 'Undo' }))
  await press(page, 'Continue')
  await focusedHeading(page, 'Representatives')
})

test('a company is entered on a phone without scrolling sideways', async ({ applicant }) => {
  const { page, context } = await applicant(PHONE)
  await acceptRisk(context.request)
  await page.goto('/onboarding/business?step=0')
  await atHeading(page, 'Start your company’s verification')
  await fits(page)
  await page.goto('/onboarding/business')
  await atHeading(page, 'Company Information')
  await page.getByLabel('Legal Name').fill(LONG)
  await page.getByLabel('Registered Address').fill('1 Fern Lane\nBristol')
  await page.getByLabel('Company Number').fill(newNumber())
  const country = page.getByRole('combobox', { name: 'Country of Registration' })
  await country.tap()
  await country.fill('south')
  await fits(page)
  // The list is above the bar with the buttons, so that all of it can be tapped.
  await page.getByRole('option', { name: 'South Georgia & South Sandwich Islands' }).tap()
  await fits(page)
  await goOn(page)
  await atHeading(page, 'Settlement')
  await fits(page)
  await goOn(page)
  await atHeading(page, 'Beneficial Owners')
  await fits(page)
  for (const number of [1, 2, 3, 4, 5]) {
    const name = `${'Wolfeschlegelsteinhausen'.repeat(3)} ${number}`
    await addOwner(page, number, { ...ADA, name, residence: 'south georgia', percent: '25' })
  }
  await expect(page.getByText('125% of 100%')).toBeVisible()
  await fits(page)
  await ownerCard(page, 5)
    .getByRole('button', { name: /^Remove/ })
    .tap()
  await expect(page.getByText(/was removed\.$/)).toBeVisible()
  await fits(page)
  await goOn(page)
  await enterRepresentative(page)
  await page.getByRole('radio', { name: /Corporate access/ }).tap()
  await atHeading(page, 'Review & Submit')
  await expect(page.getByText(LONG)).toBeVisible()
  await fits(page)
  await pressSubmitCompany(page)
  await atHeading(page, 'We have everything')
  await expect(page.getByRole('region', { name: 'Your receipt' }).getByText(LONG)).toBeVisible()
  await fits(page)
  await page.goto('/verification')
  await expect(page.getByText('Submitted', { exact: true }).first()).toBeVisible()
  await fits(page)
})

test('the review of a company is accessible, and fits a phone whatever the names', async ({
  visitor,
  reviewer,
  admin,
}) => {
  const email = newEmail('axe')
  const { context: person } = await visitor()
  const fullName = `${'Wolfeschlegelsteinhausen'.repeat(3)} Fern`
  await arriveWithCompany(
    person,
    email,
    {
      legalName: LONG,
      beneficialOwners: [],
      noUboReason: 'no-nat-shareholder',
      seniorManager: { fullName, birthDate: '1966-01', nationality: 'XX', residenceCountry: 'GS' },
      primaryRepresentative: {
        name: fullName,
        birthDate: '1980-12',
        email: `${'cay'.repeat(20)}@fernhill.example`,
      },
    },
    await picture('chart.jpg'),
  )
  const { page, context } = await reviewer(STILL)
  const id = await userIdOf(context, email)
  await page.goto(`/admin/users/${id}?tab=business`)
  await expect(page.getByText(LONG).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Why are you opening these documents?' })).toBeVisible()
  await examine(page, 'reason for opening documents', { narrow: true })
  await giveReason(page)
  await expect(page.getByRole('img', { name: /chart\.jpg/ })).toBeVisible()
  await examine(page, 'a company of a user', { narrow: true })
  await fits(page)
  const address = page.url()
  await openDesk(page, id, 'business')
  await lineOf(page, fullName.slice(0, 20)).first().click()
  await page.keyboard.press('r')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Choose at least one reason')).toBeVisible()
  await examine(page, 'desk of a company', { narrow: true })
  await fits(page)
  const { page: lead } = await admin(STILL)
  await lead.goto(address)
  await lead.getByLabel('Business status').selectOption('Rejected')
  await expect(lead.getByRole('dialog', { name: 'Set the Business status to Rejected?' })).toBeVisible()
  await examine(lead, 'setting the status of a company')
})
