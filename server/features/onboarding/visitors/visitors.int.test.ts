import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeSentTo, cookiesOf, type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { ANSWERS, prepare, submitted, uploadPicture } from '#server/testing/journeys.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { eventsOf, filesIn, rowsOf } from '#server/testing/snapshots.ts'

const BEGIN = '/api/onboarding/email'
const CODE = '/api/onboarding/email/code'
const PROVE = '/api/onboarding/email/prove'
const DISCARD = '/api/onboarding/application'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const rows = async (statement: string, ...values: unknown[]) =>
  (await app.database.pool.query(statement, values)).rows
const whoIs = async (person: Pick<TestUser, 'call'>) => (await person.call('GET', '/api/auth/user')).json()

/** Requests a code, and enters codes in the browser that requested it. */
async function ask(
  of: TestApp,
  email: string,
  { cookie = '', ...body }: { cookie?: string; kind?: string } = {},
) {
  const asked = await of.call('POST', BEGIN, { email, ...body }, cookie ? { cookie } : {})
  expect(asked.statusCode).toBe(200)
  const cookies = [cookiesOf(asked), cookie].filter(Boolean).join('; ')
  return {
    asked,
    cookies,
    enter: (code: string) => of.call('POST', PROVE, { code }, { cookie: cookies }),
    again: () => of.call('POST', CODE, undefined, { cookie: cookies }),
  }
}
const codeOf = (email: string) => codeSentTo(app.database, email)
const notThe = (code: string) => (code === '000000' ? '111111' : '000000')
const inMinutes = (minutes: number) => new Date(app.clock.now.getTime() + minutes * 60_000)
let visitors = 0
const newEmail = () => `proving-${++visitors}@people.example`

