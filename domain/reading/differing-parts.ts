import { comparable, comparableName } from './compare-read.ts'

/** A part of a text, and whether the other text differs there. */
export interface MarkedPart {
  text: string
  differs: boolean
}

/** Two different texts, each in parts. */
export interface DifferingParts {
  declared: MarkedPart[]
  read: MarkedPart[]
}

/**
 * Marks the characters that make two texts differ. Capitals, accents, punctuation and word order do not count. A word
 * that is mostly different is marked as a whole, as is one of which the other text has every character and more.
 */
export function differingParts(declared: string, read: string): DifferingParts {
  const [ours, theirs] = [wordsOf(declared), wordsOf(read)]
  const [left, right] = [unmatched(ours, theirs), unmatched(theirs, ours)]
  // If no word shows the difference, such as a repeated word, everything is marked.
  if (left.length + right.length === 0)
    return { declared: partsOf(declared, ours), read: partsOf(read, theirs) }
  for (const word of left) {
    const other = right
      .filter(({ isPaired }) => !isPaired)
      .find((each) => isAlike(word.letters, each.letters))
    if (!other) continue
    other.isPaired = true
    ;[word.marked, other.marked] = unequalPlaces(word.letters, other.letters)
  }
  return { declared: partsOf(declared, left), read: partsOf(read, right) }
}

/** Returns the words in which a text differs, for people who can't see the marks. */
export function differingText(parts: readonly MarkedPart[]): string {
  const text = parts.map((part) => part.text).join('')
  let end = 0
  const marked = parts.flatMap((part) => {
    end += part.text.length
    return part.differs ? [{ from: end - part.text.length, to: end }] : []
  })
  return wordsOf(text)
    .filter((word) => marked.some(({ from, to }) => from < word.at + word.text.length && to > word.at))
    .map((word) => word.text)
    .join(' ')
}

interface Letter {
  letter: string
  /** Its index in the text. */
  place: number
}

interface Word {
  text: string
  at: number
  key: string
  letters: Letter[]
  isPaired: boolean
  /** The characters that differ; null if all do. */
  marked: ReadonlySet<number> | null
}

/** Letters, digits, combining marks, and the apostrophes within names. */
const WORD = /[\p{L}\p{N}\p{M}'’‘ʼʻ`´]+/gu
const DOUBLED = /^(?:[aou]e|aa)$/

function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)]
    .map(({ 0: word, index }) => ({
      text: word,
      at: index,
      key: keyOf(word),
      letters: lettersOf(word, index),
      isPaired: false,
      marked: null,
    }))
    .filter(({ key }) => key !== '')
}

/** Returns what a word is compared by. Codes have no umlauts: 1AA is not 1A. */
function keyOf(word: string): string {
  return isCode(word) ? comparable(word) : comparableName(word)
}

function isCode(word: string): boolean {
  return /\d/.test(word)
}

/** Returns a word's letters for comparison, without the second letter of a spelled-out umlaut. */
function lettersOf(word: string, at: number): Letter[] {
  let place = at
  const letters = [...word].flatMap((character) => {
    const from = place
    place += character.length
    return [...comparable(character)].map((letter) => ({ letter, place: from }))
  })
  return isCode(word)
    ? letters
    : letters.filter(({ letter }, index) => !DOUBLED.test(`${letters[index - 1]?.letter}${letter}`))
}

/** Returns the words that are missing in the other text; a postcode may be written without its space. */
function unmatched(words: readonly Word[], others: readonly Word[]): Word[] {
  const joined = others.map(({ key }) => key).join('')
  const isPartOfCode = (key: string) => isCode(key) && /\D/.test(key) && joined.includes(key)
  return words.filter(({ key }) => others.every((other) => other.key !== key) && !isPartOfCode(key))
}

/** Returns a text in as few parts as possible, with these words marked. */
function partsOf(text: string, words: readonly Word[]): MarkedPart[] {
  const differs = (place: number) =>
    words.some(
      (word) => place >= word.at && place < word.at + word.text.length && (word.marked?.has(place) ?? true),
    )
  const parts: MarkedPart[] = []
  let place = 0
  for (const character of text) {
    const last = parts.at(-1)
    // A combining accent belongs to its letter.
    const isMarked = /\p{M}/u.test(character) ? (last?.differs ?? false) : differs(place)
    if (last && last.differs === isMarked) last.text += character
    else parts.push({ text: character, differs: isMarked })
    place += character.length
  }
  return parts
}

/** A longer text is not a word, and comparing it letter by letter is slow. */
const LONGEST = 60

/** Whether two words are more alike than not. */
function isAlike(left: readonly Letter[], right: readonly Letter[]): boolean {
  const longest = Math.max(left.length, right.length)
  return longest <= LONGEST && 2 * (distances(left, right)[left.length]?.[right.length] ?? longest) < longest
}

/**
 * Returns the positions at which two words differ, by the fewest edits that turn one into the other; null for a word
 * without any.
 */
function unequalPlaces(left: readonly Letter[], right: readonly Letter[]): [Word['marked'], Word['marked']] {
  const steps = distances(left, right)
  const [ours, theirs] = [new Set<number>(), new Set<number>()]
  let [row, column] = [left.length, right.length]
  while (row > 0 || column > 0) {
    const [our, their] = [left[row - 1], right[column - 1]]
    const here = steps[row]?.[column]
    const isEqual = our !== undefined && their !== undefined && our.letter === their.letter
    if (our && their && here === (steps[row - 1]?.[column - 1] ?? 0) + (isEqual ? 0 : 1)) {
      if (!isEqual) {
        ours.add(our.place)
        theirs.add(their.place)
      }
      row -= 1
      column -= 1
    } else if (our && here === (steps[row - 1]?.[column] ?? 0) + 1) {
      ours.add(our.place)
      row -= 1
    } else {
      if (their) theirs.add(their.place)
      column -= 1
    }
  }
  return [ours.size > 0 ? ours : null, theirs.size > 0 ? theirs : null]
}

/** Returns how many letters have to be changed, added or removed between the prefixes of two words, for each length. */
function distances(left: readonly Letter[], right: readonly Letter[]): number[][] {
  const steps = Array.from({ length: left.length + 1 }, (_, row) =>
    Array.from({ length: right.length + 1 }, (_, column) => (row === 0 ? column : row)),
  )
  for (const [row, { letter }] of left.entries())
    for (const [column, other] of right.entries()) {
      const [above, here] = [steps[row], steps[row + 1]]
      if (!above || !here) continue
      const changed = (above[column] ?? 0) + (letter === other.letter ? 0 : 1)
      here[column + 1] = Math.min(changed, (above[column + 1] ?? 0) + 1, (here[column] ?? 0) + 1)
    }
  return steps
}
