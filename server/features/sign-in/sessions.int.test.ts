import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashToken } from '#server/model/access/session-store.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { account, signInByForm } from '#server/testing/browser.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { PRODUCTION } from '#server/testing/production.ts'
import { eventsOf } from '#server/testing/snapshots.ts'

const START = new Date('2026-03-10T10:00:00Z')
const MINUTE = 60_000

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
beforeEach(() => {
  app.clock.now = START
})

const turn = (minutes: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + minutes * MINUTE)
}
const status = async (person: TestUser) => (await person.call('GET', '/api/user/profile')).statusCode

describe('R7 a session', () => {
  test.each([
    { role: 'user', idle: 30, hours: 12 },
    { role: 'staff', idle: 30, hours: 12 },
    { role: 'admin', idle: 15, hours: 8 },
    { role: 'superAdmin', idle: 15, hours: 8 },
  ] as const)(
    'R7 of a $role ends after $idle idle minutes, and after $hours hours at the latest',
    async ({ role, idle, hours }) => {
      const idler = await app.signIn({ role })
      turn(idle - 1)
      expect(await status(idler)).toBe(200)
      turn(idle)
      expect(await status(idler)).toBe(401)

      app.clock.now = START
      const busy = await app.signIn({ role })
      for (let minutes = 10; minutes < hours * 60; minutes += 10) {
        turn(10)
        expect(await status(busy)).toBe(200)
      }
      turn(10)
      expect(await status(busy)).toBe(401)
    },
  )

  test.each([
    ['a read', 'GET', '/api/user/profile'],
    ['a counted call', 'GET', '/api/notices?limit=10'],
    ['who is signed in', 'GET', '/api/auth/user'],
  ] as const)('T6 A27 is not kept alive by %s that its page makes by itself', async (_name, method, path) => {
    const person = await app.signIn()
    for (let minutes = 2; minutes < 30; minutes += 2) {
      turn(2)
      const polled = await person.call(method, path, undefined, { 'x-background': '1' })
      expect([polled.statusCode, polled.body.includes('"isAuthenticated":false')]).toEqual([200, false])
    }
    turn(2)
    expect(await status(person)).toBe(401)
  })

  test('T6 is kept alive by a person at the page, whatever the page also requests by itself', async () => {
    const person = await app.signIn()
    for (let minutes = 0; minutes < 60; minutes += 10) {
      turn(10)
      const background = person.call('GET', '/api/notices?limit=10', undefined, { 'x-background': '1' })
      expect((await Promise.all([status(person), background]))[0]).toBe(200)
    }
  })

  test('T6 says after how long without input it ends', async () => {
    const minutesOf = async (role: 'user' | 'admin') =>
      (await (await app.signIn({ role })).call('GET', '/api/auth/user')).json().idleMinutes
    expect([await minutesOf('user'), await minutesOf('admin')]).toEqual([30, 15])
  })

  test('R7 has the shorter limits from the request after its person became an administrator', async () => {
    const person = await app.signIn()
    await app.database.pool.query('update users set is_admin = true where id = $1', [person.id])
    for (let minutes = 0; minutes < 8 * 60 - 10; minutes += 10) {
      turn(10)
      await status(person)
    }
    expect(await status(person)).toBe(200)
    turn(10)
    expect(await status(person)).toBe(401)
  })

  test('R7 has the configured limits', async () => {
    const short = await testApp({ env: { SESSION_IDLE_MINUTES: '2', SESSION_HOURS: '1' } })
    const person = await short.signIn()
    short.clock.now = new Date(short.clock.now.getTime() + 3 * MINUTE)
    expect(await status(person)).toBe(401)
  })

  test('R7 that has expired gives 401 with the sentence that asks to sign in, and no one to a page that asks who it is', async () => {
    const person = await app.signIn()
    turn(31)
    expect((await person.call('POST', '/api/users/update-type', { user_type: 'sell' })).json()).toMatchObject(
      {
        error: 'UNAUTHENTICATED',
        message: 'Please sign in to continue.',
      },
    )
    expect((await person.call('GET', '/api/auth/user')).json()).toEqual({
      isAuthenticated: false,
      user: null,
      applicant: null,
    })
  })
})

