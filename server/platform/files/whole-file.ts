import type { Readable } from 'node:stream'

/**
 * Reads all of `content`, which is exactly that many bytes, into memory of its own; throws when it is longer or shorter.
 * A resizable buffer is mapped from the system page by page, so that it can be given back whole (`resize(0)`), where the
 * ordinary allocator would keep most of it (performance P9).
 */
export async function readWhole(content: Readable, bytes: number): Promise<ArrayBuffer> {
  const memory = new ArrayBuffer(bytes, { maxByteLength: bytes })
  const target = Buffer.from(memory)
  let filled = 0
  for await (const chunk of content as AsyncIterable<Buffer>) {
    if (filled + chunk.length > bytes) throw new RangeError('A stored file is longer than expected')
    filled += chunk.copy(target, filled)
  }
  if (filled !== bytes) throw new RangeError('A stored file is shorter than expected')
  return memory
}
