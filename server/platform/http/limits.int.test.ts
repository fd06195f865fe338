import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { uploadPicture } from '#server/testing/journeys.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { RATE_LIMIT_FACTOR: '1' } })
})

/** Calls until refused. Returns how many were accepted, and checks the refusal. */
async function allowed(call: () => ReturnType<TestUser['call']>, most: number): Promise<number> {
  for (let done = 0; done <= most; done++) {
    const answer = await call()
    if (answer.statusCode !== 429) continue
    expect(answer.json()).toMatchObject({ error: 'RATE_LIMITED', retryAfter: expect.any(Number) })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    return done
  }
  return most + 1
}

describe('R54 limits', () => {
  test('R54 20 starts of a sign-in a minute from one address, forwarding headers or not', async () => {
    let turn = 0
    const start = () =>
      app.call('GET', '/api/auth/login', undefined, { 'x-forwarded-for': `203.0.113.${turn++}` })
    expect(await allowed(start, 25)).toBe(20)
    const elsewhere = await app.server.inject({ url: '/api/auth/login', remoteAddress: '203.0.113.99' })
    expect(elsewhere.headers.location).toContain('/idp/')
  })

  test('R54 someone whom a link leads to a limit gets a page that says so', async () => {
    const visitor = await testApp({ env: { RATE_LIMIT_FACTOR: '1' } })
    const visit = () => visitor.call('GET', '/api/auth/login', undefined, { 'sec-fetch-mode': 'navigate' })
    for (let turn = 0; turn < 20; turn++) expect((await visit()).headers.location).toContain('/idp/')
    const refused = await visit()
    expect([refused.statusCode, refused.headers.location]).toEqual([302, '/error?status=429'])
  })

  test('A25 R54 R34 a trusted proxy speaks for its clients, another does not', async () => {
    const proxied = await testApp({ env: { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '10.0.0.1' } })
    const via = (remoteAddress: string, client: string) =>
      proxied.server.inject({ url: '/api/auth/login', remoteAddress, headers: { 'x-forwarded-for': client } })
    expect(await allowed(() => via('10.0.0.1', '203.0.113.1'), 25)).toBe(20)
    expect((await via('10.0.0.1', '203.0.113.2')).statusCode).toBe(302)
    let turn = 0
    expect(await allowed(() => via('10.0.0.2', `203.0.113.${10 + turn++}`), 25)).toBe(20)
  })

  test('R54 60 writes a minute by one person, whatever the write, independent of others', async () => {
    const [first, second] = [await app.signIn(), await app.signIn()]
    const writes = ['/api/users/update-type', '/api/users/update-user-type', '/api/user/create']
    let turn = 0
    const write = () =>
      first.call('POST', writes[turn++ % 3] ?? '', { user_type: 'sell', auth0Id: first.auth0Id })
    expect(await allowed(write, 65)).toBe(60)
    expect((await second.call('POST', '/api/users/update-type', { user_type: 'sell' })).statusCode).toBe(200)
    expect((await first.call('GET', '/api/user/profile')).statusCode).toBe(200)
  })

  test('R46 R54 20 uploads in ten minutes', async () => {
    const person = await app.signIn()
    const bytes = Buffer.from('no picture')
    expect(await allowed(() => uploadPicture(person, 'selfie', bytes), 25)).toBe(20)
  })

  test('A03 R54 30 misses in five minutes, then 429 for more of them, while one’s own objects stay readable', async () => {
    const walker = await app.signIn()
    let id = 1_000_000
    const missing = () => walker.call('GET', `/api/onboarding/kyc-profile/${id++}`)
    expect(await allowed(missing, 35)).toBe(30)
    for (const url of [
      '/api/documents/00000000-0000-4000-8000-000000000000',
      `/api/onboarding/kyc-profile-by-user/${id}`,
    ])
      expect((await walker.call('GET', url)).statusCode).toBe(429)
    expect((await walker.call('GET', '/api/documents')).statusCode).toBe(200)
  })

  test('R54 the wait ends when it says, and a new window starts with the next request', async () => {
    const person = await app.signIn()
    const missing = () => person.call('GET', '/api/onboarding/kyc-profile/999999999')
    expect(await allowed(missing, 35)).toBe(30)
    const wait = Number((await missing()).headers['retry-after']) * 1000
    app.clock.now = new Date(app.clock.now.getTime() + wait - 1)
    expect((await missing()).statusCode).toBe(429)
    app.clock.now = new Date(app.clock.now.getTime() + 1)
    expect(await allowed(missing, 35)).toBe(30)
  })

  test('R54 of writes that arrive at once each is counted', async () => {
    const person = await app.signIn()
    const answers = await Promise.all(
      Array.from({ length: 70 }, () => person.call('POST', '/api/users/update-type', { user_type: 'sell' })),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10)
  })

  test('R54 of writes of several people that arrive at once each counts for its own person', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => app.signIn()))
    const spent = people.map((_, i) => 62 + i)
    const refused = await Promise.all(
      people.map(async (person, i) => {
        const write = () => person.call('POST', '/api/users/update-type', { user_type: 'sell' })
        const answers = await Promise.all(Array.from({ length: spent[i] ?? 0 }, write))
        return answers.filter(({ statusCode }) => statusCode === 429).length
      }),
    )
    expect(refused).toEqual([2, 3, 4, 5])
  })

  test('R54 someone without the right is told so, even after their writes are used up', async () => {
    const person = await app.signIn()
    const write = () => person.call('POST', '/api/users/update-type', { user_type: 'sell' })
    expect(await allowed(write, 65)).toBe(60)
    const approve = await person.call('PUT', `/api/admin/users/${person.id}/kyc-status`, {})
    expect(approve.statusCode).toBe(403)
  })

  test('R54 counts are shared with a second process on the same database', async () => {
    const { rateLimiter } = await import('./rate-limit.ts')
    const limiter = () => rateLimiter(app.database, 1, () => app.clock.now)
    const [here, there] = [limiter(), limiter()]
    const limit = { bucket: 'shared-test', max: 4, windowSeconds: 60 }
    for (const limiter of [here, there, here, there]) await limiter.consume(limit, 'somebody')
    await expect(here.consume(limit, 'somebody')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await expect(there.consume(limit, 'somebody')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  })
})
