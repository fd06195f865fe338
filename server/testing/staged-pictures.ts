import { readFile } from 'node:fs/promises'
import type { DocumentSlot } from '#contract/documents/documents.ts'
import type { PictureProblem } from '#contract/documents/picture-quality.ts'
import { loadSharp } from '#server/platform/files/image-check.ts'

/** How a specimen is held in front of a camera; what is not given is as it should be. */
interface Staging {
  /** The share of the picture's width. */
  size?: number
  degrees?: number
  /** Radius, in pixels of the picture. */
  blur?: number
  /** A factor on the light. */
  light?: number
  /** A reflection of this radius, as a share of the page's width. */
  glare?: number
  /** How far it is moved from the centre, as shares of the picture. */
  move?: readonly [number, number]
  table?: keyof typeof TABLES
}

export interface StagedPicture {
  name: string
  slot: DocumentSlot
  /** The first problem; null for a good picture. */
  expected: PictureProblem | null
  staging: Staging
  specimen: string
}

export const FRAME = { width: 1280, height: 960 }

/** The red, green and blue of each. */
const TABLES = { wood: [116, 90, 66], slate: [66, 76, 78], cloth: [120, 141, 155] } as const

const FRONT = 'sofia-marchetti-id-front'
const BACK = 'sofia-marchetti-id-back'
const OTHER = 'amara-okafor-id-front'
const BILL = 'sofia-marchetti-proof-of-address'
const STATEMENT = 'amara-okafor-proof-of-address'

/** The specimens show the letters on a background of their own; this is where the page is. */
const PAGES: Readonly<Record<string, { left: number; top: number; width: number; height: number }>> = {
  [BILL]: { left: 236, top: 52, width: 594, height: 620 },
  [STATEMENT]: { left: 236, top: 52, width: 594, height: 620 },
}

const CARDS: readonly [string, DocumentSlot][] = [
  [FRONT, 'id-front'],
  [OTHER, 'id-front'],
  [BACK, 'id-back'],
]

/**
 * The forty pictures for measuring how well pictures are judged: what people do to a document in front of a
 * camera.
 */
export const STAGED_PICTURES: readonly StagedPicture[] = [
  ...CARDS.flatMap(([specimen, slot]) => [
    staged(specimen, slot, null, {}),
    staged(specimen, slot, null, { degrees: 6, table: 'slate' }),
    staged(specimen, slot, null, { size: 0.58, degrees: -9, light: 0.75, blur: 0.7, table: 'cloth' }),
    staged(specimen, slot, 'too_dark', { light: 0.3 }),
    staged(specimen, slot, 'too_far', { size: 0.36, degrees: 4, table: 'slate' }),
    staged(specimen, slot, 'cut_off', { move: [0.22, 0], table: 'cloth' }),
    staged(specimen, slot, 'glare', { glare: 0.14 }),
    staged(specimen, slot, 'blurred', { blur: 5, degrees: 3 }),
    staged(specimen, slot, 'tilted', { degrees: 23, size: 0.64, table: 'slate' }),
  ]),
  staged(FRONT, 'id-front', 'cut_off', { move: [0, 0.3], degrees: 3 }),
  staged(BACK, 'id-back', 'cut_off', { move: [-0.2, -0.25], table: 'slate' }),
  staged(OTHER, 'id-front', 'blurred', { blur: 3.4, table: 'cloth' }),
  staged(FRONT, 'id-front', 'glare', { glare: 0.1, degrees: -5, table: 'slate' }),
  staged(BACK, 'id-back', 'too_dark', { light: 0.22, degrees: 5, table: 'cloth' }),
  ...[BILL, STATEMENT].flatMap((specimen) => [
    staged(specimen, 'proof-of-address', null, { size: 0.62, light: 0.9 }),
    staged(specimen, 'proof-of-address', 'too_dark', { size: 0.62, light: 0.28, table: 'slate' }),
    staged(specimen, 'proof-of-address', 'blurred', { size: 0.62, light: 0.9, blur: 5, table: 'cloth' }),
    staged(specimen, 'proof-of-address', 'cut_off', { size: 0.66, light: 0.9, move: [0.3, 0] }),
  ]),
]

