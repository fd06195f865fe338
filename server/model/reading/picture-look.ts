import { loadSharp } from '#server/platform/files/image-check.ts'

/** A picture's perceptual hash of 64 bits, as 16 letters, and its colourfulness from 0 to 1. */
export interface PictureLook {
  hash: string
  colour: number
}

/** A rendered PDF page has a margin, which is the same for all pages. */
async function withoutMargin(file: Buffer): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(file).trim({ background: '#fff', threshold: 12 }).png({ compressionLevel: 0 }).toBuffer()
}

/**
 * Computes a hash that is similar for similar pictures of any size and quality: the bits tell where each of 8
 * rows gets darker.
 */
export async function pictureLook(file: Buffer): Promise<PictureLook> {
  const sharp = await loadSharp()
  const shown = await withoutMargin(file)
  const small = await sharp(shown).resize({ width: 9, height: 8, fit: 'fill' }).greyscale().raw().toBuffer()
  let hash = ''
  for (let y = 0; y < 8; y++) {
    let row = 0
    for (let x = 0; x < 8; x++)
      row = row * 2 + ((small[y * 9 + x] ?? 0) > (small[y * 9 + x + 1] ?? 0) ? 1 : 0)
    hash += row.toString(16).padStart(2, '0')
  }
  const dots = await sharp(shown)
    .resize({ width: 48, height: 48, fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer()
  let colour = 0
  for (let at = 0; at + 2 < dots.length; at += 3) {
    const [r = 0, g = 0, b = 0] = [dots[at], dots[at + 1], dots[at + 2]]
    colour = Math.max(colour, (Math.max(r, g, b) - Math.min(r, g, b)) / 255)
  }
  return { hash, colour }
}
