import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { hashToken } from '#server/model/access/session-store.ts'
import { type Deployment, newDeployment, ON_POSTGRES } from './testing/deployment.ts'
import { startServer } from './testing/process.ts'

const SESSIONS = 10_000
const CONNECTIONS = 9000
/** Connections opened at once: as many as the system's backlog allows. */
const OPENED_AT_ONCE = 100
const PER_SECOND = 300
/** Requests waiting for an answer are limited, so that a busy machine gets fewer and not ever more at once. */
const MOST_WAITING = 50
/** The product's own timeout for its database: a call that took longer met a stalled machine. */
const WAIT_LIMIT_MS = 5000
/** The ten minutes of security B12 if there is time; a few seconds show everything except a slow leak. */
const SECONDS = Number(process.env.RELIABILITY_ROUNDS ?? 1) >= 20 ? 600 : 4
const MOST_BYTES = 1e9

/** Signs in this many people. Returns their cookies. */
function signIn({ inspect }: Deployment, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  return inspect(async ({ pool }) => {
    await pool.query(
      `with people as (
         insert into users (issuer, auth0_id, name)
         select 'http://127.0.0.1:9/', 'many|' || n, 'Person ' || n from generate_series(1, $1::int) n returning id
       )
       insert into sessions (token_hash, user_id, auth_time, created_at, last_seen_at, expires_at)
       select h, id, now(), now(), now(), now() + interval '8 hours'
       from (select id, row_number() over () as n from people) p
       join unnest($2::text[]) with ordinality as s (h, n) using (n)`,
      [count, tokens.map(hashToken)],
    )
    return tokens.map((token) => `session=${token}`)
  })
}

/** A connection that stays open between its calls; `call` returns the status of an answer. */
class Connection {
  readonly #socket: Socket
  #answered: (status: string) => void = () => {}
  #held = ''

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => this.#read(String(chunk)))
    socket.on('error', () => {})
    socket.on('close', () => this.#answered('closed'))
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new Connection(socket)))
      socket.once('error', reject)
    })
  }

  get isOpen(): boolean {
    return !this.#socket.closed
  }

  call(path: string, cookie: string): Promise<string> {
    return new Promise((resolve) => {
      this.#answered = resolve
      this.#socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(chunk: string): void {
    this.#held += chunk
    const [head = '', ...rest] = this.#held.split('\r\n\r\n')
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.POSITIVE_INFINITY)
    if (rest.join('\r\n\r\n').length < length) return
    this.#held = ''
    this.#answered(head.split(' ')[1] ?? 'none')
  }
}

/** The status of an answer; if the machine itself stalled, the call is repeated as its 503 asks. */
async function statusInTime(connection: Connection, path: string, cookie: string): Promise<string> {
  const asked = performance.now()
  const status = await connection.call(path, cookie)
  const stoodStill = performance.now() - asked >= WAIT_LIMIT_MS
  return status === '503' && stoodStill ? statusInTime(connection, path, cookie) : status
}

/** Each has sent one request, because a silent connection is closed (security R64). */
async function openMany(port: number): Promise<Connection[]> {
  const open: Connection[] = []
  while (open.length < CONNECTIONS) {
    const wanted = Math.min(OPENED_AT_ONCE, CONNECTIONS - open.length)
    const opened = await Promise.all(Array.from({ length: wanted }, () => Connection.open(port)))
    await Promise.all(opened.map((connection) => connection.call('/api/health/live', 'none=none')))
    open.push(...opened)
  }
  return open
}

const memoryOf = async (pid: number) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

// PGlite is for small trials (operations.md), and only Linux reports a process's memory.
test.skipIf(!ON_POSTGRES || process.platform !== 'linux')(
  'B12 ten thousand sessions and nine thousand open connections are served without an error, in limited memory',
  async () => {
    const deployment = await newDeployment()
    const cookies = await signIn(deployment, SESSIONS)
    const server = await startServer(deployment.env)
    const connections = await openMany(Number(new URL(server.url).port))

    const statuses = new Set<string>()
    const waiting = new Set<Promise<unknown>>()
    const began = performance.now()
    for (let sent = 0; sent < SECONDS * PER_SECOND; sent++) {
      const connection = connections[(sent * 7) % CONNECTIONS]
      const cookie = cookies[(sent * 11) % SESSIONS]
      if (!connection || !cookie) throw new Error('There is one of each')
      const path = sent % 3 ? '/api/auth/user' : '/api/verification/status'
      const answered: Promise<void> = statusInTime(connection, path, cookie).then((status) => {
        statuses.add(status)
        waiting.delete(answered)
      })
      waiting.add(answered)
      while (waiting.size >= MOST_WAITING) await Promise.race(waiting)
      const due = began + (sent * 1000) / PER_SECOND
      if (due > performance.now()) await delay(due - performance.now())
    }
    await Promise.all(waiting)
    expect([...statuses], server.output()).toEqual(['200'])
    expect(await memoryOf(server.pid)).toBeLessThan(MOST_BYTES)
    expect(connections.filter((connection) => connection.isOpen).length).toBe(CONNECTIONS)
    for (const connection of connections) connection.close()
    expect((await server.stop()).code).toBe(0)
  },
  (SECONDS + 300) * 1000,
)
