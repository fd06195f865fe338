import { connect, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { AppError } from '#server/platform/http/app-error.ts'
import type { MalwareScanner } from './malware-scanner.ts'

const DEFAULT_PORT = 3310
const RETRY_SECONDS = 30
const INFECTED_MESSAGE =
  'This file can’t be accepted because a security scan found something harmful in it. Please upload a different file.'
const UNAVAILABLE_MESSAGE =
  'Files can’t be checked for harmful content at the moment, so your file was not stored. Please try again in a minute.'

export interface ClamOptions {
  /** How long the scanner may be silent while an answer is expected. */
  timeoutMs?: number
  /** Gets the reason for a scan without a verdict; people only read that the scanner is unavailable. */
  onFault?: (error: unknown) => void
}

type Address = { host: string; port: number } | { path: string }

/**
 * Uses clamd's INSTREAM command, one connection per file. `url` is `tcp://host:port` or `unix:///path`; throws
 * if it is neither.
 */
export function clamScanner(url: string, { timeoutMs = 15_000, onFault }: ClamOptions = {}): MalwareScanner {
  const address = clamAddress(url)

  return {
    async scan(open) {
      const content = await open()
      let reply: string
      try {
        reply = await converse(address, timeoutMs, (socket) => sendFile(socket, content))
      } catch (error) {
        return unavailable(error, onFault)
      } finally {
        content.destroy()
      }
      if (reply === 'stream: OK') return 'clean'
      if (reply.endsWith(' FOUND')) throw new AppError('UNSAFE_FILE', INFECTED_MESSAGE)
      return unavailable(new Error(`clamd answered: ${reply || '(nothing)'}`), onFault)
    },

    async state() {
      try {
        const reply = await converse(address, timeoutMs, async (socket) => {
          socket.write('zPING\0')
        })
        return reply === 'PONG' ? 'ok' : 'down'
      } catch {
        return 'down'
      }
    },
  }
}

/** Parses CLAMD_URL; throws with what is expected instead. */
export function clamAddress(url: string): Address {
  const { protocol, hostname, port, pathname } = URL.parse(url) ?? {}
  if (protocol === 'tcp:' && hostname) return { host: hostname, port: Number(port || DEFAULT_PORT) }
  if (protocol === 'unix:' && pathname && pathname !== '/') return { path: decodeURIComponent(pathname) }
  throw new Error(`expected tcp://host:port or unix:///path/to/socket, read ${url}`)
}

function unavailable(error: unknown, onFault: ClamOptions['onFault']): never {
  onFault?.(error)
  throw new AppError('UNAVAILABLE', UNAVAILABLE_MESSAGE, { retryAfter: RETRY_SECONDS }, { cause: error })
}

/** Sends with `speak` and returns the reply up to the closing NUL. */
async function converse(
  address: Address,
  timeoutMs: number,
  speak: (socket: Socket) => Promise<void>,
): Promise<string> {
  const socket = connect(address)
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`clamd was silent for ${timeoutMs} ms`)))
  try {
    // Listening starts first, because clamd may reject a file before it has read all of it.
    const reply = readReply(socket)
    const [text] = await Promise.all([reply, Promise.race([speak(socket), reply])])
    return text
  } finally {
    socket.destroy()
  }
}

function readReply(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (part: string) => {
      text += part
      const end = text.indexOf('\0')
      if (end >= 0) resolve(text.slice(0, end).trim())
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('clamd closed the connection without an answer')))
  })
}

async function sendFile(socket: Socket, content: Readable): Promise<void> {
  socket.write('zINSTREAM\0')
  for await (const chunk of content as AsyncIterable<Buffer>) {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(chunk.length)
    socket.write(length)
    if (!socket.write(chunk)) await drained(socket)
  }
  socket.write(Buffer.alloc(4))
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = () => {
      socket.off('drain', finish)
      socket.off('close', finish)
      if (socket.destroyed) reject(new Error('clamd closed the connection'))
      else resolve()
    }
    socket.on('drain', finish)
    socket.on('close', finish)
  })
}
