import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Starts something without V8 looking through the whole heap meanwhile: it would in the middle of the start, which fills the
 * heap, and would find that all of it is needed (performance P10). What `start` gives or throws comes through.
 */
export async function withoutMarking<T>(start: () => Promise<T>): Promise<T> {
  setFlagsFromString('--no-incremental-marking')
  try {
    return await start()
  } finally {
    setFlagsFromString('--incremental-marking')
  }
}

/**
 * Gives the memory back that only the start needed: what was read, compiled and built fills the young generation, which
 * V8 keeps at that size as long as nothing happens (performance P10). Takes about a tenth of a second, once.
 */
export async function releaseStartMemory(): Promise<void> {
  // Node has no call for it; the function exists in contexts made while the flag is set.
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as NonNullable<typeof globalThis.gc>
  setFlagsFromString('--no-expose-gc')
  await collect({ type: 'major', execution: 'async', flavor: 'last-resort' })
}

/**
 * Lets the old generation, with the buffers that hang on it, grow to three times its size before V8 looks through the heap
 * again. Left alone it would after eight megabytes, so with nearly every upload, at more cost than the upload's own
 * (performance P9); up to four times is what it allows itself where memory fills fast. Holds from the next full collection.
 */
export function letHeapGrow(): void {
  setFlagsFromString('--heap-growing-percent=200')
}
