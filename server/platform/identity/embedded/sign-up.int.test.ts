import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import {
  type Harness,
  startEmbedded,
  startSignIn,
  TestBrowser,
} from '#server/platform/identity/testing/embedded-harness.ts'
import { unattended } from '#server/platform/jobs/in-batches.ts'
import { afterPause } from '#server/testing/after-pause.ts'
import { testDatabase } from '#server/testing/database.ts'
import { createAccount, findAccountByEmail, findAccountBySub } from './accounts.ts'
import { hashPassword } from './passwords.ts'
import { deleteUnconfirmed, SIGN_UP_CODE_MINUTES, SIGN_UP_HOURS } from './sign-ups.ts'
import { sweepEmbeddedProvider } from './sweep.ts'

const PASSWORD = 'a long enough password'
const MINUTE = 60_000

let database: Database
let idp: Harness
let passwordHash: string
let people = 0
const newEmail = () => `new${people++}@people.example`

beforeAll(async () => {
  database = await testDatabase()
  passwordHash = await hashPassword(PASSWORD)
})
beforeEach(async () => {
  idp = await startEmbedded(database)
})

function mailTo(email: string) {
  const mail = idp.mails.findLast(({ to }) => to === email)
  if (mail?.kind !== 'sign-up') throw new Error(`No code was sent to ${email}`)
  return { ...mail, token: new URL(mail.path, 'http://localhost').searchParams.get('token') ?? '' }
}

/** Enters an address and continues to the page that asks for its code. */
async function begin(email: string, from?: TestBrowser) {
  const { browser, page, secrets } = await startSignIn(idp, { signUp: true }, from)
  const at = page.url.pathname
  const asked = await browser.post(`${at}/sign-up`, { email })
  return {
    browser,
    asked,
    secrets,
    enter: (code: string) => browser.post(`${at}/code`, { code }),
    choose: (form: { password: string; token?: string }) => browser.post(`${at}/new-account`, form),
  }
}

async function account(email: string, emailVerified: boolean, createdAt = new Date()) {
  const made = await createAccount(database.db, { email, passwordHash, now: createdAt, emailVerified })
  if (!made) throw new Error('the address is taken')
  return made
}

