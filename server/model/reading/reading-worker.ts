import { setPriority } from 'node:os'
import type { RawReading } from '#domain/reading/raw-reading.ts'
import { workOnPdfs } from '#server/platform/files/pdf-inbox.ts'
import { readPdfText } from './pdf-text.ts'
import { readPicture } from './picture-reader.ts'
import { READING_TASKS, type ReadingAnswer } from './reading-tasks.ts'
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

await workOnPdfs((file, number) => read(file, number).catch((): ReadingAnswer => ({ kind: 'failed' })))

async function read(file: Buffer<ArrayBuffer>, number: number): Promise<ReadingAnswer> {
  const task = READING_TASKS[number]
  const raw: RawReading =
    task === 'text'
      ? await readPdfText(new Uint8Array(file.buffer))
      : await readPicture(file, task ?? 'both', print)
  return { kind: 'read', raw }
}
