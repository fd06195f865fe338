import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { atEndOfFile } from '#server/testing/end-of-file.ts'

let app: TestApp
let port: number
beforeAll(async () => {
  app = await testApp()
  port = Number(new URL(await app.server.listen({ port: 0, host: '127.0.0.1' })).port)
  atEndOfFile(() => app.server.close())
})

const LIVE = 'GET /api/health/live HTTP/1.1'

/** Sends these bytes, then its end, and returns all that comes back. Fails if the connection is reset. */
function answerTo(request: string | Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.end(request)
  return text(socket)
}

/** What a refusal says, after checking that it is one of ours. */
function refusal(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  expect(head).toMatch(/content-type: application\/json; charset=utf-8/i)
  expect(head).toMatch(/cache-control: no-store/i)
  expect(JSON.parse(body)).toEqual({
    error: expect.any(String),
    message: expect.stringMatching(/\w{3}.*\.$/),
    requestId: expect.any(String),
  })
  return [Number(head.slice(9, 12)), JSON.parse(body).error]
}

describe('A25 R61 a request is refused in the shape of all refusals', () => {
  test.each([
    ['names two hosts', `${LIVE}\r\nhost: localhost\r\nHost: localhost`],
    ['names two hosts, one of them another', `${LIVE}\r\nhost: localhost\r\nhost: evil.example`],
    ['names no host', `${LIVE}\r\naccept: */*`],
    ['has a line that is no header', `${LIVE}\r\nhost: localhost\r\nnonsense`],
    ['has a method that is none', 'NOTHING / HTTP/1.1\r\nhost: localhost'],
    ['is none at all', 'hello'],
  ])('with 400 if it %s', async (_, head) => {
    expect(refusal(await answerTo(`${head}\r\nconnection: close\r\n\r\n`))).toEqual([400, 'VALIDATION_ERROR'])
  })

  test('with 431 if its headers or its address are too large, while its client still sends them', async () => {
    const large = 'x'.repeat(2_000_000)
    for (const head of [
      `${LIVE}\r\nhost: localhost\r\nx-large: ${large}`,
      `GET /${large} HTTP/1.1\r\nhost: localhost`,
    ])
      expect(refusal(await answerTo(`${head}\r\n\r\n`))).toEqual([431, 'HEADERS_TOO_LARGE'])
  })

  test('but not if it is of an older version, which needs no host', async () => {
    expect(await answerTo(`${LIVE.replace('1.1', '1.0')}\r\n\r\n`)).not.toMatch(/^HTTP\/1\.1 400 /)
  })
})

describe('R61 R64 a body that is too large is answered, and the answer can be read', () => {
  const BODY = Buffer.alloc(8_000_000, 'x')
  const post = (more: string) =>
    `POST /api/bug-report HTTP/1.1\r\nhost: localhost\r\nsec-fetch-site: same-origin\r\ncontent-type: application/json\r\n${more}\r\n\r\n`
  const chunked = Buffer.concat([
    Buffer.from(`${BODY.length.toString(16)}\r\n`),
    BODY,
    Buffer.from('\r\n0\r\n\r\n'),
  ])

  test.each([
    ['of a stated length', `content-length: ${BODY.length}`, BODY],
    ['in chunks', 'transfer-encoding: chunked', chunked],
  ])('by a client that closes the connection afterwards, %s', async (_, length, body) => {
    const request = Buffer.concat([Buffer.from(post(`connection: close\r\n${length}`)), body])
    expect(refusal(await answerTo(request))).toEqual([413, 'BODY_TOO_LARGE'])
  })

  test.each([
    ['of a stated length', `content-length: ${BODY.length}`, BODY],
    ['in chunks', 'transfer-encoding: chunked', chunked],
  ])('by a client that keeps it, and asks something else over it, %s', async (_, length, body) => {
    const socket: Socket = connect(port, '127.0.0.1')
    socket.write(post(length))
    socket.write(body)
    socket.end(`${LIVE}\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
    const answers = (await text(socket)).split(/(?=HTTP\/1\.1 )/)
    expect(answers.map((answer) => answer.slice(9, 12))).toEqual(['413', '200'])
  })
})
