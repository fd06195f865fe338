import type { Locator, Page } from '@playwright/test'
import { drawnPhoto, FIRST_LOOK } from '#server/testing/specimens/drawn-face.ts'
import { examine, STILL } from './support/accessibility.ts'
import { PHONE, type VisitOptions, withVisits } from './support/browser.ts'
import { acceptRisk, arriveNew, saveDraft } from './support/by-request.ts'
import { type CameraBrowser, cameraBrowser } from './support/fake-camera.ts'
import { atHeading, goOn } from './support/onboarding.ts'
import { mailsTo, newEmail } from './support/people.ts'
import { fits } from './support/phone.ts'
import { jpegOf } from './support/pictures.ts'
import { expect, test } from './support/test.ts'

let camera: CameraBrowser
test.beforeAll(async () => {
  camera = await cameraBrowser()
})
test.afterAll(() => camera.close())

/** Opens the ID document step for someone with a phone, or with a webcam. */
async function atIdDocument(baseUrl: string, options: VisitOptions, use: (page: Page) => Promise<void>) {
  await withVisits(camera.browser, baseUrl, async (open) => {
    const email = newEmail('camera')
    // Every frame of the camera is drawn by the processor, four times as long on a screen twice as dense.
    const { page, context } = await open({ ...STILL, ...options, deviceScaleFactor: 1 })
    await arriveNew(context, email)
    await acceptRisk(context.request)
    await saveDraft(context, email, { docType: 'drivingLicence' })
    await page.goto('/onboarding/consumer?step=4')
    await atHeading(page, 'ID Document')
    await use(page)
  })
}

const field = (page: Page, name: string) => page.getByRole('group', { name })
const takePhoto = (page: Page, name: string) =>
  field(page, name)
    .getByRole('button', { name: /^(Take a photo|Use this computer’s camera)$/ })
    .click()
/** Loses the camera's scripts, and the server's sign of life, until the returned function is called. */
async function loseCamera(page: Page): Promise<() => Promise<void>> {
  const lost = /\/assets\/(camera-dialog|capture-worker|page-outline)-|\/api\/health\/live/
  await page.route(lost, (route) => route.abort('internetdisconnected'))
  return () => page.unroute(lost)
}
const FRONT = 'ID front'
const BACK = 'ID back'

