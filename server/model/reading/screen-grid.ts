import type { GreyPicture } from './grey-picture.ts'

/** The edge of an examined square in pixels; a power of two. */
const EDGE = 256
/** The examined share of the picture: what surrounds a document, such as a woven cloth, is left out. */
const MARGIN = 0.14
const MOST_ACROSS = 3
/** In waves per square: below is print, above is the picture's grain. */
const SLOWEST = 28
const FASTEST = 124
/** Distance from both axes, on which rows of print and the blocks of a JPEG lie. */
const OFF_AXIS = 5
/** A wave this many times stronger than its surroundings isn't grain. */
const LEAST_STRENGTH = 45
/** A screen is seen at an angle, so its grid is slightly wider on one side. */
const REACH = 4

/**
 * Returns the share of a picture, from 0 to 1, that has the same fine grid, like the dots of a screen. Paper has print
 * only in places, and along the picture's edges. An exactly upright or a blurred grid isn't found.
 */
export function screenGrid(picture: GreyPicture): number {
  const parts = partsOf(picture)
  if (parts.length < 4) return 0
  const votes = new Uint8Array(EDGE * (EDGE / 2 + 1))
  for (const part of parts) {
    const seen = new Uint8Array(votes.length)
    for (const [x, y] of strongWaves(powerOf(part, EDGE))) markAround(seen, x, y)
    for (let at = 0; at < votes.length; at++) votes[at] = (votes[at] ?? 0) + (seen[at] ?? 0)
  }
  return votes.reduce((most, each) => Math.max(most, each), 0) / parts.length
}

/** Returns adjacent squares from the middle of the picture. */
function partsOf({ pixels, width, height }: GreyPicture): Float64Array[] {
  const starts = (length: number) => {
    const from = Math.round(length * MARGIN)
    const room = length - 2 * from - EDGE
    const count = Math.min(MOST_ACROSS, Math.floor(room / (EDGE * 0.75)) + 1)
    return room < 0
      ? []
      : Array.from({ length: count }, (_, at) => Math.round(from + (room * at) / Math.max(1, count - 1)))
  }
  return starts(height).flatMap((top) =>
    starts(width).map((left) => {
      const part = new Float64Array(EDGE * EDGE)
      for (let y = 0; y < EDGE; y++)
        for (let x = 0; x < EDGE; x++) part[y * EDGE + x] = pixels[(top + y) * width + left + x] ?? 0
      return part
    }),
  )
}

/** Returns the waves that stand out from their surroundings, as columns and rows of half a spectrum. */
function strongWaves(power: Float64Array): [number, number][] {
  const half = EDGE / 2 + 1
  const logs = power.map((value) => Math.log(value + 1e-9))
  const sums = new Float64Array((half + 1) * (EDGE + 1))
  for (let y = 0; y < EDGE; y++) {
    let row = 0
    for (let x = 0; x < half; x++) {
      row += logs[y * half + x] ?? 0
      sums[(y + 1) * (half + 1) + x + 1] = (sums[y * (half + 1) + x + 1] ?? 0) + row
    }
  }
  const box = (x: number, y: number, reach: number) => {
    const [left, right] = [Math.max(0, x - reach), Math.min(half, x + reach + 1)]
    const [top, bottom] = [Math.max(0, y - reach), Math.min(EDGE, y + reach + 1)]
    const at = (column: number, row: number) => sums[row * (half + 1) + column] ?? 0
    return {
      sum: at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top),
      count: (right - left) * (bottom - top),
    }
  }
  const least = Math.log(LEAST_STRENGTH)
  const found: [number, number][] = []
  for (let y = 0; y < EDGE; y++) {
    const down = y < EDGE / 2 ? y : y - EDGE
    for (let x = OFF_AXIS; x < half; x++) {
      const wave = Math.hypot(x, down)
      if (Math.abs(down) < OFF_AXIS || wave < SLOWEST || wave > FASTEST) continue
      const [wide, near] = [box(x, y, 10), box(x, y, 3)]
      const around = (wide.sum - near.sum) / (wide.count - near.count)
      if ((logs[y * half + x] ?? 0) - around > least) found.push([x, y])
    }
  }
  return found
}

function markAround(seen: Uint8Array, x: number, y: number): void {
  const half = EDGE / 2 + 1
  for (let dy = -REACH; dy <= REACH; dy++)
    for (let dx = -REACH; dx <= REACH; dx++) {
      const [column, row] = [x + dx, (y + dy + EDGE) % EDGE]
      if (column >= 0 && column < half) seen[row * half + column] = 1
    }
}

/**
 * Returns the strength of each wave of a square as half a spectrum: `edge / 2 + 1` columns for waves from left to right,
 * `edge` rows for those from top to bottom, with upward ones last. The square is faded towards its edges, which would
 * count as waves otherwise.
 */
function powerOf(square: Float64Array, edge: number): Float64Array {
  const mean = square.reduce((sum, value) => sum + value, 0) / square.length
  const fade = Float64Array.from({ length: edge }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / edge))
  const real = square.map(
    (value, at) => (value - mean) * (fade[at % edge] ?? 0) * (fade[Math.floor(at / edge)] ?? 0),
  )
  const imaginary = new Float64Array(square.length)
  for (let row = 0; row < edge; row++)
    transform(real.subarray(row * edge, (row + 1) * edge), imaginary.subarray(row * edge, (row + 1) * edge))
  const half = edge / 2 + 1
  const power = new Float64Array(half * edge)
  for (let x = 0; x < half; x++) {
    const [columnReal, columnImaginary] = [new Float64Array(edge), new Float64Array(edge)]
    for (let y = 0; y < edge; y++) {
      columnReal[y] = real[y * edge + x] ?? 0
      columnImaginary[y] = imaginary[y * edge + x] ?? 0
    }
    transform(columnReal, columnImaginary)
    for (let y = 0; y < edge; y++)
      power[y * half + x] = (columnReal[y] ?? 0) ** 2 + (columnImaginary[y] ?? 0) ** 2
  }
  return power
}

/** The fast Fourier transform by Cooley and Tukey, in place; the length is a power of two. */
function transform(real: Float64Array, imaginary: Float64Array): void {
  const { length } = real
  for (let at = 1, other = 0; at < length; at++) {
    let bit = length >> 1
    for (; other & bit; bit >>= 1) other ^= bit
    other ^= bit
    if (at >= other) continue
    swap(real, at, other)
    swap(imaginary, at, other)
  }
  for (let size = 2; size <= length; size *= 2) {
    const angle = (-2 * Math.PI) / size
    for (let step = 0; step < size / 2; step++) {
      const [cos, sin] = [Math.cos(angle * step), Math.sin(angle * step)]
      for (let at = step; at < length; at += size) {
        const to = at + size / 2
        const [r, i] = [real[to] ?? 0, imaginary[to] ?? 0]
        const [turnedReal, turnedImaginary] = [r * cos - i * sin, r * sin + i * cos]
        real[to] = (real[at] ?? 0) - turnedReal
        imaginary[to] = (imaginary[at] ?? 0) - turnedImaginary
        real[at] = (real[at] ?? 0) + turnedReal
        imaginary[at] = (imaginary[at] ?? 0) + turnedImaginary
      }
    }
  }
}

function swap(values: Float64Array, a: number, b: number): void {
  const value = values[a] ?? 0
  values[a] = values[b] ?? 0
  values[b] = value
}
