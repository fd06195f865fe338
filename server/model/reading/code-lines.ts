import { type Area, type GreyPicture, inkOf, shrink } from './grey-picture.ts'

const EDGE = 1000
/** Of the picture's width: a code goes across most of its document, and a document across most of its picture. */
const LEAST_WIDTH = 0.38
/** Of the width of a line: how high it is. 44 letters of a passport are 0.021, 30 of a card 0.032. */
const HEIGHT = { least: 0.011, most: 0.06 }

/** Lines of a code, from the top: the two or three longest rows of letters that are one below the other. */
export function findCodeLines(picture: GreyPicture): Area[] {
  const step = Math.max(1, Math.round(Math.max(picture.width, picture.height) / EDGE))
  const small = shrink(picture, step)
  const bands = bandsOf(small)
  const groups = bands.map((first) => {
    const group = [first]
    for (const next of bands) {
      const last = group.at(-1) ?? first
      if (next.top > last.top && isBelow(last, next) && group.length < 3) group.push(next)
    }
    return group
  })
  const found = groups
    .filter(({ length }) => length >= 2)
    .sort((a, b) => b.length - a.length || (b[0]?.top ?? 0) - (a[0]?.top ?? 0))[0]
  return (found ?? []).map(({ left, top, width, height }) => ({
    left: left * step,
    top: top * step,
    width: width * step,
    height: height * step,
  }))
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

/** Rows of ink without wide gaps, put together to bands. */
function bandsOf(picture: GreyPicture): Area[] {
  const { width, height } = picture
  const ink = inkOf(picture, 10)
  const widest = width * 0.03
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
  const bands: Area[] = []
  let open: { top: number; left: number; right: number } | undefined
  for (let y = 0; y <= height; y++) {
    const run = runs[y]
    const share = run ? run.ink / Math.max(1, run.right - run.left) : 0
    // An edge or a drawn line is ink all along.
    const isRow =
      run !== undefined && run.right - run.left > width * LEAST_WIDTH && share > 0.1 && share < 0.85
    if (isRow && open) {
      open.left = Math.min(open.left, run.left)
      open.right = Math.max(open.right, run.right)
    } else if (isRow) open = { top: y, left: run.left, right: run.right }
    else if (open) {
      const band = { left: open.left, top: open.top, width: open.right - open.left, height: y - open.top }
      if (band.height > band.width * HEIGHT.least && band.height < band.width * HEIGHT.most) bands.push(band)
      open = undefined
    }
  }
  return bands
}
