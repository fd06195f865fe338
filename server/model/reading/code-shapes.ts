/**
 * The letters of machine-readable codes as strokes, seven wide and ten high. The standard prescribes one
 * monospaced typeface.
 */
export const CODE_STROKES: Readonly<Record<string, string>> = {
  A: 'M0 10L3.5 0L7 10M1.3 6.8L5.7 6.8',
  B: 'M.6 0L.6 10L4 10C7.6 10 7.6 4.8 4 4.8L.6 4.8M.6 0L3.8 0C6.8 0 6.8 4.8 3.8 4.8',
  C: 'M6.6 1.2C5 -.4 .4 -.6 .4 5C.4 10.6 5 10.4 6.6 8.8',
  D: 'M.6 0L.6 10L2.8 10C8 10 8 0 2.8 0Z',
  E: 'M6.3 0L.8 0L.8 10L6.3 10M.8 4.8L5.6 4.8',
  F: 'M6.3 0L.8 0L.8 10M.8 4.8L5.6 4.8',
  G: 'M6.4 1.2C4.8 -.4 .4 -.6 .4 5C.4 10.6 5 10.4 6.6 9L6.6 5.4L4 5.4',
  H: 'M.6 0L.6 10M6.4 0L6.4 10M.6 4.8L6.4 4.8',
  I: 'M1.2 0L5.8 0M3.5 0L3.5 10M1.2 10L5.8 10',
  J: 'M2 0L5.8 0L5.8 7C5.8 10.8 1.2 10.8 .6 8',
  K: 'M.8 0L.8 10M6.4 0L.8 5.6M2.8 4L6.6 10',
  L: 'M.9 0L.9 10L6.4 10',
  M: 'M.4 10L.4 0L3.5 5L6.6 0L6.6 10',
  N: 'M.6 10L.6 0L6.4 10L6.4 0',
  O: 'M3.5 0C8 0 8 10 3.5 10C-1 10 -1 0 3.5 0Z',
  P: 'M.8 10L.8 0L3.8 0C7.4 0 7.4 5.4 3.8 5.4L.8 5.4',
  Q: 'M3.5 0C8 0 8 10 3.5 10C-1 10 -1 0 3.5 0ZM4.2 7L6.8 10.4',
  R: 'M.8 10L.8 0L3.8 0C7.4 0 7.4 5.4 3.8 5.4L.8 5.4M3.4 5.4L6.6 10',
  S: 'M6.2 1C4 -.8 .8 -.2 .8 2.6C.8 5.6 6.4 4.4 6.4 7.4C6.4 10.4 2.6 10.6 .6 9',
  T: 'M.2 0L6.8 0M3.5 0L3.5 10',
  U: 'M.6 0L.6 6.6C.6 11.2 6.4 11.2 6.4 6.6L6.4 0',
  V: 'M.2 0L3.5 10L6.8 0',
  W: 'M0 0L1.6 10L3.5 3.4L5.4 10L7 0',
  X: 'M.4 0L6.6 10M6.6 0L.4 10',
  Y: 'M.2 0L3.5 5L6.8 0M3.5 5L3.5 10',
  Z: 'M.6 0L6.4 0L.6 10L6.4 10',
  0: 'M3.5 0C7.2 0 7.2 10 3.5 10C-.2 10 -.2 0 3.5 0Z',
  1: 'M1 2.2L3.8 0L3.8 10M1.4 10L6.2 10',
  2: 'M.8 1.6C2 -.6 6.4 -.6 6.4 2.6C6.4 5 1.6 7.4 .6 10L6.6 10',
  3: 'M.8 0L6.2 0L3 4C7.6 4 7.6 10 3 10C1.8 10 1 9.6 .5 9',
  4: 'M3.6 0L.4 7L6.8 7M4.8 4.4L4.8 10',
  5: 'M6 0L1.6 0L1.2 4.4C3 3.4 6.6 4 6.6 7C6.6 10.4 2 10.6 .6 9',
  6: 'M4.8 0C2 2.4 .5 5 .5 7C.5 11 6.5 11 6.5 7C6.5 3.4 1.6 3.4 .6 6.4',
  7: 'M.6 0L6.4 0C4 3.6 3 6 3 10',
  8: 'M3.5 0C6.4 0 6.4 4.6 3.5 4.6C.6 4.6 .6 0 3.5 0M3.5 4.6C7.4 4.6 7.4 10 3.5 10C-.4 10 -.4 4.6 3.5 4.6',
  9: 'M2.2 10C5 7.6 6.5 5 6.5 3C6.5 -1 .5 -1 .5 3C.5 6.6 5.4 6.6 6.4 3.6',
  '<': 'M6.2 1.6L.8 5L6.2 8.4',
}