describe('starting an application as a visitor', () => {
  test('R5 R6 takes the code from the mail, sets a cookie that no script can read, and stores only hashes', async () => {
    const browser = await ask(app, ' Ada.Visitor@People.example ')
    expect(browser.asked.json()).toEqual({
      success: true,
      applicant: null,
      code: {
        email: 'Ada.Visitor@People.example',
        resendAt: '2026-03-10T10:01:00.000Z',
        expiresAt: '2026-03-10T10:15:00.000Z',
      },
    })
    expect(String(browser.asked.headers['set-cookie'])).toMatch(
      /^applicant-code=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(await rows('select 1 from applicants where email like $1', 'Ada.Visitor%')).toEqual([])
    const code = await codeOf('Ada.Visitor@People.example')
    const [kept] = await rows(
      'select token_hash, code_hash from applicant_codes where email like $1',
      'Ada.V%',
    )
    expect(JSON.stringify(kept)).not.toContain(code)

    const answer = await browser.enter(`${code.slice(0, 3)} ${code.slice(3)}`)
    expect(answer.statusCode).toBe(200)
    const cookie = [answer.headers['set-cookie'] ?? []]
      .flat()
      .find((header) => header.startsWith('applicant='))
    expect(cookie).toMatch(/^applicant=[\w-]{43}; .*Path=\/; HttpOnly; SameSite=Lax$/)
    const token = String(cookie).slice('applicant='.length, String(cookie).indexOf(';'))
    const { applicant } = answer.json()
    expect(applicant).toMatchObject({
      email: 'Ada.Visitor@People.example',
      expiresAt: '2026-03-24T10:00:00.000Z',
    })
    const [stored] = await rows('select token_hash from applicant_sessions where user_id = $1', applicant.id)
    expect(stored.token_hash).toBe(createHash('sha256').update(token).digest('base64url'))
    const own = { cookie: cookiesOf(answer) }
    expect(await whoIs({ call: (method, url) => app.call(method, url, undefined, own) })).toEqual({
      isAuthenticated: false,
      user: null,
      applicant,
    })
    expect(app.logged.join('\n')).not.toMatch(new RegExp(`${token}|\\b${code}\\b|ada\\.visitor`, 'i'))
  })

  test('R6 uses the __Host- name and Secure on https', async () => {
    const secure = await testApp({ env: { PUBLIC_URL: 'https://localhost' } })
    const visitor = await secure.visit()
    expect(visitor.cookie).toMatch(/^__Host-applicant=/)
    expect((await whoIs(visitor)).applicant).toMatchObject({ email: visitor.email })
    const planted = { cookie: visitor.cookie.replace('__Host-', '') }
    expect((await secure.call('GET', '/api/auth/user', undefined, planted)).json().applicant).toBeNull()
  })

  test('A21 R56 answers and mails alike whether an address has an account, an application, or neither', async () => {
    const known = await app.signIn()
    const { email: visited } = await app.visit()
    const emails = [known.email, visited, newEmail()]
    const answers = await Promise.all(emails.map(async (email) => (await ask(app, email)).asked))
    const [first, ...others] = answers.map((answer) => {
      const { code, ...rest } = answer.json()
      return { status: answer.statusCode, ...rest, code: { ...code, email: '' } }
    })
    expect(others).toEqual([first, first])
    const mailed = await Promise.all(
      emails.map(async (email) => {
        const [mail] = await mailRows(
          app.database,
          'select subject, text from mails where to_address = $1 order by id desc',
          email,
        )
        return { subject: mail.subject, text: mail.text.replace(/\b\d{6}\b/, '') }
      }),
    )
    expect(new Set(mailed.map((mail) => JSON.stringify(mail))).size).toBe(1)
    const taken = await rows('select id from users where lower(email) = lower($1)', known.email)
    expect(taken).toEqual([{ id: String(known.id) }])
  })

  test('sends people whose address has an account to sign in, and others to create one', async () => {
    const startOf = async (visitor: TestUser) => {
      const answer = await visitor.call('GET', '/api/auth/login?returnTo=%2Fsuccess&screen=signup')
      const { searchParams } = new URL(answer.headers.location as string)
      return [searchParams.get('screen_hint'), searchParams.get('login_hint')]
    }
    const [returning, newcomer] = [await app.visit(), await app.visit()]
    await app.signIn({ email: returning.email })
    expect(await startOf(returning)).toEqual([null, returning.email])
    expect(await startOf(newcomer)).toEqual(['signup', newcomer.email])
  })

  test('A16 R54 refuses the sixth start of one network within ten minutes, and says when to retry', async () => {
    const strict = await testApp({ env: { RATE_LIMIT_FACTOR: '1' } })
    for (let n = 1; n <= 5; n++)
      expect((await strict.call('POST', BEGIN, { email: `a${n}@people.example` })).statusCode).toBe(200)
    const refused = await strict.call('POST', BEGIN, { email: 'a6@people.example' })
    expect(refused.statusCode).toBe(429)
    expect(refused.json().error).toBe('RATE_LIMITED')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(590)
    strict.clock.now = new Date(strict.clock.now.getTime() + 601_000)
    expect((await strict.call('POST', BEGIN, { email: 'a6@people.example' })).statusCode).toBe(200)
  })

  test('A16 R54 sends one address five codes an hour and ten a day, whichever network asks', async () => {
    const strict = await testApp({ env: { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' } })
    const from = (n: number) => ({ 'x-forwarded-for': `203.0.113.${n}` })
    const askFrom = (n: number) =>
      strict.call(
        'POST',
        BEGIN,
        { email: n % 2 ? 'bombed@people.example' : 'BOMBED@people.example' },
        from(n),
      )
    const sent = async () =>
      (await strict.database.pool.query("select 1 from mails where to_address ilike 'bombed@%'")).rowCount
    for (let n = 1; n <= 5; n++) expect((await askFrom(n)).statusCode).toBe(200)
    expect((await askFrom(6)).statusCode).toBe(429)
    strict.clock.now = new Date(strict.clock.now.getTime() + 3_601_000)
    const later = []
    for (let n = 7; n <= 12; n++) later.push((await askFrom(n)).statusCode)
    expect(later.filter((status) => status === 200).length).toBeLessThanOrEqual(5)
    strict.clock.now = new Date(strict.clock.now.getTime() + 3_601_000)
    expect((await askFrom(13)).statusCode).toBe(429)
    expect(await sent()).toBeLessThanOrEqual(10)
  })

  test('needs the security check if it is required', async () => {
    const guarded = await testApp({ env: { CAPTCHA: '' } })
    const refused = await guarded.call('POST', BEGIN, { email: 'a@people.example' })
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({
      error: 'CAPTCHA_FAILED',
      fields: { captchaToken: expect.any(String) },
    })
    expect((await guarded.database.pool.query('select 1 from applicants')).rows).toEqual([])
  })

  test('R54 counts no code against an address if the start fails the security check', async () => {
    const guarded = await testApp({
      env: { CAPTCHA: '', RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' },
    })
    const start = (n: number, answer?: string) =>
      guarded.call(
        'POST',
        BEGIN,
        { email: 'owner@people.example', captchaToken: answer },
        { 'x-forwarded-for': `203.0.113.${n}` },
      )
    for (let n = 1; n <= 12; n++) expect((await start(n)).json().error).toBe('CAPTCHA_FAILED')
    const { rows: counted } = await guarded.database.pool.query(
      "select key from rate_limits where key like 'email-codes%'",
    )
    expect(counted).toEqual([])
  })

  test.each([
    ['no address', {}],
    ['an empty one', { email: '' }],
    ['what is none', { email: 'no address' }],
    ['a long one', { email: `${'a'.repeat(250)}@people.example` }],
    ['one with a header behind it', { email: 'a@people.example\r\nBcc: all@people.example' }],
    ['one with a NUL', { email: 'a\u0000@people.example' }],
    ['markup', { email: '"<script>"@people.example' }],
    ['a list', { email: ['a@people.example'] }],
    ['an object', { email: { $ne: null } }],
    ['SQL', { email: "a@people.example', now()); drop table users; --" }],
    ['a security check without end', { email: 'a@people.example', captchaToken: 'x'.repeat(20_000) }],
    ['an unknown kind', { email: 'a@people.example', kind: 'charity' }],
  ])('R28 refuses %s at its field and sends nothing', async (_, body) => {
    const [before] = await rows('select count(*)::int as n from applicant_codes')
    const answer = await app.call('POST', BEGIN, body)
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().fields)).toHaveLength(1)
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(await rows('select count(*)::int as n from applicant_codes')).toEqual([before])
  })

  test('needs no code if its own application is open, and is refused to someone signed in', async () => {
    const visitor = await app.visit('same@people.example')
    const again = await visitor.call('POST', BEGIN, { email: 'SAME@people.example' })
    expect(again.json()).toMatchObject({ applicant: { id: visitor.id }, code: null })
    expect(again.headers['set-cookie']).toBeUndefined()
    expect(await rows("select 1 from mails where to_address = 'SAME@people.example'")).toEqual([])
    const person = await app.signIn()
    const signedIn = await person.call('POST', BEGIN, { email: person.email })
    expect(signedIn.statusCode).toBe(409)
    expect(signedIn.headers['set-cookie']).toBeUndefined()
  })

  test.each(['cross-site', 'same-site', 'none'])('R25 A08 refuses a start from a %s page', async (site) => {
    const answer = await app.call('POST', BEGIN, { email: 'csrf@people.example' }, { 'sec-fetch-site': site })
    expect(answer.statusCode).toBe(403)
    expect(answer.json().error).toBe('CSRF_REJECTED')
    expect(answer.headers['set-cookie']).toBeUndefined()
  })
})

describe('the code that proves a visitor’s address', () => {
  test('R56 starts nothing for an address with an account, says so only after the code, and opens a stored application', async () => {
    const person = await app.signIn()
    const stranger = newEmail()
    // Before the code is entered both are answered alike.
    const answers = []
    for (const email of [person.email, stranger]) answers.push((await ask(app, email)).asked.json())
    const [known, unknown] = answers.map(({ code, ...answer }) => ({ ...answer, code: Object.keys(code) }))
    expect(known).toEqual(unknown)

    app.clock.now = inMinutes(1)
    const browser = await ask(app, person.email)
    const answer = await browser.enter(await codeOf(person.email))
    expect(answer.json()).toEqual({ success: true, applicant: null })
    expect(String(answer.headers['set-cookie'])).not.toMatch(/(^|,)applicant=[\w-]/)
    expect(await rows('select 1 from applicants where email = $1', person.email)).toEqual([])

    // An application started before they had the account is still theirs.
    const email = newEmail()
    const visitor = (await (await ask(app, email)).enter(await codeOf(email))).json().applicant
    await app.signIn({ email })
    app.clock.now = inMinutes(1)
    const again = await ask(app, email)
    expect((await again.enter(await codeOf(email))).json().applicant).toMatchObject({ id: visitor.id })
    app.clock.now = inMinutes(-2)
  })

  test('can’t be guessed: five wrong ones end it, even for the right one, and another may be sent', async () => {
    const email = newEmail()
    const browser = await ask(app, email)
    const code = await codeOf(email)
    for (let n = 1; n <= 5; n++) {
      const wrong = await browser.enter(notThe(code))
      expect(wrong.statusCode).toBe(400)
      expect(wrong.json().fields.code).toContain(
        n < 5 ? 'Check the email and try again' : 'it was the last try',
      )
    }
    expect((await browser.enter(code)).json().fields.code).toBe('This code no longer works. Send a new one.')
    app.clock.now = inMinutes(1)
    expect((await browser.again()).statusCode).toBe(200)
    const fresh = await codeOf(email)
    expect((await browser.enter(fresh)).statusCode).toBe(200)
    app.clock.now = inMinutes(-1)
  })

  test('counts each of many wrong attempts at the same moment once', async () => {
    const email = newEmail()
    const browser = await ask(app, email)
    const code = await codeOf(email)
    const guesses = await Promise.all(Array.from({ length: 12 }, () => browser.enter(notThe(code))))
    expect(guesses.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(400))
    const [{ tries }] = await rows('select tries from applicant_codes where email = $1', email)
    expect(tries).toBe(5)
    expect((await browser.enter(code)).statusCode).toBe(400)
  })

  test('works once, even if it is entered twice at the same moment', async () => {
    const email = newEmail()
    const browser = await ask(app, email)
    const code = await codeOf(email)
    const both = await Promise.all([browser.enter(code), browser.enter(code)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await browser.enter(code)).json().message).toContain('was used already')
    expect(await rows('select 1 from applicants where email = $1', email)).toHaveLength(1)
    expect(await rows('select 1 from applicant_codes where email = $1', email)).toEqual([])
  })

  test('works for exactly 15 minutes, and can then be replaced', async () => {
    const email = newEmail()
    const browser = await ask(app, email)
    const code = await codeOf(email)
    app.clock.now = inMinutes(15)
    expect((await browser.enter(code)).json().fields.code).toContain('no longer works')
    expect((await browser.again()).statusCode).toBe(200)
    expect((await browser.enter(await codeOf(email))).statusCode).toBe(200)
    app.clock.now = inMinutes(-15)
  })

  test('only works in the browser that requested it, for the address it was sent to', async () => {
    const [own, other] = [newEmail(), newEmail()]
    const browser = await ask(app, own)
    const stranger = await ask(app, other)
    const code = await codeOf(own)
    if ((await codeOf(other)) !== code) expect((await stranger.enter(code)).statusCode).toBe(400)
    expect((await app.call('POST', PROVE, { code })).statusCode).toBe(409)
    const guessed = { cookie: `applicant-code=${'A'.repeat(43)}` }
    expect((await app.call('POST', PROVE, { code }, guessed)).statusCode).toBe(409)
    expect((await browser.enter(code)).json().applicant.email).toBe(own)
  })

  test('is sent again after a wait, and the earlier one stops working', async () => {
    const email = newEmail()
    const browser = await ask(app, email)
    const first = await codeOf(email)
    const early = await browser.again()
    expect(early.statusCode).toBe(429)
    expect(Number(early.headers['retry-after'])).toBe(60)
    app.clock.now = inMinutes(1)
    const [resent, resentAgain] = await Promise.all([browser.again(), browser.again()])
    expect([resent.statusCode, resentAgain.statusCode].sort()).toEqual([200, 429])
    const second = await codeOf(email)
    if (first !== second) expect((await browser.enter(first)).statusCode).toBe(400)
    expect((await browser.enter(second)).statusCode).toBe(200)
    app.clock.now = inMinutes(-1)
  })

  test('follows a corrected address: the browser then only accepts that one', async () => {
    const [typo, right] = [newEmail(), newEmail()]
    const first = await ask(app, typo, { kind: 'business' })
    const second = await ask(app, right, { cookie: first.cookies, kind: 'business' })
    expect((await app.call('GET', CODE, undefined, { cookie: second.cookies })).json().code.email).toBe(right)
    expect((await first.enter(await codeOf(typo))).statusCode).toBe(409)
    expect((await second.enter(await codeOf(right))).json().applicant).toMatchObject({
      email: right,
      kind: 'business',
    })
  })

  test('R54 has limited attempts for one address, even from many networks', async () => {
    const strict = await testApp({ env: { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' } })
    const statuses: number[] = []
    for (let browser = 1; browser <= 5; browser++) {
      const headers = { 'x-forwarded-for': `203.0.113.${browser}` }
      const asked = await strict.call('POST', BEGIN, { email: 'guessed@people.example' }, headers)
      const own = { ...headers, cookie: cookiesOf(asked) }
      const code = notThe(await codeSentTo(strict.database, 'guessed@people.example'))
      for (let n = 1; n <= 5; n++) statuses.push((await strict.call('POST', PROVE, { code }, own)).statusCode)
    }
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(400))
    expect(statuses.slice(20)).toEqual(Array(5).fill(429))
  })

  test('R54 is not counted for an address once it no longer works, so that no stranger locks its owner out', async () => {
    const strict = await testApp({ env: { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' } })
    const email = 'owner@people.example'
    const from = (network: number) => ({ 'x-forwarded-for': `203.0.113.${network}` })
    const asked = await strict.call('POST', BEGIN, { email }, from(1))
    const wrong = notThe(await codeSentTo(strict.database, email))
    const stranger = { ...from(1), cookie: cookiesOf(asked) }
    for (let n = 1; n <= 25; n++)
      expect((await strict.call('POST', PROVE, { code: wrong }, stranger)).statusCode).toBe(400)
    const own = await strict.call('POST', BEGIN, { email }, from(2))
    const code = await codeSentTo(strict.database, email)
    const owner = { ...from(2), cookie: cookiesOf(own) }
    expect((await strict.call('POST', PROVE, { code }, owner)).statusCode).toBe(200)
  })

  test.each([
    ['nothing', {}],
    ['letters', { code: 'abcdef' }],
    ['five digits', { code: '12345' }],
    ['digits of another script', { code: '١٢٣٤٥٦' }],
    ['a number', { code: 123456 }],
    ['a long text', { code: '1'.repeat(5000) }],
  ])('R28 refuses %s at its field, without counting an attempt', async (_, body) => {
    const email = newEmail()
    const { cookies } = await ask(app, email)
    const answer = await app.call('POST', PROVE, body, { cookie: cookies })
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().fields)).toEqual(['code'])
    const [{ tries }] = await rows('select tries from applicant_codes where email = $1', email)
    expect(tries).toBe(0)
  })

  test('R25 A08 is only accepted from our own pages, and not from someone signed in', async () => {
    const email = newEmail()
    const browser = await ask(app, email)
    const code = await codeOf(email)
    const foreign = { cookie: browser.cookies, 'sec-fetch-site': 'cross-site' }
    expect((await app.call('POST', PROVE, { code }, foreign)).statusCode).toBe(403)
    const person = await app.signIn()
    const signedIn = { cookie: `${browser.cookies}; ${person.cookie}` }
    expect((await app.call('POST', PROVE, { code }, signedIn)).statusCode).toBe(409)
    expect((await browser.enter(code)).statusCode).toBe(200)
  })
})

describe('resuming an application', () => {
  test('works on another device by email and code, at the same step, and stays open on the first', async () => {
    const visitor = await app.visit(undefined, 'consumer')
    const draft = { draft: { legalName: 'Fern Hill', step: 'owners' }, revision: 0 }
    await visitor.call('PUT', '/api/onboarding/business/draft', draft)
    const tablet = await app.visit(visitor.email.toUpperCase())
    expect(tablet.id).toBe(visitor.id)
    expect((await whoIs(tablet)).applicant).toMatchObject({ id: visitor.id, kind: 'business' })
    const kept = await tablet.call('GET', '/api/onboarding/business/draft')
    expect(kept.json().draft).toMatchObject({ legalName: 'Fern Hill', step: 'owners' })
    expect((await visitor.call('GET', '/api/onboarding/business/draft')).statusCode).toBe(200)
    const told = await eventsOf(app.database, visitor.id, 'application.begun', 'application.resumed')
    expect(told.map(({ type }) => type)).toEqual(['application.begun', 'application.resumed'])
  })

  test('starts one application for two devices that prove the address at the same moment', async () => {
    const email = newEmail()
    const [earlier, later] = [await ask(app, email), await ask(app, email)]
    const texts = await mailRows(
      app.database,
      "select text from mails where to_address = $1 and kind = 'application-code' order by id",
      email,
    )
    const [first, second] = texts.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? '')
    const answers = await Promise.all([earlier.enter(first ?? ''), later.enter(second ?? '')])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(new Set(answers.map((answer) => answer.json().applicant.id)).size).toBe(1)
  })

  test('R5 closes what was open in the browser before, which stays with its own address', async () => {
    const former = await app.visit()
    const email = newEmail()
    const browser = await ask(app, email, { cookie: former.cookie })
    const answer = await browser.enter(await codeOf(email))
    expect(answer.json().applicant.id).not.toBe(former.id)
    expect((await former.call('GET', '/api/onboarding/consumer/draft')).statusCode).toBe(401)
    expect((await app.visit(former.email)).id).toBe(former.id)
  })

  test('starts a new one once its 14 days are over, even if the old one is not deleted yet', async () => {
    const own = await testApp()
    const visitor = await own.visit()
    own.clock.now = new Date('2026-03-24T10:00:00Z')
    const again = await own.visit(visitor.email)
    expect(again.id).not.toBe(visitor.id)
    expect((await whoIs(again)).applicant.expiresAt).toBe('2026-04-07T10:00:00.000Z')
  })

  test('proves the address of an application from before there were codes, in the browser that has it', async () => {
    const visitor = await app.visit()
    await rows('update applicants set proven_at = null where user_id = $1', visitor.id)
    const browser = await ask(app, visitor.email, { cookie: visitor.cookie })
    const answer = await browser.enter(await codeOf(visitor.email))
    expect(answer.json().applicant.id).toBe(visitor.id)
    const other = await app.visit()
    await rows('update applicants set proven_at = null where user_id = $1', other.id)
    expect((await app.visit(other.email)).id).not.toBe(other.id)
  })
})

describe('a visitor’s application', () => {
  test('is filled in, read back and submitted with only its cookie, and is held until it is claimed', async () => {
    const visitor = await app.visit()
    const draft = { draft: { firstName: 'Ada' }, revision: 0 }
    expect((await visitor.call('PUT', '/api/onboarding/consumer/draft', draft)).statusCode).toBe(200)
    expect((await visitor.call('GET', '/api/onboarding/consumer/draft')).json().draft).toEqual({
      firstName: 'Ada',
    })
    const choice = { userId: visitor.id, user_type: 'trade', skipCertificationCheck: true }
    const chosen = await visitor.call('POST', '/api/users/update-type', choice)
    expect(chosen.json()).toMatchObject({ user_type: null, pending_user_type: 'trade' })
    await prepare(visitor)
    const { documents } = (await visitor.call('GET', '/api/documents')).json()
    expect(documents).toHaveLength(3)
    expect((await visitor.call('GET', documents[0].documentUrl)).statusCode).toBe(200)
    const answer = await visitor.call('POST', '/api/onboarding/kyc', {
      ...ANSWERS,
      userType: 'trade',
      userId: visitor.id,
      auth0Id: visitor.auth0Id,
    })
    expect(answer.statusCode).toBe(200)
    const { id } = answer.json().profile
    const complete = { userId: visitor.id, profileId: id }
    expect((await visitor.call('POST', '/api/onboarding/consumer/complete', complete)).statusCode).toBe(200)
    expect((await visitor.call('GET', `/api/onboarding/kyc-profile/${id}`)).statusCode).toBe(200)
    // The clock of the review has not started yet, and the address only gets its code.
    expect(await rows('select kind from mails where to_address = $1', visitor.email)).toEqual([
      { kind: 'application-code' },
    ])
    expect(await eventsOf(app.database, visitor.id, 'mail.queued')).toEqual([])
  })

  test('passes the same checks as a signed-in person’s', async () => {
    const visitor = await app.visit()
    const empty = await visitor.call('POST', '/api/onboarding/kyc', ANSWERS)
    expect(empty.statusCode).toBe(400)
    expect(Object.keys(empty.json().fields)).toContain('riskDisclosureAccepted')
    await submitted(visitor)
    const different = await visitor.call('POST', '/api/onboarding/kyc', { ...ANSWERS, lastName: 'Byron' })
    expect(different.statusCode).toBe(409)
    const standalone = await visitor.call('POST', '/api/users/update-type', { user_type: 'invest' })
    expect(standalone.statusCode).toBe(403)
  })

  test('R14 R15 A11 can’t be read or changed by anyone else', async () => {
    const [visitor, other] = [await app.visit(), await app.visit()]
    const person = await app.signIn()
    await submitted(visitor)
    const [document] = (await visitor.call('GET', '/api/documents')).json().documents
    const before = await rowsOf(app.database, visitor.id)
    for (const stranger of [other, person]) {
      expect((await stranger.call('GET', document.documentUrl)).statusCode).toBe(404)
      const profile = `/api/onboarding/kyc-profile-by-user/${visitor.id}`
      expect((await stranger.call('GET', profile)).statusCode).toBe(404)
      const choice = { userId: visitor.id, user_type: 'sell' }
      expect((await stranger.call('POST', '/api/users/update-type', choice)).statusCode).toBe(403)
    }
    expect((await app.call('GET', document.documentUrl)).statusCode).toBe(401)
    expect(await rowsOf(app.database, visitor.id)).toEqual(before)
  })

  test('is hidden from administrators before it is claimed', async () => {
    const admin = await app.signIn({ role: 'superAdmin' })
    const visitor = await submitted(await app.visit(), { firstName: 'Unclaimed', lastName: 'Visitor' })
    const missing = await admin.call('GET', '/api/admin/users/999999999')
    const user = await admin.call('GET', `/api/admin/users/${visitor.id}`)
    expect(user.statusCode).toBe(404)
    expect({ ...user.json(), requestId: '' }).toEqual({ ...missing.json(), requestId: '' })
    for (const query of ['name=Unclaimed', `email=${visitor.email}`]) {
      const found = (await admin.call('GET', `/api/admin/users?${query}`)).json()
      expect(found).toMatchObject({ count: 0, data: [] })
    }
    const newest = (await admin.call('GET', '/api/admin/users?limit=100')).json().data as { id: number }[]
    expect(newest.map(({ id }) => id)).not.toContain(visitor.id)
    const userUrl = `/api/admin/users/${visitor.id}`
    expect((await admin.call('GET', `${userUrl}/kyc-case`)).json()).toEqual({ case: null })
    const decision = await admin.call('PUT', `${userUrl}/kyc-status`, { kyc_status: 'rejected' })
    expect(decision.statusCode).toBe(404)
    const [document] = (await visitor.call('GET', '/api/documents')).json().documents
    expect((await admin.call('GET', document.documentUrl)).statusCode).toBe(404)
    const dates = { issuedOn: null, expiresOn: '2030-01-01' }
    expect((await admin.call('PUT', `${document.documentUrl}/dates`, dates)).statusCode).toBe(404)
    const looks = await eventsOf(
      app.database,
      visitor.id,
      'admin.user_viewed',
      'case.viewed',
      'document.fetched',
      'document.viewed',
    )
    expect(looks).toEqual([])
  })

  test('stays next to a sign-in in the same browser, which takes precedence', async () => {
    const visitor = await app.visit()
    const person = await app.signIn()
    const cookie = `${visitor.cookie}; ${person.cookie}`
    await visitor.call('PUT', '/api/onboarding/consumer/draft', { draft: { firstName: 'V' }, revision: 0 })
    const draft = await app.call('GET', '/api/onboarding/consumer/draft', undefined, { cookie })
    expect(draft.json().draft).toBeNull()
    const who = (await app.call('GET', '/api/auth/user', undefined, { cookie })).json()
    expect(who).toMatchObject({ user: { id: person.id }, applicant: null, waitingApplication: true })
    expect(JSON.stringify(who)).not.toContain(visitor.email)
    expect(await whoIs(person)).not.toHaveProperty('waitingApplication')
  })

  test('R7 can’t be reached by someone signed in next to it once their session has expired', async () => {
    const own = await testApp()
    const visitor = await own.visit()
    await visitor.call('PUT', '/api/onboarding/consumer/draft', { draft: { firstName: 'V' }, revision: 0 })
    const person = await own.signIn()
    const cookie = `${visitor.cookie}; ${person.cookie}`
    own.clock.now = new Date(own.clock.now.getTime() + 31 * 60_000)
    const draft = { draft: { firstName: 'Theirs' }, revision: 1 }
    const saved = await own.call('PUT', '/api/onboarding/consumer/draft', draft, { cookie })
    expect(saved.statusCode).toBe(401)
    const who = async (headers: { cookie: string }) =>
      (await own.call('GET', '/api/auth/user', undefined, headers)).json()
    expect(await who({ cookie })).toEqual({ isAuthenticated: false, user: null, applicant: null })
    // Asked for their email, they choose: the application with its address, or one of their own.
    for (const [email, isOpen] of [
      [visitor.email, true],
      [person.email, false],
    ] as const) {
      const answer = await own.call('POST', BEGIN, { email }, { cookie })
      expect(answer.json().applicant !== null).toBe(isOpen)
      expect(String(answer.headers['set-cookie'])).toMatch(/^session=; .*Expires=Thu, 01 Jan 1970/)
    }
    expect((await who(visitor)).applicant).toMatchObject({ id: visitor.id })
    const kept = await visitor.call('GET', '/api/onboarding/consumer/draft')
    expect(kept.json().draft).toEqual({ firstName: 'V' })
  })

  test('A03 R54 is counted by its own limits: misses and uploads', async () => {
    const strict = await testApp({ env: { RATE_LIMIT_FACTOR: '1' } })
    const [visitor, other] = [await strict.visit(), await strict.visit()]
    const statuses: number[] = []
    for (let id = 1; id <= 31; id++)
      statuses.push((await visitor.call('GET', `/api/onboarding/kyc-profile/${1_000_000 + id}`)).statusCode)
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(404))
    expect(statuses[30]).toBe(429)
    expect((await other.call('GET', '/api/onboarding/kyc-profile/1')).statusCode).toBe(404)
    const bytes = Buffer.from('no picture')
    const uploads: number[] = []
    for (let n = 1; n <= 21; n++) uploads.push((await uploadPicture(visitor, 'selfie', bytes)).statusCode)
    expect(uploads.filter((status) => status === 429)).toHaveLength(1)
    expect((await uploadPicture(other, 'selfie', bytes)).statusCode).toBe(415)
  })

  test('R7 ends after exactly 14 days', async () => {
    const own = await testApp()
    const visitor = await own.visit()
    own.clock.now = new Date('2026-03-24T09:59:59Z')
    expect((await visitor.call('GET', '/api/onboarding/consumer/draft')).statusCode).toBe(200)
    own.clock.now = new Date('2026-03-24T10:00:00Z')
    expect((await visitor.call('GET', '/api/onboarding/consumer/draft')).statusCode).toBe(401)
    expect((await whoIs(visitor)).applicant).toBeNull()
  })
})

describe('deleting an application', () => {
  test('deletes every row and file of it, and the cookie', async () => {
    const filesBefore = await filesIn(app.documentsDir)
    const visitor = await submitted(await app.visit())
    const answer = await visitor.call('DELETE', DISCARD)
    expect(answer.statusCode).toBe(200)
    expect(String(answer.headers['set-cookie'])).toMatch(/^applicant=; .*Expires=Thu, 01 Jan 1970/)
    expect(await rowsOf(app.database, visitor.id)).toEqual([])
    expect(await rows('select 1 from applicants where user_id = $1', visitor.id)).toEqual([])
    expect(await rows('select 1 from applicant_sessions where user_id = $1', visitor.id)).toEqual([])
    expect(await filesIn(app.documentsDir)).toEqual(filesBefore)
    expect(await eventsOf(app.database, visitor.id, 'application.removed')).toMatchObject([
      { actor_kind: 'user', after: { cases: 1, documents: 3 } },
    ])
    expect((await visitor.call('DELETE', DISCARD)).statusCode).toBe(401)
  })

  test('needs its cookie, works next to a sign-in, and never affects an account', async () => {
    const person = await app.signIn()
    expect((await person.call('DELETE', DISCARD)).statusCode).toBe(404)
    const visitor = await app.visit()
    const before = await rowsOf(app.database, person.id)
    const cookie = `${visitor.cookie}; ${person.cookie}`
    expect((await app.call('DELETE', DISCARD, undefined, { cookie })).statusCode).toBe(200)
    expect(await rowsOf(app.database, visitor.id)).toEqual([])
    expect(await rowsOf(app.database, person.id)).toEqual(before)
  })
})