test('a blurred photo is reported, a good one is taken automatically, and each is sent without another press', async ({
  product,
}) => {
  await atIdDocument(product.baseUrl, { ...PHONE, permissions: ['camera'] }, async (page) => {
    await camera.show({ specimen: 'sofia-marchetti-id-front', staging: { blur: 5 } })
    await takePhoto(page, FRONT)
    const dialog = page.getByRole('dialog', { name: FRONT })
    // Announced politely, and visible.
    await expect(dialog.locator('[aria-live=polite]')).toContainText('Blurred')
    await dialog.getByRole('button', { name: 'Take the photo' }).click()
    await expect(dialog.getByRole('heading', { name: 'This looks blurred' })).toBeFocused()
    await examine(page, 'a blurred photo')
    await dialog.getByRole('button', { name: 'Use it anyway' }).click()
    await expect(field(page, FRONT).getByText('Document ready', { exact: true })).toBeVisible()
    await expect(field(page, FRONT).getByRole('button', { name: 'Upload Different Document' })).toBeFocused()
    // The choice was made next to the photo: it isn’t asked again.
    await expect(field(page, FRONT).getByRole('button', { name: 'Use it anyway' })).toHaveCount(0)

    await field(page, FRONT).getByRole('button', { name: 'Upload Different Document' }).click()
    await camera.show({ specimen: 'sofia-marchetti-id-front', staging: { table: 'slate' } })
    await takePhoto(page, FRONT)
    // No button is pressed: the camera is held still.
    await expect(dialog.getByRole('heading', { name: 'Is everything readable?' })).toBeVisible()
    await dialog.getByRole('button', { name: `${FRONT}, show at full size` }).click()
    await expect(dialog.getByRole('button', { name: `${FRONT}, make smaller` })).toBeVisible()
    await dialog.getByRole('button', { name: 'Use this picture' }).click()
    await expect(field(page, FRONT).getByText('Document ready', { exact: true })).toBeVisible()
    // After undo, also after a reload, the previous photo is restored.
    await page.reload()
    await field(page, FRONT).getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Your earlier file is back.')).toBeVisible()
    await expect(field(page, FRONT).getByRole('button', { name: 'Upload Different Document' })).toBeFocused()

    await camera.show({ specimen: 'sofia-marchetti-id-back', staging: { degrees: 4, table: 'slate' } })
    await takePhoto(page, BACK)
    const back = page.getByRole('dialog', { name: BACK })
    await back.getByRole('button', { name: 'Use this picture' }).click()
    await expect(field(page, BACK).getByText('Document ready', { exact: true })).toBeVisible()
    await goOn(page)

    await atHeading(page, 'Selfie')
    await camera.show({ specimen: 'sofia-marchetti-selfie', staging: { size: 1 } })
    await takePhoto(page, 'Selfie')
    const selfie = page.getByRole('dialog', { name: 'Selfie' })
    // The specimen shows a shape without a face, which the same model as on the server detects.
    await expect(selfie.locator('[aria-live=polite]')).toContainText('Fit your face in the oval')
    await examine(page, 'the camera for a selfie')
    await selfie.getByRole('button', { name: 'Take the photo' }).press('Enter')
    await selfie.getByRole('button', { name: /^Use (this picture|it anyway)$/ }).click()
    await expect(field(page, 'Selfie').getByText('Document ready', { exact: true })).toBeVisible()

    // One face, a drawn one: no button is pressed.
    await field(page, 'Selfie').getByRole('button', { name: 'Upload Different Document' }).click()
    await camera.show(drawnPhoto([FIRST_LOOK], { width: 1280, height: 960, share: 0.6 }))
    await takePhoto(page, 'Selfie')
    await selfie.getByRole('button', { name: 'Use this picture' }).click()
    await expect(field(page, 'Selfie').getByText('Document ready', { exact: true })).toBeVisible()
  })
})

test('a camera whose code the line lost opens at the next press, and once it has loaded it opens offline', async ({
  product,
}) => {
  const options = { ...PHONE, permissions: ['camera'], faultsExpected: true }
  await atIdDocument(product.baseUrl, options, async (page) => {
    const find = await loseCamera(page)
    await page.reload()
    const dialog = page.getByRole('dialog', { name: FRONT })
    await takePhoto(page, FRONT)
    await expect(page.getByText('This could not be loaded', { exact: true })).toBeVisible()
    await find()
    await takePhoto(page, FRONT)
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    // Nothing has to be pressed for it to load. The page is left first: the camera that was open may still be loading.
    const address = page.url()
    await page.goto('about:blank')
    const loads = page.waitForResponse(/\/assets\/capture-worker-/)
    await page.goto(address)
    await (await loads).finished()
    await field(page, FRONT).getByRole('button', { name: 'Take a photo' }).click({ trial: true })
    await page.context().setOffline(true)
    await camera.show({ specimen: 'sofia-marchetti-id-front', staging: { table: 'slate' } })
    await takePhoto(page, FRONT)
    // It guides, and takes the photo, which waits for the line.
    await expect(dialog.getByText('You’re offline. We’ll send this photo when you’re back.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Choose a file' })).toBeInViewport({ ratio: 1 })
    await dialog.getByRole('button', { name: 'Use this picture' }).click()
    await page.context().setOffline(false)
    await expect(field(page, FRONT).getByText('Document ready', { exact: true })).toBeVisible()
  })
})

