import type { LeafState } from '#contract/verification/leaf.ts'

/** The outline of the leaf in percent of its width, at every tenth of its height (design §11.3). */
const LEFT = [92, 64, 43, 27, 17, 10, 5, 3, 2, 2, 3]
const VEIN = [98, 88, 79, 69, 59, 50, 40, 31, 21, 11, 2]
const RIGHT = [99, 99, 98, 96, 93, 89, 82, 72, 58, 37, 29]

/** Bar height as a fraction of the row height. */
const BAR = 0.48
/** Width of the vein as a fraction of the bar height, and its minimum in pixels. */
const VEIN_GAP = 0.42
const VEIN_GAP_MIN = 5
/** Minimum length of our half as a multiple of the bar height, so that its shape is recognisable. */
const RIGHT_MIN = 1.5

/** A horizontal bar from one point to another. */
export interface Span {
  x: number
  width: number
}

/** One row of a leaf: what was given to the left of the vein, our check to the right. */
export interface LeafRow {
  /** The vertical middle of the row. */
  y: number
  left: Span
  right: Span
}

export interface LeafShape {
  width: number
  height: number
  bar: number
  rows: readonly LeafRow[]
}

/**
 * Returns where the bars of a leaf of `count` rows are, in pixels. Row i is at (i + ½) ÷ count of its height; no
 * bar is shorter than it is high, and a short one grows away from the vein.
 */
export function leafShape(count: number, { width, pitch }: { width: number; pitch: number }): LeafShape {
  const bar = pitch * BAR
  const gap = Math.max(VEIN_GAP_MIN, bar * VEIN_GAP)
  const rows = Array.from({ length: count }, (_, index): LeafRow => {
    const at = (index + 0.5) / count
    const middle = (along(VEIN, at) * width) / 100
    const left = Math.max(bar, middle - gap / 2 - (along(LEFT, at) * width) / 100)
    const right = Math.max(bar * RIGHT_MIN, (along(RIGHT, at) * width) / 100 - middle - gap / 2)
    return {
      y: round((index + 0.5) * pitch),
      left: { x: round(middle - gap / 2 - left), width: round(left) },
      right: { x: round(middle + gap / 2), width: round(right) },
    }
  })
  return { width, height: round(count * pitch), bar: round(bar), rows }
}

/** Interpolates the outline linearly between two rows of the table. */
function along(outline: readonly number[], at: number): number {
  const place = Math.min(1, Math.max(0, at)) * (outline.length - 1)
  const index = Math.min(outline.length - 2, Math.floor(place))
  const from = outline[index] ?? 0
  const to = outline[index + 1] ?? from
  return from + (to - from) * (place - index)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** How the two halves of a bar are drawn: colour is never the only signal. */
export type LeftLook = 'dashed' | 'solid'
export type RightLook = 'dashed' | 'hatched' | 'solid' | 'broken' | 'dotted' | 'crossed'

export const LEAF_LOOKS: Readonly<Record<LeafState, { left: LeftLook; right: RightLook }>> = {
  to_do: { left: 'dashed', right: 'dashed' },
  ready: { left: 'solid', right: 'dashed' },
  with_us: { left: 'solid', right: 'hatched' },
  checked: { left: 'solid', right: 'solid' },
  given: { left: 'solid', right: 'solid' },
  approved: { left: 'solid', right: 'dashed' },
  look_again: { left: 'solid', right: 'broken' },
  expiring: { left: 'solid', right: 'dotted' },
  rejected: { left: 'solid', right: 'crossed' },
}
