const BOX = { width: 196, height: 116 }
const GAP = 12
/** How far a link leads down to the company. */
const LINK_HEIGHT = 136
const COMPANY_WIDTH = { least: 260, most: 420 }
/** How many boxes are next to each other: no fewer even where they have to be scrolled. */
const IN_ROW = { least: 3, most: 4 }
/** In more, a link would run behind the boxes of the third. */
const MAX_ROWS = 2

interface Point {
  x: number
  y: number
}

/**
 * Returns the positions of `count` owners' boxes, the company below them and the links between them, in pixels. With no
 * `room` for all next to each other they are in rows, each half a box aside from the next, so that every link passes
 * between the boxes below.
 */
export function ownershipLayout(count: number, room: number) {
  const half = (BOX.width + GAP) / 2
  const fitting = Math.floor((room + GAP) / (BOX.width + GAP))
  const rows = Math.max(
    1,
    Math.min(MAX_ROWS, Math.ceil(count / Math.max(IN_ROW.least, Math.min(fitting, IN_ROW.most)))),
  )
  const inRow = Math.max(1, Math.ceil(count / rows))
  const inLast = count - (rows - 1) * inRow
  const aside = rows > 1 && inLast % 2 === inRow % 2 ? half : 0
  const widthOf = (boxes: number) => boxes * BOX.width + (boxes - 1) * GAP
  const widest = widthOf(inRow) + aside
  const companyWidth = Math.max(COMPANY_WIDTH.least, Math.min(widest, COMPANY_WIDTH.most))
  const width = Math.max(companyWidth, widest)
  const bottom = (rows - 1) * (BOX.height + GAP) + BOX.height
  const top = bottom + LINK_HEIGHT
  const people: Point[] = Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / inRow)
    const boxes = row === rows - 1 ? inLast : inRow
    const start = (width - widthOf(boxes) + (row % 2 === 0 ? -aside : aside)) / 2
    return { x: start + (index % inRow) * (BOX.width + GAP), y: row * (BOX.height + GAP) }
  })
  const company = { x: (width - companyWidth) / 2, y: top, width: companyWidth }
  /**
   * Links go straight down to below the last row, and arrive side by side along the top of the company, in the order of
   * their boxes from the left, so that none cross.
   */
  const ends = (index: number) => {
    const from = people[index] ?? { x: 0, y: 0 }
    const place = people.filter(({ x }) => x <= from.x).length
    return {
      from: from.y + BOX.height,
      start: { x: from.x + BOX.width / 2, y: bottom },
      end: { x: company.x + (companyWidth * place) / (count + 1), y: top },
    }
  }
  return {
    width,
    height: top + BOX.height,
    box: BOX,
    people,
    company,
    link: (index: number): string => {
      const { from, start, end } = ends(index)
      const middle = (start.y + end.y) / 2
      return `M${start.x} ${from}V${start.y}C${start.x} ${middle} ${end.x} ${middle} ${end.x} ${end.y}`
    },
    /** The middle of a link, where its share is shown. */
    share: (index: number): Point => {
      const { start, end } = ends(index)
      return { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }
    },
  }
}
