/** What the server asks of a PDF process, ahead of the bytes themselves: two numbers of four bytes. */
export interface PdfJob {
  bytes: number
  maxPages: number
}

export const HEADER_BYTES = 8

export type PdfRefusal = 'active' | 'damaged' | 'encrypted' | 'too-complex' | 'too-many-pages' | 'unreadable'

export type PdfVerdict = { kind: 'accepted'; pages: number } | { kind: 'refused'; reason: PdfRefusal }
