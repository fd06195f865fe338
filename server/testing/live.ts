import type { FastifyInstance } from 'fastify'
import { LiveMessage } from '#contract/live/live.ts'
import { atEndOfFile } from './end-of-file.ts'

/** What a page has received on its stream. */
export interface Listening {
  /** The messages so far. */
  messages: LiveMessage[]
  /** The names of all events so far: `ready`, `message`, `beat`, `end`. */
  events: string[]
  /** The topics of all messages so far. */
  topics(): string[]
  headers: Headers
  isClosed(): boolean
  close(): void
}

/** Opens the stream of a listening server as a person's page does, and reads it until it ends. */
export async function listenTo(
  server: FastifyInstance,
  cookie: string,
  { silent = 0, url = addressOf(server) } = {},
): Promise<Listening> {
  const aborting = new AbortController()
  atEndOfFile(() => aborting.abort())
  const answer = await fetch(`${url}/api/live?silent=${silent}`, {
    headers: { cookie, 'user-agent': '' },
    signal: aborting.signal,
  })
  if (answer.status !== 200 || !answer.body) throw new Error(`The stream was refused with ${answer.status}`)
  const messages: LiveMessage[] = []
  const events: string[] = []
  let isClosed = false
  const read = async (body: ReadableStream<Uint8Array>) => {
    let text = ''
    for await (const part of body.pipeThrough(new TextDecoderStream() as never)) {
      text += part
      const parts = text.split('\n\n')
      text = parts.pop() ?? ''
      for (const each of parts) {
        const data = /^data: (.*)$/m.exec(each)?.[1] ?? ''
        const name = /^event: (.*)$/m.exec(each)?.[1] ?? 'message'
        events.push(name)
        if (name === 'message') messages.push(LiveMessage.parse(JSON.parse(data)))
      }
    }
  }
  void read(answer.body)
    .catch(() => {})
    .finally(() => {
      isClosed = true
    })
  return {
    messages,
    events,
    topics: () => messages.flatMap((message) => ('topics' in message ? message.topics : ['everything'])),
    headers: answer.headers,
    isClosed: () => isClosed,
    close: () => aborting.abort(),
  }
}

function addressOf({ server }: FastifyInstance): string {
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The server does not listen')
  return `http://127.0.0.1:${address.port}`
}
