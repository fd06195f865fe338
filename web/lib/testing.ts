import { vi } from 'vitest'

/** Stands in for the browser's other windows in a test; what is returned has one of them say that something changed there. */
export function stubOtherWindows(): () => void {
  const channels = new Set<EventTarget>()
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      constructor() {
        super()
        channels.add(this)
      }
      close() {
        channels.delete(this)
      }
    },
  )
  return () => {
    for (const channel of channels) channel.dispatchEvent(new Event('message'))
  }
}
