import { createHash, randomBytes } from 'node:crypto'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DamagedFileError } from './envelope.ts'
import { decryptStream, encryptStream, SEGMENT_BYTES, sealedLength } from './sealed-stream.ts'
import { noise } from './test-files.ts'

const key = createHash('sha256').update('a key').digest()
const SEALED_SEGMENT = SEGMENT_BYTES + 16
const HEADER = 8

const seal = (content: Buffer, chunk?: number) => through(content, encryptStream(key, randomBytes), chunk)
const open = (sealed: Buffer, by = key, chunk?: number) => through(sealed, decryptStream(by), chunk)

async function through(content: Buffer, step: Transform, chunk = 50_000): Promise<Buffer> {
  const parts: Buffer[] = []
  await pipeline(Readable.from(cut(content, chunk)), step, async (output: AsyncIterable<Buffer>) => {
    for await (const part of output) parts.push(part)
  })
  return Buffer.concat(parts)
}

function* cut(content: Buffer, chunk: number) {
  for (let at = 0; at < content.length; at += chunk) yield content.subarray(at, at + chunk)
}

/** Sizes for which something could be off by one. */
const nearBoundary = fc
  .tuple(fc.nat(3), fc.integer({ min: -18, max: 18 }))
  .map(([segments, offset]) => Math.max(0, segments * SEGMENT_BYTES + offset))

describe('R47 a sealed stream', () => {
  it('returns what was written, at any size and however it is split', async () => {
    const chunks = fc.integer({ min: 1000, max: 200_000 })
    await fc.assert(
      fc.asyncProperty(nearBoundary, chunks, chunks, async (size, writing, reading) => {
        const content = noise(size)
        const sealed = await seal(content, writing)
        expect(sealed.length).toBe(sealedLength(size))
        expect((await open(sealed, key, reading)).equals(content)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('detects any changed bit', async () => {
    const sealed = await seal(noise(SEGMENT_BYTES + 100))
    await fc.assert(
      fc.asyncProperty(fc.nat(sealed.length - 1), fc.nat(7), async (at, bit) => {
        const changed = Buffer.from(sealed)
        changed.writeUInt8(changed.readUInt8(at) ^ (1 << bit), at)
        await expect(open(changed)).rejects.toThrow(DamagedFileError)
      }),
      { numRuns: 60 },
    )
  })

  it('detects any truncation, even at the end of a segment', async () => {
    const sealed = await seal(noise(3 * SEGMENT_BYTES))
    const lengths = [0, 1, HEADER, HEADER + SEALED_SEGMENT, HEADER + 2 * SEALED_SEGMENT, sealed.length - 1]
    for (const length of lengths) {
      await expect(open(sealed.subarray(0, length))).rejects.toThrow(DamagedFileError)
    }
  })

  it('detects segments in another order, repeated, or appended', async () => {
    const sealed = await seal(noise(3 * SEGMENT_BYTES))
    const header = sealed.subarray(0, HEADER)
    const segment = (index: number) =>
      sealed.subarray(HEADER + index * SEALED_SEGMENT, HEADER + (index + 1) * SEALED_SEGMENT)
    for (const order of [
      [1, 0, 2],
      [0, 0, 1, 2],
      [0, 2],
      [0, 1, 2, 2],
    ]) {
      await expect(open(Buffer.concat([header, ...order.map(segment)]))).rejects.toThrow(DamagedFileError)
    }
  })

  it('lets nothing of a false segment out, while the true ones before it may be sent', async () => {
    const content = noise(2 * SEGMENT_BYTES)
    const sealed = await seal(content)
    sealed.writeUInt8(sealed.readUInt8(sealed.length - 20) ^ 1, sealed.length - 20)
    const out: Buffer[] = []
    const reading = pipeline(
      Readable.from([sealed]),
      decryptStream(key),
      async (output: AsyncIterable<Buffer>) => {
        for await (const part of output) out.push(part)
      },
    )
    await expect(reading).rejects.toThrow(DamagedFileError)
    expect(content.subarray(0, SEGMENT_BYTES).equals(Buffer.concat(out))).toBe(true)
  })

  it('does not open with another key', async () => {
    await expect(open(await seal(noise(10)), randomBytes(32))).rejects.toThrow(DamagedFileError)
  })
})
