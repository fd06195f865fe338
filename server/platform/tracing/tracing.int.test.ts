import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SpanStatusCode } from '@opentelemetry/api'
import Fastify from 'fastify'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeJpeg } from '#server/platform/files/test-files.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { registerErrorHandler } from '#server/platform/http/error-handler.ts'
import { newDeployment } from '#server/reliability/testing/deployment.ts'
import { type Person, seedPeople } from '#server/reliability/testing/people.ts'
import { type RunningServer, startServer } from '#server/reliability/testing/process.ts'
import { testBucket } from '#server/testing/bucket.ts'
import { atEndOfFile } from '#server/testing/end-of-file.ts'
import { freePort } from '#server/testing/free-port.ts'
import { ANSWERS } from '#server/testing/journeys.ts'
import { soon } from '#server/testing/soon.ts'
import { openTracing } from './open-tracing.ts'

interface Sent {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status: { code: number }
}

const TRACE = 'a1b2c3d4e5f60718293a4b5c6d7e8f90'
const PARENT = '0123456789abcdef'

/** A collector that stores the spans and headers it is sent, as OTLP in JSON. */
async function collector() {
  const spans: Sent[] = []
  const headers: Record<string, unknown>[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    headers.push({ ...request.headers, url: request.url })
    const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString())
    for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEndOfFile(() => {
    server.closeAllConnections()
    server.close()
  })
  return { spans, headers, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function mailServer(): Promise<number> {
  const port = await freePort()
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  atEndOfFile(() => new Promise<void>((resolve) => server.close(resolve)))
  return port
}

let traces: Awaited<ReturnType<typeof collector>>
let server: RunningServer
let people: Person[]
beforeAll(async () => {
  traces = await collector()
  const bucket = await testBucket()
  const deployment = await newDeployment({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${traces.endpoint}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=of%20the%20collector',
      S3_URL: bucket.newAddress(),
      SMTP_URL: `smtp://127.0.0.1:${await mailServer()}`,
      LOG_LEVEL: 'info',
      TRUSTED_PROXIES: '127.0.0.1',
    },
  })
  people = await deployment.inspect((db) => seedPeople(db, { count: 2, prepared: true }))
  server = await startServer(deployment.env)
})
afterAll(() => server.stop())

const named = (name: string | RegExp) => traces.spans.filter((span) => span.name.match(name))
const attributeOf = (span: Sent | undefined, name: string) =>
  span?.attributes.find(({ key }) => key === name)?.value
const lines = () =>
  server
    .output()
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))

const STATEMENTS = ['SELECT', 'BEGIN', 'INSERT', 'COMMIT']

describe('traces', () => {
  test('follow one submission through the request, its statements, the job and the mail', async () => {
    const [person] = people
    const answer = await server.call('POST', '/api/onboarding/kyc', {
      ...(person && { cookie: person.cookie }),
      body: ANSWERS,
      headers: { traceparent: `00-${TRACE}-${PARENT}-01` },
    })
    expect(answer.status).toBe(200)
    // In as many batches as there are, in any order.
    const ours = await vi.waitFor(() => {
      const spans = traces.spans.filter(({ traceId }) => traceId === TRACE)
      const names = spans.map(({ name }) => name)
      expect(names).toEqual(expect.arrayContaining(['send mail', 'mail smtp', ...STATEMENTS]))
      return spans
    }, soon)
    const [request] = ours.filter(({ name }) => name === 'POST /api/onboarding/kyc')
    expect(request).toMatchObject({ parentSpanId: PARENT })
    expect(attributeOf(request, 'http.response.status_code')).toEqual({ intValue: 200 })
    expect(attributeOf(request, 'verdaccord.request_id')).toEqual({
      stringValue: answer.headers.get('x-request-id'),
    })
    const children = ours.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
    expect(children.map(({ name }) => name)).toEqual(expect.arrayContaining(STATEMENTS))
    const [job] = ours.filter(({ name }) => name === 'send mail')
    const [mail] = ours.filter(({ name }) => name === 'mail smtp')
    expect(mail?.parentSpanId).toBe(job?.spanId)
    expect(ours.filter(({ parentSpanId }) => parentSpanId === job?.spanId).length).toBeGreaterThan(2)
    expect(traces.headers.at(-1)).toMatchObject({ url: '/v1/traces', 'api-key': 'of the collector' })
  })

  test('include the bucket calls, below the upload that makes them', async () => {
    const body = new FormData()
    body.append('documentType', 'selfie')
    body.append('file', new Blob([new Uint8Array(await makeJpeg())], { type: 'image/jpeg' }), 'me.jpg')
    const answer = await server.call('POST', '/api/uploads/kyc-document-direct', {
      cookie: people[1]?.cookie ?? '',
      body,
    })
    expect(answer.status).toBe(200)
    await vi.waitFor(() => expect(named('POST /api/uploads/kyc-document-direct')).toHaveLength(1), soon)
    const [request] = named('POST /api/uploads/kyc-document-direct')
    const puts = named('S3 put')
    expect(puts.length).toBeGreaterThanOrEqual(2)
    for (const put of puts) expect(put.traceId).toBe(request?.traceId)
  })

  test('contain nothing about a person: no value of a statement, no address, no name', () => {
    const text = JSON.stringify(traces.spans)
    expect(text).toContain('insert into')
    for (const { email, cookie } of people)
      for (const secret of [email, cookie, cookie.split('=')[1] ?? '', ANSWERS.firstName, ANSWERS.phone])
        expect([secret, text.includes(secret)]).toEqual([secret, false])
  })

  test('mark what failed, but not what was refused on purpose in the same words', async () => {
    const { spans, endpoint } = await collector()
    const tracing = openTracing({ endpoint, headers: {}, ratio: 1, version: '1', log: { warn: () => {} } })
    const app = Fastify()
    registerErrorHandler(app)
    tracing.requests(app)
    app.get('/:what', ({ url }) => {
      throw new AppError('PROVIDER_FAILED', 'Nothing was charged.', {}, { isDeliberate: url === '/refused' })
    })
    for (const url of ['/failed', '/refused']) expect((await app.inject(url)).statusCode).toBe(502)
    await app.close()
    await tracing.close()
    expect(spans.map(({ status }) => status.code)).toEqual([SpanStatusCode.ERROR, SpanStatusCode.UNSET])
  })

  test('are named in the lines of the log, of requests and of jobs', async () => {
    await vi.waitFor(() => {
      const answered = lines().find(({ route }) => route === '/api/onboarding/kyc')
      expect(answered).toMatchObject({ msg: 'answered', trace_id: TRACE })
    }, soon)
  })

  test('a request id set by a trusted proxy is kept', async () => {
    const asked = (id: string) => server.call('GET', '/api/site', { headers: { 'x-request-id': id } })
    expect((await asked('proxy-4711.1')).headers.get('x-request-id')).toBe('proxy-4711.1')
    expect((await asked('a name with blanks')).headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  })

  test('SIGUSR2 changes the level of the log while the server runs', async () => {
    for (const changed of ['debug', 'info']) {
      process.kill(server.pid, 'SIGUSR2')
      await vi.waitFor(() => expect(lines().map(({ changedTo }) => changedTo)).toContain(changed), soon)
    }
    expect((await server.call('GET', '/api/site')).status).toBe(200)
  })
})
