import { mkdtempSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { loadSharp } from '#server/platform/files/image-check.ts'
import { FRAME, type StagedPicture, stage } from '#server/testing/staged-pictures.ts'

/** A browser whose camera shows a staged picture. */
export interface CameraBrowser {
  browser: Browser
  /** Sets the camera's picture from its next start on. */
  show: (picture: Pick<StagedPicture, 'specimen' | 'staging'> | Buffer) => Promise<void>
  close: () => Promise<void>
}

/** `allowed` leaves the answer to the profile’s permissions; without it, everyone is asked and no one answers. */
export async function cameraBrowser(): Promise<CameraBrowser> {
  const file = join(mkdtempSync(join(tmpdir(), 'verdaccord-camera-')), 'camera.mjpeg')
  const show: CameraBrowser['show'] = async (picture) => {
    const sharp = await loadSharp()
    const frame = Buffer.isBuffer(picture)
      ? sharp(picture).resize({ ...FRAME, fit: 'cover' })
      : sharp(await stage(picture), { raw: { ...FRAME, channels: 3 } })
    const jpeg = await frame.jpeg({ quality: 92 }).toBuffer()
    // The camera plays the frames in a loop.
    await writeFile(file, Buffer.concat([jpeg, jpeg]))
  }
  await show({ specimen: 'sofia-marchetti-id-front', staging: {} })
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
  })
  return { browser, show, close: () => browser.close() }
}
