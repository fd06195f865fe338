const BOX = { width: 200, height: 88 }
const GAP = 24
/** The heights at which links leave the people and reach the company. */
const COMPANY_TOP = 230
const COMPANY_WIDTH = 260
const MOST_IN_ROW = 4

interface Point {
  x: number
  y: number
}

/** Returns the positions of `count` owners' boxes, the company below them and the links between them, in pixels. */
export function ownershipLayout(count: number) {
  const inRow = Math.max(1, Math.min(count, MOST_IN_ROW))
  const rows = Math.max(1, Math.ceil(count / MOST_IN_ROW))
  const width = Math.max(COMPANY_WIDTH, inRow * BOX.width + (inRow - 1) * GAP)
  const top = COMPANY_TOP + (rows - 1) * (BOX.height + GAP)
  const people: Point[] = Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / MOST_IN_ROW)
    const inThis = Math.min(MOST_IN_ROW, count - row * MOST_IN_ROW)
    const start = (width - (inThis * BOX.width + (inThis - 1) * GAP)) / 2
    return { x: start + (index % MOST_IN_ROW) * (BOX.width + GAP), y: row * (BOX.height + GAP) }
  })
  const company = { x: (width - COMPANY_WIDTH) / 2, y: top, width: COMPANY_WIDTH }
  /** Links arrive side by side along the top of the company. */
  const ends = (index: number) => {
    const from = people[index] ?? { x: 0, y: 0 }
    return {
      start: { x: from.x + BOX.width / 2, y: from.y + BOX.height },
      end: { x: company.x + (COMPANY_WIDTH * (index + 1)) / (count + 1), y: top },
    }
  }
  return {
    width,
    height: top + BOX.height,
    box: BOX,
    people,
    company,
    link: (index: number): string => {
      const { start, end } = ends(index)
      const middle = (start.y + end.y) / 2
      return `M${start.x} ${start.y}C${start.x} ${middle} ${end.x} ${middle} ${end.x} ${end.y}`
    },
    /** The middle of a link, where its share is shown. */
    share: (index: number): Point => {
      const { start, end } = ends(index)
      return { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }
    },
  }
}
