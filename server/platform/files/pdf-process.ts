import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { BEGAN, HEADER_BYTES, type PdfJob } from './pdf-inbox.ts'

export interface PdfLimits {
  /**
   * The longest time for one file; honest ones take a fraction of a second. Where the system doesn't report processor
   * time, it is the limit of the file as well, from when its process began to work.
   */
  timeLimitMs: number
  /** The longest processor time for one file, if the system reports it, so that a busy machine doesn't count. */
  processorLimitMs: number
  /** The most memory of the whole process, if the system reports it. */
  memoryLimitBytes: number
}

const MAX_HEAP_MB = 160
const LOOK_EVERY_MS = 50
/** The unit of the times in `/proc`, on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100
const PAGE_BYTES = 4096

/** Returned instead of an answer when a file exceeded its limits. */
export const OVER_LIMIT = Symbol('over the limit')

/** Returned instead of an answer when the time was over before the file reached a limit of its own: it isn't at fault. */
export const OUT_OF_TIME = Symbol('out of time')

export type PdfStop = typeof OVER_LIMIT | typeof OUT_OF_TIME

/** How a process ends whose engine has no memory left. */
const ENGINE_OUT_OF_MEMORY: ReadonlySet<string> = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL'])

/** A process that ended for a reason of its own, which says nothing about the file it worked on. */
export class ProcessEnded extends Error {}

/** A kind of PDF process: its program, its limits, and whether it renders, which takes native code. */
export interface PdfProgram extends PdfLimits {
  url: URL
  draws: boolean
}

/**
 * A process that works on PDFs, one at a time. It starts with an empty environment and may neither write files
 * nor start processes; only one that renders may load native code. If a file reaches a limit the process is
 * killed and `isAlive` becomes false; so it is when its time is over.
 */
export class PdfProcess<Answer> {
  readonly #child: ChildProcess
  readonly #input: Writable
  readonly #limits: PdfLimits
  isAlive = true
  #stoppedAs: PdfStop | undefined
  #begin = () => {}
  readonly #ended = new AbortController()

