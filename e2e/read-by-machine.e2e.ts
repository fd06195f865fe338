import type { Page } from '@playwright/test'
import { seeded } from '#domain/screening/ordinary-people.ts'
import { type DrawnLook, drawnCard, drawnPhoto, FIRST_LOOK } from '#server/testing/specimens/drawn-face.ts'
import { codedSpecimen } from '#server/testing/specimens/id-specimens.ts'
import { someShot } from '#server/testing/specimens/paper.ts'
import { type SpecimenPerson, specimenPerson } from '#server/testing/specimens/people.ts'
import { examine, STILL } from './support/accessibility.ts'
import { arrive, userIdOf } from './support/by-request.ts'
import {
  acceptRisk,
  atHeading,
  DETAILS,
  enterDetails,
  fillInFromSelfie,
  goOn,
  type Picture,
  selfie,
  submit,
  upload,
} from './support/onboarding.ts'
import { newEmail, STAFF } from './support/people.ts'
import { lineOf } from './support/review.ts'
import { type Product, startReading } from './support/server.ts'
import { expect, type Roles, test } from './support/test.ts'

// One product for all the file's tests, which reads documents and compares faces as an operator would switch on.
// Reading runs after all other work, of which a busy machine has much.
const READ_MS = 240_000
test.describe.configure({ mode: 'default', timeout: 2 * READ_MS })
let product: Product
test.beforeAll(async () => {
  product = await startReading({
    FACE_COMPARISON: 'on',
    FACE_COMPARISON_BASIS: 'Art. 9(2)(g), DPA 2018 Sch. 1 para. 14; assessed 1 Nov 2026',
  })
})
test.afterAll(() => product.stop())

const TOLD = 'How we compare your photos'
const PEOPLE_ONLY = 'I want only people to compare my photos'

const card: Picture = { name: 'card.jpg', mimeType: 'image/jpeg', buffer: drawnCard(FIRST_LOOK) }
/** A selfie that no one else has. */
const selfieOf = (look: DrawnLook): Picture => ({
  name: 'selfie.jpg',
  mimeType: 'image/jpeg',
  buffer: drawnPhoto([look], { share: 0.55 + Math.random() / 100 }),
})

/** Opens the selfie step for a new applicant who has uploaded their ID. */
async function atSelfie({ applicant }: Pick<Roles, 'applicant'>, name: string) {
  const { page, email } = await applicant({ ...STILL, baseURL: product.baseUrl, email: newEmail(name) })
  await page.goto('/onboarding/consumer?step=1')
  await acceptRisk(page)
  await goOn(page)
  await enterDetails(page, email)
  await atHeading(page, 'ID Document')
  await page.getByRole('radio', { name: 'Passport' }).click()
  await upload(page, 'ID front', card)
  await goOn(page)
  await atHeading(page, 'Selfie')
  return { page, email }
}

/** Goes from the selfie to the submission. */
async function finish(page: Page, look: DrawnLook) {
  await fillInFromSelfie(page, selfieOf(look))
  await submit(page)
}

/** Checks the desk's signal for someone's selfie, once it says `reading`. */
async function expectOnDesk(
  { visitor }: Pick<Roles, 'visitor'>,
  email: string,
  reading: string,
  more: RegExp,
) {
  const { page, context } = await visitor({ ...STILL, baseURL: product.baseUrl })
  await arrive(context, STAFF.reviewer)
  const id = await userIdOf(context, email)
  await page.goto(`/admin/users/${id}/desk`)
  await lineOf(page, 'Selfie').click()
  const signal = page.getByRole('listitem').filter({ hasText: 'Faces alike' })
  // A job compares them after the submission; the open page shows it.
  await expect(signal).toContainText(reading, { timeout: READ_MS })
  await expect(signal).toContainText(more)
  await examine(page, `a selfie whose comparison says ${reading}`)
  return page
}

test('an applicant is told about the comparison before it is made, and the reviewer sees how similar the faces are, with the limits', async ({
  applicant,
  visitor,
}) => {
  const { page, email } = await atSelfie({ applicant }, 'told')
  const told = page.getByRole('region', { name: TOLD })
  await expect(told).toContainText(
    'low, middle or high. It can be wrong, so a person always looks and decides.',
  )
  await expect(told.getByRole('checkbox', { name: PEOPLE_ONLY })).not.toBeChecked()
  await examine(page, 'the selfie with what is told of the comparison', { narrow: true })
  await finish(page, FIRST_LOOK)
  const desk = await expectOnDesk({ visitor }, email, 'High', /Compare the faces yourself/)
  // It decides nothing: the line is as open as before.
  await expect(lineOf(desk, 'Selfie').getByText(/Accepted|Asked again/)).toHaveCount(0)
  await expect(desk.getByText('They inform. You decide.')).toBeVisible()
})

