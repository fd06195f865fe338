import { type BrightnessPicture, reduced } from './brightness-picture.ts'

export interface Point {
  x: number
  y: number
}

/** The corners of a page in a picture, in pixels; a corner outside the picture was cut off. */
export interface PageOutline {
  topLeft: Point
  topRight: Point
  bottomRight: Point
  bottomLeft: Point
  /** The sides that end at the edge of the picture, beyond which the page may continue. */
  openSides: Side[]
}

export type Side = 'top' | 'bottom' | 'left' | 'right'

/** Outlines are detected at this size: an edge of paper is the longest line at any size. */
const WORK_EDGE = 256
/** Maximum lean of the sides. */
const MOST_LEAN_DEGREES = 32
const LEAN_STEPS = 33
const CANDIDATES = 14
/** Minimum fraction of a side along which an edge must be visible. */
const LEAST_SEEN = 0.6
/** Score of the picture's edge as a side: less than an edge that is seen. */
const OPEN_SIDE = 0.7
/** Fraction of the picture; anything smaller is something printed on the page. */
const LEAST_AREA = 0.06
const LEAST_SCORE = 0.1
/** A change of brightness under seven steps of 255 is the grain of a table. */
const LEAST_CHANGE = 18
/** Fraction of a strong change, which is that of print: a dark header on a dark table is still part of its card. */
const LEAST_OF_STRONG = 0.2
/** Long side to short: cards (ISO 7810 ID-1), a passport page (ID-3), A4 and US letters. */
export const PAGE_RATIOS = [1.586, 1.42, Math.SQRT2, 1.294]

/**
 * A line across the picture: `at + slope × distance from the middle`, along the rows for horizontal lines, along the
 * columns for vertical ones.
 */
interface Line {
  at: number
  slope: number
  /** Cumulative number of edge points along it; null for the edge of the picture. */
  seen: Uint16Array | null
}

/**
 * Finds the page in a picture: the largest four-sided figure whose sides are visible as edges. Null if there is none,
 * as in a scan that shows only the page.
 */
export function findPage(picture: BrightnessPicture): PageOutline | null {
  const small = reduced(picture, WORK_EDGE)
  const { width, height } = small
  const { level, upright } = edgesOf(small)
  const rows = [...linesOf(level, width, height), openLine(0), openLine(height - 1)]
  const columns = [...linesOf(upright, height, width), openLine(0), openLine(width - 1)]
  const found = bestFigure(rows, columns, width, height)
  if (!found) return null
  const scale = picture.width / width
  const corner = (row: Line, column: Line): Point => {
    const { x, y } = crossing(row, column, width, height)
    return { x: (x + 0.5) * scale, y: (y + 0.5) * scale }
  }
  const { top, bottom, left, right } = found
  return {
    topLeft: corner(top, left),
    topRight: corner(top, right),
    bottomRight: corner(bottom, right),
    bottomLeft: corner(bottom, left),
    openSides: (['top', 'bottom', 'left', 'right'] as const).filter((side) => found[side].seen === null),
  }
}

interface Edges {
  /** By column (by row for vertical lines) and position: whether there is an edge. */
  map: Uint8Array
}

/** Returns where brightness changes: horizontal edges by column, vertical edges by row, each thinned. */
function edgesOf(picture: BrightnessPicture): { level: Edges; upright: Edges } {
  const { width, height } = picture
  const blurred = smooth(picture)
  const across = new Int16Array(width * height)
  const down = new Int16Array(width * height)
  const counts = new Uint32Array(1024)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      const gx = (blurred[at + 1] ?? 0) - (blurred[at - 1] ?? 0)
      const gy = (blurred[at + width] ?? 0) - (blurred[at - width] ?? 0)
      across[at] = gx
      down[at] = gy
      const size = Math.abs(gx) + Math.abs(gy)
      counts[size] = (counts[size] ?? 0) + 1
    }
  }
  const least = Math.max(LEAST_CHANGE, percentile(counts, width * height, 0.9) * LEAST_OF_STRONG)
  const level = new Uint8Array(width * height)
  const upright = new Uint8Array(width * height)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      const gx = Math.abs(across[at] ?? 0)
      const gy = Math.abs(down[at] ?? 0)
      if (gy >= least && gy >= gx && isPeak(down, at, width)) level[x * height + y] = 1
      if (gx >= least && gx >= gy && isPeak(across, at, 1)) upright[y * width + x] = 1
    }
  }
  return { level: { map: level }, upright: { map: upright } }
}

