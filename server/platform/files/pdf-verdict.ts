/** What the server asks of a PDF process, ahead of the bytes themselves: two numbers of four bytes. */
export interface PdfJob {
  bytes: number
  /** The most pages the file may have, or which of them to draw. */
  number: number
}

export const HEADER_BYTES = 8

export type PdfRefusal = 'active' | 'damaged' | 'encrypted' | 'too-complex' | 'too-many-pages' | 'unreadable'

export type PdfVerdict = { kind: 'accepted'; pages: number } | { kind: 'refused'; reason: PdfRefusal }

export type DrawnPage =
  | { kind: 'drawn'; jpeg: Uint8Array }
  | { kind: 'refused'; reason: 'no-such-page' | 'unreadable' }
