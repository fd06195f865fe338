import { parentPort } from 'node:worker_threads'
// The smaller build of the same code: this thread exists to be started quickly and thrown away.
import { getDocument, PasswordException, PDFDataRangeTransport } from 'pdfjs-dist/legacy/build/pdf.min.mjs'
import { WorkerMessageHandler } from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'
import { findActiveContent, hasPdfEnd } from './pdf-active-content.ts'
import type { PdfJob, PdfVerdict } from './pdf-verdict.ts'

const RANGE_BYTES = 256 * 1024

// Where the parser looks for its second half before it would load it by a path; a bundled server has no such path.
Object.assign(globalThis, { pdfjsWorker: { WorkerMessageHandler } })

/** Annotations that play, carry or start something; field scripts and actions are asked for separately. */
const ACTIVE_ANNOTATIONS: ReadonlySet<string> = new Set([
  'FileAttachment',
  'RichMedia',
  'Screen',
  'Movie',
  'Sound',
  '3D',
])

parentPort?.on('message', async (job: PdfJob) => {
  parentPort?.postMessage(await judge(job))
})

async function judge({ memory, bytes, maxPages }: PdfJob): Promise<PdfVerdict> {
  const pdf = Buffer.from(memory, 0, bytes)
  if (!hasPdfEnd(pdf)) return { kind: 'refused', reason: 'damaged' }
  const finding = findActiveContent(pdf)
  if (finding) return { kind: 'refused', reason: finding }
  try {
    return await parse(pdf, maxPages)
  } catch (error) {
    return { kind: 'refused', reason: error instanceof PasswordException ? 'encrypted' : 'damaged' }
  }
}

/** Asks the parser what it finds by following the file's own structure, and reads every page. */
async function parse(pdf: Buffer, maxPages: number): Promise<PdfVerdict> {
  const task = getDocument({
    range: new MemoryRange(pdf),
    rangeChunkSize: RANGE_BYTES,
    disableAutoFetch: true,
    disableStream: true,
    disableFontFace: true,
    enableXfa: false,
    stopAtErrors: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    verbosity: 0,
  })
  try {
    const document = await task.promise
    if (document.numPages < 1) return { kind: 'refused', reason: 'damaged' }
    if (document.numPages > maxPages) return { kind: 'refused', reason: 'too-many-pages' }
    const { info } = await document.getMetadata()
    if ('EncryptFilterName' in info && info.EncryptFilterName) return { kind: 'refused', reason: 'encrypted' }
    const hasForm = 'IsXFAPresent' in info && info.IsXFAPresent
    const hasPackage = 'IsCollectionPresent' in info && info.IsCollectionPresent
    if (hasForm || hasPackage || (await document.getJSActions()) || (await document.getAttachments())) {
      return { kind: 'refused', reason: 'active' }
    }
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number)
      if (await page.getJSActions()) return { kind: 'refused', reason: 'active' }
      const annotations: { subtype?: string; actions?: unknown; attachment?: unknown }[] =
        await page.getAnnotations()
      const isActive = annotations.some(
        ({ subtype = '', actions, attachment }) => actions || attachment || ACTIVE_ANNOTATIONS.has(subtype),
      )
      if (isActive) return { kind: 'refused', reason: 'active' }
      page.cleanup()
    }
    return { kind: 'accepted', pages: document.numPages }
  } finally {
    await task.destroy()
  }
}

/** Hands the parser only the parts it asks for, so that a large file is not copied whole. */
class MemoryRange extends PDFDataRangeTransport {
  readonly #pdf: Buffer

  constructor(pdf: Buffer) {
    super(pdf.length, null)
    this.#pdf = pdf
  }

  override requestDataRange(begin: number, end: number) {
    this.onDataRange(begin, Uint8Array.from(this.#pdf.subarray(begin, end)))
  }
}
