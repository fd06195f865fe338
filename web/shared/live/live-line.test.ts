import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LiveMessage } from '#contract/live/live.ts'
import { LIVE_BEAT_SECONDS, LIVE_MEMORY_SECONDS } from '#contract/live/live-limits.ts'
import { holdLine } from './live-line.ts'

class FakeSource extends EventTarget {
  static opened: FakeSource[] = []
  isClosed = false
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    FakeSource.opened.push(this)
  }
  close() {
    this.isClosed = true
  }
  say(name: string, data: unknown = 1) {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }))
  }
}
const last = () => FakeSource.opened.at(-1) as FakeSource
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)
function see(isVisible: boolean) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isVisible ? 'visible' : 'hidden')
  document.dispatchEvent(new Event('visibilitychange'))
}

let stop: () => void
let heard: LiveMessage[]
let ended: number
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeSource)
  // Tabs don't communicate here.
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      postMessage() {}
      close() {}
    },
  )
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(Date.now())
  FakeSource.opened = []
  heard = []
  ended = 0
  stop = holdLine({ hear: (message) => heard.push(message), end: () => ended++ })
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('an open page’s stream', () => {
  test('passes on what the server says, and is reopened with how long it was silent', async () => {
    last().say('ready')
    last().say('message', { topics: ['notices'] })
    last().say('beat')
    await pass(5)
    last().say('error')
    expect(last().isClosed).toBe(true)
    await pass(3)
    expect(FakeSource.opened).toHaveLength(2)
    expect(Number(new URL(last().url, 'http://localhost').searchParams.get('silent'))).toBeGreaterThan(5)
    expect(heard).toEqual([{ topics: ['notices'] }])
  })

  test('is abandoned if it becomes silent', async () => {
    last().say('ready')
    await pass(3 * LIVE_BEAT_SECONDS)
    expect(FakeSource.opened[0]?.isClosed).toBe(true)
    expect(FakeSource.opened.length).toBeGreaterThan(1)
  })

  test('is replaced by polling if something in between buffers it', async () => {
    await pass(60)
    expect(heard).toEqual([])
    await pass(180)
    expect(heard.length).toBeGreaterThan(0)
    expect(heard.length).toBeLessThan(5)
    expect(new Set(heard.map((message) => JSON.stringify(message)))).toEqual(new Set(['{"everything":true}']))
  })

  test('is not reopened once the session is over', async () => {
    last().say('ready')
    last().say('end')
    await pass(300)
    expect([ended, FakeSource.opened.length]).toEqual([1, 1])
  })

  test('is closed while the page is hidden; after a long time everything may have changed', async () => {
    last().say('ready')
    see(false)
    await pass(10)
    expect(last().isClosed).toBe(false)
    await pass(LIVE_MEMORY_SECONDS)
    expect([last().isClosed, FakeSource.opened.length]).toEqual([true, 1])
    see(true)
    await pass(0)
    expect(FakeSource.opened).toHaveLength(2)
    expect(heard).toEqual([{ everything: true }])
  })
})
