import type { PageArea } from '#contract/documents/readings.ts'
import type { RawReading } from '#domain/reading/raw-reading.ts'
import { findCode } from './code-lines.ts'
import {
  type Area,
  cut,
  decodeGrey,
  evened,
  type GreyPicture,
  inkOf,
  shrink,
  softened,
  turned,
} from './grey-picture.ts'
import { pictureLook } from './picture-look.ts'
import { screenGrid } from './screen-grid.ts'
import type { TextReader } from './text-reader.ts'

/**
 * The resolution in pixels: the code and a screen's grid are searched in the whole stored picture, while print
 * is read at the size that suits the reader best.
 */
export const CODE_EDGE = 2000
const PRINT_EDGE = 1600
/** What to look for. */
export type Wanted = 'code' | 'print' | 'both'

/**
 * Reads one of our pictures: levelled, its code position by position, and its print if that is wanted or there
 * is no code.
 */
export async function readPicture(
  file: Buffer,
  wanted: Wanted,
  print: () => Promise<TextReader>,
): Promise<RawReading> {
  const picture = await decodeGrey(file, CODE_EDGE)
  const tilt = tiltOf(picture)
  const level = Math.abs(tilt) < 0.1 ? picture : turned(picture, -tilt)
  const place = placing(picture, level, tilt)
  const lines = wanted === 'print' ? [] : findCode(level)
  const code = lines.map(({ places, area }) => ({ places, area: place(area) }))
  const above = lines[0]
    ? cut(level, { left: 0, top: 0, width: level.width, height: lines[0].area.top })
    : level
  const words = wanted === 'code' && code.length > 0 ? [] : readPrint(above, await print(), place)
  return { code, words, isText: false, look: await pictureLook(file), grid: screenGrid(picture) }
}

function readPrint(
  picture: GreyPicture,
  reader: TextReader,
  place: (area: Area) => PageArea,
): RawReading['words'] {
  if (picture.height < 40) return []
  const step = Math.max(1, Math.floor(Math.max(picture.width, picture.height) / PRINT_EDGE))
  const small = step > 1 ? shrink(picture, step) : picture
  return reader.read(evened(softened(small), 40), 'block').map(({ text, confidence, line, ...area }) => ({
    text,
    confidence: confidence / 100,
    line,
    area: place({
      left: area.left * step,
      top: area.top * step,
      width: area.width * step,
      height: area.height * step,
    }),
  }))
}

/** Maps an area of the levelled picture to the picture as shown, in shares of its size. */
function placing(picture: GreyPicture, level: GreyPicture, tilt: number): (area: Area) => PageArea {
  const radians = (tilt * Math.PI) / 180
  const [sin, cos] = [Math.sin(radians), Math.cos(radians)]
  return ({ left, top, width, height }) => {
    const corners = [
      [left, top],
      [left + width, top],
      [left, top + height],
      [left + width, top + height],
    ].map(([x = 0, y = 0]) => {
      const [dx, dy] = [x - level.width / 2, y - level.height / 2]
      return [cos * dx - sin * dy + picture.width / 2, sin * dx + cos * dy + picture.height / 2] as const
    })
    const across = corners.map(([x]) => share(x, picture.width))
    const down = corners.map(([, y]) => share(y, picture.height))
    const from = { left: Math.min(...across), top: Math.min(...down) }
    return { page: 1, ...from, width: Math.max(...across) - from.left, height: Math.max(...down) - from.top }
  }
}

function share(pixels: number, of: number): number {
  return Math.round(Math.min(1, Math.max(0, pixels / of)) * 10_000) / 10_000
}

/** The most that a document may be tilted, in degrees. */
const MOST_TILT = 16
const COARSE_STEP = 1
const FINE_STEP = 0.2
/** Pixels of the longer edge at which lines of print are still visible. */
const EDGE = 640

/** The clockwise tilt of the lines of print in degrees: when they are level, rows are either ink or paper. */
function tiltOf(picture: GreyPicture): number {
  const step = Math.max(1, Math.round(Math.max(picture.width, picture.height) / EDGE))
  const small = shrink(picture, step)
  const ink = inkOf(small, 8, 0.12)
  const places: [number, number][] = []
  for (let y = 0; y < small.height; y++)
    for (let x = 0; x < small.width; x++) if (ink[y * small.width + x]) places.push([x, y])
  const sharpness = (degrees: number) => {
    const slope = Math.tan((degrees * Math.PI) / 180)
    const rows = new Float64Array(small.height * 2 + small.width)
    for (const [x, y] of places) {
      const row = y - x * slope + small.width / 2
      const at = Math.floor(row)
      rows[at] = (rows[at] ?? 0) + (1 - (row - at))
      rows[at + 1] = (rows[at + 1] ?? 0) + (row - at)
    }
    let sum = 0
    for (let at = 1; at < rows.length; at++) sum += ((rows[at] ?? 0) - (rows[at - 1] ?? 0)) ** 2
    return sum
  }
  const best = (from: number, to: number, by: number) => {
    let found = { degrees: 0, sharpness: -1 }
    for (let degrees = from; degrees <= to + by / 2; degrees += by) {
      const value = sharpness(degrees)
      if (value > found.sharpness) found = { degrees, sharpness: value }
    }
    return found.degrees
  }
  const coarse = best(-MOST_TILT, MOST_TILT, COARSE_STEP)
  return best(coarse - COARSE_STEP, coarse + COARSE_STEP, FINE_STEP)
}
