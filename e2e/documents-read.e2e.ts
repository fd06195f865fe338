import { seeded } from '#domain/screening/ordinary-people.ts'
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
  selfie,
  submit,
  upload,
} from './support/onboarding.ts'
import { newEmail, STAFF } from './support/people.ts'
import { lineOf } from './support/review.ts'
import { type Product, startProduct } from './support/server.ts'
import { expect, test } from './support/test.ts'

// Reading runs after all other work, of which a busy machine has much.
const READ_MS = 240_000
test.describe.configure({ timeout: 2 * READ_MS })
let product: Product
test.beforeAll(async () => {
  product = await startProduct({ READING: 'on' })
})
test.afterAll(() => product.stop())

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
