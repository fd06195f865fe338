import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { makeJpeg, makePdf } from '#server/platform/files/test-files.ts'
import { drawnPhoto, FIRST_LOOK } from '#server/testing/specimens/drawn-face.ts'

/** Waits until the page's one heading has this text: the step is shown and has the focus. */
export async function atHeading(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
}

/** Returns the step in the URL. */
export const stepOf = (page: Page) => new URL(page.url()).searchParams.get('step')

/** Checks that the step with this heading is shown, also in the URL, and again after a reload. */
export async function survivesReload(page: Page, heading: string, step: string): Promise<void> {
  await atHeading(page, heading)
  await expect.poll(() => stepOf(page)).toBe(step)
  await page.reload()
  await atHeading(page, heading)
  expect(stepOf(page)).toBe(step)
}

export interface Picture {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Returns a picture that no one else has. */
export async function picture(name: string): Promise<Picture> {
  return { name, mimeType: 'image/jpeg', buffer: await makeJpeg({ artist: randomBytes(8).toString('hex') }) }
}

/** Returns a selfie that no one else has, with a drawn face: a device reports one without a face. */
export function selfie(name: string): Picture {
  return {
    name,
    mimeType: 'image/jpeg',
    buffer: drawnPhoto([FIRST_LOOK], { share: 0.5 + Math.random() / 8 }),
  }
}

/** Chooses a file in one upload field and uploads it; `ready` is the field's text afterwards. */
export async function upload(
  page: Page,
  field: string,
  file: Picture,
  ready = 'Document ready',
): Promise<void> {
  const group = page.getByRole('group', { name: field })
  await group.locator('input[type=file]').setInputFiles(file)
  await group.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(group.getByText(ready, { exact: true })).toBeVisible()
}

export interface Details {
  firstName: string
  lastName: string
  phone: string
  address: string
}

export const DETAILS: Details = {
  firstName: 'Zoë',
  lastName: "O'Brien-Núñez",
  phone: '020 7946 0142',
  address: '14 Larkfield Road\nBristol\nBS99 1AA',
}

export async function enterDetails(page: Page, email: string, details = DETAILS): Promise<void> {
  await atHeading(page, 'Personal Details')
  await page.getByLabel('First Name').fill(details.firstName)
  await page.getByLabel('Last Name').fill(details.lastName)
  await page.getByLabel('Day').fill('9')
  await page.getByLabel('Month').fill('3')
  await page.getByLabel('Year').fill('1988')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone Number').fill(details.phone)
  await page.getByLabel('Address').fill(details.address)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Goes from the first page of the consumer onboarding to its review, as someone with a passport. */
export async function fillIn(page: Page, email: string): Promise<void> {
  await acceptRisk(page)
  await enterDetails(page, email)
  await atHeading(page, 'ID Document')
  await page.getByRole('radio', { name: 'Passport' }).click()
  await upload(page, 'ID front', await picture('passport.jpg'))
  await goOn(page)
  await fillInFromSelfie(page, selfie('selfie.jpg'))
}

/** Goes from the selfie to the review. */
export async function fillInFromSelfie(page: Page, photo: Picture): Promise<void> {
  await atHeading(page, 'Selfie')
  await upload(page, 'Selfie', photo)
  await goOn(page)
  await atHeading(page, 'Proof of Address')
  await upload(page, 'Proof of address', { name: 'bill.pdf', mimeType: 'application/pdf', buffer: makePdf() })
  await goOn(page)
  await atHeading(page, 'User Type Selection')
  await page.getByRole('radio', { name: /Buy and retire credits/ }).click()
  await atHeading(page, 'Review & Submit')
}

export async function acceptRisk(page: Page): Promise<void> {
  await atHeading(page, 'Risk Disclosure')
  await page.getByRole('checkbox', { name: /I have read and understood the risk disclosure/ }).check()
  await page.getByRole('button', { name: /Accept|Submit|Continue/ }).click()
}

export async function goOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Confirms and presses the button, once the security check has passed. */
export async function pressSubmit(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /I confirm that the information/ }).check()
  await expect(page.getByText('Security check passed')).toBeVisible()
  await page.getByRole('button', { name: 'Submit for verification' }).click()
}

export async function submit(page: Page): Promise<void> {
  await pressSubmit(page)
  await page.waitForURL(/\/success/)
  expect(new URL(page.url()).searchParams.get('type')).toBe('consumer')
}