function isPeak(gradient: Int16Array, at: number, step: number): boolean {
  const size = Math.abs(gradient[at] ?? 0)
  return size >= Math.abs(gradient[at - step] ?? 0) && size > Math.abs(gradient[at + step] ?? 0)
}

/** Returns the mean of each pixel and its eight neighbours, times three. */
function smooth({ width, height, pixels }: BrightnessPicture): Int16Array {
  const rows = new Int16Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const left = x > 0 ? (pixels[at - 1] ?? 0) : (pixels[at] ?? 0)
      const right = x < width - 1 ? (pixels[at + 1] ?? 0) : (pixels[at] ?? 0)
      rows[at] = left + (pixels[at] ?? 0) + right
    }
  }
  const blurred = new Int16Array(width * height)
  for (let at = 0; at < blurred.length; at++) {
    const above = rows[at - width] ?? rows[at] ?? 0
    const below = rows[at + width] ?? rows[at] ?? 0
    blurred[at] = (above + (rows[at] ?? 0) + below) / 3
  }
  return blurred
}

function percentile(counts: Uint32Array, total: number, part: number): number {
  let left = total * part
  for (let value = 0; value < counts.length; value++) {
    left -= counts[value] ?? 0
    if (left <= 0) return value
  }
  return counts.length
}

/**
 * Returns the lines with the most edge points (a Hough transform of nearly horizontal lines, seen from their own
 * direction): `along` is the length of what they cross, `places` the number of possible positions.
 */
function linesOf({ map }: Edges, along: number, places: number): Line[] {
  const slopes = Array.from({ length: LEAN_STEPS }, (_, step) =>
    Math.tan(((step / (LEAN_STEPS - 1)) * 2 - 1) * MOST_LEAN_DEGREES * (Math.PI / 180)),
  )
  const reach = Math.ceil((along / 2) * (slopes.at(-1) ?? 0))
  const bins = places + 2 * reach
  const votes = new Uint16Array(slopes.length * bins)
  for (let a = 0; a < along; a++) {
    for (let p = 0; p < places; p++) {
      if (map[a * places + p] === 0) continue
      for (let s = 0; s < slopes.length; s++) {
        const bin = Math.round(p - (slopes[s] ?? 0) * (a - along / 2)) + reach
        const at = s * bins + bin
        votes[at] = (votes[at] ?? 0) + 1
      }
    }
  }
  const lines: Line[] = []
  while (lines.length < CANDIDATES) {
    const best = strongest(votes)
    if ((votes[best] ?? 0) < along * 0.16) break
    const s = Math.floor(best / bins)
    const at = (best % bins) - reach
    const slope = slopes[s] ?? 0
    lines.push({ at, slope, seen: seenAlong(map, { at, slope }, along, places) })
    clearAround(votes, { s, bin: best % bins }, slopes.length, bins)
  }
  return lines
}

function strongest(votes: Uint16Array): number {
  let best = 0
  for (let at = 1; at < votes.length; at++) if ((votes[at] ?? 0) > (votes[best] ?? 0)) best = at
  return best
}

/** An edge also votes for the lines next to its own. */
function clearAround(
  votes: Uint16Array,
  { s, bin }: { s: number; bin: number },
  steps: number,
  bins: number,
) {
  for (let step = Math.max(0, s - 3); step <= Math.min(steps - 1, s + 3); step++) {
    for (let place = Math.max(0, bin - 4); place <= Math.min(bins - 1, bin + 4); place++)
      votes[step * bins + place] = 0
  }
}

