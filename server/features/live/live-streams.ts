import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyBaseLogger } from 'fastify'
import { LIVE_BEAT_SECONDS, LIVE_MEMORY_SECONDS, LIVE_STREAMS_MAX } from '#contract/live/live-limits.ts'
import type { LiveChange } from '#domain/live/live-topics.ts'
import { readChange } from '#server/model/live/told-changes.ts'
import type { ChangeFeed } from '#server/platform/database/change-feed.ts'
import { CHANGES } from '#server/platform/database/changes.sql.ts'
import type { Meter } from '#server/platform/metrics/meter.ts'
import type { LiveStream } from './stream.ts'

/** Announcements within this time are sent as one message, because a transaction makes several. */
const GATHER_MS = 50
/** The most changes that are remembered, however recent they are. */
const REMEMBERED_MAX = 10_000

interface Parts {
  feed: ChangeFeed
  log: FastifyBaseLogger
  meter: Meter | undefined
  /** Resolves when the replica for lists has what was just committed. */
  settled: () => Promise<void>
}

/**
 * This process's open streams, and what they receive: only what each reader may know, and nothing after their
 * session ends.
 */
export class LiveStreams {
  readonly #parts: Parts
  readonly #ofPerson = new Map<number, Set<LiveStream>>()
  /** Streams of staff, who hear about others. */
  readonly #ofStaff = new Set<LiveStream>()
  /** One group is checked each second, so that many streams never cost a second at once. */
  readonly #turns: Set<LiveStream>[] = Array.from({ length: LIVE_BEAT_SECONDS }, () => new Set())
  readonly #noted = new Set<LiveStream>()
  /** Runs background work outside any request, because traces would otherwise attribute it to the first one. */
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

  /** Whether this process is about to stop: a stream should be opened on another one. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Whether a session may have one more stream. */
  hasRoomFor({ userId, tokenHash }: { userId: number; tokenHash: string }): boolean {
    const own = [...(this.#ofPerson.get(userId) ?? [])]
    return own.filter(({ reader }) => reader.tokenHash === tokenHash).length < LIVE_STREAMS_MAX
  }

  /** Adds a stream, and sends it what happened in the seconds its reader has missed. */
  add(stream: LiveStream, silentSeconds: number): void {
    const { feed, meter } = this.#parts
    const { userId } = stream.reader
    this.#ofPerson.set(userId, (this.#ofPerson.get(userId) ?? new Set()).add(stream))
    if (stream.reader.may.length > 0) this.#ofStaff.add(stream)
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

  /** Removes a stream whose connection was closed. */
  remove(stream: LiveStream): void {
    const own = this.#ofPerson.get(stream.reader.userId)
    if (!own?.delete(stream)) return
    if (own.size === 0) this.#ofPerson.delete(stream.reader.userId)
    this.#ofStaff.delete(stream)
    this.#noted.delete(stream)
    for (const turn of this.#turns) turn.delete(stream)
    const { meter } = this.#parts
    if (meter) meter.liveStreams--
  }

  /** Ends all streams and accepts no more: their readers go to another process. */
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

  /** Changes before this moment may have been missed. */
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
    // What they may know must be updated first.
    if (change.about === 'access')
      for (const stream of own) void this.#lookAfter(stream).then(() => this.#tell(stream, change))
    for (const stream of new Set([...own, ...this.#ofStaff]))
      if (change.about !== 'access' || stream.reader.userId !== change.userId) this.#tell(stream, change)
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
    // If no one listens yet, everyone is told so when listening starts.
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
    // They are notified even if this fails: a replica that is away isn't used.
    await this.#parts.settled().catch(() => {})
    for (const stream of noted) stream.flush()
  }

  async #lookAfterSome(): Promise<void> {
    this.#turn = (this.#turn + 1) % this.#turns.length
    await Promise.all([...(this.#turns[this.#turn] ?? [])].map((stream) => this.#lookAfter(stream)))
  }

  /** Ends a stream whose session is over, and otherwise updates what its reader may know. */
  async #lookAfter(stream: LiveStream): Promise<void> {
    try {
      const reader = await stream.look()
      if (!this.#ofPerson.get(stream.reader.userId)?.has(stream)) return
      if (!reader) return stream.endForGood()
      stream.reader = reader
      if (reader.may.length > 0) this.#ofStaff.add(stream)
      else this.#ofStaff.delete(stream)
    } catch (error) {
      // A database that is away ends no one's session.
      this.#parts.log.debug({ err: error }, 'A live stream could not be looked after')
    }
    stream.beat()
  }
}
