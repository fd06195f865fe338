import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyBaseLogger } from 'fastify'
import { LIVE_BEAT_SECONDS, LIVE_MEMORY_SECONDS, LIVE_STREAMS_MAX } from '#contract/live/live-limits.ts'
import type { LiveChange } from '#domain/live/live-topics.ts'
import { readChange } from '#server/model/live/told-changes.ts'
import type { ChangeFeed } from '#server/platform/database/change-feed.ts'
import { CHANGES } from '#server/platform/database/changes.sql.ts'
import type { Meter } from '#server/platform/metrics/meter.ts'
import type { LiveStream } from './stream.ts'

/** What is said within this time goes out as one message: a transaction says several things. */
const GATHER_MS = 50
/** So many changes are remembered at most, however recent they are. */
const REMEMBERED_MAX = 10_000

interface Parts {
  feed: ChangeFeed
  log: FastifyBaseLogger
  meter: Meter | undefined
  /** Waits until what lists are read from has what was just committed. */
  settled: () => Promise<void>
}

/** The open streams of this process, and what they are told: everyone what they may hear, and no one past their session. */
export class LiveStreams {
  readonly #parts: Parts
  readonly #ofPerson = new Map<number, Set<LiveStream>>()
  /** Those of staff, who hear of others. */
  readonly #ofStaff = new Set<LiveStream>()
  /** One of these is looked after each second, so that many streams never cost a second at once. */
  readonly #turns: Set<LiveStream>[] = Array.from({ length: LIVE_BEAT_SECONDS }, () => new Set())
  readonly #noted = new Set<LiveStream>()
  /** Runs what lasts in the name of no request, as traces would else tell it of the first one. */
  readonly #outside = AsyncLocalStorage.snapshot()
  #recent: { at: number; change: LiveChange }[] = []
  /** Since when nothing was missed; undefined while no one listens. */
  #completeSince: number | undefined
  #flushing: NodeJS.Timeout | undefined
  #beating: NodeJS.Timeout | undefined
  #turn = 0
  #isClosed = false
  #listening: (() => void) | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Whether this process is about to stop: a stream is better opened on another. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Whether a session may hold one more. */
  hasRoomFor({ userId, tokenHash }: { userId: number; tokenHash: string }): boolean {
    const own = [...(this.#ofPerson.get(userId) ?? [])]
    return own.filter(({ viewer }) => viewer.tokenHash === tokenHash).length < LIVE_STREAMS_MAX
  }

  /** Takes a stream in, and tells it what happened in the seconds for which its reader has heard nothing. */
  add(stream: LiveStream, silentSeconds: number): void {
    const { feed, meter } = this.#parts
    const { userId } = stream.viewer
    this.#ofPerson.set(userId, (this.#ofPerson.get(userId) ?? new Set()).add(stream))
    if (stream.viewer.may.length > 0) this.#ofStaff.add(stream)
    this.#turns[this.#turn]?.add(stream)
    if (meter) meter.liveStreams++
    this.#outside(() => {
      this.#beating ??= setInterval(() => void this.#lookAfterSome(), 1000).unref()
      this.#listening ??= feed.listen(CHANGES, {
        heard: (said) => this.#hear(said),
        began: () => this.#begin(),
      })
    })
    this.#catchUp(stream, performance.now() - silentSeconds * 1000)
  }

  /** Forgets a stream whose line was closed. */
  remove(stream: LiveStream): void {
    const own = this.#ofPerson.get(stream.viewer.userId)
    if (!own?.delete(stream)) return
    if (own.size === 0) this.#ofPerson.delete(stream.viewer.userId)
    this.#ofStaff.delete(stream)
    this.#noted.delete(stream)
    for (const turn of this.#turns) turn.delete(stream)
    const { meter } = this.#parts
    if (meter) meter.liveStreams--
  }

  /** Ends all of them, and takes no more: their readers go to another process. */
  close(): void {
    this.#isClosed = true
    clearInterval(this.#beating)
    clearTimeout(this.#flushing)
    this.#listening?.()
    for (const stream of this.#all()) stream.end()
  }

  #all(): LiveStream[] {
    return [...this.#ofPerson.values()].flatMap((streams) => [...streams])
  }

  /** What was said before this moment may have been missed. */
  #begin(): void {
    this.#completeSince = performance.now()
    this.#recent = []
    for (const stream of this.#all()) {
      stream.noteEverything()
      this.#note(stream)
    }
  }

  #hear(said: string): void {
    const change = readChange(said)
    if (!change) return
    this.#remember(change)
    const own = change.userId === undefined ? [] : [...(this.#ofPerson.get(change.userId) ?? [])]
    // What they may hear has to be known first.
    if (change.about === 'access')
      for (const stream of own) void this.#lookAfter(stream).then(() => this.#tell(stream, change))
    for (const stream of new Set([...own, ...this.#ofStaff]))
      if (change.about !== 'access' || stream.viewer.userId !== change.userId) this.#tell(stream, change)
  }

  #tell(stream: LiveStream, change: LiveChange): void {
    stream.note(change)
    this.#note(stream)
  }

  #remember(change: LiveChange): void {
    const at = performance.now()
    const oldest = at - LIVE_MEMORY_SECONDS * 1000
    this.#recent.push({ at, change })
    const first = this.#recent.findIndex((each) => each.at > oldest)
    const excess = Math.max(first, this.#recent.length - REMEMBERED_MAX)
    if (excess <= 0) return
    this.#recent.splice(0, excess)
    this.#completeSince = Math.max(this.#completeSince ?? at, this.#recent[0]?.at ?? at)
  }

  #catchUp(stream: LiveStream, since: number): void {
    // Where no one listens yet, everyone is told so when it begins.
    if (this.#completeSince === undefined) return
    if (since < this.#completeSince) stream.noteEverything()
    else for (const { at, change } of this.#recent) if (at >= since) stream.note(change)
    this.#note(stream)
  }

  #note(stream: LiveStream): void {
    this.#noted.add(stream)
    this.#flushing ??= setTimeout(() => void this.#flush(), GATHER_MS).unref()
  }

  async #flush(): Promise<void> {
    const noted = [...this.#noted]
    this.#noted.clear()
    this.#flushing = undefined
    // Without its word they are told all the same: a replica that is away is not read from.
    await this.#parts.settled().catch(() => {})
    for (const stream of noted) stream.flush()
  }

  async #lookAfterSome(): Promise<void> {
    this.#turn = (this.#turn + 1) % this.#turns.length
    await Promise.all([...(this.#turns[this.#turn] ?? [])].map((stream) => this.#lookAfter(stream)))
  }

  /** Ends a stream whose session is over, and lets the others be heard by what their readers may read now. */
  async #lookAfter(stream: LiveStream): Promise<void> {
    try {
      const viewer = await stream.look()
      if (!this.#ofPerson.get(stream.viewer.userId)?.has(stream)) return
      if (!viewer) return stream.endForGood()
      stream.viewer = viewer
      if (viewer.may.length > 0) this.#ofStaff.add(stream)
      else this.#ofStaff.delete(stream)
    } catch (error) {
      // A database that is away ends no one's session.
      this.#parts.log.debug({ err: error }, 'A live stream could not be looked after')
    }
    stream.beat()
  }
}