test('no photo is taken automatically if it is blurred, or of a page outside the frame', async ({
  product,
}) => {
  await atIdDocument(product.baseUrl, { ...PHONE, permissions: ['camera'] }, async (page) => {
    const dialog = page.getByRole('dialog', { name: FRONT })
    const said = dialog.locator('[aria-live=polite]')
    // Sharp only as a small copy.
    await camera.show({ specimen: 'sofia-marchetti-id-front', staging: { blur: 4, table: 'slate' } })
    await takePhoto(page, FRONT)
    await expect(said).toContainText('Blurred')
    await dialog.getByRole('button', { name: 'Close' }).click()
    // All of it is in the picture, but its lower corners are below the frame.
    await camera.show({
      specimen: 'sofia-marchetti-id-front',
      staging: { size: 0.6, move: [0, 0.21], table: 'slate' },
    })
    await takePhoto(page, FRONT)
    await expect(said).toContainText('All four corners have to be inside the frame')
    await examine(page, 'a page outside the frame')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await camera.show({ specimen: 'sofia-marchetti-id-front', staging: { size: 0.7, table: 'slate' } })
    await takePhoto(page, FRONT)
    await expect(dialog.getByRole('heading', { name: 'Is everything readable?' })).toBeVisible()
  })
})

test('on a phone on its side, and on the narrowest one, the camera and its review are seen whole', async ({
  product,
}) => {
  await atIdDocument(product.baseUrl, { ...PHONE, permissions: ['camera'] }, async (page) => {
    const dialog = page.getByRole('dialog', { name: FRONT })
    const button = (name: string) => dialog.getByRole('button', { name, exact: true })
    const areWhole = async (...parts: Locator[]) => {
      for (const part of parts) await expect(part).toBeInViewport({ ratio: 1 })
    }
    await camera.show({ specimen: 'sofia-marchetti-id-front', staging: { blur: 5 } })
    for (const [width, height] of [
      [844, 390],
      [667, 375],
      [320, 568],
    ] as const) {
      await page.setViewportSize({ width, height })
      await fits(page, [width])
      await takePhoto(page, FRONT)
      const hint = dialog.locator('p[aria-hidden]')
      await expect(hint).toHaveText('Blurred')
      await areWhole(hint, button('Close'), button('Take the photo'), button('Choose a file'))
      const [over, picture] = [await hint.boundingBox(), await dialog.locator('video').boundingBox()]
      // Next to a low picture, over any other.
      expect((over?.x ?? 0) + (over?.width ?? 0) < (picture?.x ?? 0)).toBe(width > height)
      await button('Take the photo').click()
      const heading = dialog.getByRole('heading', { name: 'This looks blurred' })
      await areWhole(heading, dialog.locator('img'), button('Take again'), button('Use it anyway'))
      await button('Close').click()
    }
  })
})

test('who refuses the camera is told how to allow it, and gives a file', async ({ product }) => {
  await atIdDocument(product.baseUrl, { permissions: [] }, async (page) => {
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException('Permission denied', 'NotAllowedError'))
    })
    await takePhoto(page, FRONT)
    const dialog = page.getByRole('dialog', { name: FRONT })
    const heading = dialog.getByRole('heading', { name: 'We can’t use your camera' })
    await expect(heading).toBeFocused()
    // Refused again, it is said again.
    await dialog.getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(heading).toBeFocused()
    await examine(page, 'no camera', { narrow: true })
    const chooser = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Choose a photo or file' }).click()
    await chooser
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    const own = field(page, FRONT).getByRole('button', { name: 'Use this computer’s camera' })
    await expect(own).toBeFocused()
    // A phone is the alternative; afterwards the button that opened the camera has the focus again.
    await takePhoto(page, FRONT)
    await dialog.getByRole('button', { name: 'Use your phone' }).click()
    const code = page.getByRole('dialog', { name: 'Take the photos with your phone' })
    await expect(code).toBeVisible()
    await code.getByRole('button', { name: 'Close' }).click()
    // A phone's Back closes the camera, and nothing else.
    await takePhoto(page, FRONT)
    await expect(dialog).toBeVisible()
    await page.goBack()
    await expect(dialog).toBeHidden()
    await atHeading(page, 'ID Document')
    // Also on the first page of a visit, which has nothing of ours before it.
    const place = page.url()
    await page.goto('about:blank')
    await page.goto(place)
    await takePhoto(page, FRONT)
    await expect(dialog).toBeVisible()
    await page.goBack()
    await expect(dialog).toBeHidden()
    await takePhoto(page, FRONT)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    expect(page.url()).toBe(place)
    await page.goBack()
    await expect.poll(() => page.url()).toBe('about:blank')
  })
})

