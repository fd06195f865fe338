import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { multipart } from '#server/testing/journeys.ts'
import { addressOf } from '#server/testing/sample-calls.ts'

let app: TestApp
let person: TestUser
beforeAll(async () => {
  app = await testApp()
  person = await app.signIn()
})

const choice = { user_type: 'sell' }
const typeOf = async () =>
  (await app.database.pool.query('select user_type from users where id = $1', [person.id])).rows[0].user_type

/** A call with the session's cookie and exactly these headers. */
const bare = (headers: Record<string, string>, url = '/api/users/update-type', payload: unknown = choice) =>
  app.server.inject({
    method: 'POST',
    url,
    headers: { cookie: person.cookie, ...headers },
    payload: payload as object,
  })

describe('R25 A08 a write without proof that our own page sent it', () => {
  test.each([
    ['neither header', {}],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another port of this host', { 'sec-fetch-site': 'same-site' }],
    ['an address typed in', { 'sec-fetch-site': 'none' }],
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['an opaque Origin', { origin: 'null' }],
    ['another port in Origin', { origin: 'http://localhost:4000' }],
    ['our Origin from another site', { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' }],
  ])('R25 from %s is refused and changes nothing', async (_name, headers) => {
    const answer = await bare(headers)
    expect(answer.statusCode).toBe(403)
    expect(answer.json().error).toBe('CSRF_REJECTED')
    expect(await typeOf()).toBeNull()
  })

  test.each([
    '/%61pi/users/update-type',
    '/api%2fusers/update-type',
    '//api/users/update-type',
    '/API/users/update-type',
  ])('R25 is refused however the address is spelled: %s', async (url) => {
    const answer = await bare({ 'sec-fetch-site': 'cross-site' }, url)
    expect([403, 404]).toContain(answer.statusCode)
    expect(await typeOf()).toBeNull()
  })

  test('R25 is only accepted for calls of other programs, which use no session', () => {
    const excused = ENDPOINTS.filter((endpoint: AnyEndpoint) => endpoint.fromOutside)
    expect(excused.map(({ access }) => access)).toEqual(excused.map(() => 'public'))
  })

  test('R25 is refused by every other writing endpoint', async () => {
    const ours = ENDPOINTS.filter(
      (endpoint: AnyEndpoint) => endpoint.method !== 'GET' && !endpoint.fromOutside,
    )
    for (const endpoint of ours) {
      const answer = await app.server.inject({
        method: endpoint.method,
        url: addressOf(endpoint, 1),
        headers: { cookie: person.cookie, 'sec-fetch-site': 'same-site' },
        payload: {},
      })
      expect([endpoint.path, answer.json().error]).toEqual([endpoint.path, 'CSRF_REJECTED'])
    }
  })

  test('R25 with only our Origin is accepted, as from browsers that send no Sec-Fetch-Site', async () => {
    expect((await bare({ origin: 'http://localhost:3000' })).statusCode).toBe(200)
  })
})

describe('T3 a server with the conveniences of a first look', () => {
  test.each(['evil.test', '192.0.2.1:3000', 'localhost.evil.test', 'localhost@evil.test'])(
    'T3 answers nothing to a request for "%s"',
    async (host) => {
      for (const url of ['/', '/api/site', '/api/auth/debug', '/idp/interaction/x', '/api/auth/login'])
        expect([
          url,
          (await app.server.inject({ method: 'GET', url, headers: { host } })).statusCode,
        ]).toEqual([url, 403])
    },
  )

  test.each(['localhost:3000', '127.0.0.1', '[::1]:3000'])('T3 answers to %s', async (host) => {
    expect((await app.server.inject({ method: 'GET', url: '/api/site', headers: { host } })).statusCode).toBe(
      200,
    )
  })
})

describe('bodies', () => {
  test.each(['{"user_type":"sell","user_type":"buy"}', '{"user_type":"sell","user\\u005ftype":"buy"}'])(
    'T7 A25 R33 with a key twice are refused: %s',
    async (payload) => {
      const headers = {
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
        cookie: person.cookie,
      }
      const before = await typeOf()
      const answer = await app.server.inject({
        method: 'POST',
        url: '/api/users/update-type',
        headers,
        payload,
      })
      expect([answer.statusCode, answer.json().error]).toEqual([400, 'VALIDATION_ERROR'])
      expect(await typeOf()).toBe(before)
    },
  )

  test('A25 R33 with two lengths, or a length and chunks, are refused before anyone reads them', async () => {
    const { server } = await testApp()
    const { hostname, port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }))
    const smuggled = 'GET /api/auth/user HTTP/1.1\r\nhost: localhost\r\n\r\n'
    const lengths = [
      'content-length: 2\r\ncontent-length: 60',
      'content-length: 2, 60',
      'content-length: 2\r\ntransfer-encoding: chunked',
      'transfer-encoding: chunked\r\ntransfer-encoding: identity',
      'content-length: +2',
      'content-length : 2',
    ]
    for (const length of lengths) {
      const socket = connect(Number(port), hostname)
      socket.end(
        `POST /api/bug-report HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${length}\r\n\r\n{}${smuggled}`,
      )
      const answers = (await text(socket)).split(/(?=HTTP\/1\.1 )/)
      expect([length, answers.length, answers[0]?.slice(9, 12)]).toEqual([length, 1, '400'])
    }
    await server.close()
  })

  const json = ENDPOINTS.filter((endpoint) => 'body' in endpoint && endpoint.access === 'user')

  test.each([
    ['text/plain', JSON.stringify(choice)],
    ['application/x-www-form-urlencoded', 'user_type=sell'],
    ['text/html', JSON.stringify(choice)],
    ['application/jsonp', JSON.stringify(choice)],
    ['application/json-patch+json', JSON.stringify(choice)],
    ['', JSON.stringify(choice)],
  ])('R25 R28 of JSON calls are not accepted as %s', async (type, payload) => {
    for (const endpoint of json) {
      const answer = await person.call(endpoint.method, addressOf(endpoint, 1), payload, {
        'content-type': type,
      })
      expect([endpoint.path, answer.statusCode]).toEqual([endpoint.path, 415])
      expect(answer.json()).toMatchObject({ error: 'UNSUPPORTED_TYPE', message: expect.any(String) })
    }
  })

  test.each(['gzip', 'br', 'identity, gzip', 'x'])(
    'R28 are refused if they say that they are encoded: %s',
    async (encoding) => {
      const call = (coded: string) =>
        person.call('POST', '/api/users/update-type', { user_type: 'sell' }, { 'content-encoding': coded })
      expect((await call(encoding)).json()).toMatchObject({
        error: 'UNSUPPORTED_TYPE',
        message: 'Send this request without a content encoding.',
      })
      expect((await call('identity')).statusCode).toBe(200)
    },
  )

  test('R25 R28 with files are refused by JSON calls, and JSON by uploads', async () => {
    const form = multipart(
      { user_type: 'sell' },
      { name: 'a.png', type: 'image/png', bytes: Buffer.from('x') },
    )
    expect((await person.call('POST', '/api/users/update-type', form.body, form.headers)).statusCode).toBe(
      415,
    )
    expect((await person.call('POST', '/api/uploads/kyc-document-direct', {})).statusCode).toBe(415)
  })

  test.each([
    ['half an object', '{'],
    ['null', 'null'],
    ['a text', '"text"'],
    ['an array', '[]'],
    ['a number', '12'],
    ['a comma too many', '{"user_type":"sell",}'],
    ['a zero byte', '\u0000'],
    ['50,000 arrays in one another', '['.repeat(50_000)],
  ])('R28 that are not a JSON object are refused: %s', async (_what, payload) => {
    const answer = await person.call('POST', '/api/users/update-type', payload, {
      'content-type': 'application/json',
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error).toBe('VALIDATION_ERROR')
  })

  test('R28 of more than a megabyte are refused with 413', async () => {
    const answer = await person.call('POST', '/api/users/update-type', { user_type: 'x'.repeat(1_000_001) })
    expect(answer.statusCode).toBe(413)
    expect(answer.json().error).toBe('BODY_TOO_LARGE')
  })

  test('R28 are answered with every wrong field, keyed by its path', async () => {
    const answer = await person.call('PUT', '/api/onboarding/consumer/draft', {
      draft: { firstName: 7, docType: 'library card' },
      revision: -1,
    })
    expect(answer.json()).toMatchObject({ error: 'VALIDATION_ERROR', message: expect.any(String) })
    expect(Object.keys(answer.json().fields).sort()).toEqual(['draft.docType', 'draft.firstName', 'revision'])
  })

  test('R33 that are not UTF-8 are refused, rather than read with other letters', async () => {
    const latin1 = Buffer.from('{"first_name":"Zo\xe9"}', 'latin1')
    const answer = await person.call('PUT', '/api/user/update-profile', latin1, {
      'content-type': 'application/json',
    })
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'The request is not written in UTF-8.'])
  })

  test.each([
    '{"user_type":"sell","__proto__":{"is_admin":true}}',
    '{"user_type":"sell","constructor":{"prototype":{"is_admin":true}}}',
    '{"additional_data":{"__proto__":{"x":1}},"user_type":"sell"}',
  ])('A25 R33 with a prototype key are refused: %s', async (payload) => {
    const answer = await person.call('POST', '/api/users/update-type', payload, {
      'content-type': 'application/json',
    })
    expect(answer.statusCode).toBe(400)
    expect(({} as Record<string, unknown>).is_admin).toBeUndefined()
  })
})

