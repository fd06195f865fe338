import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type FontFile, type FontWeight, notoFonts, type Typeface, typeface } from './typeface.ts'

const EAST_ASIAN = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\uff01-\uffee]/gu
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const HANGUL = /\p{Script=Hangul}/u

/** Simplified Chinese, with most traditional characters; Japanese; Korean. */
const FAMILIES = ['sc', 'jp', 'kr'] as const

const { resolve } = createRequire(import.meta.url)

/** An A4 document being written. */
export interface PdfDocument {
  doc: PDFKit.PDFDocument
  regular: Typeface
  bold: Typeface
  /** Ends the document and returns its bytes. */
  bytes(): Promise<Buffer>
}

interface DocumentOptions {
  /** All text entered by people: the fonts for its characters must be loaded before anything is written. */
  words: string
  title: string | undefined
  /** The creation time in the file; with its own clock each copy would be a different file. */
  at: Date
  margins: { top: number; bottom: number; left: number; right: number }
}

/** Starts a document whose pages stay open until the end. pdfkit is loaded with the first one. */
export async function pdfDocument({ title, at, margins, words }: DocumentOptions): Promise<PdfDocument> {
  const { default: PDFDocument } = await import('pdfkit')
  const [regularFonts, boldFonts] = await Promise.all([fontsFor(words, 400), fontsFor(words, 700)])
  const doc = new PDFDocument({
    size: 'A4',
    margins,
    info: { Title: title, CreationDate: at, ModDate: at },
    lang: 'en-GB',
    displayTitle: true,
    bufferPages: true,
    // No built-in font, because those have Latin characters only.
    font: '',
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const written = new Promise((resolve) => doc.once('end', resolve))
  return {
    doc,
    regular: typeface(doc, regularFonts),
    bold: typeface(doc, boldFonts),
    async bytes() {
      doc.end()
      await written
      return Buffer.concat(chunks)
    },
  }
}

async function fontsFor(words: string, weight: FontWeight): Promise<FontFile[]> {
  return [...(await notoFonts(weight)), ...(await eastAsianFonts(words, weight))]
}

type Family = (typeof FAMILIES)[number]

/** The code points in each of a family's files: `[12]` to `U+4e00-4e05,U+4e10`. */
type Ranges = Record<string, string>

/**
 * Fonts for the Chinese, Japanese and Korean characters of a text, and no others: each family has tens of
 * thousands in a hundred files of variable weight, and a document needs a few. None is opened if there are no
 * such characters.
 */
async function eastAsianFonts(text: string, weight: FontWeight): Promise<FontFile[]> {
  const missing = new Set(text.match(EAST_ASIAN))
  if (missing.size === 0) return []
  const { default: subsetFont } = await import('subset-font')
  const fonts: FontFile[] = []
  for (const family of familiesFor(text))
    for (const { name, bytes, letters } of await filesWith(missing, family)) {
      const options = { targetFormat: 'truetype', variationAxes: { wght: weight } } as const
      fonts.push({ name: `${name}-${weight}`, bytes: await subsetFont(bytes, letters.join(''), options) })
      for (const letter of letters) missing.delete(letter)
    }
  return fonts
}

/** Many Han characters look slightly different in each language; the text's other scripts tell which is meant. */
function familiesFor(text: string): Family[] {
  const own = KANA.test(text) ? 'jp' : HANGUL.test(text) ? 'kr' : 'sc'
  return [own, ...FAMILIES.filter((family) => family !== own)]
}

/** A family's files that have some of the characters, each with those. */
async function filesWith(wanted: ReadonlySet<string>, family: Family) {
  const { create } = await import('fontkit')
  const home = `@fontsource-variable/noto-sans-${family}`
  const ranges = JSON.parse(await readFile(resolve(`${home}/unicode.json`), 'utf8')) as Ranges
  const found: { name: string; bytes: Buffer; letters: string[] }[] = []
  for (const [subset, codePoints] of Object.entries(ranges)) {
    const promised = [...wanted].filter((letter) => isIn(codePoints, codePointOf(letter)))
    if (promised.length === 0) continue
    const name = `noto-sans-${family}-${subset.replace(/[[\]]/g, '')}`
    const bytes = await readFile(resolve(`${home}/files/${name}-wght-normal.woff2`))
    const font = create(bytes)
    // The ranges come from a style sheet and include characters that the font never had.
    const letters = promised.filter((letter) => font.hasGlyphForCodePoint(codePointOf(letter))).toSorted()
    if (letters.length) found.push({ name, bytes, letters })
  }
  return found
}

function codePointOf(letter: string): number {
  return letter.codePointAt(0) ?? 0
}

function isIn(ranges: string, codePoint: number): boolean {
  return ranges.split(',').some((range) => {
    const [first = Number.NaN, last = first] = range
      .trim()
      .slice('U+'.length)
      .split('-')
      .map((hex) => Number.parseInt(hex, 16))
    return codePoint >= first && codePoint <= last
  })
}
