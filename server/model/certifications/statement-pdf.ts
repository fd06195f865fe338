import type { DateStyle } from '#contract/date-style.ts'
import type { LeafLine } from '#contract/verification/leaf.ts'
import { dayText, momentText } from '#domain/date-text.ts'
import { answersText } from '#domain/investors/answers-text.ts'
import { readStatementText } from '#domain/investors/investor-statement.ts'
import { leafSummary } from '#domain/leaf/leaf-summary.ts'
import type { CertificationRow, InvestorAnswersRow } from '#server/model/schema/certifications.ts'
import { pdfDocument } from '#server/platform/pdf/pdf-document.ts'
import type { Typeface } from '#server/platform/pdf/typeface.ts'
import { type Column, columnOn } from '#server/platform/pdf/wrap.ts'
import { drawLine, LINE_WIDTH } from './draw-line.ts'
import { storedAnswersOf, unmetOf } from './investor-answers.ts'

/** The columns shown in a statement's document. Only when it was superseded is added to them later. */
export type StatementEvidence = Pick<
  CertificationRow,
  'id' | 'certificationText' | 'textSha256' | 'textVersion' | 'acknowledgedAt' | 'expiresAt' | 'supersededAt'
>

const [INK, QUIET, LINE] = ['#10201A', '#56675F', '#77887F']
const MARGIN = 62
const FOOT = 44
/** Position of the leaf's line above the text, like a row of the leaf in lists, and of the sentence on all lines below it. */
const [HEAD, SUMMARY] = [28, 41]
const LOOK = {
  title: { size: 19, lead: 25, before: 0, after: 0, weight: 'bold' },
  // A heading is never left alone at the end of a page.
  heading: { size: 11.5, lead: 16, before: 16, after: 24, weight: 'bold' },
  paragraph: { size: 10.5, lead: 15.5, before: 7, after: 0, weight: 'regular' },
  fact: { size: 9.5, lead: 14, before: 2, after: 0, weight: 'regular' },
} as const

/** The file name under which a statement is saved. */
export function statementFileName({ id }: Pick<StatementEvidence, 'id'>): string {
  return `investor-statement-${id}.pdf`
}

/** A line of the leaf as the head of a document shows it. */
export type StatementLine = Pick<LeafLine, 'key' | 'state' | 'badge'>

/** The answers given before a statement was signed, earliest first. */
export type AnswersBefore = readonly InvestorAnswersRow[]

/**
 * A signed statement as a PDF, laid out from the stored text, followed by what identifies it and the answers
 * that led to it, with its hash at the foot of each page and its signer's `lines` as they are now at the head. The same rows and
 * lines give the same bytes.
 */
export async function statementPdf(
  row: StatementEvidence,
  dateStyle: DateStyle,
  { lines, answers = [] }: { lines: readonly StatementLine[] | null; answers?: AnswersBefore },
): Promise<Buffer> {
  const given = answers.map((answer, index) => answersLine(answer, index, dateStyle))
  const parts = readStatementText(row.certificationText)
  const { doc, bytes, ...faces } = await pdfDocument({
    title: parts[0]?.text,
    at: row.acknowledgedAt,
    words: [row.certificationText, ...given].join('\n'),
    margins: { top: MARGIN, bottom: MARGIN + FOOT, left: MARGIN, right: MARGIN },
  })
  const page = columnOn(doc, INK)
  const blocks = parts.map(({ kind, text }) => ({ face: faces[LOOK[kind].weight], text, look: LOOK[kind] }))
  const signature = parts.findLastIndex(({ kind }) => kind === 'heading')
  for (const block of blocks.slice(0, signature)) page.write([block])
  page.write(blocks.slice(signature))
  writeRecord(row, page, faces, dateStyle)
  writeAnswers(given, page, faces)
  writeMargins(doc, faces.regular, { row, lines: lines ?? [] }, dateStyle)
  return bytes()
}

