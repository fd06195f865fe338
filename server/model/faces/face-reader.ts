import { Readable } from 'node:stream'
import { PdfPool } from '#server/platform/files/pdf-pool.ts'
import { OVER_LIMIT, type PdfLimits } from '#server/platform/files/pdf-process.ts'
import type { FaceAnswer } from './face-answers.ts'

/** A picture takes half a second; a busy machine takes longer. */
const LIMITS: PdfLimits = {
  timeLimitMs: 60_000,
  processorLimitMs: 20_000,
  memoryLimitBytes: 500 * 1024 * 1024,
}

/** Changed with each change of what is found and how, and kept with what was found. */
export const FACE_READER_VERSION = 1

/** Of `PdfJob`: the faces of the picture are counted. */
const COUNT = 0

/** Looks for faces in a process of its own, started with the first picture and ended after the last, with bounded memory and time. */
export class FaceReader {
  readonly #processes: PdfPool<FaceAnswer>

  constructor({ workerUrl, ...limits }: Partial<PdfLimits> & { workerUrl?: URL } = {}) {
    const url = workerUrl ?? new URL('./face-worker.ts', import.meta.url)
    this.#processes = new PdfPool({ ...LIMITS, ...limits, url, draws: true })
  }

  /** The faces of a picture; null where it can’t be read, or takes more than it may. Throws where the model can’t be read. */
  async count(picture: Buffer): Promise<Extract<FaceAnswer, { kind: 'counted' }> | null> {
    const answer = await this.#processes.ask(Readable.from([picture]), {
      bytes: picture.length,
      number: COUNT,
    })
    if (answer === OVER_LIMIT || answer.kind === 'failed') return null
    if (answer.kind === 'no_model') throw new Error('The model of faces can’t be read')
    return answer
  }

  close(): Promise<void> {
    return this.#processes.close()
  }
}
