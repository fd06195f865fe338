import { connect, type Socket } from 'node:net'

/** The bytes of a request: its head, and its body if it has one. */
export type Request = readonly Buffer[]

const COME_BACK_MS = 1000

interface LoadOptions {
  port: number
  /** Whole requests as bytes, sent in turn and from the start again, unless `once`. */
  requests: readonly Request[]
  connections: number
  seconds: number
  once?: boolean
  /** The status that every answer must have. */
  status?: number
  /** The status of an answer that asks the client to retry; the request is sent again after a second. */
  comeBack?: number
  /** Called with the time of each answer, in ms. */
  onAnswer?: (tookMs: number) => void
}

export interface LoadResult {
  answered: number
  seconds: number
  perSecond: number
}

/** A request on a connection that stays open; several requests may share one body. */
export function requestOf(
  line: string,
  headers: Record<string, string> = {},
  body?: string | Buffer,
): Request {
  const content = typeof body === 'string' ? Buffer.from(body) : body
  const lines = Object.entries({
    host: 'localhost',
    ...headers,
    ...(content && { 'content-length': String(content.length) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = Buffer.from(`${line} HTTP/1.1\r\n${lines.join('')}\r\n`)
  return content ? [head, content] : [head]
}

/**
 * Keeps `connections` requests in flight for some seconds. It uses plain sockets, so that the processor is left
 * to the servers. Throws at the first answer with another status.
 */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const { port, requests, connections, seconds, once = false, status = 200, comeBack, onAnswer } = options
  const startedAt = performance.now()
  const endAt = startedAt + seconds * 1000
  let next = 0
  let answered = 0

  const drive = () =>
    new Promise<void>((resolve, reject) => {
      const socket: Socket = connect(port, '127.0.0.1')
      socket.setNoDelay(true)
      let held: Buffer = Buffer.alloc(0)
      let sentAt = 0
      let request: Request | undefined
      let isRefused = false
      const send = () => {
        request = isRefused ? request : requests[once ? next++ : next++ % requests.length]
        isRefused = false
        if (!request || performance.now() >= endAt) {
          socket.destroy()
          resolve()
        } else {
          sentAt = performance.now()
          socket.cork()
          for (const part of request) socket.write(part)
          socket.uncork()
        }
      }
      socket.on('connect', send)
      socket.on('data', (chunk) => {
        held = held.length ? Buffer.concat([held, chunk]) : chunk
        const answer = wholeAnswer(held)
        if (!answer) return
        held = Buffer.alloc(0)
        if (answer.status === comeBack) {
          isRefused = true
          setTimeout(send, COME_BACK_MS)
          return
        }
        if (answer.status !== status) {
          socket.destroy()
          reject(new Error(`Answered ${answer.status}: ${answer.body.slice(0, 500)}`))
          return
        }
        answered++
        onAnswer?.(performance.now() - sentAt)
        send()
      })
      socket.on('error', reject)
    })

  await Promise.all(Array.from({ length: connections }, drive))
  const took = (performance.now() - startedAt) / 1000
  return { answered, seconds: took, perSecond: answered / took }
}

function wholeAnswer(held: Buffer): { status: number; body: string } | undefined {
  const end = held.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = held.toString('latin1', 0, end)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`An answer without length: ${head}`)
  if (held.length < end + 4 + Number(length)) return undefined
  return { status: Number(head.slice(9, 12)), body: held.toString('utf8', end + 4) }
}