/** Below the statement: where and when it was recorded, and the hash of its text. */
function writeRecord(
  row: StatementEvidence,
  page: Column,
  faces: { regular: Typeface; bold: Typeface },
  dateStyle: DateStyle,
): void {
  const facts = [
    ['Number', String(row.id)],
    ['Signed', `${dayText(row.acknowledgedAt, dateStyle)}, ${row.acknowledgedAt.toISOString()}`],
    ['Ends', row.expiresAt ? dayText(row.expiresAt, dateStyle) : 'never'],
    ['Rules', row.textVersion],
    ['SHA-256 of the text', row.textSha256],
  ]
  page.write([
    { face: faces.bold, text: 'Record', look: { ...LOOK.heading, before: 24 } },
    ...facts.map(([name, value]) => ({ face: faces.regular, text: `${name}: ${value}`, look: LOOK.fact })),
  ])
  if (faces.regular.lacks(row.certificationText.replaceAll('\n', ' ')))
    page.write([
      {
        face: faces.regular,
        text: 'Some letters of this statement can’t be shown in this document. They appear in square brackets as their Unicode numbers. The text as it was signed, which the SHA-256 is of, has the letters themselves.',
        look: { ...LOOK.fact, before: 8 },
      },
    ])
}

/** The first answers and each change, so that a reader sees what preceded the signed ones. */
function writeAnswers(
  given: readonly string[],
  page: Column,
  faces: { regular: Typeface; bold: Typeface },
): void {
  if (given.length === 0) return
  page.write([
    { face: faces.bold, text: 'Answers given before signing', look: { ...LOOK.heading, before: 24 } },
  ])
  for (const text of given) page.write([{ face: faces.regular, text, look: LOOK.fact }])
}

function answersLine(row: InvestorAnswersRow, index: number, dateStyle: DateStyle): string {
  const which = index === 0 ? 'First answers' : 'Changed answers'
  const outcome = unmetOf(row).length > 0 ? 'did not meet the category' : 'met the category'
  return `${which}, ${momentText(row.givenAt, dateStyle)}. ${answersText(storedAnswersOf(row), dateStyle)}. They ${outcome}.`
}

/**
 * The leaf's line at the head of each page and the hash at its foot, so that a single page still shows what it
 * belongs to.
 */
function writeMargins(
  doc: PDFKit.PDFDocument,
  face: Typeface,
  { row, lines }: { row: StatementEvidence; lines: readonly StatementLine[] },
  dateStyle: DateStyle,
): void {
  const ends = row.expiresAt ? `, ends ${dayText(row.expiresAt, dateStyle)}` : ''
  // The line is that of the statement that counts now.
  const own = row.supersededAt ? undefined : lines.find(({ key }) => key === 'certification')
  const state = row.supersededAt ? 'replaced by a later one, ' : own ? `${own.badge.label}, ` : ''
  const line = `Certification: ${state}signed ${dayText(row.acknowledgedAt, dateStyle)}${ends}`
  const { start, count } = doc.bufferedPageRange()
  for (let index = start; index < start + count; index++) {
    doc.switchToPage(index)
    if (own) drawLine(doc, own.state, { x: MARGIN, y: HEAD })
    doc.fillColor(QUIET)
    face.write(line, 8, own ? MARGIN + LINE_WIDTH + 8 : MARGIN, HEAD)
    if (lines.length > 0) face.write(`Verification: ${leafSummary(lines)}`, 8, MARGIN, SUMMARY)
    const y = doc.page.height - MARGIN - FOOT + 22
    doc
      .moveTo(MARGIN, y)
      .lineTo(doc.page.width - MARGIN, y)
      .lineWidth(0.5)
      .strokeColor(LINE)
      .stroke()
    doc.fillColor(QUIET)
    face.write(`Statement ${row.id}, page ${index - start + 1} of ${count}`, 8, MARGIN, y + 7)
    face.write(`SHA-256 ${row.textSha256}`, 8, MARGIN, y + 19)
  }
}