function staged(
  specimen: string,
  slot: DocumentSlot,
  expected: PictureProblem | null,
  staging: Staging,
): StagedPicture {
  const done = Object.entries(staging).map(([what, how]) => `${what} ${String(how)}`)
  return { name: `${specimen}: ${done.join(', ') || 'as it should be'}`, slot, expected, staging, specimen }
}

/** Returns the picture as a camera would: colours row by row, three bytes a pixel. */
export async function stage({
  specimen,
  staging,
}: Pick<StagedPicture, 'specimen' | 'staging'>): Promise<Buffer> {
  const { size = 0.8, degrees = 0, blur = 0, light = 1, glare = 0, move = [0, 0], table = 'wood' } = staging
  const sharp = await loadSharp()
  const { width, height } = FRAME
  const file = await readFile(new URL(`../demo/specimens/${specimen}.jpg`, import.meta.url))
  const area = PAGES[specimen]
  const page = await sharp(area ? await sharp(file).extract(area).toBuffer() : file)
    .resize({ width: Math.round(width * size) })
    // As a camera exposes paper: pure white is left for reflections.
    .linear(0.94, 0)
    .toBuffer({ resolveWithObject: true })
  const laid = await sharp(page.data)
    .composite(glare ? [reflection(page.info, glare)] : [])
    .png()
    .toBuffer()
  const turned = await sharp(laid)
    .ensureAlpha()
    .rotate(degrees, { background: '#0000' })
    .png()
    .toBuffer({ resolveWithObject: true })
  // Anything moved beyond the edge is cut off first, because sharp can't place an image across an edge.
  const left = Math.round((width - turned.info.width) / 2 + move[0] * width)
  const top = Math.round((height - turned.info.height) / 2 + move[1] * height)
  const room = { left: Math.max(0, left), top: Math.max(0, top) }
  const seen = await sharp(turned.data)
    .extract({
      left: room.left - left,
      top: room.top - top,
      width: Math.min(width, left + turned.info.width) - room.left,
      height: Math.min(height, top + turned.info.height) - room.top,
    })
    .toBuffer()
  const scene = await sharp(tableTop(table), { raw: { ...FRAME, channels: 3 } })
    .composite([{ input: seen, ...room }])
    .removeAlpha()
    .toColourspace('srgb')
    .png()
    .toBuffer()
  const shot = sharp(blur ? await sharp(scene).blur(blur).png().toBuffer() : scene)
  return shot.linear(light, 0).raw().toBuffer()
}

const tops = new Map<keyof typeof TABLES, Buffer>()

/** A table top with a grain, lighter under the lamp; drawn once, because that takes longer than the rest. */
function tableTop(table: keyof typeof TABLES): Buffer {
  const top = tops.get(table) ?? drawnTop(table)
  tops.set(table, top)
  return top
}

function drawnTop(table: keyof typeof TABLES): Buffer {
  const { width, height } = FRAME
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    const grain = Math.sin(y * 0.31) * 2 + Math.sin(y * 0.073 + 1) * 3
    for (let x = 0; x < width; x++) {
      const shade = 1.1 - 0.35 * ((x + y) / (width + height))
      const wave = grain + Math.sin(x * 0.012 + y * 0.05) * 2
      TABLES[table].forEach((colour, channel) => {
        pixels[(y * width + x) * 3 + channel] = Math.max(0, Math.min(255, colour * shade + wave))
      })
    }
  }
  return pixels
}

/** A lamp mirrored on a page: white in the middle, fading at its rim. */
function reflection(page: { width: number; height: number }, size: number) {
  const radius = Math.round(page.width * size)
  const edge = radius * 2
  const input = Buffer.alloc(edge * edge * 4, 255)
  for (let y = 0; y < edge; y++) {
    for (let x = 0; x < edge; x++) {
      const away = Math.hypot(x - radius, y - radius) / radius
      input[(y * edge + x) * 4 + 3] = Math.max(0, Math.min(1, (1 - away) / 0.45)) * 255
    }
  }
  const raw = { width: edge, height: edge, channels: 4 } as const
  const [left, top] = [page.width * 0.6 - radius, page.height * 0.45 - radius].map(Math.round)
  return { input, raw, left, top }
}
