// The smaller build of the same code: this process should start quickly and is thrown away.
import { getDocument, PasswordException } from 'pdfjs-dist/legacy/build/pdf.min.mjs'
import { WorkerMessageHandler } from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'
import { findActiveContent, hasPdfEnd } from './pdf-active-content.ts'
import { type PdfVerdict, workOnPdfs } from './pdf-inbox.ts'

// The parser looks here for its worker before loading it by a path, which a bundled server doesn't have.
Object.assign(globalThis, { pdfjsWorker: { WorkerMessageHandler } })

/** Annotations that play, contain or launch something; field scripts and actions are checked separately. */
const ACTIVE_ANNOTATIONS: ReadonlySet<string> = new Set([
  'FileAttachment',
  'RichMedia',
  'Screen',
  'Movie',
  'Sound',
  '3D',
])

/** An annotation as the parser reports it, if it does more than jump within the document. */
interface Annotation {
  subtype?: string
  actions?: unknown
  attachment?: unknown
  url?: unknown
  unsafeUrl?: unknown
  action?: unknown
  setOCGState?: unknown
  resetForm?: unknown
}

function isActive({ subtype = '', ...does }: Annotation): boolean {
  return Boolean(
    ACTIVE_ANNOTATIONS.has(subtype) ||
      does.actions ||
      does.attachment ||
      does.url ||
      does.unsafeUrl ||
      does.action ||
      does.setOCGState ||
      does.resetForm,
  )
}

await workOnPdfs(judge)

async function judge(pdf: Buffer<ArrayBuffer>, maxPages: number): Promise<PdfVerdict> {
  if (!hasPdfEnd(pdf)) return { kind: 'refused', reason: 'damaged' }
  const { finding } = findActiveContent(pdf)
  if (finding) return { kind: 'refused', reason: finding }
  try {
    return await parse(new Uint8Array(pdf.buffer), maxPages)
  } catch (error) {
    return { kind: 'refused', reason: error instanceof PasswordException ? 'encrypted' : 'damaged' }
  }
}

/** Checks what the parser finds by following the file's own structure, and reads every page. */
async function parse(data: Uint8Array<ArrayBuffer>, maxPages: number): Promise<PdfVerdict> {
  const task = getDocument({
    data,
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
      const annotations: Annotation[] = await page.getAnnotations()
      if (annotations.some(isActive)) return { kind: 'refused', reason: 'active' }
      page.cleanup()
    }
    return { kind: 'accepted', pages: document.numPages }
  } finally {
    await task.destroy()
  }
}
