import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { registerErrorHandler } from './error-handler.ts'

test('R61 a redirect that cannot be sent is answered like any other failure, without internal details', async () => {
  const app = Fastify()
  registerErrorHandler(app)
  app.get('/', (_request, reply) => reply.redirect('/somewhere\u0000'))
  const answer = await app.inject('/')
  expect([answer.statusCode, answer.headers.location]).toEqual([500, undefined])
  expect(answer.json()).toEqual({
    error: 'INTERNAL',
    message: expect.stringContaining('Something went wrong on our side.'),
    requestId: expect.any(String),
  })
  await app.close()
})

test('someone who hangs up in the middle of a body is not logged as a failure of ours', async () => {
  const lines: { level: number; code?: string }[] = []
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const app = Fastify({ logger: { stream } })
  registerErrorHandler(app)
  app.post('/', async () => ({}))
  const { hostname, port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const caller = connect(Number(port), hostname)
  caller.write(
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"a"',
  )
  await vi.waitFor(() => expect(lines).toContainEqual(expect.objectContaining({ msg: 'incoming request' })))
  caller.destroy()
  await vi.waitFor(() => expect(lines).toContainEqual(expect.objectContaining({ code: 'VALIDATION_ERROR' })))
  expect(Math.max(...lines.map(({ level }) => level))).toBe(30)
  await app.close()
})
