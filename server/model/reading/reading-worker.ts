import { setPriority } from 'node:os'
import type { RawReading } from '#domain/reading/raw-reading.ts'
import { openPdf } from '#server/platform/files/open-pdf.ts'
import { workOnPdfs } from '#server/platform/files/pdf-inbox.ts'
import { READING_TASKS, type ReadingAnswer, type ReadingTask } from './document-reader.ts'
import { pdfPicture } from './pdf-picture.ts'
import { readPicture } from './picture-reader.ts'
import { screenGrid } from './screen-grid.ts'
import { TextReader } from './text-reader.ts'

/** The lowest priority: no one who waits for an answer of the server should wait for reading. */
const LAST = 15
try {
  setPriority(LAST)
} catch {
  // Without permission it runs with normal priority.
}

let loading: Promise<TextReader> | undefined
const print = () => (loading ??= TextReader.load())

async function read(file: Buffer<ArrayBuffer>, number: number): Promise<ReadingAnswer> {
  const task = READING_TASKS[number]
  return { kind: 'read', raw: await rawOf(file, task ?? 'both') }
}

function rawOf(file: Buffer<ArrayBuffer>, task: ReadingTask): Promise<RawReading> {
  if (task === 'text') return readPdfText(new Uint8Array(file.buffer))
  if (task === 'grid') return findPdfGrid(new Uint8Array(file.buffer))
  return readPicture(file, task, print)
}

async function findPdfGrid(pdf: Uint8Array<ArrayBuffer>): Promise<RawReading> {
  const picture = await pdfPicture(pdf)
  return { code: [], words: [], isText: false, look: null, grid: picture && screenGrid(picture) }
}

/** A statement names its addressee on its first page or two. */
const PAGES = 2

/** The words of a PDF's text layer, by line from the top; empty for a scan. */
async function readPdfText(pdf: Uint8Array<ArrayBuffer>): Promise<RawReading> {
  const task = openPdf(pdf)
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
          // Text of one height that starts in one place is one line, so that columns aren't joined.
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

// Last, because it runs as long as the process does.
await workOnPdfs((file, number) => read(file, number).catch((): ReadingAnswer => ({ kind: 'failed' })))
