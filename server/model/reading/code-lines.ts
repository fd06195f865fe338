import { LEAST_LIKENESS, likenessOf } from '#domain/reading/read-code.ts'
import { type CellLine, readCells } from './code-cells.ts'
import { type Area, type GreyPicture, inkOf, shrink } from './grey-picture.ts'

const LINES_EDGE = 1000
/** In picture widths: a code spans most of its document, and a document most of its picture. */
const LEAST_WIDTH = 0.38
/** A line's height in line widths: 44 letters of a passport make 0.021, 30 of a card 0.032. */
const HEIGHT = { least: 0.011, most: 0.06 }
/**
 * The widest gap between letters of a line, in picture widths. It depends on how much of the picture the
 * document fills, which is unknown: if the first value finds no code, the next may.
 */
const WIDEST_GAPS = [0.03, 0.036, 0.042, 0.024]
/** If lines look this much like a code, no other gaps are tried. */
const SURE = 0.75

/**
 * Reads a code's lines position by position: of the candidates from different gaps, those that look most like a
 * code. Empty if there is none.
 */
export function findCode(picture: GreyPicture): CellLine[] {
  const step = Math.max(1, Math.round(Math.max(picture.width, picture.height) / LINES_EDGE))
  const small = shrink(picture, step)
  const ink = inkOf(small, 10)
  let best: { lines: CellLine[]; likeness: number } = { lines: [], likeness: LEAST_LIKENESS }
  for (const gap of WIDEST_GAPS) {
    const areas = findAreas(bandsOf(small, ink, gap)).map(({ left, top, width, height }) => ({
      left: left * step,
      top: top * step,
      width: width * step,
      height: height * step,
    }))
    const lines = readCells(picture, areas)
    const likeness = likenessOf(lines.map(({ places }) => places))
    if (likeness >= best.likeness) best = { lines, likeness }
    if (best.likeness >= SURE) break
  }
  return best.lines
}

/** A code's lines from top to bottom: the two or three longest rows of letters one below the other. */
function findAreas(bands: readonly Area[]): Area[] {
  const groups = bands.map((first) => {
    const group = [first]
    for (const next of bands) {
      const last = group.at(-1) ?? first
      if (next.top > last.top && isBelow(last, next) && group.length < 3) group.push(next)
    }
    return group
  })
  const [found] = groups
    .filter(({ length }) => length >= 2)
    .sort((a, b) => b.length - a.length || (b[0]?.top ?? 0) - (a[0]?.top ?? 0))
  return found ?? []
}

function isBelow(upper: Area, lower: Area): boolean {
  const gap = lower.top - (upper.top + upper.height)
  const slack = upper.width * 0.06
  return (
    gap > upper.height * 0.2 &&
    gap < upper.height * 3.2 &&
    Math.abs(upper.left - lower.left) < slack &&
    Math.abs(upper.left + upper.width - lower.left - lower.width) < slack &&
    Math.max(upper.height, lower.height) < Math.min(upper.height, lower.height) * 1.9
  )
}

/** Combines rows of ink without wide gaps into bands. */
function bandsOf({ width, height }: GreyPicture, ink: Uint8Array, widestGap: number): Area[] {
  const widest = width * widestGap
  const runs = Array.from({ length: height }, (_, y) => {
    let [best, start, last, count] = [{ left: 0, right: 0, ink: 0 }, -1, -1, 0]
    for (let x = 0; x <= width; x++) {
      const isInk = x < width && ink[y * width + x] === 1
      if (isInk && start < 0) [start, count] = [x, 0]
      if (isInk) {
        last = x
        count++
      }
      if (start >= 0 && (x - last > widest || x === width)) {
        if (last - start > best.right - best.left) best = { left: start, right: last + 1, ink: count }
        start = -1
      }
    }
    return best
  })
  const bands: Band[] = []
  for (const [y, run] of runs.entries()) {
    const share = run.ink / Math.max(1, run.right - run.left)
    // An edge or a drawn line is solid ink.
    if (run.right - run.left <= width * LEAST_WIDTH || share <= 0.1 || share >= 0.85) continue
    const row = { left: run.left, right: run.right, top: y, bottom: y + 1 }
    const open = bands.at(-1)
    if (open && continues(open, row)) {
      open.left = Math.min(open.left, row.left)
      open.right = Math.max(open.right, row.right)
      open.bottom = row.bottom
    } else bands.push(row)
  }
  return bands
    .map(({ left, right, top, bottom }) => ({ left, top, width: right - left, height: bottom - top }))
    .filter((band) => band.height > band.width * HEIGHT.least && band.height < band.width * HEIGHT.most)
}

interface Band {
  left: number
  right: number
  top: number
  bottom: number
}

/**
 * How many rows may be missing, in line widths. Fillers have ink at their point only, so a row with little else
 * falls apart; the next line is three times as far away.
 */
const MISSING_ROWS = 0.011

function continues(band: Band, row: Band): boolean {
  const width = Math.max(band.right, row.right) - Math.min(band.left, row.left)
  return row.top - band.bottom < width * MISSING_ROWS && row.left < band.right && row.right > band.left
}