test('someone who asks for a review only by people is not compared, and the desk says that this says nothing about them', async ({
  applicant,
  visitor,
}) => {
  const { page, email } = await atSelfie({ applicant }, 'people')
  const told = page.getByRole('region', { name: TOLD })
  const peopleOnly = told.getByRole('checkbox', { name: PEOPLE_ONLY })
  await peopleOnly.click()
  await expect(peopleOnly).toBeChecked()
  await expect(told.getByRole('status')).toContainText('Only people will compare your photos.')
  await examine(page, 'the wish for people alone')
  // It is stored, and can be found later.
  await page.reload()
  await expect(peopleOnly).toBeChecked()
  await finish(page, FIRST_LOOK)
  await expectOnDesk({ visitor }, email, 'By you alone', /That says nothing about them/)
  await page.goto('/profile/privacy')
  await expect(page.getByRole('checkbox', { name: PEOPLE_ONLY })).toBeChecked()
})

test('what is read from a passport fills empty fields, marks differences and overwrites nothing, and the reviewer sees it next to what was declared', async ({
  applicant,
  visitor,
}) => {
  const random = seeded(19)
  const holder = {
    ...specimenPerson(random, '2026-11-25' as SpecimenPerson['birthDate']),
    surname: 'Okafor',
    givenNames: 'Amara',
    birthDate: '1988-03-09',
    expiresOn: '2032-02-12',
  } as SpecimenPerson
  const { page, email } = await applicant({ ...STILL, baseURL: product.baseUrl, email: newEmail('read') })
  await page.goto('/onboarding/consumer?step=1')
  await acceptRisk(page)
  await enterDetails(page, email, { ...DETAILS, firstName: 'Amara', lastName: 'Okafer' })
  await atHeading(page, 'ID Document')
  await page.getByRole('radio', { name: 'Passport' }).click()
  const { picture: buffer } = await codedSpecimen(holder, 'TD3', someShot(random), random)
  await upload(page, 'ID front', { name: 'passport.jpg', mimeType: 'image/jpeg', buffer })

  const read = page.getByRole('region', { name: 'What we read' })
  await expect(read.getByRole('heading', { name: 'We read this. Is it right?' })).toBeVisible({
    timeout: READ_MS,
  })
  await expect(read.getByText('≠ Differs from what you typed: Okafer')).toBeVisible()
  await expect(read.getByText(/Differs/)).toHaveCount(1)
  await examine(page, 'what was read of a passport', { narrow: true })

  // Unanswered, it is said again before the application is sent.
  await goOn(page)
  await fillInFromSelfie(page, selfie('selfie.jpg'))
  await expect(page.getByText('The name we read on it differs from what you typed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit for verification' })).toBeEnabled()
  await examine(page, 'a review with a difference from what was read', { narrow: true })
  await page.getByRole('link', { name: 'Look again at your ID front' }).click()
  await atHeading(page, 'ID Document')
  await read.getByRole('button', { name: 'Fill in the rest' }).click()
  const expiry = page.getByRole('group', { name: /Expiry date/ })
  await expect(expiry.getByLabel('Year')).toHaveValue('2032')
  await read.getByRole('button', { name: 'Keep what I typed' }).click()
  await expect(page.getByText(/differs from what we read\. Our team will compare it/)).toBeVisible()

  await goOn(page)
  await atHeading(page, 'Review & Submit')
  await expect(page.getByText('Okafer').first()).toBeVisible()
  await expect(page.getByText(/differs from what you typed/)).toHaveCount(0)
  await submit(page)

  const { page: desk, context } = await visitor({ ...STILL, baseURL: product.baseUrl })
  await arrive(context, STAFF.reviewer)
  await desk.goto(`/admin/users/${await userIdOf(context, email)}/desk`)
  await lineOf(desk, 'Name').click()
  const lastName = desk.getByRole('row', { name: /^Last name/ })
  await expect(lastName).toContainText('Differs')
  await lineOf(desk, 'Date of Birth').click()
  await expect(desk.getByRole('row', { name: /^Date of birth/ })).toContainText('Check digits right')
  const signal = desk.getByRole('listitem').filter({ hasText: 'Code, print and other side' })
  await expect(signal).toContainText('Fits')
  await expect(signal).toContainText(/\d{4}, \d\d:\d\d (GMT|BST), rule\sversion\s3/)
  await examine(desk, 'a line beside what was read of it', { narrow: true })
})
