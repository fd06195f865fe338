import type { ServerResponse } from 'node:http'
import type { LiveMessage, LiveTopic } from '#contract/live/live.ts'
import type { Capability } from '#contract/roles.ts'
import type { LiveChange } from '#domain/live/live-topics.ts'
import { topicsOf } from '#domain/live/live-topics.ts'

/** Who reads a stream, as the last look at their session said. */
export interface Viewer {
  userId: number
  tokenHash: string
  may: readonly Capability[]
}

/** A reader who takes nothing is cut off at this many bytes: they read everything again when they come back. */
const UNREAD_MAX = 16_384
/** A browser that opens a stream again by itself waits so long. */
const RETRY_MS = 3_000

/** One open page that hears of changes. */
export class LiveStream {
  viewer: Viewer
  /** Who reads it now; undefined once their session is over. */
  readonly look: () => Promise<Viewer | undefined>
  readonly #raw: ServerResponse
  readonly #topics = new Set<LiveTopic>()
  readonly #people = new Set<number>()
  #isEverything = false

  constructor(raw: ServerResponse, viewer: Viewer, look: () => Promise<Viewer | undefined>) {
    this.viewer = viewer
    this.look = look
    this.#raw = raw
    this.#write(`retry: ${RETRY_MS}\nevent: ready\ndata: 1\n\n`)
  }

  /** Keeps what its reader hears of a change until the next `flush`. */
  note(change: LiveChange): void {
    for (const topic of topicsOf(change, this.viewer)) {
      this.#topics.add(topic)
      if (topic === 'person' && change.userId !== undefined) this.#people.add(change.userId)
    }
  }

  /** From now on its reader knows nothing for certain. */
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

  /** Lets itself be heard, so that both sides know the line is there. */
  beat(): void {
    this.#write('event: beat\ndata: 1\n\n')
  }

  /** Ends it because its session is over; the browser opens it no more. */
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
