import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TestBrowser } from '#server/platform/identity/testing/embedded-harness.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { account, PASSWORD, signInByForm } from '#server/testing/browser.ts'
import { ANSWERS, prepare, submitted, submittedBusiness } from '#server/testing/journeys.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { giveReason } from '#server/testing/reviews.ts'
import { eventsOf, filesIn, rowsOf } from '#server/testing/snapshots.ts'

let app: TestApp
let now: Date
beforeAll(async () => {
  app = await testApp()
})
beforeEach(() => {
  // The provider's library uses the real time.
  now = new Date()
  app.clock.now = now
})

const hours = (n: number) => new Date(now.getTime() + n * 3_600_000)
const rows = async (statement: string, ...values: unknown[]) =>
  (await app.database.pool.query(statement, values)).rows
const confirm = (email: string) =>
  rows('update idp_accounts set email_verified = true where email = $1', email)

let people = 0
const newEmail = () => `claimant-${++people}@people.example`

/** A browser that has this visitor's application. */
function browserOf(visitor: TestUser): TestBrowser {
  const browser = new TestBrowser(app.server)
  const [name = '', value = ''] = visitor.cookie.split('=')
  browser.cookies.set(name, { value, path: '/', attributes: '' })
  return browser
}

/**
 * A visitor whose address has an account that its provider hasn’t verified yet: for a verified one nothing is
 * started (security R56). The next sign-in verifies it.
 */
async function visitUnverified(email: string): Promise<TestUser> {
  await rows('update users set email_verified = false where auth0_email = $1', email)
  return app.visit(email)
}

async function signInFrom(browser: TestBrowser, email: string, query = '?returnTo=%2Fverification') {
  const { location } = await signInByForm(app, email, { browser, query })
  const { user } = JSON.parse((await browser.get('/api/auth/user')).html)
  return { location, user, holdsApplication: browser.cookies.has('applicant') }
}

const problemPage = (problem: string) =>
  `/onboarding/claim?${new URLSearchParams({ problem, returnTo: '/verification' })}`
/** Mails about the application; the provider sends a link of its own. */
const mailsTo = (email: string) =>
  rows("select kind, user_id from mails where to_address = $1 and kind like 'verification-%'", email)

