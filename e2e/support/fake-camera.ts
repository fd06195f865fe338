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
  const file = join(mkdtempSync(join(tmpdir(), 'verdaccord-camera-')), 'camera.y4m')
  const show: CameraBrowser['show'] = async (picture) => {
    const sharp = await loadSharp()
    const frame = Buffer.isBuffer(picture)
      ? sharp(picture).resize({ ...FRAME, fit: 'cover' })
      : sharp(await stage(picture), { raw: { ...FRAME, channels: 3 } })
    await writeFile(file, video(await frame.removeAlpha().raw().toBuffer()))
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

/**
 * A video of one picture, which the camera plays in a loop. The picture never changes, so five frames a second show as
 * much of it as thirty; and it takes no time to decode, because it isn't compressed.
 */
function video(rgb: Buffer): Buffer {
  const { width, height } = FRAME
  const pixels = width * height
  const planes = Buffer.alloc(pixels * 1.5)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x
      const [r = 0, g = 0, b = 0] = [rgb[at * 3], rgb[at * 3 + 1], rgb[at * 3 + 2]]
      planes[at] = 16 + 0.257 * r + 0.504 * g + 0.098 * b
      // One sample of colour for each four pixels.
      if (x % 2 || y % 2) continue
      const colour = pixels + (y / 2) * (width / 2) + x / 2
      planes[colour] = 128 - 0.148 * r - 0.291 * g + 0.439 * b
      planes[colour + pixels / 4] = 128 + 0.439 * r - 0.368 * g - 0.071 * b
    }
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F5:1 Ip A1:1 C420jpeg\n`)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), planes])
  return Buffer.concat([header, frame, frame])
}