describe('addresses', () => {
  test.each([
    '/api/certifications/check?name=risk_disclosure&name=main_risk_disclosure',
    '/api/certifications/check?name=risk_disclosure&userId=1&userId=2',
    '/api/verification/status?x=1&x=2',
    '/api/user/profile?__proto__=1',
    '/api/user/profile?constructor=1',
    '/api/user/profile?prototype=1',
  ])('A25 R33 with a parameter given twice or named like a prototype are 400: %s', async (url) => {
    const answer = await person.call('GET', url)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error).toBe('VALIDATION_ERROR')
  })

  test.each(['x-http-method-override', 'x-http-method', 'x-method-override'])(
    'A25 R33 %s is ignored',
    async (header) => {
      const asGet = await person.call('GET', '/api/users/update-type?_method=POST', undefined, {
        [header]: 'POST',
      })
      expect(asGet.statusCode).toBe(404)
      const asRead = await person.call('POST', '/api/user/profile', {}, { [header]: 'GET' })
      expect(asRead.statusCode).toBe(404)
    },
  )

  test.each([
    '/api/users/0',
    '/api/admin/users/-1',
    '/api/admin/users/1.5',
    '/api/admin/users/abc',
    `/api/admin/users/${'9'.repeat(30)}`,
  ])('R28 with an invalid id are refused: %s', async (url) => {
    const admin = await app.signIn({ role: 'admin' })
    expect([400, 404]).toContain((await admin.call('GET', url)).statusCode)
  })

  test.each([
    ['hexadecimal', (id: number) => `0x${id.toString(16)}`],
    ['with an exponent', (id: number) => `${id}e0`],
    ['with a fraction', (id: number) => `${id}.0`],
    ['after a blank', (id: number) => `%20${id}`],
    ['after a sign', (id: number) => `%2B${id}`],
  ])('R28 with the id of someone who exists, but %s, are refused', async (_, spell) => {
    const admin = await app.signIn({ role: 'admin' })
    expect((await admin.call('GET', `/api/admin/users/${person.id}`)).statusCode).toBe(200)
    const answer = await admin.call('GET', `/api/admin/users/${spell(person.id)}`)
    expect([answer.statusCode, answer.json().fields]).toEqual([400, { id: 'Enter a number' }])
  })
})