describe('a visitor’s application after a sign-in with its address, verified, in the same browser', () => {
  test('keeps the phone that takes its photos, until they sign out', async () => {
    const email = newEmail()
    const visitor = await app.visit(email)
    await account(app, email)
    const started = await visitor.call('POST', '/api/hand-offs', { slots: ['selfie'] })
    const { handOff, token } = started.json()
    const opened = await app.call('POST', '/api/phone/hand-off/open', { token })
    expect(opened.statusCode).toBe(200)
    const browser = browserOf(visitor)
    await signInFrom(browser, email)
    const state = async () =>
      JSON.parse((await browser.get(`/api/hand-offs/${handOff.id}`)).html).handOff.state
    expect(await state()).toBe('connected')
    await browser.get('/api/auth/logout')
    const phone = opened.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const over = await app.call('GET', '/api/phone/hand-off', undefined, { cookie: phone })
    expect(over.json()).toEqual({ handOff: null, over: 'ended' })
  })

  test('belongs to the person completely, and its visitor is gone', async () => {
    const email = newEmail()
    app.clock.now = hours(-30)
    const visitor = await submitted(await app.visit(email.toUpperCase()), { userType: 'sell' })
    const { documents } = (await visitor.call('GET', '/api/documents')).json()
    const files = await filesIn(app.documentsDir)
    app.clock.now = now
    await account(app, email)
    const { location, user, holdsApplication } = await signInFrom(browserOf(visitor), email)
    expect(location).toBe('/verification')
    expect(holdsApplication).toBe(false)
    expect(user).toMatchObject({
      email,
      name: 'Ada Lovelace',
      user_type: 'sell',
      is_seller: true,
      is_developer: true,
      onboarding_completed: true,
      kycProfile: { submitted: true, verification_status: 'submitted' },
    })
    expect(user.id).not.toBe(visitor.id)
    expect(await rowsOf(app.database, visitor.id)).toEqual([])
    const owned = await rows('select id from documents where user_id = $1 order by id', user.id)
    expect(owned.map(({ id }) => id)).toEqual(documents.map(({ id }: { id: string }) => id).sort())
    expect(await filesIn(app.documentsDir)).toEqual(files)
    expect((await visitor.call('GET', '/api/documents')).statusCode).toBe(401)
    expect(await eventsOf(app.database, user.id, 'application.claimed')).toMatchObject([
      { actor_id: String(user.id), before: { userId: visitor.id }, after: { userId: user.id } },
    ])
  })

  test('gets its 48 hours from then on, and is mailed then', async () => {
    const email = newEmail()
    app.clock.now = hours(-30)
    const visitor = await submitted(await app.visit(email))
    app.clock.now = now
    expect(await mailsTo(email)).toEqual([])
    await account(app, email)
    const browser = browserOf(visitor)
    const { user } = await signInFrom(browser, email)
    const own = JSON.parse((await browser.get('/api/onboarding/consumer/case')).html).case
    expect(own).toMatchObject({
      state: 'submitted',
      submittedAt: hours(-30).toISOString(),
      dueAt: hours(48).toISOString(),
    })
    expect(own.timeline.map(({ title }: { title: string }) => title)).toEqual([
      'Submitted for verification',
      'Added to your account',
    ])
    expect(await mailsTo(email)).toMatchObject([{ kind: 'verification-submitted', user_id: String(user.id) }])
  })

  test('is seen and decided by staff like any other', async () => {
    const email = newEmail()
    const visitor = await submitted(await app.visit(email))
    await account(app, email)
    const { user } = await signInFrom(browserOf(visitor), email)
    const admin = await app.signIn({ role: 'admin' })
    const userUrl = `/api/admin/users/${user.id}`
    const { case: reviewed } = (await admin.call('GET', `${userUrl}/kyc-case`)).json()
    expect(reviewed).toMatchObject({ state: 'submitted', round: 1, mayDecide: true })
    const actors = new Set(reviewed.events.map(({ actor }: { actor: string }) => actor))
    expect(actors).toEqual(new Set(['Ada Lovelace', 'System']))
    const [document] = await rows('select id from documents where user_id = $1 limit 1', user.id)
    await giveReason(admin, `/api/documents/${document.id}`)
    expect((await admin.call('GET', `/api/documents/${document.id}`)).statusCode).toBe(200)
    const body = { kyc_status: 'rejected', version: reviewed.version }
    expect((await admin.call('PUT', `${userUrl}/kyc-status`, body)).statusCode).toBe(200)
  })

  test('continues at the same step if it is not submitted yet', async () => {
    const email = newEmail()
    const visitor = await app.visit(email)
    await prepare(visitor)
    const draft = { firstName: 'Ada', step: 'selfie' }
    await visitor.call('PUT', '/api/onboarding/consumer/draft', { draft, revision: 0 })
    await account(app, email)
    const browser = browserOf(visitor)
    const { user } = await signInFrom(browser, email)
    const kept = JSON.parse((await browser.get('/api/onboarding/consumer/draft')).html)
    expect(kept).toMatchObject({ draft, revision: 1 })
    expect(JSON.parse((await browser.get('/api/documents')).html).documents).toHaveLength(3)
    expect(user).toMatchObject({ kycProfile: null, onboarding_completed: false })
    expect(await mailsTo(email)).toEqual([])
  })

  test('works the same for a company, next to what the account has started as a person', async () => {
    const email = newEmail()
    await account(app, email)
    const own = await submitted(await app.visit(email))
    await signInFrom(browserOf(own), email)
    const visitor = await submittedBusiness(await visitUnverified(email))
    const before = await rowsOf(app.database, visitor.id)
    const { location, user } = await signInFrom(browserOf(visitor), email)
    expect(location).toBe('/verification')
    expect(user).toMatchObject({
      kycProfile: { submitted: true },
      businessProfile: { verification_status: 'submitted' },
    })
    expect(await rowsOf(app.database, visitor.id)).toEqual([])
    const people = (rows: string[]) => rows.filter((row) => row.startsWith('business_people'))
    expect(people(before).length).toBeGreaterThan(0)
    expect(people(await rowsOf(app.database, user.id))).toEqual(people(before))
    const [company] = await rows("select due_at from cases where user_id = $1 and kind = 'business'", user.id)
    expect(company.due_at).toEqual(hours(48))
    expect(await mailsTo(email)).toHaveLength(2)
  })

  test('replaces nothing and leaves nothing if nothing was started', async () => {
    const email = newEmail()
    const visitor = await app.visit(email)
    await visitor.call('PUT', '/api/onboarding/consumer/draft', { draft: { step: 'start' }, revision: 0 })
    await account(app, email)
    const { user } = await signInFrom(new TestBrowser(app.server), email)
    const person = await rowsOf(app.database, user.id)
    const { location, holdsApplication } = await signInFrom(browserOf(visitor), email)
    expect([location, holdsApplication]).toEqual(['/verification', false])
    expect(await rowsOf(app.database, visitor.id)).toEqual([])
    expect((await rowsOf(app.database, user.id)).length).toBe(person.length)
  })

  test('keeps the newer of two acceptances in force, and loses neither', async () => {
    const email = newEmail()
    const accept = { certification_type: 'risk_disclosure', certification_name: 'main_risk_disclosure' }
    await account(app, email)
    const first = new TestBrowser(app.server)
    const { user } = await signInFrom(first, email)
    app.clock.now = hours(-3)
    const early = await visitUnverified(email)
    await early.call('POST', '/api/certifications/accept', accept)
    await early.call('POST', '/api/users/update-type', { user_type: 'sell' })
    const own = async (path: string, body: object) =>
      app.call('POST', path, body, { cookie: `session=${first.cookies.get('session')?.value}` })
    app.clock.now = hours(-1)
    await own('/api/certifications/accept', accept)
    await own('/api/users/update-type', { user_type: 'corporate' })
    app.clock.now = now

    // The older choice of type arrives superseded; the account's own stays.
    expect((await signInFrom(browserOf(early), email)).user.user_type).toBe('corporate')
    const late = await visitUnverified(email)
    await late.call('POST', '/api/certifications/accept', accept)
    const { user: after } = await signInFrom(browserOf(late), email)
    expect(after.user_type).toBe('corporate')
    const kept = await rows(
      `select certification_name as name, acknowledged_at as at, superseded_at is null as current
       from certifications where user_id = $1 order by name, at`,
      user.id,
    )
    expect(kept).toEqual([
      { name: 'main_risk_disclosure', at: hours(-3), current: false },
      { name: 'main_risk_disclosure', at: hours(-1), current: false },
      { name: 'main_risk_disclosure', at: now, current: true },
      { name: 'user_type_selection', at: hours(-3), current: false },
      { name: 'user_type_selection', at: hours(-1), current: true },
    ])
  })

  test('brings a newer choice of type with it, and a trader’s only as pending', async () => {
    const email = newEmail()
    await account(app, email)
    const visitor = await app.visit(email)
    const choice = { user_type: 'trade', skipCertificationCheck: true }
    await visitor.call('POST', '/api/users/update-type', choice)
    const { user } = await signInFrom(browserOf(visitor), email)
    expect(user).toMatchObject({ user_type: null, pending_user_type: 'trade', is_trader: false })
  })

  test('is claimed once by two sign-ins at the same moment', async () => {
    const email = newEmail()
    const visitor = await submitted(await app.visit(email))
    await account(app, email)
    const answers = await Promise.all([
      signInFrom(browserOf(visitor), email),
      signInFrom(browserOf(visitor), email),
    ])
    for (const { location, user } of answers) {
      expect(location).toBe('/verification')
      expect(user.kycProfile).toMatchObject({ submitted: true })
    }
    const [first] = answers
    expect(await eventsOf(app.database, first.user.id, 'application.claimed')).toHaveLength(1)
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('is never split, whatever its visitor does in another tab meanwhile', async () => {
    const email = newEmail()
    const visitor = await app.visit(email)
    await prepare(visitor)
    await account(app, email)
    const [{ user }, submission, draft] = await Promise.all([
      signInFrom(browserOf(visitor), email),
      visitor.call('POST', '/api/onboarding/kyc', ANSWERS),
      visitor.call('PUT', '/api/onboarding/consumer/draft', { draft: { firstName: 'Ada' }, revision: 0 }),
    ])
    expect([200, 401]).toContain(submission.statusCode)
    expect(draft.statusCode).toBeLessThan(500)
    expect(await rowsOf(app.database, visitor.id)).toEqual([])
    const [own] = await rows('select round from cases where user_id = $1', user.id)
    expect(own.round).toBe(submission.statusCode === 200 ? 1 : 0)
    expect(await mailsTo(email)).toHaveLength(own.round)
  })
})

/**
 * Enters an address in the provider's form, in a new browser by default. Returns what its next forms are posted
 * to.
 */
async function beginSignUp(email: string, browser = new TestBrowser(app.server)) {
  const start = await browser.get('/api/auth/login?returnTo=%2Fverification')
  const form = await browser.get(String(start.headers.location))
  await browser.post(`${form.url.pathname}/sign-up`, { email })
  return { browser, at: form.url.pathname }
}

async function mailedTo(email: string, kind: string): Promise<string> {
  const [mail] = await mailRows(
    app.database,
    'select text from mails where kind = $2 and to_address = $1 order by id desc',
    email,
    kind,
  )
  return mail?.text ?? ''
}

/** A password-reset link, as its owner gets it. */
async function resetToken(email: string): Promise<string> {
  const { browser, at } = await beginSignUp(newEmail())
  await browser.post(`${at}/forgotten`, { email })
  return /reset\?token=([\w-]+)/.exec(await mailedTo(email, 'password-reset'))?.[1] ?? ''
}

describe('a visitor’s application with a proven address', () => {
  test('belongs to the person after a sign-in in any browser with the same address, verified', async () => {
    const email = newEmail()
    const visitor = await submitted(await app.visit(email))
    await account(app, email.toUpperCase())
    const { location, user } = await signInFrom(new TestBrowser(app.server), email)
    expect(location).toBe('/verification')
    expect(user.kycProfile).toMatchObject({ submitted: true })
    expect(await rowsOf(app.database, visitor.id)).toEqual([])
    expect((await visitor.call('GET', '/api/documents')).statusCode).toBe(401)
  })

  test('belongs to the person once they create the account', async () => {
    const email = newEmail()
    const visitor = await submitted(await app.visit(email))
    const { browser, at } = await beginSignUp(email, browserOf(visitor))
    await browser.post(`${at}/code`, { code: /\b\d{6}\b/.exec(await mailedTo(email, 'sign-up'))?.[0] ?? '' })
    const back = await browser.post(`${at}/new-account`, { password: PASSWORD })
    await browser.get(back.url.href)
    const after = JSON.parse((await browser.get('/api/auth/user')).html)
    expect(after.user).toMatchObject({ email_verified: true, kycProfile: { submitted: true } })
    expect(after).not.toHaveProperty('waitingApplication')
    expect(browser.cookies.has('applicant')).toBe(false)
    expect(await rowsOf(app.database, visitor.id)).toEqual([])
    expect(await mailsTo(email)).toMatchObject([{ kind: 'verification-submitted' }])
  })

  test('is claimed once by a confirmation and a sign-in at the same moment', async () => {
    const email = newEmail()
    const visitor = await submitted(await app.visit(email))
    await account(app, email, false)
    await signInFrom(new TestBrowser(app.server), email)
    const token = await resetToken(email)
    const reset = () => new TestBrowser(app.server).post('/idp/reset', { token, password: PASSWORD })
    await Promise.all([reset(), signInFrom(browserOf(visitor), email), reset()])
    const { user } = await signInFrom(new TestBrowser(app.server), email)
    expect(user.kycProfile).toMatchObject({ submitted: true })
    expect(await eventsOf(app.database, user.id, 'application.claimed')).toHaveLength(1)
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('is claimed even if another’s is open in the same browser, which stays that other’s', async () => {
    const [email, other] = [newEmail(), newEmail()]
    await submitted(await app.visit(email))
    const guest = await app.visit(other)
    await guest.call('PUT', '/api/onboarding/consumer/draft', { draft: { firstName: 'Guest' }, revision: 0 })
    await account(app, email)
    const { location, user } = await signInFrom(browserOf(guest), email)
    expect(location).toBe(problemPage('other-address'))
    expect(user.kycProfile).toMatchObject({ submitted: true })
    expect((await guest.call('GET', '/api/onboarding/consumer/draft')).json().draft).toMatchObject({
      firstName: 'Guest',
    })
  })

  test('is kept, without a message, if the account has one of its own and signs in elsewhere', async () => {
    const email = newEmail()
    await account(app, email)
    await submitted(await app.visit(email))
    const { user } = await signInFrom(new TestBrowser(app.server), email)
    const own = await rowsOf(app.database, user.id)
    const second = await submitted(await visitUnverified(email))
    const { location } = await signInFrom(new TestBrowser(app.server), email)
    expect(location).toBe('/verification')
    expect(await rowsOf(app.database, user.id)).toEqual(own)
    expect((await second.call('GET', '/api/documents')).json().documents).toHaveLength(3)
  })
})

describe('a visitor’s application stays the visitor’s, and nothing of it is transferred,', () => {
  /** Signs in where the application is open, and checks that neither side has changed. */
  async function refusedFor(visitor: TestUser, email: string) {
    const claims = "select count(*)::int as n from events where type = 'application.claimed'"
    const [before, claimed] = [await rowsOf(app.database, visitor.id), await rows(claims)]
    const answer = await signInFrom(browserOf(visitor), email)
    expect(await rowsOf(app.database, visitor.id)).toEqual(before)
    expect(await rows(claims)).toEqual(claimed)
    return answer
  }

  test('if someone with another address signs in', async () => {
    const visitor = await submitted(await app.visit(newEmail()))
    const stranger = newEmail()
    await account(app, stranger)
    const { location, user, holdsApplication } = await refusedFor(visitor, stranger)
    expect(location).toBe(problemPage('other-address'))
    expect(holdsApplication).toBe(true)
    expect(user.kycProfile).toBeNull()
    expect(JSON.stringify(user)).not.toContain(visitor.email)
    expect(await mailsTo(stranger)).toEqual([])
    expect(await mailsTo(visitor.email)).toEqual([])
  })

  test('while the provider has not verified the address; after that it is claimed', async () => {
    const email = newEmail()
    const visitor = await submitted(await app.visit(email))
    await account(app, email, false)
    const { location, holdsApplication } = await refusedFor(visitor, email)
    expect(location).toBe(problemPage('unconfirmed'))
    expect(holdsApplication).toBe(true)
    expect(await mailsTo(email)).toEqual([])
    await confirm(email)
    const again = await signInFrom(browserOf(visitor), email)
    expect(again.location).toBe('/verification')
    expect(again.user.kycProfile).toMatchObject({ submitted: true })
  })

  test('if the address of the application is proven by no one, in another browser', async () => {
    const email = newEmail()
    const visitor = await submitted(await app.visit(email))
    // As in an application from before there were codes.
    await rows('update applicants set proven_at = null where user_id = $1', visitor.id)
    await account(app, email)
    const { location, user } = await signInFrom(new TestBrowser(app.server), email)
    expect(location).toBe('/verification')
    expect(user.kycProfile).toBeNull()
    expect((await visitor.call('GET', '/api/documents')).json().documents).toHaveLength(3)
  })

  test('A19 if a stranger signs up with its address, whose owner opens the link in the mail', async () => {
    const email = newEmail()
    const visitor = await submitted(await app.visit(email))
    const { browser: stranger, at } = await beginSignUp(email)
    const link = /\/idp\/sign-up\?token=[\w-]+/.exec(await mailedTo(email, 'sign-up'))?.[0] ?? ''
    await browserOf(visitor).get(link)
    expect((await stranger.post(`${at}/new-account`, { password: PASSWORD })).status).toBe(410)
    expect(JSON.parse((await stranger.get('/api/auth/user')).html)).toMatchObject({ isAuthenticated: false })
    expect((await visitor.call('GET', '/api/documents')).json().documents).toHaveLength(3)
  })

  test('if the account has started one of its own', async () => {
    const email = newEmail()
    await account(app, email)
    const first = await submitted(await app.visit(email))
    const { user } = await signInFrom(browserOf(first), email)
    const own = await rowsOf(app.database, user.id)
    const second = await submitted(await visitUnverified(email), { firstName: 'Augusta' })
    const { location, holdsApplication } = await refusedFor(second, email)
    expect(location).toBe(problemPage('own-application'))
    expect(holdsApplication).toBe(true)
    const now = await rowsOf(app.database, user.id)
    expect(now.filter((row) => !row.startsWith('users '))).toEqual(
      own.filter((row) => !row.startsWith('users ')),
    )
  })

  test('if the account has answers of its own, even in a draft', async () => {
    const email = newEmail()
    await account(app, email)
    const browser = new TestBrowser(app.server)
    await signInFrom(browser, email)
    const cookie = `session=${browser.cookies.get('session')?.value}`
    const draft = { draft: { firstName: 'Mine' }, revision: 0 }
    await app.call('PUT', '/api/onboarding/consumer/draft', draft, { cookie })
    const visitor = await submitted(await visitUnverified(email))
    expect((await refusedFor(visitor, email)).location).toBe(problemPage('own-application'))
  })

  test('if its time is over; the browser then forgets it', async () => {
    const email = newEmail()
    app.clock.now = hours(-14 * 24)
    const visitor = await submitted(await app.visit(email))
    app.clock.now = now
    await account(app, email)
    const browser = browserOf(visitor)
    const { location, holdsApplication, user } = await signInFrom(browser, email)
    expect(location).toBe(problemPage('expired'))
    expect(holdsApplication).toBe(false)
    expect(user.kycProfile).toBeNull()
    expect((await signInFrom(browser, email)).location).toBe('/verification')
  })

  test.each([
    ['one letter', 'x'],
    ['as long as ours', 'A'.repeat(43)],
    ['5,000 letters', 'A'.repeat(5000)],
    ['a zero byte', '%00'],
    ['SQL', "'; drop table applicants; --"],
  ])('if the cookie is not one of ours: %s', async (_what, value) => {
    const email = newEmail()
    await account(app, email)
    const browser = new TestBrowser(app.server)
    browser.cookies.set('applicant', { value: encodeURIComponent(value), path: '/', attributes: '' })
    const { location, user } = await signInFrom(browser, email)
    expect(location).toBe(value.length > 100 ? '/verification' : problemPage('expired'))
    expect(user.kycProfile).toBeNull()
  })

  test('R12 and the page that says so links nowhere else', async () => {
    const visitor = await app.visit(newEmail())
    const stranger = newEmail()
    await account(app, stranger)
    const query = `?returnTo=${encodeURIComponent('https://evil.example/')}`
    const { location } = await signInFrom(browserOf(visitor), stranger, query)
    expect(location).toBe('/onboarding/claim?problem=other-address&returnTo=%2F')
  })
})

test('an application has rows in every table with people’s data, except those that only an account has', async () => {
  const { giveTo } = await import('#server/model/applications/applications.sql.ts')
  // A new table either belongs to an application (which moves and deletes it) or only to accounts.
  const ofAccountsAlone = [
    'sessions',
    'search_entries',
    'unstarted_people',
    'account_changes',
    'investor_answers',
    'sign_ins',
    'bug_reports',
    'email_links',
    'data_exports',
    'client_users',
    'invitations',
    'payments',
    'notices',
    'erasure_requests',
    'draft_nudges',
    'nudge_opt_outs',
    'complaints',
    'legal_holds',
    'retention_records',
    'saved_views',
  ]
  const referring = await rows(
    `select distinct k.table_name from information_schema.key_column_usage k
     join information_schema.referential_constraints r on r.constraint_name = k.constraint_name
     join information_schema.key_column_usage p on p.constraint_name = r.unique_constraint_name
     where p.table_name = 'users' and k.column_name = 'user_id'`,
  )
  expect(referring.map(({ table_name }) => table_name).sort()).toEqual(
    ['applicants', 'cases', ...Object.keys(giveTo), ...ofAccountsAlone].sort(),
  )
})
