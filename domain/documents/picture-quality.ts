import { type DocumentSlot, documentType, MIN_PICTURE_EDGES } from '#contract/documents/documents.ts'
import { PICTURE_PROBLEMS, type PictureProblem } from '#contract/documents/picture-quality.ts'
import { type BrightnessPicture, reduced } from './brightness-picture.ts'
import { findPage, type PageOutline, type Point } from './page-outline.ts'
import { type Box, blurOf } from './sharpness.ts'

/** Maximum size at which pictures are judged: the same on a phone and on the server, whatever the camera. */
export const JUDGED_EDGE = 1000

/** Minimum brightness of a page's bright parts, out of 255: below it the camera adds noise to the print. */
const LEAST_LIGHT = 88
/** From here print can’t be read at arm’s length: measured on the staged pictures of `picture-quality.test.ts`. */
const MOST_BLUR = 0.62
/** As white as a camera can record. */
const SATURATED = 251
/** Paper this bright can’t be told from a reflection. */
const WHITE_PAPER = 244
/** Fraction of the page; a smaller reflection rarely hides a word. */
const LEAST_GLARE = 0.006
/** Fraction of the picture; a page that covers more is not far away. */
const MOST_FAR = 0.35
const MOST_TILT_DEGREES = 15
/** Ratio of one side to the opposite one; below it the page was seen from the side. */
const LEAST_EVENNESS = 0.72
/** Distance beyond the edge of the picture, as a fraction of its longer edge. */
const CUT_MARGIN = 0.012

export interface PictureJudgement {
  /** The most useful first; empty if nothing was found. */
  problems: PictureProblem[]
  /** Where the page is, in pixels of the full picture; null if none was found. */
  page: PageOutline | null
  /** The measurements, for setting the limits. */
  light: number
  blur: number | null
  glare: number
}

/**
 * Returns what is wrong with a picture of a document or a face, without reading it. What can't be told is left out: a
 * plain scan has no outline, and white paper no reflections. It only informs people and never refuses a picture,
 * because it can be wrong.
 */
export function judgePicture(
  given: BrightnessPicture,
  slot: DocumentSlot,
  /** The picture's width before it was reduced for this; the page's position is given in its pixels. */
  fullWidth = given.width,
): PictureJudgement {
  const picture = reduced(given, JUDGED_EDGE)
  const isFace = documentType(slot).group === 'selfie'
  const page = isFace ? null : findPage(picture)
  const box = page ? boxOf(page, picture) : middleOf(picture, isFace)
  const light = lightOf(picture, box)
  const blur = blurOf(picture, box)
  const glare = isFace ? 0 : glareOf(picture, box, light)
  const scale = fullWidth / picture.width
  const isSmall = page !== null && hasFewPixels(page, scale)
  const isFull = page !== null && fillsMost(page, picture)
  const found: Record<PictureProblem, boolean> = {
    too_dark: light < LEAST_LIGHT,
    // Detected by a model that is not available here.
    no_face: false,
    several_faces: false,
    too_far: isSmall && !isFull,
    too_small: isSmall && isFull,
    cut_off: page !== null && isCutOff(page, picture, slot),
    glare: glare > LEAST_GLARE,
    blurred: blur !== null && blur > MOST_BLUR,
    tilted: page !== null && isTilted(page),
  }
  const problems = PICTURE_PROBLEMS.filter((problem) => found[problem])
  return { problems, page: page && scaled(page, scale), light, blur, glare }
}

/** Returns the upright box within the page, slightly inside it, so that the page's own edge does not count. */
function boxOf({ topLeft, topRight, bottomRight, bottomLeft }: PageOutline, picture: BrightnessPicture): Box {
  const left = Math.max(0, topLeft.x, bottomLeft.x)
  const right = Math.min(picture.width, topRight.x, bottomRight.x)
  const top = Math.max(0, topLeft.y, topRight.y)
  const bottom = Math.min(picture.height, bottomLeft.y, bottomRight.y)
  if (right - left < 40 || bottom - top < 40) return middleOf(picture, false)
  const margin = Math.min(right - left, bottom - top) * 0.03
  return {
    left: Math.round(left + margin),
    top: Math.round(top + margin),
    right: Math.round(right - margin),
    bottom: Math.round(bottom - margin),
  }
}

/** Returns where the page most likely is if there is no outline; for a face, where the oval is. */
function middleOf({ width, height }: BrightnessPicture, isFace: boolean): Box {
  const [across, down] = isFace ? [0.28, 0.15] : [0.04, 0.04]
  return {
    left: Math.round(width * across),
    top: Math.round(height * down),
    right: Math.round(width * (1 - across)),
    bottom: Math.round(height * (1 - down)),
  }
}

