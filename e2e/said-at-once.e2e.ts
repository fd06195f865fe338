import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { ADDRESS_PROOF_MAX_MONTHS } from '#contract/documents/documents.ts'
import { addDays, addMonths, dateParts, londonDate, type PlainDate } from '#domain/plain-date.ts'
import { makeAvif, makeHeic, makeJpeg, makeWebp } from '#server/platform/files/test-files.ts'
import { drawnPhoto, FIRST_LOOK, OTHER_LOOK } from '#server/testing/specimens/drawn-face.ts'
import { examine, STILL } from './support/accessibility.ts'
import { userIdOf } from './support/by-request.ts'
import {
  acceptRisk,
  atHeading,
  enterDetails,
  goOn,
  picture,
  pressSubmit,
  selfie,
  upload,
} from './support/onboarding.ts'
import { jpegOf } from './support/pictures.ts'
import { lineOf } from './support/review.ts'
import { expect, test } from './support/test.ts'

const field = (page: Page, name: string) => page.getByRole('group', { name })
const waits = (page: Page) => page.getByRole('button', { name: 'Continue' }).isDisabled()

async function enterDate(page: Page, slot: string, date: PlainDate) {
  const { day, month, year } = dateParts(date)
  const group = field(page, slot)
  await group.getByLabel('Day').fill(String(day))
  await group.getByLabel('Month').fill(String(month))
  await group.getByLabel('Year').fill(String(year))
}

async function choose(page: Page, slot: string, name: string, buffer: Buffer) {
  const group = field(page, slot)
  await group.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/jpeg', buffer })
  await group.getByRole('button', { name: 'Upload', exact: true }).click()
}