describe('reads', () => {
  test('R26 with HEAD neither sign in nor out', async () => {
    const someone = await app.signIn()
    for (const path of ['/api/auth/logout', '/api/auth/login', '/api/login', '/api/auth/callback?state=x']) {
      const head = await app.server.inject({ method: 'HEAD', url: path, headers: { cookie: someone.cookie } })
      expect([path, head.statusCode]).toEqual([path, 404])
    }
    expect((await someone.call('GET', '/api/user/profile')).statusCode).toBe(200)
  })

  test.each(['cross-site', 'same-site'])(
    'R26 from another site’s page (%s) sign no one out',
    async (site) => {
      const someone = await app.signIn()
      const answer = await someone.call('GET', '/api/auth/logout', undefined, { 'sec-fetch-site': site })
      expect(answer.headers.location).toBe('/error?status=403')
      expect((await someone.call('GET', '/api/user/profile')).statusCode).toBe(200)
    },
  )

  test('R26 change nothing stored, except sign-in, sign-out and the record of the read', async () => {
    const admin = await app.signIn({ role: 'admin' })
    const image = async () => {
      const parts = [
        'users',
        'cases',
        'kyc_profiles',
        'documents',
        'drafts',
        'certifications',
        'sessions',
        'mails',
      ].map((table) =>
        app.database.pool.query(
          `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${table} t`,
        ),
      )
      return (await Promise.all(parts)).map(({ rows }) => rows[0].sum)
    }
    const before = await image()
    for (const endpoint of ENDPOINTS.filter(
      ({ method, answer }) => method === 'GET' && answer !== 'redirect',
    ))
      await admin.call('GET', addressOf(endpoint, person.id))
    expect(await image()).toEqual(before)
  })

  test.each(['https://evil.example', 'null', 'http://localhost:4000'])(
    'R27 from a foreign origin are not allowed: %s',
    async (origin) => {
      for (const method of ['GET', 'OPTIONS'] as const) {
        const answer = await app.server.inject({
          method,
          url: '/api/auth/user',
          headers: { origin, cookie: person.cookie, 'access-control-request-method': 'POST' },
        })
        expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
      }
    },
  )
})
