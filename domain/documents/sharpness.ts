import { type BrightnessPicture, reduced } from './brightness-picture.ts'

/** A part of a picture, in its pixels. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** A smaller difference between neighbours is noise or plain paper. */
const LEAST_STEP = 6
/** Edges per thousand positions needed before anything is said about them. */
const LEAST_EDGES = 4

/** Parts without edges are examined again, reduced by this factor, */
const SMALLER = 2
/** unless that makes them smaller than this; */
const LEAST_LOOKED_AT = 24
/** at that size, more blur than this means that the original is blurred beyond measure. */
const MOST_WHEN_SMALLER = 0.35

/**
 * Returns how blurred a part of a picture is, from 0 (perfectly sharp) to 1; null if it shows too little to tell. Blur
 * that leaves no edges has edges again in a smaller picture, but soft ones; a plain page with a line or two has sharp
 * ones there.
 */
export function blurOf(picture: BrightnessPicture, box: Box): number | null {
  const measured = blurOfEdges(picture, box)
  if (measured !== null) return measured
  return isBlurredBeyondMeasure(picture, box) ? 1 : null
}

function isBlurredBeyondMeasure(picture: BrightnessPicture, box: Box): boolean {
  if (Math.min(box.right - box.left, box.bottom - box.top) < LEAST_LOOKED_AT * SMALLER) return false
  const small = reduced(picture, Math.max(picture.width, picture.height) / SMALLER)
  const part: Box = {
    left: Math.ceil(box.left / SMALLER),
    top: Math.ceil(box.top / SMALLER),
    right: Math.floor(box.right / SMALLER),
    bottom: Math.floor(box.bottom / SMALLER),
  }
  const blur = blurOfEdges(small, part)
  return blur === null ? isBlurredBeyondMeasure(small, part) : blur > MOST_WHEN_SMALLER
}

/**
 * Returns how blurred the edges in a part of a picture are, from 0 (perfectly sharp) to 1; null if there are too few to
 * tell. Contrast does not matter: blurring a sharp picture reduces the steps between neighbours a lot, blurring a
 * blurred one only a little (Crété and others, The blur effect, 2007).
 */
function blurOfEdges({ width, pixels }: BrightnessPicture, { left, top, right, bottom }: Box): number | null {
  const across = blurAlong(
    pixels,
    { count: bottom - top, start: top * width + left, next: width },
    right - left,
    1,
  )
  const down = blurAlong(
    pixels,
    { count: right - left, start: top * width + left, next: 1 },
    bottom - top,
    width,
  )
  if (across.edges + down.edges < ((right - left) * (bottom - top) * 2 * LEAST_EDGES) / 1000) return null
  // A shaken picture is blurred in one direction only.
  return Math.max(across.blur, down.blur)
}

const REACH = 4

/** The same along each of some rows of pixels. */
function blurAlong(
  pixels: Uint8Array,
  rows: { count: number; start: number; next: number },
  length: number,
  step: number,
): { blur: number; edges: number } {
  let steps = 0
  let lost = 0
  let edges = 0
  const taps = 2 * REACH + 1
  for (let row = 0; row < rows.count; row++) {
    const start = rows.start + row * rows.next
    for (let at = REACH + 1; at < length - REACH; at++) {
      const here = start + at * step
      // The sliding mean of nine changes by what enters less what leaves.
      const moved = (pixels[here + REACH * step] ?? 0) - (pixels[here - (REACH + 1) * step] ?? 0)
      const change = Math.abs((pixels[here] ?? 0) - (pixels[here - step] ?? 0))
      if (change < LEAST_STEP) continue
      edges++
      steps += change
      lost += Math.max(0, change - Math.abs(moved) / taps)
    }
  }
  return { blur: steps === 0 ? 0 : 1 - lost / steps, edges }
}
