import type { CodeCandidate } from '#domain/reading/code-format.ts'
import { codeShapes, GRID, INK, normalised } from './code-shapes.ts'
import { type Area, type GreyPicture, inkOf } from './grey-picture.ts'

/** A line of a code, with each position's letters, the likeliest first. */
export interface CellLine {
  places: CodeCandidate[][]
  area: Area
}

/** Letters per line, by the number of lines. */
const LENGTHS: Readonly<Record<number, readonly number[]>> = { 2: [44, 36], 3: [30] }
const KEPT = 6

/** Compares each position of the lines with every letter; empty if the letters don't have one width. */
export function readCells(picture: GreyPicture, areas: readonly Area[]): CellLine[] {
  const tries = (LENGTHS[areas.length] ?? []).map((length) => {
    const lines = areas.map((area) => lineOf(picture, area, length))
    return {
      lines,
      likeness: mean(lines.flatMap(({ places }) => places.map(([best]) => best?.likeness ?? 0))),
    }
  })
  return tries.sort((a, b) => b.likeness - a.likeness)[0]?.lines ?? []
}

function lineOf(picture: GreyPicture, area: Area, length: number): CellLine {
  const tight = tightened(picture, area)
  const { pitch, left } = spacing(picture, tight, length)
  const places = Array.from({ length }, (_, place) =>
    candidates(picture, { left: left + place * pitch, pitch, top: tight.top, height: tight.height }),
  )
  return { places, area: tight }
}

/** The area without empty rows and columns. */
function tightened(picture: GreyPicture, area: Area): Area {
  const grown = grow(area, picture)
  const { ink } = inkIn(picture, grown)
  const rows = Array.from({ length: grown.height }, (_, y) => sumOf(ink, y * grown.width, 1, grown.width))
  const most = Math.max(...rows)
  const isInk = (count: number) => count > most * 0.05
  // From the middle of the line outwards, so that a neighbouring line isn't included.
  const middle = Math.floor(grown.height / 2)
  let [top, bottom] = [middle, middle]
  while (top > 0 && isInk(rows[top - 1] ?? 0)) top--
  while (bottom < rows.length - 1 && isInk(rows[bottom + 1] ?? 0)) bottom++
  const columns = Array.from({ length: grown.width }, (_, x) =>
    sumOf(ink, top * grown.width + x, grown.width, bottom - top + 1),
  )
  const left = columns.findIndex((count) => count > 1)
  const right = columns.findLastIndex((count) => count > 1)
  return {
    left: grown.left + Math.max(0, left),
    top: grown.top + top,
    width: Math.max(1, right - left + 1),
    height: bottom - top + 1,
  }
}

/** Finds the letters' pitch and the first one's position, so that the gaps have the least ink. */
function spacing(picture: GreyPicture, area: Area, length: number): { pitch: number; left: number } {
  const { ink } = inkIn(picture, area)
  const columns = Array.from({ length: area.width }, (_, x) => sumOf(ink, x, area.width, area.height))
  const usual = area.width / (length - 0.36)
  let best = { pitch: usual, left: area.left - usual * 0.2, ink: Number.POSITIVE_INFINITY }
  for (let stretch = -0.012; stretch <= 0.0121; stretch += 0.002)
    for (let shift = -0.3; shift <= 0.301; shift += 0.05) {
      const pitch = usual * (1 + stretch)
      const start = -usual * 0.18 + shift * usual
      let sum = 0
      for (let place = 0; place <= length; place++) {
        const x = start + place * pitch
        const at = Math.round(x)
        sum += (columns[at] ?? 0) + (columns[at - 1] ?? 0) * 0.5 + (columns[at + 1] ?? 0) * 0.5
      }
      // A part that sticks out at either end isn't a letter.
      for (let x = 0; x < start; x++) sum += columns[x] ?? 0
      for (let x = Math.ceil(start + length * pitch); x < columns.length; x++) sum += columns[x] ?? 0
      if (sum < best.ink) best = { pitch, left: area.left + start, ink: sum }
    }
  return best
}

interface Cell {
  left: number
  pitch: number
  top: number
  height: number
}

function candidates(picture: GreyPicture, cell: Cell): CodeCandidate[] {
  const found = new Map<string, number>()
  for (const [dx, dy] of SHIFTS) {
    const looked = normalised(sampled(picture, cell, dx, dy))
    for (const { letter, cells } of codeShapes) {
      let product = 0
      for (let at = 0; at < cells.length; at++) product += (cells[at] ?? 0) * (looked[at] ?? 0)
      if (product > (found.get(letter) ?? -1)) found.set(letter, product)
    }
  }
  return [...found]
    .map(([letter, likeness]) => ({ letter, likeness }))
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, KEPT)
}

/** In cells: a letter isn't always centred. */
const SHIFTS = [-0.1, 0, 0.1].flatMap((dx) => [-0.06, 0, 0.06].map((dy) => [dx, dy] as const))

function sampled(
  picture: GreyPicture,
  { left, pitch, top, height }: Cell,
  dx: number,
  dy: number,
): Float32Array {
  const cells = new Float32Array(GRID.width * GRID.height)
  const full = height / (INK.bottom - INK.top)
  const from = top - full * INK.top + dy * full
  for (let y = 0; y < GRID.height; y++)
    for (let x = 0; x < GRID.width; x++) {
      const px = left + ((x + 0.5) / GRID.width + dx) * pitch - 0.5
      const py = from + ((y + 0.5) / GRID.height) * full - 0.5
      cells[y * GRID.width + x] = -between(picture, px, py)
    }
  return cells
}

function between({ pixels, width, height }: GreyPicture, x: number, y: number): number {
  const [left, top] = [clamp(Math.floor(x), width - 2), clamp(Math.floor(y), height - 2)]
  const [fx, fy] = [Math.min(1, Math.max(0, x - left)), Math.min(1, Math.max(0, y - top))]
  const at = top * width + left
  const upper = (pixels[at] ?? 0) * (1 - fx) + (pixels[at + 1] ?? 0) * fx
  const lower = (pixels[at + width] ?? 0) * (1 - fx) + (pixels[at + width + 1] ?? 0) * fx
  return upper * (1 - fy) + lower * fy
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(most, value))
}

function grow(area: Area, { width, height }: GreyPicture): Area {
  const more = Math.round(area.height * 0.5)
  const [left, top] = [Math.max(0, area.left - more), Math.max(0, area.top - more)]
  return {
    left,
    top,
    width: Math.min(width, area.left + area.width + more) - left,
    height: Math.min(height, area.top + area.height + more) - top,
  }
}

function inkIn(picture: GreyPicture, { left, top, width, height }: Area): { ink: Uint8Array } {
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const from = (top + y) * picture.width + left
    pixels.set(picture.pixels.subarray(from, from + width), y * width)
  }
  return { ink: inkOf({ pixels, width, height }, Math.max(8, height), 0.22) }
}

function sumOf(values: Uint8Array, from: number, step: number, count: number): number {
  let sum = 0
  for (let index = 0; index < count; index++) sum += values[from + index * step] ?? 0
  return sum
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}
