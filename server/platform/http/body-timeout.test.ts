import { connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { registerBodyTimeout } from './body-timeout.ts'
import { registerErrorHandler } from './error-handler.ts'

let app: FastifyInstance
let port: number
beforeEach(async () => {
  app = Fastify()
  registerErrorHandler(app)
  registerBodyTimeout(app, new Set(['/upload']))
  for (const url of ['/call', '/upload']) app.post(url, async ({ body }) => ({ body }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening')
  port = address.port
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

/** Sends the head of a request and the first byte of its body. Returns everything that comes back until the end. */
async function begin(url: string) {
  const socket = connect(port, '127.0.0.1')
  const arrived = new Promise<void>((resolve) => app.server.once('request', () => resolve()))
  socket.write(
    `POST ${url} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 8\r\n\r\n{`,
  )
  await arrived
  const answer = new Promise<string>((resolve) => {
    let text = ''
    socket.on('data', (part) => {
      text += part
    })
    socket.on('close', () => resolve(text))
  })
  return { socket, answer }
}

describe('R64 a body that arrives byte by byte', () => {
  test('R64 is answered with 408 after ten seconds, and its connection closed', async () => {
    const { answer } = await begin('/call')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*"REQUEST_TIMEOUT"/)
  })

  test('R64 is accepted if it is complete in time', async () => {
    const { socket, answer } = await begin('/call')
    await vi.advanceTimersByTimeAsync(9_000)
    socket.write('"a": 1}')
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('R64 may take longer for uploads', async () => {
    const { socket, answer } = await begin('/upload')
    await vi.advanceTimersByTimeAsync(60_000)
    socket.write('"a": 1}')
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /)
  })
})
