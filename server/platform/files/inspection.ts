import { createHash } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'
import { type FileType, tooLargeMessage, UPLOAD_TEXT } from '#contract/file-types.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { IncomingFile } from './file-vault.ts'
import { agreedType, isEnoughToTell, SNIFF_BYTES } from './sniff.ts'

/**
 * Inspects a file as it streams through: rejects it with the first byte over the limit (security R40), or as
 * soon as its first bytes show a wrong type (R41), and computes its SHA-256.
 */
export class Inspection extends Transform {
  readonly #file: Pick<IncomingFile, 'fileName' | 'declaredType' | 'maxBytes' | 'accepted'>
  readonly #hash = createHash('sha256')
  #head: Buffer = Buffer.alloc(0)
  #type: FileType | undefined
  #bytes = 0

  constructor(file: Pick<IncomingFile, 'fileName' | 'declaredType' | 'maxBytes' | 'accepted'>) {
    super()
    this.#file = file
  }

  /** The findings, once the whole file has passed. */
  result(): { type: FileType; bytes: number; sha256: string } {
    if (!this.#type) throw new Error('The file has not passed yet')
    return { type: this.#type, bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
    try {
      this.#bytes += chunk.length
      if (this.#bytes > this.#file.maxBytes) {
        throw new AppError('FILE_TOO_LARGE', tooLargeMessage(this.#file.maxBytes))
      }
      if (!this.#type) {
        this.#head = Buffer.concat([this.#head, chunk.subarray(0, SNIFF_BYTES)]).subarray(0, SNIFF_BYTES)
        if (isEnoughToTell(this.#head)) this.#type = agreedType(this.#head, this.#file)
      }
      this.#hash.update(chunk)
      done(null, chunk)
    } catch (error) {
      done(error instanceof Error ? error : new Error('Inspection failed', { cause: error }))
    }
  }

  override _flush(done: TransformCallback) {
    try {
      if (this.#bytes === 0) throw new AppError('VALIDATION_ERROR', UPLOAD_TEXT.empty)
      this.#type ??= agreedType(this.#head, this.#file)
      done()
    } catch (error) {
      done(error instanceof Error ? error : new Error('Inspection failed', { cause: error }))
    }
  }
}
