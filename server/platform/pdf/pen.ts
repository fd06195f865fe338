import type { PdfDocument } from './pdf-document.ts'
import type { Typeface } from './typeface.ts'
import { wrap } from './wrap.ts'

const MARGIN = 56
export const SHEET_MARGINS = { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN }

/** An A4 sheet in points: the text area, where its footer begins, and the design language's colours. */
export const SHEET = {
  top: MARGIN,
  left: MARGIN,
  right: 595 - MARGIN,
  bottom: 746,
  foot: 772,
  ink: '#10201A',
  quiet: '#56675F',
  line: '#C5D0CB',
  brand: '#0B5A48',
  leaf: '#3E9B6E',
} as const

/** Writes at positions; `y` is where the next row begins. */
export interface Pen {
  readonly y: number
  down(points: number): void
  /** Continues at the top of the next page. */
  turn(): void
  text(text: string, size: number, x: number, y: number, colour?: string): void
  bold(text: string, size: number, x: number, y: number, colour?: string): void
  /** The same, right-aligned at `x`. */
  right(text: string, size: number, x: number, y: number, colour?: string): void
  boldRight(text: string, size: number, x: number, y: number, colour?: string): void
  wrap(text: string, size: number, width: number): string[]
  rule(): void
  ruleAt(y: number): void
  /** A horizontal rule from `x`, as for a signature. */
  ruleFrom(x: number, y: number): void
  /** The brand's split leaf. */
  mark(x: number, y: number): void
}

/** A pen on a document, at the top of its first page. */
export function penOn({ doc, regular, bold }: PdfDocument): Pen {
  let y: number = SHEET.top
  const write =
    (face: Typeface, isRight: boolean) =>
    (text: string, size: number, x: number, at: number, colour: string = SHEET.ink) => {
      doc.fillColor(colour)
      face.write(text, size, isRight ? x - face.width(text, size) : x, at)
    }
  const ruleFrom = (x: number, at: number) =>
    void doc.moveTo(x, at).lineTo(SHEET.right, at).lineWidth(0.6).strokeColor(SHEET.line).stroke()
  const ruleAt = (at: number) => ruleFrom(SHEET.left, at)
  return {
    get y() {
      return y
    },
    down: (points) => {
      y += points
    },
    turn: () => {
      doc.addPage()
      y = SHEET.top
    },
    text: write(regular, false),
    bold: write(bold, false),
    right: write(regular, true),
    boldRight: write(bold, true),
    wrap: (text, size, width) => wrap(text, width, (piece) => regular.width(piece, size)),
    rule: () => ruleAt(y),
    ruleAt,
    ruleFrom,
    mark(x, at) {
      doc.save().translate(x, at).scale(0.75)
      doc.path('M4.6 27.4C1.2 12.6 11.6 2 29.4 2.6Z').fill(SHEET.brand)
      doc
        .path('M25.7 10h1.7M20.4 15.4h6M15 20.8h8.8M9.8 26.2h8.4')
        .lineWidth(3.3)
        .lineCap('round')
        .stroke(SHEET.leaf)
      doc.restore()
    },
  }
}
