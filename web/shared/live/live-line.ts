import type { LiveMessage } from '#contract/live/live.ts'
import { LIVE_BEAT_SECONDS, LIVE_MEMORY_SECONDS } from '#contract/live/live-limits.ts'

/** The lock and the channel that the tabs of one browser share: one of them holds the line, and tells the others. */
const NAME = 'live'
/** Without a word for so long the line is dead, whatever the browser says. */
const DEAD_MS = 2.5 * LIVE_BEAT_SECONDS * 1000
/** A line that says nothing at first is held back by something in between. */
const READY_MS = 10_000
const RETRY_MS = 1_000
/** How often a page looks by itself where no line holds, at least; half as long again at most. */
const POLL_MS = 60_000
/** A line that breaks so often before its first beat is taken for one that something in between cuts. */
const CUT_AFTER = 3
/** A hidden page gives up the line after this long, so that a suspended tab never holds it for the others. */
const HIDDEN_MS = 30_000

interface Ear {
  hear(message: LiveMessage): void
  /** The session is over. */
  end(): void
}

type Said = { kind: 'message'; message: LiveMessage } | { kind: 'beat' } | { kind: 'end' }

/**
 * Hears what changes at the server while the page is seen, until the given function is called: on one line for all tabs of the
 * browser, opened again with growing pauses. What may have been missed is told as everything. Where the line never holds, the
 * page is told at each try to look for itself.
 */
export function holdLine(ear: Ear): () => void {
  const channel = new BroadcastChannel(NAME)
  // What the page shows was read after this.
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
    // Longer than the server remembers: the tab that holds the line cannot be told what another one missed.
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
  // A page with an open line could not be gone back to at once.
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

/** Does `work` in one tab of the browser at a time; where tabs cannot agree, in each. */
async function whileAlone(signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  if (!navigator.locks) return work(signal)
  await navigator.locks
    .request(NAME, { signal }, () => work(signal))
    .catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
}

/** Keeps a stream open until the signal, and tells what it says. */
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

/** Waits, no longer than until the line is back or the signal. */
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
