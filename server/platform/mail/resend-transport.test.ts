import { createServer, type IncomingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MailDeferred, type MailMessage, MailRefused } from './mail-transport.ts'
import { resendTransport } from './resend-transport.ts'

interface Received {
  method: string | undefined
  url: string | undefined
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
}

/** A stand-in for Resend: stores requests and answers as told. */
const received: Received[] = []
let answer: { status: number; body: string; location?: string }
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { method, url, headers } = request
    received.push({ method, url, headers, body: JSON.parse(Buffer.concat(chunks).toString()) })
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      ...(answer.location && { location: answer.location }),
    })
    response.end(answer.body)
  })
})
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  url = `http://127.0.0.1:${address.port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => {
  received.length = 0
  answer = { status: 200, body: '{"id":"49a3999c"}' }
})

const message: MailMessage = {
  id: 1,
  returnToken: null,
  messageKey: 'beta-invitation:1',
  to: 'ana@people.example',
  subject: 'You are invited',
  html: '<p>Hello Ana</p>',
  text: 'Hello Ana',
  unsubscribeUrl: 'https://verify.example/api/mail/unsubscribe/t',
  myTurn: async () => {},
  files: async () => [{ fileName: 'a.pdf', mime: 'application/pdf', content: Buffer.from('%PDF-') }],
}
const send = (changes: Partial<MailMessage> = {}) =>
  resendTransport({ apiKey: 're_secret', url, from: 'Verdaccord <no-reply@verify.example>' }).send({
    ...message,
    ...changes,
  })

test('delivers the mail with its key, its file and its unsubscribe headers, and returns its id', async () => {
  expect(await send()).toMatchObject({ event: 'sent', providerId: '49a3999c' })
  const [request] = received
  expect(request).toMatchObject({
    method: 'POST',
    url: '/emails',
    headers: {
      authorization: 'Bearer re_secret',
      'content-type': 'application/json',
      'idempotency-key': 'beta-invitation:1',
    },
  })
  expect(request?.body).toEqual({
    from: 'Verdaccord <no-reply@verify.example>',
    to: ['ana@people.example'],
    subject: 'You are invited',
    html: '<p>Hello Ana</p>',
    text: 'Hello Ana',
    headers: {
      'Auto-Submitted': 'auto-generated',
      'List-Unsubscribe': '<https://verify.example/api/mail/unsubscribe/t>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    attachments: [{ filename: 'a.pdf', content: 'JVBERi0=', content_type: 'application/pdf' }],
  })
})

describe('B09 a refusal', () => {
  test.each([
    [422, MailRefused],
    [413, MailRefused],
    [429, MailDeferred],
    [409, MailDeferred],
  ])('with %i is about this mail', async (status, kind) => {
    answer = { status, body: '{"name":"validation_error","message":"Invalid `to` field"}' }
    const error = await send().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(kind)
    expect(String(error)).toContain('Invalid `to` field')
  })

  test.each([401, 403, 500, 503])('with %i says nothing about the mail, which waits', async (status) => {
    answer = { status, body: '<html>' }
    const error = await send().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(MailRefused)
    expect(error).not.toBeInstanceOf(MailDeferred)
    expect(String(error)).not.toContain('re_secret')
  })

  test('an answer without an id is no success', async () => {
    answer = { status: 200, body: '{}' }
    await expect(send()).rejects.toThrow('without the id')
  })
})

test('R64 a redirect is not followed, because the key would be sent with it', async () => {
  answer = { status: 307, body: '{}', location: `${url}/elsewhere` }
  await expect(send()).rejects.toThrow()
  expect(received.map((request) => request.url)).toEqual(['/emails'])
})

describe('many mails in one call', () => {
  const three = ['ana', 'bo', 'cy'].map((name, n) => ({
    ...message,
    messageKey: `reminder:${n}`,
    to: `${name}@people.example`,
    files: async () => [],
  }))
  const sendMany = () =>
    resendTransport({ apiKey: 're_secret', url, from: 'Verdaccord <no-reply@verify.example>' }).sendMany?.(
      three,
      'batch:1',
    )

  test('are sent with the key of the batch, and each gets its own result', async () => {
    answer = {
      status: 200,
      body: '{"data":[{"id":"a"},{"id":"c"}],"errors":[{"index":1,"message":"Invalid `to` field"}]}',
    }
    const outcomes = await sendMany()
    expect(outcomes).toEqual([
      expect.objectContaining({ providerId: 'a' }),
      expect.any(MailRefused),
      expect.objectContaining({ providerId: 'c' }),
    ])
    expect(String(outcomes?.[1])).toContain('Invalid `to` field')
    const [request] = received
    expect(request).toMatchObject({
      url: '/emails/batch',
      headers: { 'idempotency-key': 'batch:1', 'x-batch-validation': 'permissive' },
      body: [{ to: ['ana@people.example'] }, { to: ['bo@people.example'] }, { to: ['cy@people.example'] }],
    })
  })

  test.each([
    '{"data":[{"id":"a"}]}',
    '{}',
    '<html>',
    '{"data":[{"id":"a"},{"id":"b"},{"id":"c"},{"id":"d"}]}',
  ])('an answer with a missing mail is no success: %s', async (body) => {
    answer = { status: 200, body }
    await expect(sendMany()).rejects.toThrow('what became of every email')
  })
})
