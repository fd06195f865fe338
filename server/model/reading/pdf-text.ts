// The smaller build of the same code: this process exists to be started quickly and thrown away.
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.min.mjs'
import { WorkerMessageHandler } from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'
import type { RawReading } from '#domain/reading/raw-reading.ts'

// Where the parser looks for its second half before it would load it by a path; a bundled server has no such path.
Object.assign(globalThis, { pdfjsWorker: { WorkerMessageHandler } })

/** A statement says whom it is for on its first page or two. */
const PAGES = 2

/** The words of a PDF as they stand in it, by line from the top; none of one that is a scan. */
export async function readPdfText(pdf: Uint8Array<ArrayBuffer>): Promise<RawReading> {
  const task = getDocument({
    data: pdf,
    disableFontFace: true,
    enableXfa: false,
    useSystemFonts: false,
    useWorkerFetch: false,
    verbosity: 0,
  })
  const words: RawReading['words'] = []
  try {
    const document = await task.promise
    for (let number = 1; number <= Math.min(PAGES, document.numPages); number++) {
      const page = await document.getPage(number)
      const { width, height } = page.getViewport({ scale: 1 })
      const { items } = await page.getTextContent()
      for (const item of items) {
        if (!('str' in item) || !item.str.trim()) continue
        const [, , , , x = 0, y = 0] = item.transform as number[]
        const size = item.height || 10
        words.push({
          text: item.str.trim(),
          confidence: 1,
          // Text at one height and from one place is one line: columns are not joined.
          line: Math.round(y) * 100 + Math.round(x / 60),
          area: {
            page: number,
            left: x / width,
            top: (height - y - size) / height,
            width: item.width / width,
            height: (size * 1.2) / height,
          },
        })
      }
    }
  } finally {
    await task.destroy()
  }
  words.sort((a, b) => a.area.page - b.area.page || a.area.top - b.area.top || a.area.left - b.area.left)
  return { code: [], words, isText: true, look: null, grid: null }
}
