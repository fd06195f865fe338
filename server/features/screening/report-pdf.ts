import { pdfDocument } from '#server/platform/pdf/pdf-document.ts'
import { type Pen, penOn, SHEET, SHEET_MARGINS } from '#server/platform/pdf/pen.ts'

/** A section of the report: its questions, with answers from the records; null leaves space for handwriting. */
export interface ReportSection {
  title: string
  note?: string
  facts: readonly (readonly [name: string, value: string | null])[]
}

const TEXT = 9.5
const LEAD = 14
/** The space below a row, and for handwriting. */
const GAP = 3
const BLANK = 22
/** Questions are in the left column, answers in the right one. */
const VALUES = SHEET.left + 168
const NAME_WIDTH = VALUES - SHEET.left - 14
const WIDTH = SHEET.right - SHEET.left

/** Lays out a report in numbered sections, with page numbers. */
export async function reportPdf({
  title,
  sections,
  at,
}: {
  title: string
  sections: readonly ReportSection[]
  at: Date
}): Promise<Buffer> {
  const words = sections.flatMap((section) => [
    section.title,
    ...section.facts.map(([name, value]) => `${name} ${value ?? ''}`),
  ])
  const file = await pdfDocument({ title, at, words: words.join('\n'), margins: SHEET_MARGINS })
  const pen = penOn(file)
  pen.bold(title, 19, SHEET.left, pen.y)
  pen.down(34)
  for (const [index, section] of sections.entries()) writeSection(pen, section, index + 1)
  const { doc, bytes } = file
  const { start, count } = doc.bufferedPageRange()
  for (let index = start; index < start + count; index++) {
    doc.switchToPage(index)
    pen.text(`Confidential. Page ${index - start + 1} of ${count}`, 8, SHEET.left, SHEET.foot, SHEET.quiet)
  }
  return bytes()
}

function writeSection(pen: Pen, { title, note, facts }: ReportSection, number: number): void {
  const linesOfNote = note ? pen.wrap(note, 9, WIDTH) : []
  // A heading is never the last thing on its page.
  const heading = 30 + linesOfNote.length * 13
  turnUnless(pen, heading + 2 * BLANK)
  if (facts[0]) turnUnless(pen, heading + linesOf(pen, facts[0]).height)
  pen.bold(`${number}. ${title}`, 11.5, SHEET.left, pen.y)
  pen.down(18)
  for (const line of linesOfNote) {
    pen.text(line, 9, SHEET.left, pen.y, SHEET.quiet)
    pen.down(13)
  }
  pen.down(GAP)
  for (const fact of facts) writeFact(pen, fact)
  pen.down(14)
}

type Fact = ReportSection['facts'][number]

/** A row as it is set, its name and its value side by side. */
function linesOf(pen: Pen, [name, value]: Fact) {
  const names = pen.wrap(name, TEXT, NAME_WIDTH)
  const values = value === null ? [] : pen.wrap(value, TEXT, SHEET.right - VALUES)
  const count = Math.max(names.length, values.length)
  return { names, values, count, height: count * LEAD + (value === null ? BLANK - LEAD : 0) }
}

function writeFact(pen: Pen, fact: Fact): void {
  const { names, values, count, height } = linesOf(pen, fact)
  turnUnless(pen, height)
  // Line by line in both columns: a row longer than a page continues on the next.
  for (let line = 0; line < count; line++) {
    turnUnless(pen, LEAD)
    pen.text(names[line] ?? '', TEXT, SHEET.left, pen.y, SHEET.quiet)
    pen.text(values[line] ?? '', TEXT, VALUES, pen.y)
    pen.down(LEAD)
  }
  if (fact[1] === null) {
    pen.ruleFrom(VALUES, pen.y)
    pen.down(BLANK - LEAD)
  }
  pen.down(GAP)
}

/** Starts a new page if this much doesn’t fit on this one, but fits on a whole page. */
function turnUnless(pen: Pen, room: number): void {
  if (pen.y + room > SHEET.bottom && room <= SHEET.bottom - SHEET.top) pen.turn()
}
