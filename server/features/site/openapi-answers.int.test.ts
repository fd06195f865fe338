import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { PAGES_HEADER } from '#contract/documents/documents.ts'
import { appendPart, readUpload, startUpload } from '#contract/documents/part-uploads.ts'
import { readDocument } from '#contract/documents/uploads.ts'
import { type AnyEndpoint, takesHead } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { makeJpeg } from '#server/platform/files/test-files.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { addressOf, sampleCall, sampleHeaders } from '#server/testing/sample-calls.ts'
import { partOf, startOf } from '#server/testing/uploads.ts'

interface Answers {
  [status: string]: { headers?: Record<string, unknown>; content?: Record<string, unknown> }
}

const TABLE: readonly AnyEndpoint[] = ENDPOINTS
const MISSING = 999_999_999

let app: TestApp
let paths: Record<string, Record<string, { responses: Answers }>>
/** Headers that say nothing about a call in particular, or are for a proxy. */
let ordinary: Set<string>
beforeAll(async () => {
  app = await testApp()
  paths = (await app.call('GET', '/api/openapi.json')).json().paths
  const { headers } = await app.call('GET', '/api/site')
  ordinary = new Set([
    ...Object.keys(headers),
    'connection',
    'content-type',
    'set-cookie',
    'transfer-encoding',
    'x-accel-buffering',
  ])
})

const answersOf = ({ path }: AnyEndpoint, method: string) =>
  paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.responses ?? {}

function expectDocumented(
  endpoint: AnyEndpoint,
  answer: LightMyRequestResponse,
  method = endpoint.method as string,
) {
  const { statusCode, headers } = answer
  const documented = answersOf(endpoint, method)
  expect([method, endpoint.path, Object.keys(documented)], answer.body.slice(0, 300)).toEqual([
    method,
    endpoint.path,
    expect.arrayContaining([String(statusCode)]),
  ])
  const { headers: known = {}, content = {} } = documented[statusCode] ?? {}
  const names = Object.keys(known).map((name) => name.toLowerCase())
  const unknown = Object.keys(headers).filter((name) => !ordinary.has(name) && !names.includes(name))
  expect([method, endpoint.path, statusCode, unknown]).toEqual([method, endpoint.path, statusCode, []])
  const [type = ''] = String(headers['content-type'] ?? '').split(';')
  if (method !== 'HEAD' && answer.body.length > 0) expect(Object.keys(content)).toContain(type)
}

describe.each(TABLE.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s',
  (_name, endpoint) => {
    test('answers everyone with a status, headers and a type that its description names', async () => {
      const person = await app.signIn()
      const callers = [
        app,
        person,
        await app.signIn({ role: 'superAdmin' }),
        ...(endpoint.access === 'applicant' ? [await app.visit()] : []),
      ]
      const { url, body } = sampleCall(endpoint, person.id)
      const urls = [url, sampleCall(endpoint, MISSING).url, `${addressOf(endpoint, 'x')}?again=1&again=2`]
      for (const caller of callers) {
        for (const each of urls) {
          expectDocumented(endpoint, await caller.call(endpoint.method, each, body, sampleHeaders(endpoint)))
          if (!takesHead(endpoint)) continue
          const head = await caller.call('HEAD', each)
          expect(head.body).toBe('')
          if (answersOf(endpoint, 'HEAD')[200]) expectDocumented(endpoint, head, 'HEAD')
        }
      }
    })
  },
)

test('an upload in parts and a document’s page have the headers that are described, and all of them', async () => {
  const person = await app.signIn()
  const file = { bytes: await makeJpeg(), name: 'front.jpg' }
  const start = startOf(file)
  const address = `/api/uploads/${start.id}`
  const { body, headers } = partOf(file.bytes, 0)
  const early = { ...headers, 'upload-offset': '1' }
  const answers = [
    [startUpload, await person.call('POST', '/api/uploads', start)],
    [readUpload, await person.call('HEAD', address), 'HEAD'],
    [appendPart, await person.call('PATCH', address, body, early)],
    [appendPart, await person.call('PATCH', address, body, headers)],
    [readUpload, await person.call('GET', address)],
  ] as const
  expect(answers.map(([, { statusCode }]) => statusCode)).toEqual([200, 200, 409, 200, 200])
  for (const [endpoint, answer, method] of answers) {
    expectDocumented(endpoint, answer, method)
    const described = Object.keys(
      answersOf(endpoint, method ?? endpoint.method)[answer.statusCode]?.headers ?? {},
    )
    expect(described).toEqual(['Upload-Offset', 'Upload-Length', 'Upload-Complete', 'Upload-Limit'])
    expect(Object.keys(answer.headers)).toEqual(
      expect.arrayContaining(described.map((name) => name.toLowerCase())),
    )
  }
  const { documentUrl } = answers[4][1].json().stored
  for (const method of ['GET', 'HEAD'] as const) {
    for (const search of ['', '?download', '?size=thumbnail'])
      expectDocumented(readDocument, await person.call(method, documentUrl + search), method)
    expect((await person.call(method, documentUrl)).headers[PAGES_HEADER]).toBe('1')
  }
})

test('A03 R54 what is read by an id may be answered 429, as its description says', async () => {
  const strict = await testApp({ env: { RATE_LIMIT_FACTOR: '1' } })
  const walker = await strict.signIn()
  for (let miss = 0; miss < 31; miss++)
    await walker.call('GET', `/api/onboarding/kyc-profile/${MISSING + miss}`)
  const byId = TABLE.filter(({ method, path }) => method === 'GET' && path.includes(':'))
  const refused = []
  for (const endpoint of byId) {
    const answer = await walker.call('GET', sampleCall(endpoint, MISSING).url)
    expectDocumented(endpoint, answer)
    if (answer.statusCode === 429) refused.push(endpoint.path)
  }
  expect(refused).toEqual(expect.arrayContaining(['/api/onboarding/kyc-profile/:id', '/api/documents/:id']))
})
