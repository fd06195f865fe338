import type { ServerResponse } from 'node:http'
import type { LiveMessage, LiveTopic } from '#contract/live/live.ts'
import type { Capability } from '#contract/roles.ts'
import type { LiveChange } from '#domain/live/live-topics.ts'
import { topicsOf } from '#domain/live/live-topics.ts'

/** The reader of a stream, as of the last check of their session. */
export interface LiveReader {
  userId: number
  tokenHash: string
  may: readonly Capability[]
}

/** A reader with this many unread bytes is disconnected, and reads everything again when it reconnects. */
const UNREAD_MAX = 16_384
/** How long a browser waits before it reopens a stream. */
const RETRY_MS = 3_000

/** One open page that receives changes. */
export class LiveStream {
  reader: LiveReader
  /** Returns its current reader; undefined once their session is over. */
  readonly look: () => Promise<LiveReader | undefined>
  readonly #raw: ServerResponse
  readonly #topics = new Set<LiveTopic>()
  readonly #people = new Set<number>()
  #isEverything = false

  constructor(raw: ServerResponse, reader: LiveReader, look: () => Promise<LiveReader | undefined>) {
    this.reader = reader
    this.look = look
    this.#raw = raw
    this.#write(`retry: ${RETRY_MS}\nevent: ready\ndata: 1\n\n`)
  }

  /** Stores a change for its reader until the next `flush`. */
  note(change: LiveChange): void {
    for (const topic of topicsOf(change, this.reader)) {
      this.#topics.add(topic)
      if (topic === 'person' && change.userId !== undefined) this.#people.add(change.userId)
    }
  }

  /** Marks everything as possibly changed. */
  noteEverything(): void {
    this.#isEverything = true
  }

  /** Sends what was noted since the last time. */
  flush(): void {
    if (this.#isEverything) this.#send({ everything: true })
    else if (this.#topics.size > 0)
      this.#send({
        topics: [...this.#topics],
        ...(this.#people.size > 0 && { people: [...this.#people] }),
      })
    this.#isEverything = false
    this.#topics.clear()
    this.#people.clear()
  }

  /** Sends a heartbeat, so that both sides know the connection works. */
  beat(): void {
    this.#write('event: beat\ndata: 1\n\n')
  }

  /** Ends it because its session is over; the browser doesn't reopen it. */
  endForGood(): void {
    this.#write('event: end\ndata: 1\n\n')
    this.end()
  }

  /** Ends it; the browser opens another. */
  end(): void {
    this.#raw.end()
  }

  #send(message: LiveMessage): void {
    this.#write(`data: ${JSON.stringify(message)}\n\n`)
  }

  #write(text: string): void {
    if (this.#raw.writableEnded || this.#raw.destroyed) return
    this.#raw.write(text)
    if (this.#raw.writableLength > UNREAD_MAX) this.#raw.destroy()
  }
}
