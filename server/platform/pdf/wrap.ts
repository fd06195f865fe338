import { graphemes, type Typeface } from './typeface.ts'

/**
 * Breaks a text into lines no wider than `maxWidth`, at its own line breaks and at spaces; a word wider than
 * that is broken between characters. No text is lost: the joined lines are the text without the breaks and
 * spaces at which it was broken.
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

/** Size and distances in points; `after` is the space required below. */
interface Look {
  size: number
  lead: number
  before: number
  after: number
}

/** A text with its formatting. */
export interface Block {
  face: Typeface
  text: string
  look: Look
}

export interface Column {
  /** Writes texts one below the other, keeping them on one page if a page can hold them all. */
  write(blocks: readonly Block[]): void
}

/** One column of text between a document's margins, which continues on the next page. */
export function columnOn(doc: PDFKit.PDFDocument, ink: string): Column {
  const { top, bottom, left, right } = doc.page.margins
  const width = doc.page.width - left - right
  const end = doc.page.height - bottom
  let y = top
  doc.fillColor(ink)
  const turnPage = () => {
    doc.addPage()
    doc.fillColor(ink)
    y = top
  }
  return {
    write(blocks) {
      const set = blocks.map(({ face, text, look }) => ({
        face,
        look,
        lines: wrap(text, width, (piece) => face.width(piece, look.size)),
      }))
      const height = set.reduce((sum, { look, lines }) => sum + look.before + lines.length * look.lead, 0)
      if (y + height > end && height <= end - top) turnPage()
      for (const { face, look, lines } of set) {
        // No space before the first text on a page.
        if (y > top) y += look.before
        for (const line of lines) {
          if (y + look.lead + look.after > end) turnPage()
          face.write(line, look.size, left, y)
          y += look.lead
        }
      }
    },
  }
}
