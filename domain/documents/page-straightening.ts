import { PAGE_RATIOS, type PageOutline, type Point } from './page-outline.ts'

/** A colour picture: four bytes per pixel, row by row. */
export interface ColourPicture {
  width: number
  height: number
  pixels: Uint8ClampedArray<ArrayBuffer>
}

/**
 * Margin around the page, as a fraction of its size, so that nothing is lost if an edge was detected slightly too far
 * inside.
 */
const MARGIN = 0.03
/** Maximum deviation from the sides of a known document: other shapes may be something printed on the page. */
const MOST_OFF = 0.09

/**
 * Returns the page of a picture, cut out and straightened; null if its outline is too uncertain to crop: a side that
 * leaves the picture, or proportions that no document has.
 */
export function straightened(picture: ColourPicture, page: PageOutline | null): ColourPicture | null {
  if (!page || page.openSides.length > 0) return null
  const across = (distance(page.topLeft, page.topRight) + distance(page.bottomLeft, page.bottomRight)) / 2
  const down = (distance(page.topLeft, page.bottomLeft) + distance(page.topRight, page.bottomRight)) / 2
  const ratio = Math.max(across / down, down / across)
  if (!PAGE_RATIOS.some((known) => Math.abs(ratio / known - 1) < MOST_OFF)) return null
  const width = Math.round(across * (1 + 2 * MARGIN))
  const height = Math.round(down * (1 + 2 * MARGIN))
  const at = projection(page)
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const u = ((x + 0.5) / width) * (1 + 2 * MARGIN) - MARGIN
      const v = ((y + 0.5) / height) * (1 + 2 * MARGIN) - MARGIN
      copyPixel(picture, at(u, v), pixels, (y * width + x) * 4)
    }
  }
  return { width, height, pixels }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

/**
 * Maps a position on the page, from 0 to 1 both ways, to the picture (Heckbert, Fundamentals of texture mapping, 1989).
 */
function projection({ topLeft, topRight, bottomRight, bottomLeft }: PageOutline) {
  const d1 = { x: topRight.x - bottomRight.x, y: topRight.y - bottomRight.y }
  const d2 = { x: bottomLeft.x - bottomRight.x, y: bottomLeft.y - bottomRight.y }
  const d3 = {
    x: topLeft.x - topRight.x + bottomRight.x - bottomLeft.x,
    y: topLeft.y - topRight.y + bottomRight.y - bottomLeft.y,
  }
  const whole = d1.x * d2.y - d2.x * d1.y
  const g = (d3.x * d2.y - d2.x * d3.y) / whole
  const h = (d1.x * d3.y - d3.x * d1.y) / whole
  const a = { x: topRight.x - topLeft.x + g * topRight.x, y: topRight.y - topLeft.y + g * topRight.y }
  const b = { x: bottomLeft.x - topLeft.x + h * bottomLeft.x, y: bottomLeft.y - topLeft.y + h * bottomLeft.y }
  return (u: number, v: number): Point => {
    const depth = g * u + h * v + 1
    return { x: (a.x * u + b.x * v + topLeft.x) / depth, y: (a.y * u + b.y * v + topLeft.y) / depth }
  }
}

/**
 * Copies the colour interpolated from the four pixels around a position; beyond the picture's edge, that of the edge.
 */
function copyPixel(
  { width, height, pixels }: ColourPicture,
  { x, y }: Point,
  into: Uint8ClampedArray,
  to: number,
) {
  const left = Math.min(width - 2, Math.max(0, Math.floor(x - 0.5)))
  const top = Math.min(height - 2, Math.max(0, Math.floor(y - 0.5)))
  const right = Math.min(1, Math.max(0, x - 0.5 - left))
  const below = Math.min(1, Math.max(0, y - 0.5 - top))
  const from = (top * width + left) * 4
  const next = from + width * 4
  for (let channel = 0; channel < 3; channel++) {
    const above = (pixels[from + channel] ?? 0) * (1 - right) + (pixels[from + 4 + channel] ?? 0) * right
    const under = (pixels[next + channel] ?? 0) * (1 - right) + (pixels[next + 4 + channel] ?? 0) * right
    into[to + channel] = above * (1 - below) + under * below
  }
  into[to + 3] = 255
}
