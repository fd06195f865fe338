import type { LiveMessage } from '#contract/live/live.ts'
import { LIVE_BEAT_SECONDS, LIVE_MEMORY_SECONDS } from '#contract/live/live-limits.ts'

/** The lock and channel shared by a browser's tabs: one of them holds the stream, and informs the others. */
const NAME = 'live'
/** After this many milliseconds of silence the stream is dead, even if the browser reports it open. */
const DEAD_MS = 2.5 * LIVE_BEAT_SECONDS * 1000
/** If a stream is silent for this many milliseconds at first, something in between is buffering it. */
const READY_MS = 10_000
const RETRY_MS = 1_000
/** How often a page without a stream refetches, in milliseconds; the pause is up to half as long again. */
const POLL_MS = 60_000
/** After breaking this many times before the first beat, a stream is assumed to be cut by something in between. */
const CUT_AFTER = 3
/**
 * A hidden page closes the stream after this many milliseconds, so that a suspended tab never holds it for the
 * others.
 */
const HIDDEN_MS = 30_000

interface Ear {
  hear(message: LiveMessage): void
  /** Called when the session has ended. */
  end(): void
}

type Said = { kind: 'message'; message: LiveMessage } | { kind: 'beat' } | { kind: 'end' }

/**
 * Listens for changes on the server while the page is visible, until the returned function is called: on one
 * stream for all the browser's tabs, reopened with growing pauses. Changes that may have been missed are
 * reported as everything. If no stream ever holds, each attempt tells the page to refetch.
 */
export function holdLine(ear: Ear): () => void {
  const channel = new BroadcastChannel(NAME)
  // The page's data was fetched after this time.
  let heardAt = performance.timeOrigin
  let stop: AbortController | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined

  const take = (said: Said) => {
    heardAt = Date.now()
    if (said.kind === 'message') ear.hear(said.message)
    if (said.kind === 'end') {
      leave()
      ear.end()
    }
  }
  const tell = (said: Said) => {
    channel.postMessage(said)
    take(said)
  }
  const silentSeconds = () => Math.ceil((Date.now() - heardAt) / 1000) + 1
  const listen = () => {
    clearTimeout(hiding)
    if (stop) return
    stop = new AbortController()
    // Longer than the server remembers: the tab with the stream can't be told what another one missed.
    if (silentSeconds() > LIVE_MEMORY_SECONDS) take({ kind: 'message', message: { everything: true } })
    void whileAlone(stop.signal, (signal) => keepOpen(signal, silentSeconds, tell))
  }
  const leave = () => {
    stop?.abort()
    stop = undefined
  }
  const handleVisibility = () => {
    clearTimeout(hiding)
    if (document.visibilityState === 'visible') listen()
    else hiding = setTimeout(leave, HIDDEN_MS)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Said>) => take(data))
  document.addEventListener('visibilitychange', handleVisibility)
  // A page with an open stream can't be restored from the back/forward cache.
  window.addEventListener('pagehide', leave)
  window.addEventListener('pageshow', handleVisibility)
  if (document.visibilityState === 'visible') listen()
  return () => {
    clearTimeout(hiding)
    leave()
    channel.close()
    document.removeEventListener('visibilitychange', handleVisibility)
    window.removeEventListener('pagehide', leave)
    window.removeEventListener('pageshow', handleVisibility)
  }
}

/** Runs `work` in one tab of the browser at a time; if tabs can't coordinate, in each. */
async function whileAlone(signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  if (!navigator.locks) return work(signal)
  await navigator.locks
    .request(NAME, { signal }, () => work(signal))
    .catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
}

/** Keeps a stream open until the signal aborts, and reports its messages. */
async function keepOpen(
  signal: AbortSignal,
  silentSeconds: () => number,
  tell: (said: Said) => void,
): Promise<void> {
  let cut = 0
  while (!signal.aborted) {
    const hasBeaten = await readStream(signal, silentSeconds(), tell)
    if (signal.aborted) return
    cut = hasBeaten ? 0 : cut + 1
    if (cut < CUT_AFTER) {
      await pause(RETRY_MS * 2 ** cut * (0.5 + Math.random()), signal)
      continue
    }
    await pause(POLL_MS * (1 + Math.random() / 2), signal)
    if (!signal.aborted) tell({ kind: 'message', message: { everything: true } })
  }
}

/** Reads one stream to its end; returns whether it lasted until a beat. */
function readStream(signal: AbortSignal, silent: number, tell: (said: Said) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const source = new EventSource(`/api/live?silent=${Math.min(silent, 86_400)}`)
    let hasBeaten = false
    let timer: ReturnType<typeof setTimeout>
    const close = () => {
      clearTimeout(timer)
      source.close()
      signal.removeEventListener('abort', close)
      resolve(hasBeaten)
    }
    const wait = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(close, ms)
    }
    wait(READY_MS)
    signal.addEventListener('abort', close)
    source.addEventListener('error', close)
    source.addEventListener('ready', () => wait(DEAD_MS))
    source.addEventListener('beat', () => {
      hasBeaten = true
      wait(DEAD_MS)
      tell({ kind: 'beat' })
    })
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      wait(DEAD_MS)
      tell({ kind: 'message', message: JSON.parse(data) })
    })
    source.addEventListener('end', () => {
      close()
      tell({ kind: 'end' })
    })
  })
}

/** Waits, but no longer than until the connection is restored or the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    window.addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
}
