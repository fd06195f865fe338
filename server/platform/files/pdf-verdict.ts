/** What the server asks of its PDF thread. The bytes lie in shared memory, so they are never copied between the two. */
export interface PdfJob {
  memory: SharedArrayBuffer
  bytes: number
  maxPages: number
}

export type PdfRefusal = 'active' | 'damaged' | 'encrypted' | 'too-complex' | 'too-many-pages' | 'unreadable'

export type PdfVerdict = { kind: 'accepted'; pages: number } | { kind: 'refused'; reason: PdfRefusal }
