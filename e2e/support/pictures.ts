import { loadSharp } from '#server/platform/files/image-check.ts'
import { FRAME, type StagedPicture, stage } from '#server/testing/staged-pictures.ts'

/** A staged picture as a file that someone chooses. */
export async function jpegOf(picture: Pick<StagedPicture, 'specimen' | 'staging'>): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(await stage(picture), { raw: { ...FRAME, channels: 3 } })
    .jpeg()
    .toBuffer()
}
