import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'
import { DamagedFileError } from './envelope.ts'
import type { RandomBytes } from './file-store.ts'

/*
 * The STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár 2015) over AES-256-GCM. A file is version (1) ·
 * nonce prefix (7) · segments; each segment is its ciphertext and tag, sealed under prefix (7) · counter (4) ·
 * last flag (1). The counter detects reordering, the flag detects truncation at a segment's end, and nothing is
 * output before its own segment is verified.
 */
const CIPHER = 'aes-256-gcm'
const VERSION = 1
const PREFIX_BYTES = 7
const HEADER_BYTES = 1 + PREFIX_BYTES
const TAG_BYTES = 16
export const SEGMENT_BYTES = 64 * 1024

/** The size on disk of that many bytes of content. */
export function sealedLength(bytes: number): number {
  return HEADER_BYTES + bytes + TAG_BYTES * Math.max(1, Math.ceil(bytes / SEGMENT_BYTES))
}

/** Encrypts what is written to it. The key must be used for this one stream only (see `fileKey`). */
export function encryptStream(key: Buffer, random: RandomBytes): Transform {
  const prefix = random(PREFIX_BYTES)
  // Created once, because bytes would be prepared again for every segment (performance P9).
  const secret = createSecretKey(key)
  const seal = (segment: Buffer, counter: number, isLast: boolean) => {
    const cipher = createCipheriv(CIPHER, secret, nonce(prefix, counter, isLast))
    const sealed = cipher.update(segment)
    cipher.final()
    return [sealed, cipher.getAuthTag()]
  }
  const stream = segmented(SEGMENT_BYTES, seal)
  stream.push(Buffer.concat([Buffer.of(VERSION), prefix]))
  return stream
}

/** Decrypts a stream of `encryptStream`. Fails with DamagedFileError before any byte that isn't authentic. */
export function decryptStream(key: Buffer): Transform {
  let prefix: Buffer = Buffer.alloc(0)
  const secret = createSecretKey(key)
  const unseal = (segment: Buffer, counter: number, isLast: boolean) => {
    if (segment.length < TAG_BYTES) throw new DamagedFileError()
    const decipher = createDecipheriv(CIPHER, secret, nonce(prefix, counter, isLast), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAuthTag(segment.subarray(-TAG_BYTES))
    const content = decipher.update(segment.subarray(0, -TAG_BYTES))
    try {
      decipher.final()
    } catch (cause) {
      throw new DamagedFileError({ cause })
    }
    return [content]
  }
  return segmented(SEGMENT_BYTES + TAG_BYTES, unseal, HEADER_BYTES, (header) => {
    if (header[0] !== VERSION) throw new DamagedFileError()
    prefix = Buffer.from(header.subarray(1))
  })
}

function nonce(prefix: Buffer, counter: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(PREFIX_BYTES + 5)
  prefix.copy(bytes)
  bytes.writeUInt32BE(counter, PREFIX_BYTES)
  bytes[PREFIX_BYTES + 4] = isLast ? 1 : 0
  return bytes
}

type ConvertSegment = (segment: Buffer, counter: number, isLast: boolean) => Buffer[]

/**
 * Splits what is written to it into segments and converts each. A full segment waits for the next byte, because
 * only then is it known not to be the last.
 */
function segmented(
  segmentBytes: number,
  convert: ConvertSegment,
  headerBytes = 0,
  onHeader: (header: Buffer) => void = () => {},
): Transform {
  const held = Buffer.allocUnsafeSlow(segmentBytes)
  let filled = 0
  let counter = 0
  let headerLeft = headerBytes

  const add = (chunk: Buffer, push: (piece: Buffer) => void) => {
    let rest = chunk
    while (rest.length > 0) {
      if (headerLeft > 0) {
        const taken = rest.copy(held, headerBytes - headerLeft, 0, headerLeft)
        headerLeft -= taken
        rest = rest.subarray(taken)
        if (headerLeft === 0) onHeader(held.subarray(0, headerBytes))
        continue
      }
      if (filled === segmentBytes) {
        for (const piece of convert(held, counter, false)) push(piece)
        counter += 1
        filled = 0
      }
      const taken = rest.copy(held, filled)
      filled += taken
      rest = rest.subarray(taken)
    }
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      try {
        add(chunk, (piece) => this.push(piece))
        done()
      } catch (error) {
        done(asError(error))
      }
    },
    flush(done: TransformCallback) {
      try {
        if (headerLeft > 0) throw new DamagedFileError()
        for (const piece of convert(held.subarray(0, filled), counter, true)) this.push(piece)
        done()
      } catch (error) {
        done(asError(error))
      }
    },
  })
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('Stream failed', { cause: error })
}
