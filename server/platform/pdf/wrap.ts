import { graphemes, type Typeface } from './typeface.ts'

/**
 * Breaks a text into lines no wider than `maxWidth`, where it has line breaks of its own and at spaces; a word that is
 * wider on its own is broken between its letters. The text stays whole: the lines, joined, are the text without the breaks
 * and spaces at which it was broken.
 */
export function wrap(text: string, maxWidth: number, width: (text: string) => number): string[] {
  return text.split(/\r?\n/).flatMap((line) => wrapLine(line, maxWidth, width))
}

function wrapLine(text: string, maxWidth: number, width: (text: string) => number): string[] {
  const space = width(' ')
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const word of text.split(' ').filter(Boolean)) {
    const needed = width(word)
    if (line && used + space + needed <= maxWidth) {
      line += ` ${word}`
      used += space + needed
      continue
    }
    if (line) lines.push(line)
    const pieces = needed <= maxWidth ? [word] : breakWord(word, maxWidth, width)
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1) ?? ''
    used = width(line)
  }
  return line ? [...lines, line] : lines
}

function breakWord(word: string, maxWidth: number, width: (text: string) => number): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const segment of graphemes(word)) {
    if (piece && width(piece + segment) > maxWidth) {
      pieces.push(piece)
      piece = ''
    }
    piece += segment
  }
  return [...pieces, piece]
}

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
