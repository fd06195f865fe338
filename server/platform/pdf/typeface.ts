import { graphemes } from './graphemes.ts'
import type { FontFile } from './noto-fonts.ts'

type Doc = PDFKit.PDFDocument

/** A stretch of text that one font file can write. */
export interface Run {
  font: string
  text: string
}

/** The letters of every script at one weight. */
export interface Typeface {
  /** Cuts a text into stretches by font; letters that no font has are written as their Unicode numbers. */
  runs(text: string): Run[]
  /** Whether there are letters that no font has. */
  lacks(text: string): boolean
  /** How wide a text is, in points. */
  width(text: string, size: number): number
  /** Writes a text on one line. */
  write(text: string, size: number, x: number, y: number): void
}

/** pdfkit keeps the opened font here; its public part cannot say which letters a font has. */
interface OpenedFont {
  _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } }
}

/** Joiners, variation selectors and the like: they leave no mark of their own, so one that a font lacks is left out. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/**
 * The letters of one weight in a document. A file is opened when a letter is not in those before it, and the first one
 * has to have the Latin letters.
 */
export function typeface(doc: Doc, files: readonly FontFile[]): Typeface {
  const latin = files[0]?.name
  if (latin === undefined) throw new Error('A typeface needs a font')
  for (const { name, bytes } of files) doc.registerFont(name, bytes)

  const opened = new Map<string, OpenedFont['_font']['font']>()
  function has(name: string, text: string): boolean {
    const font = opened.get(name) ?? (doc.font(name) as unknown as OpenedFont)._font.font
    opened.set(name, font)
    return [...text].every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
  }
  const known = new Map<string, string | undefined>()
  function fontFor(letter: string): string | undefined {
    if (!known.has(letter)) known.set(letter, files.find(({ name }) => has(name, letter))?.name)
    return known.get(letter)
  }

  /** Each letter with its font, and undefined where no font has it. */
  function* letters(text: string): Generator<{ letter: string; font: string | undefined }> {
    for (const segment of graphemes(text)) {
      const letter = fontFor(segment) ? segment : segment.replace(INVISIBLE, '')
      yield { letter, font: fontFor(letter) }
    }
  }

  const runs = (text: string): Run[] => {
    const found: Run[] = []
    const add = (font: string, piece: string) => {
      const last = found.at(-1)
      if (last?.font === font) last.text += piece
      else found.push({ font, text: piece })
    }
    let unknown: string[] = []
    const addUnknown = () => {
      if (unknown.length) add(latin, `[${unknown.join(' ')}]`)
      unknown = []
    }
    for (const { letter, font } of letters(text)) {
      if (font === undefined) unknown.push(...[...letter].map(unicodeNumber))
      else {
        addUnknown()
        add(font, letter)
      }
    }
    addUnknown()
    return found
  }

  const widthOf = ({ font, text }: Run, size: number) => doc.font(font).fontSize(size).widthOfString(text)

  return {
    runs,
    lacks: (text) => [...letters(text)].some(({ font }) => font === undefined),
    width: (text, size) => runs(text).reduce((sum, run) => sum + widthOf(run, size), 0),
    write(text, size, x, y) {
      let at = x
      for (const run of runs(text)) {
        const width = widthOf(run, size)
        doc.text(run.text, at, y, { lineBreak: false })
        at += width
      }
    },
  }
}

/** `U+0645`: how a letter is named that cannot be shown. */
function unicodeNumber(letter: string): string {
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
