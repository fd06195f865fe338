/** What the server asks of its PDF thread. The bytes are handed over, not copied. */
export interface PdfJob {
  pdf: ArrayBuffer
  maxPages: number
}

export type PdfRefusal = 'active' | 'damaged' | 'encrypted' | 'too-complex' | 'too-many-pages' | 'unreadable'

export type PdfVerdict = { kind: 'accepted'; pages: number } | { kind: 'refused'; reason: PdfRefusal }