describe('A27 a stolen session', () => {
  const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
  const signedInWith = async (userAgent: string) => {
    const person = await app.signIn()
    await app.database.pool.query('update sessions set user_agent = $2 where user_id = $1', [
      person.id,
      userAgent,
    ])
    const callWith = (agent: string, path = '/api/user/profile') =>
      person.call('GET', path, undefined, { 'user-agent': agent })
    return { person, callWith }
  }

  test('A27 ends if another device uses it, however often and at once, and its owner is told once', async () => {
    const { person, callWith } = await signedInWith(CHROME)
    expect((await callWith(CHROME)).statusCode).toBe(200)
    const stolen = await Promise.all(
      ['/api/user/profile', '/api/user/sessions', '/api/notices?limit=10', '/api/user/profile'].map((path) =>
        callWith('curl/8.5.0', path),
      ),
    )
    expect(stolen.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401])
    expect((await callWith(CHROME)).statusCode).toBe(401)
    expect(await eventsOf(app.database, person.id, 'auth.session_moved')).toMatchObject([
      { actor_kind: 'system', after: { device: 'Chrome on Windows', other: 'Unknown device' } },
    ])
    const mails = await mailRows(
      app.database,
      'select kind, to_address from mails where user_id = $1',
      person.id,
    )
    expect(mails).toEqual([{ kind: 'session-moved', to_address: person.email }])
    const notices = await app.database.pool.query('select title from notices where user_id = $1', [person.id])
    expect(notices.rows).toEqual([{ title: 'We ended a session of yours' }])
  })

  test('A27 survives an update of its browser, and leaves other sessions alone', async () => {
    const [first, second] = [await signedInWith(CHROME), await signedInWith(CHROME)]
    expect((await first.callWith(CHROME.replace('140', '141'))).statusCode).toBe(200)
    expect((await first.callWith('')).statusCode).toBe(401)
    expect((await second.callWith(CHROME)).statusCode).toBe(200)
  })

  test('A27 also ends by asking who is signed in, which answers that no one is', async () => {
    const { callWith } = await signedInWith(CHROME)
    expect((await callWith('curl/8.5.0', '/api/auth/user')).json().isAuthenticated).toBe(false)
    expect((await callWith(CHROME)).statusCode).toBe(401)
  })
})

describe('sign-out and closing', () => {
  test('R8 sign-out ends the session on the server: the old cookie is 401, and the event is recorded', async () => {
    const person = await app.signIn()
    const answer = await person.call('GET', '/api/auth/logout')
    expect(answer.statusCode).toBe(302)
    expect(String(answer.headers['set-cookie'])).toMatch(/^session=; .*Expires=Thu, 01 Jan 1970/)
    // The browser's own data is cleared by the page, which is told even if the address was typed.
    expect(String(answer.headers['set-cookie'])).toMatch(/signed-out=1; Max-Age=600; Path=\/; SameSite=Lax/)
    expect(await status(person)).toBe(401)
    const { rows } = await app.database.pool.query(
      "select actor_id from events where type = 'auth.signed_out' and user_id = $1",
      [person.id],
    )
    expect(rows).toEqual([{ actor_id: String(person.id) }])
  })

  test('R3 R5 of many simultaneous calls each is made as its own person, and a stranger’s as no one', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => app.signIn()))
    const stranger = { cookie: `session=${'x'.repeat(43)}` }
    const answers = await Promise.all([
      ...people.map((person) => person.call('GET', '/api/auth/user')),
      app.server.inject({ method: 'GET', url: '/api/auth/user', headers: stranger }),
    ])
    const named = answers.map((answer) => answer.json().user?.id ?? null)
    expect(named).toEqual([...people.map(({ id }) => id), null])
  })

  test('R8 sign-out ends this session and leaves another person alone', async () => {
    const [first, second] = [await app.signIn(), await app.signIn()]
    await first.call('GET', '/api/auth/logout')
    expect(await status(second)).toBe(200)
  })

  test('R9 a disabled person is out from the next request, and in again once enabled', async () => {
    const person = await app.signIn()
    const set = (at: string) =>
      app.database.pool.query(`update users set disabled_at = ${at} where id = $1`, [person.id])
    await set('now()')
    expect(await status(person)).toBe(401)
    await set('null')
    expect(await status(person)).toBe(200)
  })
})

describe('the cookie', () => {
  test.each([
    ['nothing', ''],
    ['another name', 'sid=x'],
    ['a token nobody holds', `session=${'A'.repeat(43)}`],
    ['a very long one', `session=${'A'.repeat(4000)}`],
    ['the stored hash itself', 'HASH'],
    ['a malformed one', 'session=%E0%A4%A'],
  ])('R5 %s is no one’s', async (_name, cookie) => {
    const person = await app.signIn()
    const hash = hashToken(person.cookie.replace('session=', ''))
    const answer = await app.call('GET', '/api/user/profile', undefined, {
      cookie: cookie === 'HASH' ? `session=${hash}` : cookie,
    })
    expect(answer.statusCode).toBe(401)
  })

  test('R5 is different for every session, with 256 random bits', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => app.signIn()))
    const tokens = people.map(({ cookie }) => cookie.replace('session=', ''))
    expect(new Set(tokens).size).toBe(20)
    for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
  })

  test('R6 in production is __Host-, Secure, HttpOnly, Lax, for the whole site and under 4 kB', async () => {
    const production = await testApp({ env: PRODUCTION })
    production.clock.now = new Date()
    await account(production, 'ada@people.example')
    const { answer } = await signInByForm(production, 'ada@people.example')
    const cookie = [answer.headers['set-cookie']]
      .flat()
      .find((line) => String(line).startsWith('__Host-session='))
    const attributes = String(cookie).split('; ').slice(1).sort()
    expect(attributes).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure'])
    expect(String(cookie).length).toBeLessThan(4096)
    const plain = await production.signIn()
    const renamed = plain.cookie.replace('__Host-', '')
    expect(
      (await production.call('GET', '/api/user/profile', undefined, { cookie: renamed })).statusCode,
    ).toBe(401)
  })
})