function seenAlong(
  map: Uint8Array,
  { at, slope }: Pick<Line, 'at' | 'slope'>,
  along: number,
  places: number,
): Uint16Array {
  const seen = new Uint16Array(along + 1)
  for (let a = 0; a < along; a++) {
    const place = Math.round(at + slope * (a - along / 2))
    const start = a * places
    const isSeen = [-2, -1, 0, 1, 2].some((off) => {
      const p = place + off
      return p >= 0 && p < places && map[start + p] === 1
    })
    seen[a + 1] = (seen[a] ?? 0) + (isSeen ? 1 : 0)
  }
  return seen
}

function openLine(at: number): Line {
  return { at, slope: 0, seen: null }
}

/** Returns where a horizontal and a vertical line meet. */
function crossing(row: Line, column: Line, width: number, height: number): Point {
  // y = row.at + row.slope (x - width/2) and x = column.at + column.slope (y - height/2)
  const y =
    (row.at + row.slope * (column.at - (column.slope * height) / 2 - width / 2)) /
    (1 - row.slope * column.slope)
  return { x: column.at + column.slope * (y - height / 2), y }
}

/** Returns the fraction of a side, within the picture, along which an edge is visible. */
function seenPart({ seen }: Line, from: number, to: number): number {
  if (!seen) return OPEN_SIDE
  const last = seen.length - 1
  const start = Math.min(last, Math.max(0, Math.round(from)))
  const end = Math.min(last, Math.max(start, Math.round(to)))
  return end === start ? 0 : ((seen[end] ?? 0) - (seen[start] ?? 0)) / (end - start)
}

type Figure = Record<Side, Line>

function bestFigure(rows: Line[], columns: Line[], width: number, height: number): Figure | null {
  let best: Figure | null = null
  let bestScore = LEAST_SCORE
  const level = pairs(rows, height * 0.15)
  const upright = pairs(columns, width * 0.15)
  for (const [top, bottom] of level) {
    for (const [left, right] of upright) {
      const figure = { top, bottom, left, right }
      const score = scoreOf(figure, width, height)
      if (score > bestScore) {
        best = figure
        bestScore = score
      }
    }
  }
  return best
}

function pairs(lines: Line[], leastApart: number): [Line, Line][] {
  return lines.flatMap((first) =>
    lines.flatMap((second): [Line, Line][] => {
      if (second.at - first.at < leastApart) return []
      if (first.seen && second.seen && Math.abs(first.slope - second.slope) > 0.25) return []
      return [[first, second]]
    }),
  )
}

function scoreOf({ top, bottom, left, right }: Figure, width: number, height: number): number {
  const open = [top, bottom, left, right].filter(({ seen }) => seen === null).length
  if (open > 2) return 0
  const topLeft = crossing(top, left, width, height)
  const topRight = crossing(top, right, width, height)
  const bottomLeft = crossing(bottom, left, width, height)
  const bottomRight = crossing(bottom, right, width, height)
  const area =
    Math.abs(
      (bottomRight.x - topLeft.x) * (bottomLeft.y - topRight.y) -
        (bottomLeft.x - topRight.x) * (bottomRight.y - topLeft.y),
    ) /
    2 /
    (width * height)
  if (area < LEAST_AREA) return 0
  const parts = [
    seenPart(top, topLeft.x, topRight.x),
    seenPart(bottom, bottomLeft.x, bottomRight.x),
    seenPart(left, topLeft.y, bottomLeft.y),
    seenPart(right, topRight.y, bottomRight.y),
  ]
  if (parts.some((part) => part < LEAST_SEEN)) return 0
  const sides = {
    across: (topRight.x - topLeft.x + bottomRight.x - bottomLeft.x) / 2,
    down: (bottomLeft.y - topLeft.y + bottomRight.y - topRight.y) / 2,
  }
  const likely = open > 0 ? 0.85 : 0.7 + 0.3 * likeness(sides.across / sides.down)
  return Math.min(1, area) ** 0.75 * likely * parts.reduce((product, part) => product * part, 1)
}

/** Returns how well two sides match a document's, from 0 to 1. */
function likeness(across: number): number {
  const ratio = Math.max(across, 1 / across)
  const off = Math.min(...PAGE_RATIOS.map((known) => Math.abs(Math.log(ratio / known))))
  return Math.exp(-((off / 0.1) ** 2))
}
