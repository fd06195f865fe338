import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const BYTES_BETWEEN = 40 * 1024 * 1024
type Collect = (options: { type: 'major' | 'minor'; execution: 'sync' }) => void

let dropped = 0
let collector: Collect | undefined

/**
 * Tells how many bytes of short-lived buffers were just used up. The engine counts them by their small handles and would
 * let about a hundred megabytes pile up before it looks; a collection of the young generation now and then keeps the memory of
 * streaming flat. Each costs some milliseconds of processor, so they come no more often than the limit asks (performance P9).
 */
export function usedUp(bytes: number): void {
  dropped += bytes
  if (dropped < BYTES_BETWEEN) return
  dropped = 0
  collect('minor')
}

/** Returns back everything that is no longer used; for the PDF thread, where no one waits for it. */
export function collectAll(): void {
  collect('major')
}

function collect(type: 'major' | 'minor'): void {
  collector ??= exposedCollector()
  collector({ type, execution: 'sync' })
}

function exposedCollector(): Collect {
  setFlagsFromString('--expose-gc')
  const gc: unknown = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  return typeof gc === 'function' ? (options) => gc(options) : () => {}
}
