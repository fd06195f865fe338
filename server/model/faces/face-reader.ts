import { Readable } from 'node:stream'
import type { Likeness } from '#domain/faces/compare-faces.ts'
import type { SelfieFaces } from '#domain/faces/selfie-faces.ts'
import type { PictureLook } from '#server/model/reading/picture-look.ts'
import { PdfPool } from '#server/platform/files/pdf-pool.ts'
import { OUT_OF_TIME, OVER_LIMIT, type PdfLimits } from '#server/platform/files/pdf-process.ts'
import type { FaceComparisonPort } from './face-comparison-port.ts'

/** The face process's answer: `failed` is the picture’s fault, `no_model` the installation’s. */
export type FaceAnswer =
  | { kind: 'counted'; faces: SelfieFaces; look: PictureLook }
  /** Null if either picture has no face that can be compared. */
  | { kind: 'compared'; likeness: Likeness | null }
  | { kind: 'failed' }
  | { kind: 'no_model' }

/** As `PdfJob.number`: count the picture's faces. Any other number is where the second of two pictures begins. */
export const COUNT = 0

/** A picture takes half a second, longer on a busy machine. */
const LIMITS: PdfLimits = {
  timeLimitMs: 120_000,
  processorLimitMs: 20_000,
  memoryLimitBytes: 500 * 1024 * 1024,
}

/** Increase with each change of what is found and how; stored with each result. */
export const FACE_READER_VERSION = 1

/**
 * Finds faces in a separate process with bounded memory and time, started with the first picture and ended
 * after the last.
 */
export class FaceReader implements FaceComparisonPort {
  readonly version = FACE_READER_VERSION
  readonly #processes: PdfPool<FaceAnswer>

  constructor({ workerUrl, ...limits }: Partial<PdfLimits> & { workerUrl?: URL } = {}) {
    const url = workerUrl ?? new URL('./face-worker.ts', import.meta.url)
    this.#processes = new PdfPool({ ...LIMITS, ...limits, url, draws: true })
  }

  /** The faces of a picture; null if it can’t be read, or exceeds its limits. Throws if the model can’t be loaded. */
  async count(picture: Buffer): Promise<Extract<FaceAnswer, { kind: 'counted' }> | null> {
    const answer = await this.#ask([picture], COUNT)
    return answer?.kind === 'counted' ? answer : null
  }

  /**
   * How similar a selfie and a document's portrait are; null if nothing can be compared. No template leaves the
   * process.
   */
  async compare(selfie: Buffer, document: Buffer): Promise<Likeness | null> {
    const answer = await this.#ask([selfie, document], selfie.length)
    return answer?.kind === 'compared' ? answer.likeness : null
  }

  async #ask(pictures: readonly Buffer[], number: number): Promise<FaceAnswer | null> {
    const bytes = pictures.reduce((sum, { length }) => sum + length, 0)
    const answer = await this.#processes.ask(Readable.from(pictures), { bytes, number })
    if (answer === OVER_LIMIT || answer === OUT_OF_TIME) return null
    if (answer.kind === 'no_model') throw new Error('The models of faces can’t be read')
    return answer
  }

  close(): Promise<void> {
    return this.#processes.close()
  }
}
