import type { Sharp } from 'sharp'
import { MAX_IMAGE_EDGE, MAX_IMAGE_PIXELS, MAX_INTERLACED_PIXELS } from '#contract/file-types.ts'
import { RENDITION_EDGE } from '#contract/picture-size.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { RawPicture } from './heic-decoder.ts'

const RENDITION_QUALITY = 82
const TIME_LIMIT_SECONDS = 20
/** From this size on, a picture of which every pixel must be decoded takes seconds or much memory. */
const HEAVY_PIXELS = 4_000_000

/** Formats of which every pixel is decoded, however they were saved. A JPEG is scaled down as it is decoded. */
const DECODED_WHOLE: ReadonlySet<string> = new Set(['png', 'webp', 'heif'])

const DAMAGED =
  'This picture is damaged or incomplete. Please save it again or take a new one, and upload that.'
const TOO_LARGE = `This picture has more than ${MAX_IMAGE_PIXELS / 1_000_000} megapixels. Please upload a smaller one.`
const INTERLACED = `This PNG is interlaced and has more than ${MAX_INTERLACED_PIXELS / 1_000_000} megapixels. Please save it as a JPEG, or as a PNG without interlacing, and upload that.`
const TOO_LONG = `This picture is more than ${MAX_IMAGE_EDGE.toLocaleString('en')} pixels long. Please upload a smaller one.`

export interface Rendition {
  content: Buffer
  width: number
  height: number
}

/** A picture whose header was read, and of which nothing is decoded yet. */
interface OpenedImage {
  /** Whether it takes so much time or memory to decode that it should be done one at a time. */
  isHeavy: boolean
  render: () => Promise<Rendition>
}

/**
 * Opens a PNG, JPEG, WebP or AVIF. Throws UNSAFE_FILE if it is no picture, or has too many pixels or too long a side
 * (R42). `render` decodes every pixel and returns the picture re-encoded: upright, at most 2000 pixels long, without
 * metadata (security R41); it throws UNSAFE_FILE if the picture is damaged or cut off. Data after the end of the
 * picture is accepted, because many phones append a short film or a depth map; only the rendition is shown, and the
 * original is only served as an attachment. There is no minimum size: people decide whether it is legible, and its
 * owner is told what we think.
 */
export async function openImage(file: Buffer): Promise<OpenedImage> {
  const sharp = await loadSharp()
  const about = await sharp(file, { limitInputPixels: false }).metadata().catch(refuseDamaged)
  const pixels = about.width * about.height
  if (pixels > MAX_IMAGE_PIXELS) throw new AppError('UNSAFE_FILE', TOO_LARGE)
  if (about.format === 'png' && about.isProgressive && pixels > MAX_INTERLACED_PIXELS)
    throw new AppError('UNSAFE_FILE', INTERLACED)
  requireShortSides(about)

  const render = async (): Promise<Rendition> => {
    const reduced = sharp(file, {
      failOn: 'error',
      limitInputPixels: MAX_IMAGE_PIXELS,
      sequentialRead: true,
      ignoreIcc: isSrgb(about.icc),
    })
      .timeout({ seconds: TIME_LIMIT_SECONDS })
      .resize({ width: RENDITION_EDGE, height: RENDITION_EDGE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
    const { data, info } = await upright(reduced, about.orientation)
      .jpeg({ quality: RENDITION_QUALITY, optimiseCoding: false })
      .toBuffer({ resolveWithObject: true })
      .catch(refuseDamaged)
    return { content: data, width: info.width, height: info.height }
  }
  const isWhole = about.isProgressive || DECODED_WHOLE.has(about.format)
  return { isHeavy: isWhole && pixels > HEAVY_PIXELS, render }
}

/**
 * The same rendition from a picture that was decoded elsewhere and is upright already. Throws UNSAFE_FILE for too
 * long a side.
 */
export async function renditionOf({ pixels, width, height }: RawPicture): Promise<Rendition> {
  requireShortSides({ width, height })
  const sharp = await loadSharp()
  const { data, info } = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize({ width: RENDITION_EDGE, height: RENDITION_EDGE, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: RENDITION_QUALITY, optimiseCoding: false })
    .toBuffer({ resolveWithObject: true })
  return { content: data, width: info.width, height: info.height }
}

function requireShortSides({ width, height }: { width: number; height: number }): void {
  if (Math.max(width, height) > MAX_IMAGE_EDGE) throw new AppError('UNSAFE_FILE', TOO_LONG)
}

/**
 * Whether a picture's colour profile names itself as sRGB, the default: converting from it would change nothing
 * and cost more than decoding (performance P9). Its text is plain or, since version 4, UTF-16.
 */
function isSrgb(profile: Buffer | undefined): boolean {
  if (profile?.toString('latin1', 16, 20) !== 'RGB ') return false
  return profile.includes('sRGB') || profile.includes('s\0R\0G\0B')
}

/**
 * Rotates a picture by its EXIF orientation. Done after scaling down, because sharp's own way rotates first and
 * holds the whole decoded picture for that.
 */
function upright(image: Sharp, orientation: number | undefined): Sharp {
  switch (orientation) {
    case 2:
      return image.flop()
    case 3:
      return image.rotate(180)
    case 4:
      return image.flip()
    case 5:
      return image.rotate(270).flop()
    case 6:
      return image.rotate(90)
    case 7:
      return image.rotate(90).flop()
    case 8:
      return image.rotate(270)
    default:
      return image
  }
}

let loading: Promise<typeof import('sharp')['default']> | undefined

/** Loaded with the first picture, because a server without uploads shouldn't pay its start time and memory. */
export function loadSharp() {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    // One thread per picture: several are decoded at once already, and the rest of the server needs the
    // processor too.
    sharp.concurrency(1)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: [
        'VipsForeignLoadJpegBuffer',
        'VipsForeignLoadPngBuffer',
        'VipsForeignLoadWebpBuffer',
        // Reads only AVIF: its library was built without the decoder for HEIC.
        'VipsForeignLoadHeifBuffer',
      ],
    })
    return sharp
  })
  return loading
}

function refuseDamaged(cause: unknown): never {
  throw new AppError('UNSAFE_FILE', DAMAGED, {}, { cause })
}

export const THUMBNAIL_MIME = 'image/jpeg'
/** Twice the width of a tile: sharp on a dense screen, yet nothing on it is legible. */
const THUMBNAIL_EDGE = 160
const THUMBNAIL_QUALITY = 70

/** A thumbnail of a rendition, which the product made itself and can therefore decode unchecked. */
export async function thumbnailOf(rendition: Buffer): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(rendition)
    .resize({ width: THUMBNAIL_EDGE, height: THUMBNAIL_EDGE, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: THUMBNAIL_QUALITY })
    .toBuffer()
}
