import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { getDocument, type PDFDocumentLoadingTask } from 'pdfjs-dist/legacy/build/pdf.min.mjs'
import { WorkerMessageHandler } from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'

// The parser looks here for its worker before loading it by a path, which a bundled server doesn't have.
Object.assign(globalThis, { pdfjsWorker: { WorkerMessageHandler } })

/** Fonts that PDFs name without embedding, East Asian character maps, and decoders. */
const data = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const folder = (name: string) => join(data, name) + sep

/** Opens a PDF in a PDF process. Pictures with more than `maxImageSize` pixels are skipped; -1 skips none. */
export function openPdf(pdf: Uint8Array<ArrayBuffer>, maxImageSize = -1): PDFDocumentLoadingTask {
  return getDocument({
    data: pdf,
    maxImageSize,
    cMapUrl: folder('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: folder('standard_fonts'),
    wasmUrl: folder('wasm'),
    iccUrl: folder('iccs'),
    disableFontFace: true,
    enableXfa: false,
    useSystemFonts: false,
    useWorkerFetch: false,
    verbosity: 0,
  })
}
