import type { DocumentSlot } from '#contract/documents/documents.ts'
import { JUDGED_EDGE, judgePicture, type PictureJudgement } from '#domain/documents/picture-quality.ts'
import { loadSharp } from '#server/platform/files/image-check.ts'

/** What can be seen wrong with a picture, judged as the browser judges it before it is sent. */
export async function judgeJpeg(jpeg: Buffer, slot: DocumentSlot): Promise<PictureJudgement> {
  const sharp = await loadSharp()
  const picture = sharp(jpeg)
  const about = await picture.metadata()
  const { data, info } = await picture
    .resize({ width: JUDGED_EDGE, height: JUDGED_EDGE, fit: 'inside', withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return judgePicture({ width: info.width, height: info.height, pixels: data }, slot, about.width)
}