describe('T1 creating an account', () => {
  it('asks for the address, then for the code, then for a password, and signs in confirmed', async () => {
    const email = newEmail()
    const { asked, enter, choose, secrets } = await begin(email)
    expect(asked.html).toContain('<label for="code">6-digit code</label>')
    expect(await findAccountByEmail(database.db, email)).toBeUndefined()
    expect((await choose({ password: PASSWORD })).status).toBe(410)

    const proven = await enter(mailTo(email).code)
    expect(proven.html).toContain('autocomplete="new-password"')
    const back = await choose({ password: PASSWORD })
    expect(await idp.client.exchange(back.url, secrets)).toMatchObject({ email, emailVerified: true })
    expect((await choose({ password: PASSWORD })).status).toBe(400)
  })

  it('accepts the link instead of the code, in the browser that started', async () => {
    const email = newEmail()
    const { browser, choose, secrets } = await begin(email)
    const { path, token } = mailTo(email)
    const opened = await browser.get(path)
    expect(opened.html).toMatch(/action="[^"]*\/interaction\/[^"]*\/new-account"/)
    expect(await findAccountByEmail(database.db, email)).toBeUndefined()
    const back = await choose({ password: PASSWORD, token })
    expect(await idp.client.exchange(back.url, secrets)).toMatchObject({ email, emailVerified: true })
  })

  it('works by the link after the sign-in has expired, and then asks to sign in', async () => {
    const email = newEmail()
    const { browser } = await begin(email)
    const { path, token } = mailTo(email)
    await database.pool.query("delete from idp_records where model = 'Interaction'")
    expect((await browser.get(path)).html).toContain('action="/idp/sign-up"')
    const refused = await browser.post('/idp/sign-up', { token, password: 'eleven char' })
    // Back at the form, so that a reload sends nothing again.
    expect([refused.url.pathname + refused.url.search, refused.status]).toEqual([path, 400])
    expect((await browser.get(path)).html).not.toContain('There is a problem')
    const done = await browser.post('/idp/sign-up', { token, password: PASSWORD })
    expect(done.html).toContain('Account created')
    expect((await findAccountByEmail(database.db, email))?.emailVerified).toBe(true)
    expect((await browser.post('/idp/sign-up', { token, password: PASSWORD })).status).toBe(410)
  })

  it('A19 gives a stranger nothing if the owner of the address opens the link', async () => {
    const email = newEmail()
    const stranger = await begin(email)
    const { path, token } = mailTo(email)
    const owner = new TestBrowser(idp.app)
    expect((await owner.get(path)).html).toContain('Open the link where you signed up')
    expect((await owner.post('/idp/sign-up', { token, password: PASSWORD })).status).toBe(410)
    owner.cookies.set('idp_browser', { value: 'A'.repeat(43), path: '/idp', attributes: '' })
    expect((await owner.post('/idp/sign-up', { token, password: PASSWORD })).status).toBe(410)
    expect((await stranger.choose({ password: PASSWORD })).status).toBe(410)
    expect(await findAccountByEmail(database.db, email)).toBeUndefined()
  })

  it('A21 R56 gives the same answers for known and unknown addresses, in similar time; only the mail differs', async () => {
    const [known, unknown] = [newEmail(), newEmail()]
    await account(known, true)
    const neutral = (html: string) => html.replaceAll(/interaction\/[\w-]+|new\d+@people\.example/g, '')
    const answers = []
    for (const email of [known.toUpperCase(), unknown]) {
      const { asked, enter } = await afterPause(() => begin(email))
      const wrong = await enter('000000')
      const pages = [asked, wrong].map(({ status, html }) => [status, neutral(html.replaceAll(email, ''))])
      answers.push(pages)
    }
    expect(answers[0]).toEqual(answers[1])
    expect(idp.mails.map(({ kind, to }) => [kind, to])).toEqual([
      ['sign-up-known', known],
      ['sign-up', unknown],
    ])
  })

  it('R54 does not reveal that too many mails were sent, and then no code works', async () => {
    const strict = await startEmbedded(database, {
      limit: async ({ bucket }) => {
        if (bucket === 'idp-mail') throw new AppError('RATE_LIMITED', 'Too many.', { retryAfter: 30 })
      },
    })
    idp = strict
    const { asked } = await begin(newEmail())
    expect([asked.status, asked.html.includes('Check your email')]).toEqual([200, true])
    expect(strict.mails).toEqual([])
    const { rows } = await database.pool.query(
      'select code_hash, token_hash from idp_sign_ups order by sent_at desc limit 1',
    )
    expect(rows).toEqual([{ code_hash: null, token_hash: null }])
  })

  it('accepts five attempts at a code, for a quarter of an hour; another mail starts over', async () => {
    const email = newEmail()
    const { browser, enter, asked } = await begin(email)
    const { code } = mailTo(email)
    const other = code === '000000' ? '000001' : '000000'
    for (let time = 0; time < 5; time++) expect((await enter(other)).html).toContain('isn’t the code we sent')
    expect((await enter(code)).html).toContain('no longer works')
    await browser.post(asked.url.pathname.replace(/code$/, 'sign-up'), { email })
    idp.clock.now = new Date(Date.now() + SIGN_UP_CODE_MINUTES * MINUTE + 1000)
    expect((await enter(mailTo(email).code)).html).toContain('no longer works')
    idp.clock.now = new Date()
    expect((await enter(mailTo(email).code)).html).toContain('Choose a password')
  })

  it('A19 proves no address that is entered while the code for another is checked', async () => {
    const [own, other] = [newEmail(), newEmail()]
    let meanwhile: (() => Promise<unknown>) | undefined
    const query = async (text: string, values: unknown[]) => {
      const answer = await database.pool.query(text, values)
      if (meanwhile && text.startsWith('update idp_sign_ups set tries')) {
        const act = meanwhile
        meanwhile = undefined
        await act()
      }
      return answer
    }
    idp = await startEmbedded({ ...database, pool: Object.assign(Object.create(database.pool), { query }) })
    const { browser, asked, enter, choose } = await begin(own)
    meanwhile = () => browser.post(asked.url.pathname.replace(/code$/, 'sign-up'), { email: other })
    await enter(mailTo(own).code)
    expect(meanwhile).toBeUndefined()
    expect((await choose({ password: PASSWORD })).status).toBe(410)
    expect(await findAccountByEmail(database.db, other)).toBeUndefined()
  })

  it('stores neither code nor token in the table', async () => {
    const email = newEmail()
    const { browser } = await begin(email)
    const { code, token } = mailTo(email)
    const { rows } = await database.pool.query('select * from idp_sign_ups where email = $1', [email])
    const kept = JSON.stringify(rows)
    for (const secret of [`"${code}"`, token, browser.cookies.get('idp_browser')?.value ?? 'no mark'])
      expect(kept).not.toContain(secret)
  })

  it.each([
    ['eleven char', 'Your password must be at least 12 characters'],
    ['x'.repeat(201), 'Your password must be 200 characters or fewer'],
    ['password1234', 'too easy to guess'],
  ])('T7 refuses the password %s, and asks again', async (password, message) => {
    const email = newEmail()
    const { enter, choose } = await begin(email)
    await enter(mailTo(email).code)
    const answer = await choose({ password })
    expect([answer.status, answer.html.includes(message)]).toEqual([400, true])
    expect((await choose({ password: PASSWORD })).status).toBe(303)
  })

  it('T7 refuses a password that is the address', async () => {
    const email = newEmail()
    const { enter, choose } = await begin(email)
    await enter(mailTo(email).code)
    expect((await choose({ password: email })).html).toContain('isn’t your email address')
  })

  it('T7 refuses a password made of what is known of its owner', async () => {
    idp = await startEmbedded(database, { guessableNames: async () => ['Northfen Carbon Ltd'] })
    const email = newEmail()
    const { enter, choose } = await begin(email)
    await enter(mailTo(email).code)
    const answer = await choose({ password: 'Northfen2026' })
    expect([answer.status, answer.html.includes('isn’t made of your name, email or company')]).toEqual([
      400,
      true,
    ])
  })

  it('is one click away on the sign-in page, with or without an address', async () => {
    const { browser, page } = await startSignIn(idp)
    const button =
      /<button[^>]*formaction="[^"]*\/sign-up" name="from" value="sign-in">Create account<\/button>/
    expect(page.html).toMatch(button)
    const form = await browser.post(`${page.url.pathname}/sign-up`, { email: '', from: 'sign-in' })
    expect([form.status, form.html.includes('There is a problem')]).toEqual([200, false])
    const empty = await browser.post(`${page.url.pathname}/sign-up`, { email: '' })
    expect([empty.status, empty.html.includes('Enter your email address')]).toEqual([400, true])
    const wrong = await browser.post(`${page.url.pathname}/sign-up`, { email: 'not-an-address' })
    expect([wrong.status, wrong.html.includes('Please enter a valid email address')]).toEqual([400, true])
  })

  it('creates one account if done twice at once', async () => {
    const email = newEmail()
    const [first, second] = [await begin(email), await begin(email)]
    const codes = idp.mails.map((mail) => (mail.kind === 'sign-up' ? mail.code : ''))
    await first.enter(codes[0] ?? '')
    await second.enter(codes[1] ?? '')
    const both = await Promise.all([first, second].map(({ choose }) => choose({ password: PASSWORD })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([303, 410])
  })

  it('can be switched off', async () => {
    const closed = await startEmbedded(database, { signUpAllowed: false })
    const { browser, page } = await startSignIn(closed, { signUp: true })
    expect(page.html).not.toContain('Create account')
    expect((await browser.post(`${page.url.pathname}/sign-up`, { email: newEmail() })).status).toBe(403)
    expect(closed.mails).toEqual([])
  })
})

describe('T1 an older account that no one has confirmed', () => {
  it('is replaced by the owner of the address, and its sessions end', async () => {
    const email = newEmail()
    const former = await account(email, false)
    const { enter, choose, secrets } = await begin(email)
    await enter(mailTo(email).code)
    const back = await choose({ password: 'quite another password' })
    const { sub, emailVerified } = await idp.client.exchange(back.url, secrets)
    expect(emailVerified).toBe(true)
    expect(sub).not.toBe(former.sub)
    expect(await findAccountBySub(database.db, former.sub)).toBeUndefined()
    expect(idp.told.sessionsEnded).toEqual([former.sub])
  })

  it('stays with the owner if they know its password, too; earlier sessions end', async () => {
    const email = newEmail()
    const former = await account(email, false)
    const { enter, choose, secrets } = await begin(email)
    await enter(mailTo(email).code)
    const back = await choose({ password: PASSWORD })
    expect(await idp.client.exchange(back.url, secrets)).toMatchObject({
      sub: former.sub,
      emailVerified: true,
    })
    expect(idp.told).toMatchObject({ sessionsEnded: [former.sub], confirmed: [email] })
  })

  it('is deleted after 48 hours, and a confirmed one stays', async () => {
    const long = new Date(Date.now() - SIGN_UP_HOURS * 60 * MINUTE)
    const [old, recent, confirmed] = [
      await account(newEmail(), false, long),
      await account(newEmail(), false, new Date(long.getTime() + MINUTE)),
      await account(newEmail(), true, long),
    ]
    expect(await deleteUnconfirmed(database.db, new Date(), 10)).toEqual([old.sub])
    expect(await findAccountBySub(database.db, old.sub)).toBeUndefined()
    for (const { sub } of [recent, confirmed]) expect(await findAccountBySub(database.db, sub)).toBeDefined()
  })

  it('and an address that no one proves is deleted after 48 hours, too', async () => {
    const email = newEmail()
    await begin(email)
    const count = async () =>
      (await database.pool.query('select from idp_sign_ups where email = $1', [email])).rowCount
    await sweepEmbeddedProvider(
      database,
      new Date(Date.now() + (SIGN_UP_HOURS * 60 - 1) * MINUTE),
      unattended({ error: () => {} }),
    )
    expect(await count()).toBe(1)
    await sweepEmbeddedProvider(
      database,
      new Date(Date.now() + (SIGN_UP_HOURS * 60 + 1) * MINUTE),
      unattended({ error: () => {} }),
    )
    expect(await count()).toBe(0)
  })
})
