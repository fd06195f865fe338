import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { soon } from '#server/testing/soon.ts'

// A proxy keeps connections open, and cannot know that the process behind one has just been told to stop.
test('B17 a request that arrives on an open connection during the stop is answered, and is its last', async () => {
  const { server } = await testApp()
  const { hostname, port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), hostname)
  const received = text(socket)
  const arrived = once(server.server, 'request')
  socket.write('POST /api/bug-report HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\n\r\n')
  await arrived

  const closed = server.close()
  await vi.waitFor(() => expect(server.server.listening).toBe(false), soon)
  socket.write('{}GET /api/health/live HTTP/1.1\r\nhost: localhost\r\n\r\n')
  const [, answer = ''] = (await received).split(/(?<=.)(?=HTTP\/1\.1 )/s)
  expect(answer).toMatch(/^HTTP\/1\.1 200 .*\r\nconnection: close\r\n.*\{"status":"ok"\}$/is)
  await closed
})