  constructor({ url, draws, ...limits }: PdfProgram) {
    this.#limits = limits
    const rights = ['--permission', '--allow-fs-read=*', ...(draws ? ['--allow-addons'] : [])]
    this.#child = fork(fileURLToPath(url), [], {
      execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`, ...rights],
      env: {},
      // A picture is returned as bytes.
      serialization: 'advanced',
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    })
    if (!this.#child.stdin) throw new ProcessEnded('The process did not start')
    this.#input = this.#child.stdin
    // The process's exit tells what broke the pipe.
    this.#input.on('error', () => {})
    for (const end of ['exit', 'error'])
      this.#child.on(end, () => {
        this.isAlive = false
        this.#ended.abort()
      })
    this.#hold(false)
  }

  /** Works on a PDF of exactly `bytes` bytes. Throws if the content fails, and ProcessEnded. */
  async ask(content: Readable, job: PdfJob): Promise<Answer | PdfStop> {
    this.#hold(true)
    const stopWatching = await this.#watch()
    try {
      const answer = this.#answer()
      // Both must finish, because the next file begins after this one's last byte.
      const fed = this.#feed(content, job).catch((error: unknown) => {
        this.#kill()
        throw error
      })
      const [answered, given] = await Promise.allSettled([answer, fed])
      if (given.status === 'rejected') throw given.reason
      if (answered.status === 'fulfilled') return answered.value
      throw answered.reason
    } finally {
      stopWatching()
      this.#hold(false)
    }
  }

  /** Kills the process; what it was working on fails. */
  close(): void {
    this.#kill()
  }

  #kill(): void {
    this.isAlive = false
    this.#child.kill('SIGKILL')
  }

  async #feed(content: Readable, { bytes, number }: PdfJob): Promise<void> {
    const header = Buffer.alloc(HEADER_BYTES)
    header.writeUInt32LE(bytes, 0)
    header.writeUInt32LE(number, 4)
    this.#input.write(header)
    let given = 0
    for await (const chunk of content as AsyncIterable<Buffer>) {
      given += chunk.length
      if (given > bytes) throw new RangeError('A stored file is longer than expected')
      // The answer tells how the process ended.
      if (this.#ended.signal.aborted) return
      if (!this.#input.write(chunk))
        await once(this.#input, 'drain', { signal: this.#ended.signal }).catch(() => {})
    }
    if (given < bytes) throw new RangeError('A stored file is shorter than expected')
  }

  #answer(): Promise<Answer | PdfStop> {
    return new Promise((resolve, reject) => {
      const child = this.#child
      const onMessage = (answer: unknown) =>
        answer === BEGAN ? this.#begin() : finish(() => resolve(answer as Answer))
      const onExit = (code: number | null, signal: string | null) => {
        const isOutOfMemory = signal !== null && ENGINE_OUT_OF_MEMORY.has(signal)
        const stoppedAs = this.#stoppedAs ?? (isOutOfMemory ? OVER_LIMIT : undefined)
        finish(() =>
          stoppedAs
            ? resolve(stoppedAs)
            : reject(new ProcessEnded(`The PDF process ended with ${code ?? signal} before it answered`)),
        )
      }
      const onError = (cause: Error) =>
        finish(() => reject(new ProcessEnded('The PDF process did not start', { cause })))
      const finish = (act: () => void) => {
        child.off('message', onMessage).off('exit', onExit).off('error', onError)
        act()
      }
      if (!this.isAlive) return reject(new ProcessEnded('The PDF process ended before it answered'))
      child.on('message', onMessage).on('exit', onExit).on('error', onError)
    })
  }

  /**
   * Kills the process at the first limit that the file reaches, or when its time is over. Returns a function that
   * stops watching.
   */
  async #watch(): Promise<() => void> {
    const { timeLimitMs, processorLimitMs, memoryLimitBytes } = this.#limits
    const before = await usageOf(this.#child.pid)
    let isWatching = true
    let isStarted = false
    const stop = (as: PdfStop) => {
      if (!isWatching) return
      this.#stoppedAs ??= as
      this.#kill()
    }
    const stopIfOver = async () => {
      const now = await usageOf(this.#child.pid)
      if (!now || !before) return
      const spent = now.processorMs - before.processorMs
      if (spent > processorLimitMs || now.memoryBytes > memoryLimitBytes) stop(OVER_LIMIT)
    }
    const onTimeOver = async () => {
      await stopIfOver()
      // A file that used less than it may have waited for a busy machine, or for the rest of its bytes.
      stop(!before && isStarted ? OVER_LIMIT : OUT_OF_TIME)
    }
    let clock = setTimeout(onTimeOver, timeLimitMs)
    const look = setInterval(stopIfOver, LOOK_EVERY_MS)
    this.#begin = () => {
      isStarted = true
      if (before) return
      clearTimeout(clock)
      clock = setTimeout(onTimeOver, timeLimitMs)
    }
    return () => {
      isWatching = false
      clearTimeout(clock)
      clearInterval(look)
    }
  }

  /** Whether this process keeps the server alive: while it works, but not while it waits. */
  #hold(isWorking: boolean): void {
    const change = isWorking ? 'ref' : 'unref'
    this.#child[change]()
    this.#child.channel?.[change]()
    const { stdin } = this.#child
    if (stdin && change in stdin) (stdin as unknown as Record<typeof change, () => void>)[change]()
  }
}

/** What a process has used so far; undefined if the system doesn't report it or the process has ended. */
async function usageOf(
  pid: number | undefined,
): Promise<{ processorMs: number; memoryBytes: number } | undefined> {
  if (pid === undefined) return undefined
  try {
    const [stat, statm] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'latin1'),
      readFile(`/proc/${pid}/statm`, 'latin1'),
    ])
    // After the name in parentheses, which may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = Number(fields[11]) + Number(fields[12])
    return {
      processorMs: (ticks * 1000) / TICKS_PER_SECOND,
      memoryBytes: Number(statm.split(' ')[1]) * PAGE_BYTES,
    }
  } catch {
    return undefined
  }
}
