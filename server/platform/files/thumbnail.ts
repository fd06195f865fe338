import { loadSharp } from './image-check.ts'

export const THUMBNAIL_MIME = 'image/jpeg'
/** Twice the width of the viewer's tiles: sharp on a dense screen, and nothing on a document can be read. */
const THUMBNAIL_EDGE = 160
const THUMBNAIL_QUALITY = 70

/** A small picture of a rendition, which the product made itself and may therefore decode unchecked. */
export async function thumbnailOf(rendition: Buffer): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(rendition)
    .resize({ width: THUMBNAIL_EDGE, height: THUMBNAIL_EDGE, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: THUMBNAIL_QUALITY })
    .toBuffer()
}