/** Returns how bright the paper is: the 80th percentile of its pixels. */
function lightOf({ width, pixels }: BrightnessPicture, { left, top, right, bottom }: Box): number {
  const counts = new Uint32Array(256)
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const value = pixels[y * width + x] ?? 0
      counts[value] = (counts[value] ?? 0) + 1
    }
  }
  let rest = (bottom - top) * (right - left) * 0.8
  for (let value = 0; value < 256; value++) {
    rest -= counts[value] ?? 0
    if (rest <= 0) return value
  }
  return 255
}

const CELL = 8

/** Returns the fraction of the page covered by a reflection: adjacent cells that are white, on paper that is not. */
function glareOf(
  { width, pixels }: BrightnessPicture,
  { left, top, right, bottom }: Box,
  light: number,
): number {
  const across = Math.floor((right - left) / CELL)
  const down = Math.floor((bottom - top) / CELL)
  const white = new Uint8Array(across * down)
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      let saturated = 0
      for (let y = 0; y < CELL; y++) {
        const start = (top + row * CELL + y) * width + left + column * CELL
        for (let x = 0; x < CELL; x++) saturated += (pixels[start + x] ?? 0) >= SATURATED ? 1 : 0
      }
      white[row * across + column] = saturated >= CELL * CELL * 0.8 ? 1 : 0
    }
  }
  const largest = largestBlob(white, across)
  const part = largest / Math.max(1, white.length)
  // Paper this white may be white all over; a reflection then covers the smaller part of an otherwise darker page.
  return light >= WHITE_PAPER ? 0 : part
}

/** Returns the size in cells of the largest connected group; empties the map. */
function largestBlob(cells: Uint8Array, across: number): number {
  let largest = 0
  for (let start = 0; start < cells.length; start++) {
    if (cells[start] === 0) continue
    const open = [start]
    cells[start] = 0
    let size = 0
    for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
      size++
      const column = cell % across
      const beside = [
        cell - across,
        cell + across,
        ...(column > 0 ? [cell - 1] : []),
        ...(column < across - 1 ? [cell + 1] : []),
      ]
      for (const next of beside) {
        if (cells[next] !== 1) continue
        cells[next] = 0
        open.push(next)
      }
    }
    largest = Math.max(largest, size)
  }
  return largest
}

/** The picture counts as it was taken, with its table: what matters is how many pixels the document itself has. */
function hasFewPixels(page: PageOutline, scale: number): boolean {
  const edges = edgesOf(page).map((edge) => edge * scale)
  // Outlines are a few pixels off, a card is flatter than a picture, and its coloured head may be taken for its edge.
  return (
    Math.max(...edges) < MIN_PICTURE_EDGES.long * 0.95 || Math.min(...edges) < MIN_PICTURE_EDGES.short * 0.75
  )
}

/** What covers most of a picture is as close as possible. */
function fillsMost(page: PageOutline, { width, height }: BrightnessPicture): boolean {
  const [across, down] = edgesOf(page)
  return across * down > width * height * MOST_FAR
}

function edgesOf({ topLeft, topRight, bottomLeft }: PageOutline): [across: number, down: number] {
  return [distance(topLeft, topRight), distance(topLeft, bottomLeft)]
}

/** A letter has its name, address and date at the top, so it may end at the bottom of the picture. */
function isCutOff(
  { openSides, ...corners }: PageOutline,
  { width, height }: BrightnessPicture,
  slot: DocumentSlot,
) {
  const margin = Math.max(width, height) * CUT_MARGIN
  const isLetter = documentType(slot).group !== 'id'
  const isOutside = ({ x, y }: Point) =>
    x < -margin || y < -margin || x > width + margin || (!isLetter && y > height + margin)
  return openSides.some((side) => !(isLetter && side === 'bottom')) || Object.values(corners).some(isOutside)
}

function isTilted({ topLeft, topRight, bottomRight, bottomLeft }: PageOutline): boolean {
  const [top, bottom] = [distance(topLeft, topRight), distance(bottomLeft, bottomRight)]
  const [left, right] = [distance(topLeft, bottomLeft), distance(topRight, bottomRight)]
  const lean = Math.atan2(
    topRight.y - topLeft.y + bottomRight.y - bottomLeft.y,
    topRight.x - topLeft.x + bottomRight.x - bottomLeft.x,
  )
  return (
    Math.abs(lean) * (180 / Math.PI) > MOST_TILT_DEGREES ||
    Math.min(top / bottom, bottom / top, left / right, right / left) < LEAST_EVENNESS
  )
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

function scaled(
  { openSides, topLeft, topRight, bottomRight, bottomLeft }: PageOutline,
  by: number,
): PageOutline {
  const of = ({ x, y }: Point): Point => ({ x: x * by, y: y * by })
  return {
    openSides,
    topLeft: of(topLeft),
    topRight: of(topRight),
    bottomRight: of(bottomRight),
    bottomLeft: of(bottomLeft),
  }
}
