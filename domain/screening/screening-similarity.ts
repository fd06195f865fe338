/** How alike words of a length are after so many slips; with fewer letters a slip says more. Index: length, at most 12. */
const AFTER_ONE = [0, 0, 0, 0.82, 0.88, 0.92, 0.94, 0.94, 0.95, 0.95, 0.95, 0.95, 0.95]
const AFTER_TWO = [0, 0, 0, 0, 0, 0, 0.8, 0.86, 0.87, 0.9, 0.9, 0.9, 0.9]
const AFTER_THREE = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.8, 0.84, 0.86]
const LONGEST = 12
const MOST_SLIPS = 3
/** People look at the beginning of a word: another one is less likely to be a slip, and with a second one hardly ever. */
const ANOTHER_BEGINNING = 0.05
const ANOTHER_BEGINNING_AND_MORE = 0.1

/**
 * How alike two words are written, from 0 to 1, by the slips between them: a letter wrong, left out or added, or two
 * neighbours swapped. 0 where they are different words.
 */
export function writtenAlike(a: string, b: string): number {
  if (a === b) return a === '' ? 0 : 1
  const slips = slipsBetween(a, b)
  if (slips > MOST_SLIPS || (slips > 1 && !shareAnEnd(a, b))) return 0
  const length = Math.min(LONGEST, Math.max(a.length, b.length))
  const likeness = (slips === 1 ? AFTER_ONE : slips === 2 ? AFTER_TWO : AFTER_THREE)[length] ?? 0
  if (likeness === 0 || a[0] === b[0]) return likeness
  return likeness - (slips === 1 ? ANOTHER_BEGINNING : ANOTHER_BEGINNING_AND_MORE)
}

/** How many letters at the beginning and at the end of a word it is looked up by. */
export const END_LETTERS = 3

/** Words with several slips are alike only where an end is whole; so none is alike that a look-up would not find. */
function shareAnEnd(a: string, b: string): boolean {
  return (
    a.slice(0, END_LETTERS) === b.slice(0, END_LETTERS) || a.slice(-END_LETTERS) === b.slice(-END_LETTERS)
  )
}

/**
 * The least number of slips that make one word of another (optimal string alignment), or one more than the most that
 * are looked for.
 */
export function slipsBetween(a: string, b: string): number {
  const tooMany = MOST_SLIPS + 1
  if (Math.abs(a.length - b.length) > MOST_SLIPS) return tooMany
  let [before, above, row] = rowsFor(b.length + 1)
  for (let j = 0; j <= b.length; j++) above[j] = j
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1)
    row[0] = i
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const other = b.charCodeAt(j - 1)
      let slips = at(above, j - 1) + (letter === other ? 0 : 1)
      slips = Math.min(slips, at(above, j) + 1, at(row, j - 1) + 1)
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other)
        slips = Math.min(slips, at(before, j - 2) + 1)
      row[j] = slips
      if (slips < least) least = slips
    }
    if (least > MOST_SLIPS) return tooMany
    ;[before, above, row] = [above, row, before]
  }
  return Math.min(tooMany, at(above, b.length))
}

type Rows = [Uint16Array, Uint16Array, Uint16Array]

/** What is compared very often makes no garbage: one comparison is over before the next one begins. */
let rows: Rows = rowsOf(64)

function rowsFor(length: number): Rows {
  if (length > rows[0].length) rows = rowsOf(length)
  return rows
}

function rowsOf(length: number): Rows {
  return [new Uint16Array(length), new Uint16Array(length), new Uint16Array(length)]
}

function at(row: Uint16Array, index: number): number {
  return row[index] ?? 0
}

/** How many slips words may have between them and still be alike, where the longer one has so many letters. */
export function mostSlips(length: number): number {
  const index = Math.min(LONGEST, length)
  return AFTER_THREE[index] ? 3 : AFTER_TWO[index] ? 2 : AFTER_ONE[index] ? 1 : 0
}
