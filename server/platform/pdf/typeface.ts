import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import bidiFactory from 'bidi-js'
import { once } from '#domain/once.ts'

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
// Its types describe a module, but Node imports a script: the function itself.
const bidi = once(() => (bidiFactory as unknown as typeof bidiFactory.default)())

const LEFT_TO_RIGHT: ReadingOrder = { level: () => 0, mirrored: (letter) => letter }

type Doc = PDFKit.PDFDocument

/** A stretch of text that one font file can write, in one direction. */
export interface Run {
  font: string
  text: string
  /** Its bidirectional embedding level; the font itself reverses the characters of an odd one. */
  level: number
}

/** The characters of every script at one weight. */
export interface Typeface {
  /**
   * Splits a text into runs by font and direction, in drawing order from left to right. Characters that no font
   * has are written as their code points.
   */
  runs(text: string): Run[]
  /** Whether the text has characters that no font has. */
  lacks(text: string): boolean
  /** A text's width in points. */
  width(text: string, size: number): number
  /** Writes a text on one line. */
  write(text: string, size: number, x: number, y: number): void
}

/** pdfkit keeps the opened font here; its public API doesn't tell which characters a font has, nor its ascender. */
interface OpenedFont {
  _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean }; ascender: number }
}

/** Joiners, variation selectors and the like are invisible, so one that a font doesn't have is left out. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/**
 * The characters of one weight in a document. A file is opened when the ones before it lack a character; the
 * first must have the Latin ones.
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

  /** Each character with its font; undefined if no font has it. */
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
      // Fonts differ in their ascenders: all are placed on the Latin font's baseline.
      const baseline = (-open(latin).ascender / 1000) * size
      for (const run of runs(text)) {
        const width = widthOf(run, size)
        doc.text(run.text, at, y, { lineBreak: false, baseline })
        at += width
      }
    },
  }
}

/** A code point such as `U+0645`, for a character that can't be shown. */
function unicodeNumber(letter: string): string {
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** A line's reading order. */
interface ReadingOrder {
  /** The embedding level of the character at an index: odd if it is read from right to left. */
  level(index: number): number
  /** A bracket in right-to-left text is drawn mirrored. */
  mirrored(letter: string, index: number): string
}

/** A line's embedding levels by the Unicode bidirectional algorithm, with left-to-right as the base direction. */
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

/** Runs of a line in drawing order from left to right (rule L2); characters within a run aren't reversed. */
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

/** A text's grapheme clusters: an accent belongs to its letter. */
export function* graphemes(text: string): Generator<string> {
  for (const { segment } of segmenter().segment(text)) yield segment
}

/** One script at one weight; Noto Sans has a file for each. */
export interface FontFile {
  name: string
  bytes: Buffer
}

/** In the order in which they are tried: the first one that has a character writes it. */
const FILES = [
  ...['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'devanagari'].map(
    (script) => ({ family: 'noto-sans', script }),
  ),
  ...['arabic', 'hebrew', 'thai'].map((script) => ({ family: `noto-sans-${script}`, script })),
]

export type FontWeight = 400 | 700

const loaded = new Map<FontWeight, Promise<FontFile[]>>()

/** Noto Sans's files at a weight, read with the first document that needs them. */
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
      // Unpacked once: pdfkit would unpack every table again for each document.
      return { name: `${script}-${weight}`, bytes: await convert(await readFile(path), 'sfnt') }
    }),
  )
}
