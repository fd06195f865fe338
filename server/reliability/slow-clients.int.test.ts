import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { newDeployment } from './testing/deployment.ts'
import { startServer } from './testing/process.ts'

/** Each client keeps a connection busy for the whole limit; a few dozen show the same as four hundred. */
const CLIENTS = Number(process.env.RELIABILITY_ROUNDS ?? 1) >= 20 ? 400 : 40

/** Sends `start` and then nothing more. Returns the status it was closed with. */
function slowClient(port: number, start: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(start))
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer.split(' ')[1] ?? 'none'))
  })
}

test('B11 clients that send their headers or bodies byte by byte are closed with 408, and others are served meanwhile', async () => {
  const { env } = await newDeployment()
  const server = await startServer(env)
  const port = Number(new URL(server.url).port)
  const headers = 'POST /api/certifications/accept HTTP/1.1\r\nHost: localhost\r\n'
  const body = `${headers}Content-Type: application/json\r\nSec-Fetch-Site: same-origin\r\nContent-Length: 100\r\n\r\n{`
  const plain = createServer().listen(0, '127.0.0.1')
  await once(plain, 'listening')
  const patient = slowClient((plain.address() as AddressInfo).port, headers)
  const slow = Array.from({ length: CLIENTS * 2 }, (_, i) => slowClient(port, i % 2 ? headers : body))
  for (let call = 0; call < 50; call++)
    expect((await fetch(`${server.url}/api/health/live`)).status).toBe(200)
  // Node's defaults are a minute for headers and five for a body, with which the first one would stay longer.
  const statuses = await Promise.race([Promise.all(slow), patient.then(() => [])])
  expect(statuses).toHaveLength(slow.length)
  // No one is signed in, so a slow body may also be refused before the time is up.
  for (const status of statuses) expect(['408', '401']).toContain(status)
  plain.closeAllConnections()
  plain.close()
  await server.stop()
})
