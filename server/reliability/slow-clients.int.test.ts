import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { newDeployment } from './testing/deployment.ts'
import { startServer } from './testing/process.ts'

/** Each client keeps a connection busy for the whole limit; a few dozen show what four hundred would. */
const CLIENTS = Number(process.env.RELIABILITY_ROUNDS ?? 1) >= 20 ? 400 : 40
/** Ten seconds have passed by then, and those that Node gives to a head or a body by itself, a minute and five, have not. */
const LIMIT_MS = 45_000

/** Sends `start` and then nothing more; returns the status it was closed with, and after how long. */
function slowClient(port: number, start: string): Promise<{ status: string; ms: number }> {
  const began = performance.now()
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(start))
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () =>
      resolve({ status: answer.split(' ')[1] ?? 'none', ms: performance.now() - began }),
    )
  })
}

test('B11 clients that send their headers or bodies drop by drop are closed with 408, and others are served meanwhile', async () => {
  const { env } = await newDeployment()
  const server = await startServer(env)
  const port = Number(new URL(server.url).port)
  const headers = 'POST /api/certifications/accept HTTP/1.1\r\nHost: localhost\r\n'
  const body = `${headers}Content-Type: application/json\r\nSec-Fetch-Site: same-origin\r\nContent-Length: 100\r\n\r\n{`
  const slow = Array.from({ length: CLIENTS * 2 }, (_, i) => slowClient(port, i % 2 ? headers : body))
  for (let call = 0; call < 50; call++)
    expect((await fetch(`${server.url}/api/health/live`)).status).toBe(200)
  for (const { status, ms } of await Promise.all(slow)) {
    // No one is signed in, so a slow body may also be refused before it is waited for.
    expect(['408', '401']).toContain(status)
    expect(ms).toBeLessThan(LIMIT_MS)
  }
  await server.stop()
})
