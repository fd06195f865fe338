import type { Typeface } from './typeface.ts'
import { wrap } from './wrap.ts'

/** Size and distances in points; `after` is the room that has to be left below. */
interface Look {
  size: number
  lead: number
  before: number
  after: number
}

export interface Column {
  write(face: Typeface, text: string, look: Look): void
}

/** One column of text between the margins of a document, which carries over to the next page. */
export function columnOn(doc: PDFKit.PDFDocument, ink: string): Column {
  const { top, bottom, left, right } = doc.page.margins
  const width = doc.page.width - left - right
  let y = top
  doc.fillColor(ink)
  return {
    write(face, text, { size, lead, before, after }) {
      y += before
      for (const line of wrap(text, width, (piece) => face.width(piece, size))) {
        if (y + lead + after > doc.page.height - bottom) {
          doc.addPage()
          doc.fillColor(ink)
          y = top
        }
        face.write(line, size, left, y)
        y += lead
      }
    },
  }
}
