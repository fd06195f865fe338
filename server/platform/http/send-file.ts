import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentDisposition } from '#server/platform/files/file-name.ts'

/** What a CSV file begins with: without it spreadsheets take the file for their old encoding. */
export const CSV_START = '\ufeff'

/** How a formula begins: also behind blanks, which spreadsheets pass over, and in the full width of East Asian scripts. */
const FORMULA = /^\s*[=+\-@|＝＋－＠]|^[\t\r\n]/u

interface SentFile {
  /** Whether a browser shows it or saves it. */
  as: 'inline' | 'attachment'
  fileName: string
  mime: string
  body: Readable | Buffer
}

/**
 * Answers with a file that was given to us or made here: whatever is in it runs nothing and stands in no frame
 * (security R44).
 */
export function sendFile(reply: FastifyReply, { as, fileName, mime, body }: SentFile): FastifyReply {
  return reply
    .header('content-disposition', contentDisposition(as, fileName))
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    .type(mime)
    .send(body)
}

/** The first of `offered` that a client takes, by what it says about itself; undefined where it takes none. */
export function acceptedEncoding<T extends 'br' | 'gzip'>(
  { headers }: Pick<FastifyRequest, 'headers'>,
  offered: readonly T[],
): T | undefined {
  const taken = String(headers['accept-encoding'])
    .split(',')
    .filter((coding) => !/;\s*q=0(\.0*)?\s*$/.test(coding))
    .map((coding) => coding.trim().split(/\s*;/)[0])
  return offered.find((name) => taken.includes(name))
}

/** One line by RFC 4180. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** A cell that begins like a formula would be reckoned by a spreadsheet; an apostrophe makes it text (security R31). */
function csvCell(text: string): string {
  const isNumber = /^-?\d+(\.\d+)?$/.test(text)
  const safe = !isNumber && FORMULA.test(text) ? `'${text}` : text
  // The other separators as well: some spreadsheets split a file at them, and would find a formula behind one.
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