test('what a reviewer would refuse is reported at the upload, and the applicant’s choice reaches the reviewer', async ({
  applicant,
  reviewer,
}) => {
  const { page, email } = await applicant({ ...STILL, faultsExpected: true })
  await page.goto('/onboarding/consumer?step=1')
  await acceptRisk(page)
  await enterDetails(page, email)
  await atHeading(page, 'ID Document')
  const today = londonDate(new Date())
  const [FRONT, BACK, PROOF] = ['ID front', 'ID back', 'Proof of address']

  // The date comes first: an expired document isn't even sent.
  await page.getByRole('radio', { name: 'Passport' }).click()
  await enterDate(page, FRONT, addDays(today, -1))
  await expect(
    field(page, FRONT).getByText('This document has expired. Upload one that is still valid.'),
  ).toBeVisible()
  await choose(page, FRONT, 'passport.jpg', (await picture('a')).buffer)
  await expect(field(page, FRONT).getByText('Document ready', { exact: true })).toBeHidden()
  await expect.poll(() => waits(page)).toBe(true)
  await examine(page, 'an expired document', { narrow: true })
  await enterDate(page, FRONT, today)
  await field(page, FRONT).getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(field(page, FRONT).getByText('Document ready', { exact: true })).toBeVisible()
  await expect.poll(() => waits(page)).toBe(false)

  // Another kind of document: the first kind's files are set aside until it is chosen again.
  await page.getByRole('radio', { name: 'Driving licence' }).click()
  await expect(page.getByText('Changed from passport to driving licence')).toBeVisible()
  await expect(field(page, FRONT).getByText('Document ready', { exact: true })).toBeHidden()
  await expect(field(page, FRONT).getByLabel('Day')).toHaveValue('')
  await examine(page, 'another kind of document', { narrow: true })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('passport.jpg', { exact: true })).toBeVisible()
  await expect(field(page, FRONT).getByLabel('Year')).toHaveValue(String(dateParts(today).year))
  await page.getByRole('radio', { name: 'Driving licence' }).click()

  // Visible problems of a file are reported before it is sent, and a choice made then isn't asked for again.
  const blurred = await jpegOf({ specimen: 'sofia-marchetti-id-front', staging: { blur: 6 } })
  const given = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer })
  await field(page, FRONT).locator('input[type=file]').setInputFiles(given('blurred.jpg', blurred))
  await expect(field(page, FRONT).getByText('This looks blurred', { exact: true })).toBeVisible()
  // It is asked once: the button that sends it is the answer.
  await expect(field(page, FRONT).getByRole('button', { name: 'Upload', exact: true })).toHaveCount(0)
  await examine(page, 'a blurred file that is not sent yet', { narrow: true })
  await field(page, FRONT).getByRole('button', { name: 'Use it anyway' }).click()
  await expect(field(page, FRONT).getByText('Document ready', { exact: true })).toBeVisible()
  await expect(field(page, FRONT).getByText('This looks blurred', { exact: true })).toHaveCount(0)
  // The passport’s page has been replaced: changing back is no longer offered.
  await expect(page.getByText('Changed from passport to driving licence')).toHaveCount(0)
  await field(page, FRONT).getByRole('button', { name: 'Upload Different Document' }).click()

  // One file for both sides.
  const front = (await picture('front')).buffer
  await choose(page, FRONT, 'front.jpg', front)
  await expect(field(page, FRONT).getByText('Document ready', { exact: true })).toBeVisible()
  await field(page, BACK).locator('input[type=file]').setInputFiles(given('back.jpg', front))
  await expect(field(page, BACK).getByText('You have already used this file')).toBeVisible()
  await expect(field(page, BACK).getByRole('button', { name: 'Upload', exact: true })).toHaveCount(0)
  await expect.poll(() => waits(page)).toBe(true)
  await examine(page, 'the same file twice', { narrow: true })
  await field(page, BACK).getByRole('button', { name: 'Use it anyway' }).click()
  await expect(field(page, BACK).getByText('Document ready', { exact: true })).toBeVisible()
  await expect.poll(() => waits(page)).toBe(false)
  await page.reload()
  await expect(field(page, BACK).getByText('You have already used this file')).toHaveCount(0)
  await field(page, BACK).getByRole('button', { name: 'Upload Different Document' }).click()
  await upload(page, BACK, await picture('back.jpg'))
  await goOn(page)

  // A file's faces are counted before the step can continue.
  await atHeading(page, 'Selfie')
  const again = () => field(page, 'Selfie').getByRole('button', { name: 'Choose another file' }).click()
  const give = (name: string, buffer: Buffer) =>
    field(page, 'Selfie').locator('input[type=file]').setInputFiles(given(name, buffer))
  await give('wall.jpg', (await picture('wall')).buffer)
  await expect(page.getByText('We can’t see a face on it', { exact: true })).toBeVisible()
  await expect.poll(() => waits(page)).toBe(true)
  await examine(page, 'a selfie without a face', { narrow: true })
  await again()
  const two = drawnPhoto([FIRST_LOOK, OTHER_LOOK], { width: 1280, height: 960, share: 0.5 })
  await give('both-of-us.jpg', two)
  await expect(page.getByText('There’s more than one face on it', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Use it anyway' }).click()
  await expect.poll(() => waits(page)).toBe(false)
  await field(page, 'Selfie').getByRole('button', { name: 'Upload Different Document' }).click()
  await upload(page, 'Selfie', selfie('me.jpg'))
  await expect.poll(() => waits(page)).toBe(false)
  await expect(page.getByRole('button', { name: 'Use it anyway' })).toHaveCount(0)
  await field(page, 'Selfie').getByRole('button', { name: 'Upload Different Document' }).click()

  // One that is too small may be used anyway.
  const small = await makeJpeg({ width: 320, height: 240, artist: randomBytes(8).toString('hex') })
  await give('me.jpg', small)
  await expect(page.getByText('Do you have a larger picture?', { exact: true })).toBeVisible()
  await examine(page, 'a very small picture', { narrow: true })
  await page.getByRole('button', { name: 'Use it anyway' }).click()
  await expect(field(page, 'Selfie').getByText('me.jpg', { exact: true })).toBeVisible()
  await expect(field(page, 'Selfie').getByText('Document ready', { exact: true })).toBeVisible()
  await goOn(page)

  await atHeading(page, 'Proof of Address')
  const earliest = addMonths(today, -ADDRESS_PROOF_MAX_MONTHS)
  await expect(field(page, PROOF).getByText(/^Issued on or after .+\./)).toBeVisible()
  await enterDate(page, PROOF, addDays(earliest, -1))
  await expect(
    field(page, PROOF).getByText('This document is more than 3 months old. Upload a newer one.'),
  ).toBeVisible()
  await expect.poll(() => waits(page)).toBe(true)
  await enterDate(page, PROOF, earliest)
  // As an iPhone saves it.
  await upload(page, PROOF, { name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: makeHeic() })
  // What the browser reads becomes a JPEG before it is sent: the server would keep it as it came.
  const readHere = [
    { name: 'bill.webp', mimeType: 'image/webp', buffer: await makeWebp() },
    { name: 'letter.avif', mimeType: 'image/avif', buffer: await makeAvif() },
  ]
  for (const file of readHere) {
    await field(page, PROOF).getByRole('button', { name: 'Upload Different Document' }).click()
    await upload(page, PROOF, file)
    const { documents } = await (await page.request.get('/api/documents')).json()
    expect(documents).toContainEqual(
      expect.objectContaining({
        documentType: 'proof-of-address',
        mime: 'image/jpeg',
        fileName: file.name.replace(/\w+$/, 'jpg'),
      }),
    )
  }
  await goOn(page)
  await atHeading(page, 'User Type Selection')
  await page.getByRole('radio', { name: /Buy and retire credits/ }).click()
  await atHeading(page, 'Review & Submit')
  await pressSubmit(page)
  await page.waitForURL(/\/success/)

  const { page: staffContext, context: staff } = await reviewer(STILL)
  await staffContext.goto(`/admin/users/${await userIdOf(staff, email)}/desk?kind=consumer`)
  await lineOf(staffContext, 'Selfie').click()
  await expect(staffContext.getByText('Very small picture: 320 × 240 pixels')).toBeVisible()
  await expect(
    staffContext.getByText(/The applicant was asked for a larger one and chose to use this on /),
  ).toBeVisible()
})
