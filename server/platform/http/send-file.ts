import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentDisposition } from '#server/platform/files/file-name.ts'

/** Byte order mark for CSV files: without it spreadsheets assume a legacy encoding. */
export const CSV_START = '\ufeff'

/** How a formula begins: also after blanks, which spreadsheets ignore, and in full-width East Asian characters. */
const FORMULA = /^\s*[=+\-@|＝＋－＠]|^[\t\r\n]/u

interface SentFile {
  /** Whether the browser shows it or saves it. */
  as: 'inline' | 'attachment'
  fileName: string
  mime: string
  body: Readable | Buffer
}

/** Sends a file that was uploaded or made here so that nothing in it runs and no frame shows it (security R44). */
export function sendFile(reply: FastifyReply, { as, fileName, mime, body }: SentFile): FastifyReply {
  return reply
    .header('content-disposition', contentDisposition(as, fileName))
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    .type(mime)
    .send(body)
}

/** The first of `offered` that the client's Accept-Encoding allows; undefined if none. */
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

/** One line as in RFC 4180. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** A spreadsheet would evaluate a cell that begins like a formula; an apostrophe makes it text (security R31). */
function csvCell(text: string): string {
  const isNumber = /^-?\d+(\.\d+)?$/.test(text)
  const safe = !isNumber && FORMULA.test(text) ? `'${text}` : text
  // The other separators too: some spreadsheets split there and would find a formula after one.
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
