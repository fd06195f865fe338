import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import bidiFactory from 'bidi-js'
import { once } from '#domain/once.ts'

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
// Its types are those of a module, and what Node imports is a script: the function itself.
const bidi = once(() => (bidiFactory as unknown as typeof bidiFactory.default)())

const LEFT_TO_RIGHT: ReadingOrder = { level: () => 0, mirrored: (letter) => letter }

type Doc = PDFKit.PDFDocument

/** A stretch of text that one font file can write, in one direction. */
export interface Run {
  font: string
  text: string
  /** How deep it stands in text of the other direction; the font itself turns the letters of an odd one. */
  level: number
}

/** The letters of every script at one weight. */
export interface Typeface {
  /**
   * Cuts a text into stretches by font and direction, as they are drawn from left to right; letters that no font has are
   * written as their Unicode numbers.
   */
  runs(text: string): Run[]
  /** Whether there are letters that no font has. */
  lacks(text: string): boolean
  /** How wide a text is, in points. */
  width(text: string, size: number): number
  /** Writes a text on one line. */
  write(text: string, size: number, x: number, y: number): void
}

/** pdfkit keeps the opened font here; its public part cannot say which letters a font has, nor how high they rise. */
interface OpenedFont {
  _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean }; ascender: number }
}

/** Joiners, variation selectors and the like: they leave no mark of their own, so one that a font does not have is left out. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/**
 * The letters of one weight in a document. A file is opened when a letter is not in those before it, and the first one
 * has to have the Latin letters.
 */
export function typeface(doc: Doc, files: readonly FontFile[]): Typeface {
  const latin = files[0]?.name
  if (latin === undefined) throw new Error('A typeface needs a font')
  for (const { name, bytes } of files) doc.registerFont(name, bytes)

  const opened = new Map<string, OpenedFont['_font']>()
  function open(name: string): OpenedFont['_font'] {
    const font = opened.get(name) ?? (doc.font(name) as unknown as OpenedFont)._font
    opened.set(name, font)
    return font
  }
  const has = (name: string, text: string) =>
    [...text].every((letter) => open(name).font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
  const known = new Map<string, string | undefined>()
  function fontFor(letter: string): string | undefined {
    if (!known.has(letter)) known.set(letter, files.find(({ name }) => has(name, letter))?.name)
    return known.get(letter)
  }

  /** Each letter with its font, and undefined where no font has it. */
  function* letters(text: string): Generator<{ letter: string; font: string | undefined; level: number }> {
    const order = readingOrder(text)
    let index = 0
    for (const segment of graphemes(text)) {
      const letter = order.mirrored(fontFor(segment) ? segment : segment.replace(INVISIBLE, ''), index)
      yield { letter, font: fontFor(letter), level: order.level(index) }
      index += segment.length
    }
  }

  const runs = (text: string): Run[] => {
    const found: Run[] = []
    const add = (font: string, piece: string, level: number) => {
      const last = found.at(-1)
      if (last?.font === font && last.level === level) last.text += piece
      else found.push({ font, text: piece, level })
    }
    let unknown: string[] = []
    const addUnknown = () => {
      if (unknown.length) add(latin, `[${unknown.join(' ')}]`, 0)
      unknown = []
    }
    for (const { letter, font, level } of letters(text)) {
      if (font === undefined) unknown.push(...[...letter].map(unicodeNumber))
      else {
        addUnknown()
        add(font, letter, level)
      }
    }
    addUnknown()
    return inDrawingOrder(found)
  }

  const widthOf = ({ font, text }: Run, size: number) => doc.font(font).fontSize(size).widthOfString(text)

  return {
    runs,
    lacks: (text) => [...letters(text)].some(({ font }) => font === undefined),
    width: (text, size) => runs(text).reduce((sum, run) => sum + widthOf(run, size), 0),
    write(text, size, x, y) {
      let at = x
      // Fonts differ in how high their letters rise: all stand on the line on which the Latin ones do.
      const baseline = (-open(latin).ascender / 1000) * size
      for (const run of runs(text)) {
        const width = widthOf(run, size)
        doc.text(run.text, at, y, { lineBreak: false, baseline })
        at += width
      }
    },
  }
}

/** `U+0645`: how a letter is named that cannot be shown. */
function unicodeNumber(letter: string): string {
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** A line as it is read. */
interface ReadingOrder {
  /** How deep the letter at a place stands in text of the other direction: odd where it is read from right to left. */
  level(index: number): number
  /** A bracket that opens from right to left looks like one that closes. */
  mirrored(letter: string, index: number): string
}

/** The directions of a line's letters, by the bidirectional algorithm of Unicode; its base is from left to right. */
export function readingOrder(line: string): ReadingOrder {
  if (!RIGHT_TO_LEFT.test(line)) return LEFT_TO_RIGHT
  const { levels } = bidi().getEmbeddingLevels(line, 'ltr')
  const level = (index: number) => levels[index] ?? 0
  return {
    level,
    mirrored: (letter, index) =>
      level(index) % 2 === 1 ? (bidi().getMirroredCharacter(letter) ?? letter) : letter,
  }
}

/** Stretches of a line from left to right, as they are drawn (rule L2). The letters within one are not turned. */
export function inDrawingOrder<T extends { level: number }>(stretches: readonly T[]): T[] {
  const drawn = [...stretches]
  const deepest = Math.max(0, ...drawn.map(({ level }) => level))
  for (let depth = deepest; depth > 0; depth--)
    for (let start = 0; start < drawn.length; start++) {
      let end = start
      while ((drawn[end]?.level ?? 0) >= depth) end++
      drawn.splice(start, end - start, ...drawn.slice(start, end).reverse())
      start = Math.max(start, end)
    }
  return drawn
}

const segmenter = once(() => new Intl.Segmenter('en', { granularity: 'grapheme' }))

/** The letters of a text as people count them: an accent belongs to its letter. */
export function* graphemes(text: string): Generator<string> {
  for (const { segment } of segmenter().segment(text)) yield segment
}

/** Letters of one script at one weight; Noto Sans comes in one file for each. */
export interface FontFile {
  name: string
  bytes: Buffer
}

/** In the order in which they are tried: what the first of them has, it writes. */
const FILES = [
  ...['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'devanagari'].map(
    (script) => ({ family: 'noto-sans', script }),
  ),
  ...['arabic', 'hebrew', 'thai'].map((script) => ({ family: `noto-sans-${script}`, script })),
]

export type FontWeight = 400 | 700

const loaded = new Map<FontWeight, Promise<FontFile[]>>()

/** The files of Noto Sans at a weight, read with the first document that needs them. */
export function notoFonts(weight: FontWeight): Promise<FontFile[]> {
  const known = loaded.get(weight) ?? readAll(weight)
  loaded.set(weight, known)
  return known
}

async function readAll(weight: FontWeight): Promise<FontFile[]> {
  const { resolve } = createRequire(import.meta.url)
  const { convert } = await import('fontverter')
  return Promise.all(
    FILES.map(async ({ family, script }) => {
      const path = resolve(`@fontsource/${family}/files/${family}-${script}-${weight}-normal.woff`)
      // Unpacked once: pdfkit would do it again with every table for each document.
      return { name: `${script}-${weight}`, bytes: await convert(await readFile(path), 'sfnt') }
    }),
  )
}
