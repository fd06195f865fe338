import { loadSharp } from '#server/platform/files/image-check.ts'
import { FRAME, type StagedPicture, stage } from '#server/testing/staged-pictures.ts'

/** Returns a staged picture as a file to choose. */
export async function jpegOf(picture: Pick<StagedPicture, 'specimen' | 'staging'>): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(await stage(picture), { raw: { ...FRAME, channels: 3 } })
    .jpeg()
    .toBuffer()
}