test('a phone’s photos appear on the computer at once, and the link opens nothing else', async ({
  product,
}) => {
  await atIdDocument(product.baseUrl, {}, async (page) => {
    await field(page, FRONT).getByRole('button', { name: 'Take it with your phone' }).click()
    const code = page.getByRole('dialog', { name: 'Take the photos with your phone' })
    await expect(code.getByRole('img', { name: 'Code with the link for your phone' })).toBeVisible()
    await examine(page, 'the code for the phone', { narrow: true })
    await code.getByRole('button', { name: 'Email me the link' }).click()
    const said = code.getByText(/^We’ve emailed the link to .+\. Open it on your phone\.$/)
    const [, email = ''] = /to (.+)\. Open/.exec((await said.textContent()) ?? '') ?? []
    await examine(page, 'the link that was mailed', { narrow: true })
    const [mail] = await mailsTo(page, email)
    const link = /https?:\S+\/p#\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    await withVisits(camera.browser, product.baseUrl, async (open) => {
      const { page: phone } = await open({
        ...PHONE,
        ...STILL,
        deviceScaleFactor: 1,
        permissions: ['camera'],
        faultsExpected: true,
      })
      const findCamera = await loseCamera(phone)
      await phone.goto(new URL(link).pathname + new URL(link).hash)
      await expect(phone.getByText('Take these photos. They appear on your computer.')).toBeVisible()
      expect(phone.url()).not.toContain('#')
      await examine(phone, 'what the phone is asked for')
      await expect(page.getByRole('dialog', { name: 'Your phone is connected' })).toBeVisible()
      await camera.show({ specimen: 'amara-okafor-id-front', staging: { table: 'slate' } })
      // The line was gone when it was pressed first.
      await phone.getByRole('button', { name: `Take the photo: ${FRONT}` }).click()
      await expect(phone.getByText('This could not be loaded', { exact: true })).toBeVisible()
      await findCamera()
      await phone.getByRole('button', { name: `Take the photo: ${FRONT}` }).click()
      await phone.getByRole('button', { name: 'Use this picture' }).click()
      await expect(phone.getByText('On your computer', { exact: true })).toBeVisible()
      // Undone there, it is gone on both sides.
      const connected = page.getByRole('dialog', { name: 'Your phone is connected' })
      await expect(connected.getByText('Ready', { exact: true })).toBeVisible()
      await phone.getByRole('button', { name: `Undo: ${FRONT}` }).click()
      await expect(phone.getByRole('button', { name: `Take the photo: ${FRONT}` })).toBeFocused()
      await expect(phone.getByText('On your computer', { exact: true })).toHaveCount(0)
      await expect(connected.getByText('Ready', { exact: true })).toHaveCount(0)
      await phone.getByRole('button', { name: `Take the photo: ${FRONT}` }).click()
      await phone.getByRole('button', { name: 'Use this picture' }).click()
      await expect(phone.getByText('On your computer', { exact: true })).toBeVisible()
      // A poor one is used anyway: the computer doesn’t ask again.
      await camera.show({ specimen: 'amara-okafor-id-back', staging: { blur: 6, table: 'slate' } })
      // If opened again immediately, a camera may still show its previous picture.
      await expect(async () => {
        await phone.keyboard.press('Escape')
        await phone.getByRole('button', { name: `Take the photo: ${BACK}` }).click()
        const hint = phone.getByRole('dialog', { name: BACK }).locator('[aria-live=polite]')
        await expect(hint).toContainText('Blurred', { timeout: 5_000 })
      }).toPass()
      await phone.getByRole('button', { name: 'Take the photo', exact: true }).click()
      await phone.getByRole('button', { name: 'Use it anyway' }).click()
      await expect(phone.getByText('On your computer', { exact: true })).toHaveCount(2)
      // A chosen file is checked before it is sent, as on the computer.
      const { specimen, staging } = { specimen: 'amara-okafor-id-back', staging: { blur: 5 } }
      await phone.getByRole('button', { name: `Take again: ${BACK}` }).click()
      await phone
        .getByRole('dialog')
        .locator('input[type=file]')
        .setInputFiles({
          name: 'back.jpg',
          mimeType: 'image/jpeg',
          buffer: await jpegOf({ specimen, staging }),
        })
      await expect(phone.getByText('This looks blurred', { exact: true })).toBeVisible()
      await examine(phone, 'a blurred file on the phone')
      await phone.getByRole('button', { name: 'Use it anyway' }).click()
      await expect(phone.getByText('This looks blurred', { exact: true })).toHaveCount(0)
      await expect(phone.getByText('On your computer', { exact: true })).toHaveCount(2)
      // After a reload, the page still says that a phone is connected.
      await page.reload()
      const desk = page.getByRole('dialog', { name: 'Your phone is connected' })
      await expect(desk.getByText('Ready', { exact: true })).toHaveCount(2)
      await desk.getByRole('button', { name: 'Disconnect the phone' }).click()
      await expect(field(page, FRONT).getByText('Document ready', { exact: true })).toBeVisible()
      await expect(field(page, BACK).getByText('Document ready', { exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Use it anyway' })).toHaveCount(0)
      // It says so on its own, before another photo is taken.
      await atHeading(phone, 'Your phone is not connected')
      await examine(phone, 'a phone without a code')

      // Without a scanner, the code is typed.
      await page.getByRole('button', { name: 'Upload Different Document' }).first().click()
      await page.getByRole('button', { name: 'Take it with your phone' }).click()
      const shortCode = async () => {
        const said = code.getByText(/^No scanner\? Open .+\/p and type [2-9A-Z]{4}-[2-9A-Z]{4}$/)
        return ((await said.textContent()) ?? '').slice(-9)
      }
      const typed = phone.getByLabel('Code on your computer')
      await typed.fill('7K4')
      await phone.getByRole('button', { name: 'Connect this phone' }).click()
      await expect(phone.getByText('Enter the code with 8 letters and digits')).toBeVisible()
      await typed.fill((await shortCode()).toLowerCase())
      await phone.getByRole('button', { name: 'Connect this phone' }).click()
      await expect(phone.getByText('Take these photos. They appear on your computer.')).toBeVisible()
      await expect(page.getByRole('dialog', { name: 'Your phone is connected' })).toBeVisible()

      // Disconnected while taking a photo, it keeps the photo, and sends it once reconnected.
      await camera.show({ specimen: 'amara-okafor-id-front', staging: { table: 'slate' } })
      await phone.getByRole('button', { name: /: ID front$/ }).click()
      await expect(phone.getByRole('button', { name: 'Use this picture' })).toBeVisible()
      await desk.getByRole('button', { name: 'Disconnect the phone' }).click()
      await phone.getByRole('button', { name: 'Use this picture' }).click()
      await atHeading(phone, 'Your phone is not connected')
      await expect(phone.getByText(/^The photo you took last wasn’t sent/)).toBeVisible()
      await page.getByRole('button', { name: 'Take it with your phone' }).click()
      await typed.fill(await shortCode())
      await phone.getByRole('button', { name: 'Connect this phone' }).click()
      await phone.getByRole('button', { name: 'Send it again' }).click()
      await expect(desk.getByText('Ready', { exact: true })).toBeVisible()

      // Ended on the phone, both sides say so.
      await phone.getByRole('button', { name: 'Disconnect this phone' }).click()
      await atHeading(phone, 'Your phone is disconnected')
      await examine(phone, 'a phone that was disconnected there')
      await expect(code.getByText('Your phone is not connected', { exact: true })).toBeVisible()
      await expect(code.getByText('What has arrived stays.')).toBeVisible()
      await expect(desk).toBeHidden()
    })
  })
})
