import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { requestOf } from './load.ts'

/** Connections opened at once; more would exceed the server's backlog. */
const AT_ONCE = 50

export interface OpenStreams {
  /** Resolves when the stream of a person, by its place from 1, is told about a change to their standing. */
  told(person: number): Promise<void>
  close(): void
}

/** Opens one stream of changes for each token, and waits until all are open. */
export async function openStreams(port: number, tokens: readonly string[]): Promise<OpenStreams> {
  const sockets: Socket[] = []
  for (let first = 0; first < tokens.length; first += AT_ONCE)
    sockets.push(
      ...(await Promise.all(tokens.slice(first, first + AT_ONCE).map((token) => open(port, token)))),
    )
  return {
    told: (person) => said(sockets[person - 1], '"standing"'),
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

async function open(port: number, token: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const [head] = requestOf('GET /api/live?silent=0', { cookie: `__Host-session=${token}` })
  const ready = said(socket, 'event: ready')
  socket.write(head ?? '')
  await ready
  return socket
}

/** Resolves when a stream has sent a text; throws if it ends first. */
function said(socket: Socket | undefined, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!socket) return reject(new Error('There is no such stream'))
    let heard = ''
    const read = (part: Buffer) => {
      heard += part
      if (!heard.includes(text)) return
      socket.off('data', read)
      socket.off('close', fail)
      // The stream must be read, or the server considers the page dead.
      socket.resume()
      resolve()
    }
    const fail = () => reject(new Error(`The stream ended: ${heard.slice(0, 300)}`))
    socket.on('data', read)
    socket.once('close', fail)
  })
}
