import { setTimeout as delay } from 'node:timers/promises'
import { connect } from 'node:tls'
import type { Person } from '../../server/reliability/testing/people.ts'
import { drill } from './parts/drill.ts'
import { startProcesses } from './parts/processes.ts'
import { call } from './parts/verdaccord.ts'
import { counted } from './parts/writers.ts'

// Slow clients against three processes behind nginx (security B11). CLIENTS: how many are slow in each of two
// ways (400).
const CLIENTS = Number(process.env.CLIENTS ?? 400)
/** Ten seconds, plus the delay of a busy machine. */
const LIMIT_MS = 11_500

await drill(async (machine, report) => {
  const all = await startProcesses(machine)
  const { origin, servers } = all
  const port = Number(new URL(origin).port)
  const [person] = (await all.people({ count: 1 })) as [Person]
  const ask = async () => {
    const startedAt = performance.now()
    const { status } = await call(origin, 'GET', '/api/auth/profile', { cookie: person.cookie })
    return { status, ms: performance.now() - startedAt }
  }

  const head = `POST /api/onboarding/kyc HTTP/1.1\r\nHost: localhost\r\nCookie: ${person.cookie}\r\nSec-Fetch-Site: same-origin\r\n`
  const body = `${head}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`
  const slow = Array.from({ length: CLIENTS * 2 }, (_, i) => slowClient(port, i % 2 ? head : body))
  const normal: { status: number; ms: number }[] = []
  let isOver = false
  const working = (async () => {
    while (!isOver) {
      normal.push(await ask())
      await delay(20)
    }
  })()
  const ended = await Promise.all(slow)
  isOver = true
  await working
  const statuses = new Map<number, number>()
  for (const { status } of ended) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const slowest = Math.max(...ended.map(({ ms }) => ms))
  report.figure(
    `B11 ${CLIENTS} clients with slow headers and ${CLIENTS} with slow bodies`,
    `${counted(statuses)}, the last closed after ${(slowest / 1000).toFixed(1)} s`,
  )
  report.figure('B11 pages beside them', `${normal.length}, ${figures(normal)}`)
  report.expect('B11 each is closed in time', slowest <= LIMIT_MS)
  report.expect(
    'B11 a slow body is told 408',
    ended.filter((_, i) => i % 2 === 0).every(({ status }) => status === 408),
  )
  report.expect(
    'B11 no page failed',
    normal.every(({ status }) => status === 200),
  )
  report.expect(
    'all processes still run',
    servers.every(({ part }) => part.isRunning()),
  )
})

/**
 * Sends `start` over TLS and then nothing more. Returns the status it was closed with, 0 for none, and after
 * how many ms.
 */
function slowClient(port: number, start: string): Promise<{ status: number; ms: number }> {
  return new Promise((resolve) => {
    let answer = ''
    let startedAt = performance.now()
    const socket = connect(port, '127.0.0.1', { servername: 'localhost' }, () => {
      startedAt = performance.now()
      socket.write(start)
    })
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () =>
      resolve({ status: Number(answer.split(' ')[1] ?? 0), ms: performance.now() - startedAt }),
    )
  })
}

function figures(asked: { ms: number }[]): string {
  const took = asked.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return `95 % within ${Math.round(took[Math.floor(took.length * 0.95)] ?? 0)} ms`
}
