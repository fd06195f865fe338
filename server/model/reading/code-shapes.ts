import { CODE_STROKES } from './code-strokes.ts'

/** What a letter of a code is compared on: a cell as wide as the letters are apart, and a little above and below. */
export const GRID = { width: 12, height: 16 } as const
/** Of the height of the cell: where letters begin and end. */
export const INK = { top: 0.12, bottom: 0.88 } as const
/** How thick strokes are printed, from thin to fat, in units of the strokes. */
const WEIGHTS = [1, 1.6] as const
/** With half a stroke above and below. */
const BOX = { width: 7, height: 11.2 } as const
const OVERHANG = 0.6
/** Of the width of the cell: how wide letters are. */
const SPAN = 0.66

export interface CodeShape {
  letter: string
  /** Of mean nought and length one. */
  cells: Float32Array
}

/** The letters as they look on the grid, in each weight. */
export const codeShapes: readonly CodeShape[] = Object.entries(CODE_STROKES).flatMap(([letter, path]) =>
  WEIGHTS.map((weight) => ({ letter, cells: normalised(drawn(pointsOf(path), weight)) })),
)

type Point = readonly [number, number]

/** Ink of mean nought and length one, so that the product of two says how alike they are. */
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

/** Points along the strokes, near to each other. */
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
