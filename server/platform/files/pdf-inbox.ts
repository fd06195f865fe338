/**
 * Runs in a PDF process: reads one whole file at a time, says that it begins, works on it with the number that came
 * with it, and answers before reading the next. Returns when the server closes its end.
 */
export async function workOnPdfs(
  work: (pdf: Buffer<ArrayBuffer>, number: number) => Promise<unknown>,
): Promise<void> {
  // The server is gone: no one waits for an answer.
  process.on('disconnect', () => process.exit())
  const header = Buffer.alloc(HEADER_BYTES)
  let pdf: Buffer<ArrayBuffer> | undefined
  let filled = 0
  for await (const received of process.stdin) {
    let chunk: Buffer = received
    while (chunk.length > 0 || (pdf && filled === pdf.length)) {
      const taken = chunk.copy(pdf ?? header, filled)
      filled += taken
      chunk = chunk.subarray(taken)
      if (!pdf && filled === HEADER_BYTES) {
        pdf = Buffer.from(new ArrayBuffer(header.readUInt32LE(0)))
        filled = 0
      } else if (pdf && filled === pdf.length) {
        process.send?.(BEGAN)
        const answer = await work(pdf, header.readUInt32LE(4))
        pdf = undefined
        filled = 0
        process.send?.(answer)
      }
    }
  }
}

/** The server's request to a PDF process, sent before the file's bytes as two numbers of four bytes each. */
export interface PdfJob {
  bytes: number
  /** The most pages the file may have, or the page to render. */
  number: number
}

export const HEADER_BYTES = 8

/** What a PDF process says when it has a whole file and begins to work on it. */
export const BEGAN = 'began'

export type PdfRefusal = 'active' | 'damaged' | 'encrypted' | 'too-complex' | 'too-many-pages' | 'unreadable'

export type PdfVerdict = { kind: 'accepted'; pages: number } | { kind: 'refused'; reason: PdfRefusal }

export type DrawnPage =
  | { kind: 'drawn'; jpeg: Uint8Array; isBlank: boolean }
  | { kind: 'refused'; reason: 'no-such-page' | 'unreadable' }
