import { beforeAll, expect, test } from 'vitest'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { openApiDocument } from './api-docs.ts'

let app: TestApp
let admin: TestUser
let documented: Record<string, Record<string, { responses: Record<string, unknown> }>>
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'superAdmin' })
  documented = (await app.call('GET', '/api/openapi.json')).json().paths
})

const CHANGES = (ENDPOINTS as readonly AnyEndpoint[]).filter(
  ({ method, fromOutside }) => method !== 'GET' && !fromOutside,
)
const HOSTILE = [
  ['from another site', '{}', { 'sec-fetch-site': 'cross-site' }],
  ['as plain text', '{}', { 'content-type': 'text/plain' }],
  ['as half of a list', '[', { 'content-type': 'application/json' }],
  ['as a list', '[]', { 'content-type': 'application/json' }],
] as const

test.each(CHANGES.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s is documented with its answers to invalid calls',
  async (_, { method, path }) => {
    const url = path.replace(/:\w+/g, '0')
    const statuses = documented[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.responses ?? {}
    for (const [how, body, headers] of HOSTILE) {
      const answer = await admin.call(method, url, body, headers)
      expect([how, answer.statusCode, Object.keys(statuses)]).toEqual([
        how,
        answer.statusCode,
        expect.arrayContaining([String(answer.statusCode)]),
      ])
    }
  },
)

const operations = () =>
  Object.values(documented).flatMap((methods) =>
    Object.values(methods as unknown as Record<string, Operation>),
  )
interface Operation {
  operationId: string
  'x-access': string
  requestBody?: { content: Record<string, { schema: { properties: object; required?: string[] } }> }
  responses: Record<string, { headers?: object; content?: Record<string, object> }>
}
const NO_TOKEN = 'A'.repeat(43)
const BINARY = { schema: { type: 'string', format: 'binary' } }
const operationOf = (method: string, path: string) =>
  documented[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as unknown as Operation

test('R54 each call that needs a role may be answered 429: it is refused only so often to others', () => {
  const ofStaff = operations().filter((operation) => 'x-roles' in operation)
  expect(ofStaff.length).toBeGreaterThan(50)
  expect(ofStaff.filter(({ responses }) => !responses[429]?.headers)).toEqual([])
})

test('each call has a unique name, for the functions of a generated client', () => {
  const names = operations().map(({ operationId }) => operationId)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toContain('postAdminJobsNameRun')
  expect(names.filter((name) => !/^[a-z][a-zA-Z0-9]+$/.test(name))).toEqual([])
})

test('every change and every call that needs to know the caller may be answered 503, with the time to retry', () => {
  for (const { 'x-access': access, operationId, responses } of operations()) {
    if (/^(get|head)/.test(operationId) && access === 'public') continue
    expect([operationId, responses[503]?.headers]).toMatchObject([
      operationId,
      { 'Retry-After': expect.anything() },
    ])
  }
})

test('every call may be answered 400, for an address that names a parameter twice', () => {
  expect(operations().filter(({ responses }) => !responses[400])).toEqual([])
})

test('a file is documented with its possible types, and is sent as one of them', async () => {
  const reader = await app.signIn({ role: 'superAdmin' })
  const files = (ENDPOINTS as readonly AnyEndpoint[]).filter(({ answer }) => 'file' in Object(answer))
  expect(files.length).toBeGreaterThan(10)
  for (const { path, method } of files) {
    const { content = {} } = operationOf(method, path).responses[200] ?? {}
    expect([path, Object.values(content)]).toEqual([path, Object.keys(content).map(() => BINARY)])
  }
  for (const [path, type] of [
    ['/api/admin/users/export.csv', 'text/csv'],
    ['/api/admin/audit/export', 'text/csv'],
    ['/api/admin/audit/export?format=ndjson', 'application/x-ndjson'],
    ['/api/admin/invoices/export.csv', 'text/csv'],
    ['/api/terms-static', 'text/html'],
    [`/api/mail/opened/${NO_TOKEN}`, 'image/gif'],
  ] as const) {
    const answer = await reader.call('GET', path)
    expect([path, answer.statusCode, answer.headers['content-type']]).toEqual([
      path,
      200,
      expect.stringMatching(`^${type}(;|$)`),
    ])
    const { content } =
      operationOf('GET', path.replace(/\?.*/, '').replace(NO_TOKEN, ':token')).responses[200] ?? {}
    expect(Object.keys(content ?? {})).toContain(type)
  }
})

test('a webhook may be answered that it is too large', () => {
  expect(Object.keys(documented['/api/webhooks/mail']?.post?.responses ?? {})).toContain('413')
})

test('an item of a case is a text of a known form', async () => {
  const { requestBody } = operationOf('POST', '/api/admin/users/:id/kyc-decision')
  const { properties } = requestBody?.content['application/json']?.schema ?? { properties: {} }
  const { item } = (properties as Record<string, { items: { properties: Record<string, unknown> } }>).items
    ?.items.properties ?? { item: null }
  expect(item).toEqual({ type: 'string', pattern: expect.any(String) })
  const pattern = new RegExp((item as { pattern: string }).pattern)
  for (const [key, isItem] of [
    ['id-front', true],
    ['owner:1b-2', true],
    ['owner:', false],
    ['id-front2', false],
  ] as const)
    expect([key, pattern.test(key)]).toEqual([key, isItem])
})

test('a form names its fields before its file, and which of them are required', () => {
  const upload = operations().find(({ operationId }) => operationId === 'postUploadsKycDocumentDirect')
  const form = upload?.requestBody?.content['multipart/form-data']?.schema
  const fields = Object.keys(form?.properties ?? {})
  expect(fields.at(-1)).toBe('file')
  expect(fields).toEqual(
    expect.arrayContaining(['documentType', 'fileName', 'kind', 'issuedOn', 'expiresOn']),
  )
  expect(form?.required).toEqual(['documentType', 'file'])
})

test.each([
  ['http://localhost:3000', 'session', 'applicant'],
  ['https://verify.example.com', '__Host-session', '__Host-applicant'],
])('R6 the cookies at %s have the names that the server sets', (publicUrl, session, applicant) => {
  const { components } = openApiDocument({ ...app.services.config, publicUrl })
  expect(components).toMatchObject({
    securitySchemes: { session: { name: session }, applicant: { name: applicant } },
  })
})
