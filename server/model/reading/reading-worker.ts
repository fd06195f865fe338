import { setPriority } from 'node:os'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.min.mjs'
import { WorkerMessageHandler } from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'
import type { RawReading } from '#domain/reading/raw-reading.ts'
import { workOnPdfs } from '#server/platform/files/pdf-inbox.ts'
import { READING_TASKS, type ReadingAnswer } from './document-reader.ts'
import { readPicture } from './picture-reader.ts'
import { TextReader } from './text-reader.ts'

/** After everything else: someone who waits for an answer of the server waits for no reading. */
const LAST = 15
try {
  setPriority(LAST)
} catch {
  // Where the system does not let it, it is as any other process.
}

let loading: Promise<TextReader> | undefined
const print = () => (loading ??= TextReader.load())

async function read(file: Buffer<ArrayBuffer>, number: number): Promise<ReadingAnswer> {
  const task = READING_TASKS[number]
  const raw: RawReading =
    task === 'text'
      ? await readPdfText(new Uint8Array(file.buffer))
      : await readPicture(file, task ?? 'both', print)
  return { kind: 'read', raw }
}

// The smaller build of the same code: this process exists to be started quickly and thrown away.
// Where the parser looks for its second half before it would load it by a path; a bundled server has no such path.
Object.assign(globalThis, { pdfjsWorker: { WorkerMessageHandler } })

/** A statement says whom it is for on its first page or two. */
const PAGES = 2

/** The words of a PDF as they stand in it, by line from the top; none of one that is a scan. */
async function readPdfText(pdf: Uint8Array<ArrayBuffer>): Promise<RawReading> {
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

// Last, for it goes on as long as the process does, and nothing below it would be there.
await workOnPdfs((file, number) => read(file, number).catch((): ReadingAnswer => ({ kind: 'failed' })))