/** The grid on which letters are compared: a cell as wide as the pitch, with some space above and below. */
export const GRID = { width: 12, height: 16 } as const
/** Where letters begin and end, in cell heights. */
export const INK = { top: 0.12, bottom: 0.88 } as const
/** The thickness of printed strokes, from thin to bold, in units of the strokes. */
const WEIGHTS = [1, 1.6] as const
/** With half a stroke above and below. */
const BOX = { width: 7, height: 11.2 } as const
const OVERHANG = 0.6
/** The letters' width in cell widths. */
const SPAN = 0.66

export interface CodeShape {
  letter: string
  /** With mean 0 and length 1. */
  cells: Float32Array
}

/** The letters on the grid, in each weight. */
export const codeShapes: readonly CodeShape[] = Object.entries(CODE_STROKES).flatMap(([letter, path]) =>
  WEIGHTS.map((weight) => ({ letter, cells: normalised(drawn(pointsOf(path), weight)) })),
)

type Point = readonly [number, number]

/** Normalises ink to mean 0 and length 1, so that the product of two tells their similarity. */
export function normalised(cells: Float32Array): Float32Array {
  const mean = cells.reduce((sum, value) => sum + value, 0) / cells.length
  const centred = cells.map((value) => value - mean)
  const length = Math.sqrt(centred.reduce((sum, value) => sum + value * value, 0)) || 1
  return centred.map((value) => value / length)
}

function drawn(points: readonly Point[], weight: number): Float32Array {
  const cells = new Float32Array(GRID.width * GRID.height)
  const across = (GRID.width * SPAN) / BOX.width
  const down = (GRID.height * (INK.bottom - INK.top)) / BOX.height
  for (let y = 0; y < GRID.height; y++)
    for (let x = 0; x < GRID.width; x++) {
      const px = (x + 0.5 - (GRID.width * (1 - SPAN)) / 2) / across
      const py = (y + 0.5 - GRID.height * INK.top) / down - OVERHANG
      let nearest = Number.POSITIVE_INFINITY
      for (const [sx, sy] of points) nearest = Math.min(nearest, (px - sx) ** 2 + (py - sy) ** 2)
      cells[y * GRID.width + x] = 1 / (1 + Math.exp((Math.sqrt(nearest) - weight * 0.7) * 3.2))
    }
  return cells
}

/** Points along the strokes, close together. */
function pointsOf(path: string): Point[] {
  const points: Point[] = []
  let [at, start]: [Point, Point] = [
    [0, 0],
    [0, 0],
  ]
  for (const [, command, numbers = ''] of path.matchAll(/([MLCZ])([^MLCZ]*)/g)) {
    const values = [...numbers.matchAll(/-?\d*\.?\d+/g)].map(Number)
    if (command === 'M') at = start = [values[0] ?? 0, values[1] ?? 0]
    else {
      const to: Point = command === 'Z' ? start : [values.at(-2) ?? 0, values.at(-1) ?? 0]
      const [a, b] = command === 'C' ? [pair(values, 0), pair(values, 2)] : [at, to]
      for (let step = 0; step <= 24; step++) {
        const t = step / 24
        const on = (i: 0 | 1) =>
          (1 - t) ** 3 * at[i] + 3 * (1 - t) ** 2 * t * a[i] + 3 * (1 - t) * t ** 2 * b[i] + t ** 3 * to[i]
        points.push([on(0), on(1)])
      }
      at = to
    }
  }
  return points
}

function pair(values: readonly number[], from: number): Point {
  return [values[from] ?? 0, values[from + 1] ?? 0]
}
