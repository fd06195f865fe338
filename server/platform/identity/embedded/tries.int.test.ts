import { beforeEach, describe, expect, it } from 'vitest'
import {
  type Harness,
  startEmbedded,
  startSignIn,
  TestBrowser,
} from '#server/platform/identity/testing/embedded-harness.ts'
import { testDatabase } from '#server/testing/database.ts'
import { type Account, createAccount } from './accounts.ts'
import { hashPassword } from './passwords.ts'
import { countTry } from './tries.ts'

const PASSWORD = 'a long enough password'
const database = await testDatabase()
const passwordHash = await hashPassword(PASSWORD)

let idp: Harness
let owner: Account
let own: TestBrowser
let people = 0
beforeEach(async () => {
  idp = await startEmbedded(database)
  const email = `tries${people++}@example.org`
  const made = await createAccount(database.db, { email, passwordHash, emailVerified: true, now: new Date() })
  if (!made) throw new Error('the address is taken')
  owner = made
  own = new TestBrowser(idp.app)
})

async function signIn(browser: TestBrowser, password = PASSWORD, email = owner.email): Promise<number> {
  const { page } = await startSignIn(idp, {}, browser)
  return (await browser.post(`${page.url.pathname}/sign-in`, { email, password })).status
}
const stranger = (password = 'not the password') => signIn(new TestBrowser(idp.app), password)
const pass = (seconds: number) => {
  idp.clock.now = new Date(idp.clock.now.getTime() + seconds * 1000)
}

/** Wrong passwords of strangers, each as soon as it is allowed. Returns how long each had to wait. */
async function strangersFail(times: number): Promise<number[]> {
  const waits: number[] = []
  for (let time = 0; time < times; time += 1) {
    const browser = new TestBrowser(idp.app)
    const { page } = await startSignIn(idp, {}, browser)
    const attempt = () =>
      browser.post(`${page.url.pathname}/sign-in`, { email: owner.email, password: 'not the password' })
    let answer = await attempt()
    const wait = answer.status === 429 ? Number(answer.headers['retry-after']) : 0
    waits.push(wait)
    pass(wait)
    if (wait > 0) answer = await attempt()
    expect(answer.status).toBe(401)
  }
  return waits
}

describe('T4 T8 wrong passwords', () => {
  it('T8 R54 are limited for each account, wherever they come from', async () => {
    const statuses = []
    for (let time = 0; time < 7; time += 1) statuses.push(await stranger())
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect(await stranger(PASSWORD)).toBe(429)
    expect(await signIn(new TestBrowser(idp.app), PASSWORD, (await another()).email)).toBe(303)
  })

  it('T4 make each new attempt wait longer, up to a quarter of an hour', async () => {
    expect(await strangersFail(15)).toEqual([0, 0, 0, 0, 0, 5, 10, 20, 40, 80, 160, 320, 640, 900, 900])
    pass(900)
    expect(await stranger(PASSWORD)).toBe(303)
    expect(await strangersFail(5)).toEqual([0, 0, 0, 0, 0])
  })

  it('T4 of strangers never keep the owner out, whose browser has signed in before', async () => {
    expect(await signIn(own)).toBe(303)
    await strangersFail(20)
    expect(await stranger(PASSWORD)).toBe(429)
    expect(await signIn(own)).toBe(303)
  })

  it('T4 of a known browser are counted separately, and a browser known for another account is not known', async () => {
    await signIn(own)
    const statuses = []
    for (let time = 0; time < 6; time += 1) statuses.push(await signIn(own, 'not the password'))
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    expect(await stranger(PASSWORD)).toBe(303)
    const other = await another()
    for (let time = 0; time < 5; time += 1)
      expect(await signIn(new TestBrowser(idp.app), 'not the password', other.email)).toBe(401)
    expect(await signIn(own, PASSWORD, other.email)).toBe(429)
  })

  it('T4 are each recorded in the ledger, and mailed to the owner once at the tenth in a row', async () => {
    await strangersFail(12)
    expect(idp.told.failures).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
    expect(idp.told.mails).toEqual([
      { kind: 'sign-in-failures', to: owner.email, name: null, failures: 10, what: 'password' },
    ])
  })

  it('T4 at once are each counted', async () => {
    const tried = { email: owner.email, what: 'password', device: undefined } as const
    const both = await Promise.allSettled(
      Array.from({ length: 20 }, () => countTry(database, tried, idp.clock.now)),
    )
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  })

  it('T4 A21 R56 for an unknown address are answered alike', async () => {
    const statuses = []
    for (let time = 0; time < 6; time += 1)
      statuses.push(await signIn(new TestBrowser(idp.app), 'not the password', 'nobody.tries@example.org'))
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    expect(idp.told.failures).toEqual([])
  })
})

describe('T4 A27 a sign-in from a new device', () => {
  it('is mailed to the owner, except for the very first one and known devices', async () => {
    await signIn(own)
    await signIn(own)
    expect(idp.told.mails).toEqual([])
    await stranger(PASSWORD)
    expect(idp.told.mails).toEqual([
      { kind: 'new-device', to: owner.email, name: null, device: 'Unknown device', at: idp.clock.now },
    ])
  })
})

async function another(): Promise<Account> {
  const email = `tries${people++}@example.org`
  const made = await createAccount(database.db, { email, passwordHash, emailVerified: true, now: new Date() })
  if (!made) throw new Error('the address is taken')
  return made
}
