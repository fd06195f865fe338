import { comparable, comparableName } from './compare-read.ts'

/** A part of a text, and whether the other text says something else there. */
export interface MarkedPart {
  text: string
  differs: boolean
}

/** Two texts that differ, each in parts. */
export interface DifferingParts {
  declared: MarkedPart[]
  read: MarkedPart[]
}

/**
 * Marks the characters that make two texts differ. Capitals, accents, punctuation and the order of words are no difference. A word that is
 * mostly another one is marked whole, as is one of which the other text has every character and more.
 */
export function differingParts(declared: string, read: string): DifferingParts {
  const [ours, theirs] = [wordsOf(declared), wordsOf(read)]
  const [left, right] = [unmatched(ours, theirs), unmatched(theirs, ours)]
  // A difference that no word shows, such as one that stands there twice, is one of the whole.
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

/** The words in which a text differs, for those who don't see what is marked. */
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
  /** Which character of the text it is of. */
  place: number
}

interface Word {
  text: string
  at: number
  key: string
  letters: Letter[]
  isPaired: boolean
  /** The characters that differ; null where all of it does. */
  marked: ReadonlySet<number> | null
}

/** Letters, digits, what is put above or below them, and the apostrophes within names. */
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

/** What a word is compared by. Codes have no umlauts: 1AA is not 1A. */
function keyOf(word: string): string {
  return isCode(word) ? comparable(word) : comparableName(word)
}

function isCode(word: string): boolean {
  return /\d/.test(word)
}

/** The letters of a word as they are compared, without the second of those by which umlauts are spelled. */
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

/** The words that the other text doesn't have; a postcode may be written without its blank. */
function unmatched(words: readonly Word[], others: readonly Word[]): Word[] {
  const joined = others.map(({ key }) => key).join('')
  const isPartOfCode = (key: string) => isCode(key) && /\D/.test(key) && joined.includes(key)
  return words.filter(({ key }) => others.every((other) => other.key !== key) && !isPartOfCode(key))
}

/** A text in as few parts as there are, with these words marked. */
function partsOf(text: string, words: readonly Word[]): MarkedPart[] {
  const differs = (place: number) =>
    words.some(
      (word) => place >= word.at && place < word.at + word.text.length && (word.marked?.has(place) ?? true),
    )
  const parts: MarkedPart[] = []
  let place = 0
  for (const character of text) {
    const last = parts.at(-1)
    // An accent of its own belongs to its letter.
    const isMarked = /\p{M}/u.test(character) ? (last?.differs ?? false) : differs(place)
    if (last && last.differs === isMarked) last.text += character
    else parts.push({ text: character, differs: isMarked })
    place += character.length
  }
  return parts
}

/** Beyond it a text is no word, and comparing it letter by letter takes long. */
const LONGEST = 60

/** Whether more of two words is alike than not. */
function isAlike(left: readonly Letter[], right: readonly Letter[]): boolean {
  const longest = Math.max(left.length, right.length)
  return longest <= LONGEST && 2 * (distances(left, right)[left.length]?.[right.length] ?? longest) < longest
}

/** The places at which two words differ, by the fewest changes that make one the other; null where one has none. */
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

/** How many letters have to be changed, added or left out between the beginnings of two words, of each length. */
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
