import { Readable } from 'node:stream'
import type { Likeness } from '#domain/faces/compare-faces.ts'
import type { SelfieFaces } from '#domain/faces/selfie-faces.ts'
import type { PictureLook } from '#server/model/reading/picture-look.ts'
import { PdfPool } from '#server/platform/files/pdf-pool.ts'
import { OVER_LIMIT, type PdfLimits } from '#server/platform/files/pdf-process.ts'
import type { FaceComparisonPort } from './face-comparison-port.ts'

/** What the process of faces answers: `failed` is the picture’s fault, `no_model` the installation’s. */
export type FaceAnswer =
  | { kind: 'counted'; faces: SelfieFaces; look: PictureLook }
  /** Null where either picture has no face that can be compared. */
  | { kind: 'compared'; likeness: Likeness | null }
  | { kind: 'failed' }
  | { kind: 'no_model' }

/** Of `PdfJob`: the faces of the picture are counted. Any other number is where the second of two pictures begins. */
export const COUNT = 0

/** A picture takes half a second; a busy machine takes longer. */
const LIMITS: PdfLimits = {
  timeLimitMs: 120_000,
  processorLimitMs: 20_000,
  memoryLimitBytes: 500 * 1024 * 1024,
}

/** Changed with each change of what is found and how, and kept with what was found. */
export const FACE_READER_VERSION = 1

/** Looks for faces in a process of its own, started with the first picture and ended after the last, with bounded memory and time. */
export class FaceReader implements FaceComparisonPort {
  readonly version = FACE_READER_VERSION
  readonly #processes: PdfPool<FaceAnswer>

  constructor({ workerUrl, ...limits }: Partial<PdfLimits> & { workerUrl?: URL } = {}) {
    const url = workerUrl ?? new URL('./face-worker.ts', import.meta.url)
    this.#processes = new PdfPool({ ...LIMITS, ...limits, url, draws: true })
  }

  /** The faces of a picture; null where it can’t be read, or takes more than it may. Throws where the model can’t be read. */
  async count(picture: Buffer): Promise<Extract<FaceAnswer, { kind: 'counted' }> | null> {
    const answer = await this.#ask([picture], COUNT)
    return answer?.kind === 'counted' ? answer : null
  }

  /** How alike a selfie and the portrait of a document are; null where nothing can be compared. No template leaves the process. */
  async compare(selfie: Buffer, document: Buffer): Promise<Likeness | null> {
    const answer = await this.#ask([selfie, document], selfie.length)
    return answer?.kind === 'compared' ? answer.likeness : null
  }

  async #ask(pictures: readonly Buffer[], number: number): Promise<FaceAnswer | null> {
    const bytes = pictures.reduce((sum, { length }) => sum + length, 0)
    const answer = await this.#processes.ask(Readable.from(pictures), { bytes, number })
    if (answer === OVER_LIMIT) return null
    if (answer.kind === 'no_model') throw new Error('The models of faces can’t be read')
    return answer
  }

  close(): Promise<void> {
    return this.#processes.close()
  }
}
