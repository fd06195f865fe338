import type { Readable } from 'node:stream'

/** Reads all of `content` into `target`; throws when the content is longer or shorter than the target. */
export async function readInto(target: Buffer, content: Readable): Promise<void> {
  let filled = 0
  for await (const chunk of content as AsyncIterable<Buffer>) {
    if (filled + chunk.length > target.length) throw new RangeError('A stored file is longer than expected')
    filled += chunk.copy(target, filled)
  }
  if (filled !== target.length) throw new RangeError('A stored file is shorter than expected')
}
