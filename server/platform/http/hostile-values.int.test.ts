import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { ANSWERS, prepare, submitted } from '#server/testing/journeys.ts'
import { openCase } from '#server/testing/reviews.ts'
import { addressOf, inputSchema, sampleHeaders, sampleOf } from '#server/testing/sample-calls.ts'

/** Values that no field expects; each must be refused or stored as harmless text. */
const HOSTILE: unknown[] = [
  'a\u0000b',
  'a\ud800b',
  "'; drop table users; --",
  'x'.repeat(60_000),
  '',
  ' ',
  null,
  true,
  -1,
  0,
  1e308,
  2 ** 53,
  '9'.repeat(40),
  [],
  ['a', 'b'],
  {},
  { toString: 1, valueOf: 1 },
]

/** Ids that no object has, as part of a URL. */
const HOSTILE_IDS = [
  '%00',
  '7%00',
  '00000000-0000-4000-8000-000000000000%00',
  '%ed%a0%80',
  '%FF',
  '-1',
  '0',
  '1.5',
  'NaN',
  '9007199254740993',
  '9'.repeat(40),
  'x'.repeat(300),
  'x'.repeat(3000),
  '..%2f..%2fhealth%2flive',
  "'%20or%201=1--",
  '__proto__',
  '%5Bobject%20Object%5D',
  '%F0%9F%93%B7',
]
/** Their links are in mails, so they lead anyone to a page. */
const LEADS_TO_A_PAGE = /^\/api\/(mail|invitations|reminders|hosted-invoices)\//

let app: TestApp
let admin: TestUser
let person: TestUser
/** The cookie of a phone that is connected. */
let phone: string
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'superAdmin' })
  person = await submitted(await app.signIn())
  const asked = await person.call('POST', '/api/hand-offs', { slots: ['selfie'] })
  const opened = await app.call('POST', '/api/phone/hand-off/open', { token: asked.json().token })
  phone = opened.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
})

const withBody = ENDPOINTS.filter((endpoint) => 'body' in endpoint) as readonly AnyEndpoint[]
const withId = ENDPOINTS.filter((endpoint) => endpoint.path.includes(':')) as readonly AnyEndpoint[]
const withQuery = ENDPOINTS.filter((endpoint) => 'query' in endpoint) as readonly AnyEndpoint[]
const bodyOf = ({ body, bytes }: AnyEndpoint) =>
  body ? sampleOf(inputSchema(body)) : bytes ? Buffer.from('a part') : undefined
const named = (endpoints: readonly AnyEndpoint[]) =>
  endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

describe('R28 R61 hostile values are refused or stored as text, and never cause an internal error', () => {
  test.each(named(withBody))('R28 in the body of %s', async (_name, endpoint) => {
    if (!endpoint.body) return
    const schema = inputSchema(endpoint.body)
    const base = sampleOf(schema) as Record<string, unknown>
    for (const field of Object.keys(schema.properties ?? base)) {
      for (const value of HOSTILE) {
        const answer = await admin.call(endpoint.method, addressOf(endpoint, person.id), {
          ...base,
          [field]: value,
        })
        expect([field, value, answer.statusCode < 500, answer.body]).toEqual([
          field,
          value,
          true,
          answer.body,
        ])
      }
    }
  })

  test.each(named(withQuery))('R28 in the address of %s', async (_name, endpoint) => {
    if (!endpoint.query) return
    // Separate, because one of these calls signs out.
    const caller = await app.signIn({ role: 'superAdmin' })
    for (const field of Object.keys(inputSchema(endpoint.query).properties ?? {})) {
      for (const value of ['%00', '%ed%a0%80', "'%20or%201=1", '%', '%FF', '-1', '1e99', 'x'.repeat(3000)]) {
        const answer = await caller.call('GET', `${addressOf(endpoint, person.id)}?${field}=${value}`)
        expect([field, value, answer.statusCode < 500]).toEqual([field, value, true])
      }
    }
  })

  test.each(named(withId))('R15 R28 in place of an id of %s', async (_name, endpoint) => {
    const { query } = endpoint
    const search = query ? new URLSearchParams(sampleOf(inputSchema(query)) as Record<string, string>) : ''
    for (const id of HOSTILE_IDS) {
      const url = `${addressOf(endpoint, id)}?${search}`
      const answer = await admin.call(endpoint.method, url, bodyOf(endpoint), {
        cookie: `${admin.cookie}; ${phone}`,
        ...sampleHeaders(endpoint),
      })
      const refused = LEADS_TO_A_PAGE.test(endpoint.path) ? [200, 302, 400, 404] : [400, 404]
      expect([id, refused.includes(answer.statusCode), answer.body]).toEqual([id, true, answer.body])
    }
  })

  test.each(['a\u0000b', 'a\ud800b'])(
    'R28 in the depth of a draft, a note and a consent: %j',
    async (text) => {
      const draft = await admin.call('PUT', '/api/onboarding/consumer/draft', {
        draft: { firstName: text },
        revision: 0,
      })
      expect(draft.statusCode).toBeLessThan(500)
      const { version, items } = await openCase(admin, person.id)
      const verdicts = {
        version,
        items: [
          {
            item: items[0]?.item,
            decision: 'retry',
            reasons: ['OTHER'],
            applicantText: text,
            internalNote: text,
          },
        ],
      }
      expect(
        (await admin.call('PUT', `/api/admin/users/${person.id}/kyc-verdicts`, verdicts)).statusCode,
      ).toBeLessThan(500)
      const someone = await app.signIn()
      const consent = await someone.call('POST', '/api/certifications/accept', {
        certification_type: 'risk_disclosure',
        certification_name: 'main_risk_disclosure',
        reference_url: text,
        additional_data: { source: text },
      })
      expect(consent.statusCode).toBeLessThan(500)
      const other = await app.signIn()
      await prepare(other)
      expect(
        (await other.call('POST', '/api/onboarding/kyc', { ...ANSWERS, firstName: text })).statusCode,
      ).toBeLessThan(500)
    },
  )

  test('R60 no refusal quotes a query or a stack', () => {
    for (const line of app.logged) expect(line).not.toMatch(/insert into|select .* from|Failed query: /i)
  })
})
