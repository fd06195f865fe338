import { type GreyPicture, inkOf, shrink } from './grey-picture.ts'

/** How far off a document may lie, in degrees. */
const MOST_TILT = 16
const COARSE_STEP = 1
const FINE_STEP = 0.2
/** Pixels of the longer edge at which lines of print still show. */
const EDGE = 640

/** By how many degrees clockwise the lines of print lie in the picture: where they are level, rows are either ink or paper. */
export function tiltOf(picture: GreyPicture): number {
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
