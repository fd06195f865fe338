import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'
import { pick, type Random } from '#domain/screening/ordinary-people.ts'
import { loadSharp } from '#server/platform/files/image-check.ts'

/** How a specimen was photographed. */
export interface Shot {
  /** In degrees. */
  tilt: number
  /** Of the picture, in pixels. */
  width: number
  /** The share of the picture's width that the document takes. */
  share: number
  blur: number
  noise: number
  /** The brightness of the darker side, 1 being as light as the other. */
  light: number
  quality: number
}

/** As people photograph: up to 15 degrees off, near and far, slightly shaken, in evening light. */
export function someShot(random: Random): Shot {
  return {
    tilt: (random() * 2 - 1) * 15,
    width: pick([1200, 1500, 1800, 2000], random),
    share: 0.72 + random() * 0.24,
    blur: random() * 1.1,
    noise: random() * 14,
    light: 0.55 + random() * 0.45,
    quality: 62 + Math.floor(random() * 30),
  }
}

const FONTS = {
  '@fontsource/noto-sans': [
    'files/noto-sans-latin-400-normal.woff2',
    'files/noto-sans-latin-ext-400-normal.woff2',
  ],
  '@fontsource-variable/hanken-grotesk': ['files/hanken-grotesk-latin-wght-normal.woff2'],
  '@fontsource-variable/geist-mono': ['files/geist-mono-latin-wght-normal.woff2'],
} as const
export const FAMILIES = ['Noto Sans', 'Hanken Grotesk', 'Geist Mono'] as const

let isReady = false
function registerFonts(): void {
  if (isReady) return
  const { resolve } = createRequire(import.meta.url)
  for (const [name, files] of Object.entries(FONTS))
    for (const file of files)
      GlobalFonts.registerFromPath(join(dirname(resolve(`${name}/package.json`)), file))
  isReady = true
}

/** What is drawn on: its size, in tenths of a millimetre, and its colours. */
export interface Paper {
  width: number
  height: number
  tint: string
  ink: string
  hasWaves: boolean
}

/** Draws a document and photographs it on a table. */
export async function photograph(
  paper: Paper,
  draw: (context: SKRSContext2D) => void,
  shot: Shot,
  random: Random,
): Promise<Buffer> {
  registerFonts()
  const scale = (shot.width * shot.share) / paper.width
  const height = Math.round(Math.max(shot.width * 0.62, paper.height * scale * 1.08 + shot.width * 0.16))
  const canvas = createCanvas(shot.width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = pick(['#8a7a63', '#56606a', '#a9a59b', '#39424a', '#d9d4c7'], random)
  context.fillRect(0, 0, shot.width, height)
  context.translate(shot.width / 2, height / 2)
  context.rotate((shot.tilt * Math.PI) / 180)
  const fit = Math.min(1, fitting(paper, scale, shot, height))
  context.scale(scale * fit, scale * fit)
  context.translate(-paper.width / 2, -paper.height / 2)
  context.fillStyle = paper.tint
  context.beginPath()
  context.roundRect(0, 0, paper.width, paper.height, 30)
  context.fill()
  if (paper.hasWaves) waves(context, paper, random)
  context.fillStyle = paper.ink
  draw(context)
  context.resetTransform()
  const shade = context.createLinearGradient(0, 0, shot.width, height)
  shade.addColorStop(0, 'rgba(0,0,0,0)')
  shade.addColorStop(1, `rgba(0,0,0,${1 - shot.light})`)
  context.fillStyle = shade
  context.fillRect(0, 0, shot.width, height)
  const sharp = await loadSharp()
  const size = { width: shot.width, height, channels: 4 } as const
  let picture = sharp(canvas.data(), { raw: size }).removeAlpha()
  if (shot.blur > 0.3) picture = picture.blur(shot.blur)
  const raw = await picture.raw().toBuffer()
  if (shot.noise > 0)
    for (let at = 0; at < raw.length; at++)
      raw[at] = Math.max(0, Math.min(255, (raw[at] ?? 0) + (random() + random() - 1) * shot.noise * 1.6))
  return sharp(raw, { raw: { ...size, channels: 3 } })
    .jpeg({ quality: shot.quality })
    .toBuffer()
}

/** By how much a rotated document must be scaled down so that no corner is cut off. */
function fitting(paper: Paper, scale: number, { tilt, width }: Shot, height: number): number {
  const [sin, cos] = [Math.abs(Math.sin((tilt * Math.PI) / 180)), Math.cos((tilt * Math.PI) / 180)]
  const across = (paper.width * cos + paper.height * sin) * scale
  const down = (paper.width * sin + paper.height * cos) * scale
  return Math.min((width * 0.99) / across, (height * 0.99) / down)
}

function waves(context: SKRSContext2D, { width, height }: Paper, random: Random): void {
  context.strokeStyle = 'rgba(60,90,120,0.16)'
  context.lineWidth = 2
  for (let y = 30; y < height; y += 55) {
    context.beginPath()
    const swing = 20 + random() * 20
    for (let x = 0; x <= width; x += 20) context.lineTo(x, y + Math.sin(x / 130 + y) * swing)
    context.stroke()
  }
}
