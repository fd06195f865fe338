import { beforeAll, expect, test } from 'vitest'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'

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
  '%s is documented with what it answers to calls that are none',
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
