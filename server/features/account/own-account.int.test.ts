import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FieldCipher } from '#server/platform/fields/field-cipher.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { submitted, submittedBusiness } from '#server/testing/journeys.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { approve } from '#server/testing/reviews.ts'
import { eventsOf } from '#server/testing/snapshots.ts'

let app: TestApp
let person: TestUser
let started: Date
beforeAll(async () => {
  app = await testApp({ env: { RATE_LIMIT_FACTOR: '1' } })
  started = app.clock.now
})
beforeEach(async () => {
  app.clock.now = started
  person = await app.signIn()
})

interface Mail {
  kind: string
  to_address: string
  text: string
}

async function mailsOf(user: TestUser): Promise<Mail[]> {
  const rows = await mailRows<Mail>(
    app.database,
    'select kind, to_address, text from mails where user_id = $1 order by id',
    user.id,
  )
  return rows
}

const profile = async (user: TestUser) => (await user.call('GET', '/api/user/profile')).json()
const update = (user: TestUser, wish: object) => user.call('PUT', '/api/user/update-profile', wish)
const later = (minutes: number) => {
  app.clock.now = new Date(started.getTime() + minutes * 60_000)
}

/** The token of the newest link in someone's mails. */
async function tokenOf(user: TestUser): Promise<string> {
  const link = (await mailsOf(user)).findLast(({ kind }) => kind === 'system-email-confirmation')
  return /confirm-email\?token=([\w-]+)/.exec(link?.text ?? '')?.[1] ?? ''
}
const confirm = (user: TestUser, token: string) => user.call('POST', '/api/user/confirm-email', { token })

let addresses = 0
const newAddress = () => `new-${++addresses}@people.example`

describe('one’s own profile', () => {
  test('saves a new name and company, and clears them', async () => {
    expect(
      (await update(person, { userId: person.id, name: ' Grace  Hopper ', company: 'Navy' })).json(),
    ).toMatchObject({
      success: true,
    })
    expect(await profile(person)).toMatchObject({
      name: 'Grace Hopper',
      company: 'Navy',
      email: person.email,
    })
    for (const nothing of [
      { name: '', company: null },
      { name: '  ', company: ' ' },
    ]) {
      expect((await update(person, nothing)).statusCode).toBe(200)
      expect(await profile(person)).toMatchObject({ name: null, company: null })
    }
    expect(await eventsOf(app.database, person.id, 'user.profile_updated')).toHaveLength(2)
  })

  test('R16 ignores fields that the person may not change, and keeps those that were not sent', async () => {
    await update(person, { name: 'Mallory', is_admin: true, auth0_email: 'boss@verdaccord.example' })
    expect(await profile(person)).toMatchObject({
      name: 'Mallory',
      is_admin: false,
      auth0_email: person.email,
      email: person.email,
    })
  })

  test.each([
    [{ email: 'no address' }, 'email', 'Please enter a valid email address'],
    [{ email: '' }, 'email', 'Enter your email address'],
    [{ name: 'x'.repeat(201) }, 'name', 'Your full name must be 200 characters or fewer'],
  ])('refuses %j at its field', async (wish, field, message) => {
    const answer = await update(person, wish)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ error: 'VALIDATION_ERROR', fields: { [field]: message } })
  })

  test('R20 is locked once the person is verified', async () => {
    const verified = await submitted(await app.signIn())
    await approve(await app.signIn({ role: 'admin' }), verified.id)
    const answer = await update(verified, { name: 'Somebody Else' })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      error: 'PROFILE_LOCKED',
      message: 'Your profile is verified and cannot be edited. Contact support for changes.',
    })
    expect((await verified.call('POST', '/api/user/update-email', { email: newAddress() })).statusCode).toBe(
      409,
    )
  })
})

describe('a verified account without a name', () => {
  const nameless = async () => {
    const user = await submittedBusiness(await app.signIn())
    await update(user, { name: '' })
    await approve(await app.signIn({ role: 'admin' }), user.id, 'business')
    return user
  }

  test('R20 takes once the name of someone its company named, and nothing else', async () => {
    const user = await nameless()
    for (const wish of [{ name: 'Cay Fern', company: 'Fern' }, { name: '' }, { company: 'Fern' }])
      expect((await update(user, wish)).statusCode).toBe(409)
    expect((await update(user, { name: 'Mallory Fern' })).json()).toMatchObject({
      error: 'VALIDATION_ERROR',
      fields: { name: 'Enter your name as it is in the verification, or contact support' },
    })
    expect((await profile(user)).name).toBeNull()
    expect((await update(user, { name: ' Cay  Fern ' })).statusCode).toBe(200)
    expect((await profile(user)).name).toBe('Cay Fern')
    expect((await update(user, { name: 'Ada Fern' })).statusCode).toBe(409)
  })

  test('is only named once by two requests at the same time', async () => {
    const user = await nameless()
    const answers = await Promise.all(['Cay Fern', 'Ada Fern'].map((name) => update(user, { name })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })
})

describe('R55 the system email', () => {
  test('R55 is stored at once, used once its link is followed, and the old address is told', async () => {
    const email = newAddress()
    const answer = await person.call('POST', '/api/user/update-email', { email })
    expect(answer.json()).toEqual({ success: true, email, confirmed: false })
    expect(await profile(person)).toMatchObject({ email })
    expect((await mailsOf(person)).map(({ kind, to_address }) => [kind, to_address])).toEqual([
      ['system-email-confirmation', email],
      ['email-changed', person.email],
    ])
    expect((await person.call('GET', '/api/notices')).json().notices).toMatchObject([
      {
        title: `Your email address was changed to ${email}`,
        detail: 'We write there once it is confirmed. If this wasn’t you, sign out everywhere and tell us.',
        path: '/profile?tab=edit',
      },
    ])
    const token = await tokenOf(person)
    expect((await confirm(person, token)).json()).toEqual({ success: true, email })
    expect((await confirm(person, token)).statusCode).toBe(404)
    expect(await eventsOf(app.database, person.id, 'user.email_confirmed')).toHaveLength(1)
  })

  test('R55 still gets mail at the old address until then', async () => {
    await person.call('POST', '/api/user/update-email', { email: newAddress() })
    await submitted(person)
    expect((await mailsOf(person)).at(-1)).toMatchObject({
      kind: 'verification-submitted',
      to_address: person.email,
    })
  })

  test('A15 changes once if the same change arrives twice', async () => {
    const email = newAddress()
    await Promise.all([1, 2].map(() => person.call('POST', '/api/user/update-email', { email })))
    expect(await profile(person)).toMatchObject({ email })
    expect((await confirm(person, await tokenOf(person))).statusCode).toBe(200)
  })

  test('returns without a link to the address that was confirmed before', async () => {
    await person.call('POST', '/api/user/update-email', { email: newAddress() })
    const answer = await person.call('POST', '/api/user/update-email', { email: person.email.toUpperCase() })
    expect(answer.json()).toMatchObject({ confirmed: true })
    expect((await confirm(person, await tokenOf(person))).statusCode).toBe(404)
  })

  test('R55 cannot be someone else’s address, however it is spelt', async () => {
    const other = await app.signIn()
    for (const answer of [
      await person.call('POST', '/api/user/update-email', { email: other.email.toUpperCase() }),
      await update(person, { email: other.email, name: 'Mallory' }),
    ]) {
      expect(answer.statusCode).toBe(409)
      expect(answer.json()).toMatchObject({
        error: 'DUPLICATE_ENTRY',
        message: 'This email is already in use by another account',
      })
    }
    expect(await profile(person)).toMatchObject({ email: person.email, name: 'Ada Lovelace' })
  })

  test('is only confirmed by the person the link was made for, within a day', async () => {
    await person.call('POST', '/api/user/update-email', { email: newAddress() })
    const token = await tokenOf(person)
    const stranger = await app.signIn()
    expect((await confirm(stranger, token)).statusCode).toBe(404)
    app.clock.now = new Date(started.getTime() + 24 * 3_600_000 + 1000)
    const again = await app.signIn()
    await app.database.pool.query('update email_links set user_id = $1 where user_id = $2', [
      again.id,
      person.id,
    ])
    expect((await confirm(again, token)).statusCode).toBe(404)
  })

  test('R55 is shown as unconfirmed until its link is followed, and gets a new link on request', async () => {
    const email = newAddress()
    const set = () => person.call('POST', '/api/user/update-email', { email })
    await set()
    const before = (await profile(person)).mail_address
    expect(before).not.toBeNull()
    expect(await profile(person)).toMatchObject({ email, email_confirmed: false, mail_address: before })
    const first = await tokenOf(person)
    expect((await set()).json()).toMatchObject({ confirmed: false })
    expect(await tokenOf(person)).toBe(first)
    later(2)
    await set()
    const second = await tokenOf(person)
    expect(second).not.toBe(first)
    expect((await confirm(person, first)).statusCode).toBe(404)
    expect((await confirm(person, second)).statusCode).toBe(200)
    expect(await profile(person)).toMatchObject({ email, email_confirmed: true, mail_address: email })
    later(4)
    expect((await set()).json()).toMatchObject({ confirmed: true })
    expect(await tokenOf(person)).toBe(second)
  })

  test('R20 R55 may still be added and confirmed by someone verified, but not replaced', async () => {
    const verified = await submitted(await app.signIn())
    await approve(await app.signIn({ role: 'admin' }), verified.id)
    await app.database.pool.query('update users set email = null, email_confirmed_at = null where id = $1', [
      verified.id,
    ])
    const set = (email: string) => verified.call('POST', '/api/user/update-email', { email })
    const email = newAddress()
    expect((await set(email)).json()).toMatchObject({ confirmed: false })
    expect((await confirm(verified, await tokenOf(verified))).statusCode).toBe(200)
    expect((await set(newAddress())).json()).toMatchObject({ error: 'PROFILE_LOCKED' })
    expect(await profile(verified)).toMatchObject({ email, email_confirmed: true })
  })

  test('R55 passes to the person whose provider verified it from someone who only claimed it', async () => {
    const other = await app.signIn()
    await person.call('POST', '/api/user/update-email', { email: newAddress() })
    await other.call('POST', '/api/user/update-email', { email: person.email })
    const answer = await person.call('POST', '/api/user/update-email', { email: person.email })
    expect(answer.json()).toMatchObject({ confirmed: true })
    expect(await profile(other)).toMatchObject({ email: other.email, email_confirmed: true })
    expect((await confirm(other, await tokenOf(other))).statusCode).toBe(404)
  })

  test('A01 A05 R14 refuses the userId of someone else, and ignores fields that only the server sets', async () => {
    const victim = await app.signIn()
    const before = await profile(victim)
    const answer = await update(person, { userId: victim.id, email: newAddress(), name: 'Mallory' })
    expect(answer.json()).toMatchObject({
      error: 'FORBIDDEN',
      message: 'You can only act on your own account.',
    })
    const email = newAddress()
    const change = (more: object) => person.call('POST', '/api/user/update-email', { email, ...more })
    expect((await change({ userId: victim.id })).statusCode).toBe(403)
    expect((await change({ emailConfirmedAt: '2026-01-01T00:00:00Z' })).statusCode).toBe(200)
    expect(await profile(victim)).toEqual(before)
    expect(await profile(person)).toMatchObject({ email, email_confirmed: false })
  })

  test('R11 needs a recent sign-in to be replaced, but not to be added', async () => {
    later(16)
    const answer = await person.call('POST', '/api/user/update-email', { email: newAddress() })
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ error: 'REAUTH_REQUIRED' })
    expect((await update(person, { email: person.email, name: 'Grace Hopper' })).statusCode).toBe(200)
    await app.database.pool.query('update users set email = null, email_confirmed_at = null where id = $1', [
      person.id,
    ])
    expect((await person.call('GET', '/api/user/needs-email')).json()).toEqual({ needsEmail: true })
    expect((await person.call('POST', '/api/user/update-email', { email: newAddress() })).statusCode).toBe(
      200,
    )
    expect((await person.call('GET', '/api/user/needs-email')).json()).toEqual({ needsEmail: false })
  })

  test('A21 R54 is reported as taken five times an hour at most, and never when signed out', async () => {
    const held = await Promise.all(Array.from({ length: 6 }, () => app.signIn()))
    const ask = (email: string) => person.call('POST', '/api/user/update-email', { email })
    const statuses = []
    for (const { email } of held) statuses.push((await ask(email)).statusCode)
    expect(statuses).toEqual([409, 409, 409, 409, 409, 429])
    // The refusal doesn't reveal which addresses exist either.
    const [taken, free] = [await ask(held[0]?.email ?? ''), await ask(newAddress())]
    expect({ ...taken.json(), requestId: '' }).toEqual({ ...free.json(), requestId: '' })
    const body = { email: held[0]?.email }
    expect((await app.call('POST', '/api/user/update-email', body)).statusCode).toBe(401)
  })

  test('R54 changes five times an hour at most', async () => {
    for (let i = 0; i < 5; i++)
      expect((await person.call('POST', '/api/user/update-email', { email: newAddress() })).statusCode).toBe(
        200,
      )
    const answer = await person.call('POST', '/api/user/update-email', { email: newAddress() })
    expect(answer.statusCode).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('R10 the list of sessions', () => {
  const list = async (user: TestUser) => (await user.call('GET', '/api/user/sessions')).json().sessions

  test('R10 shows one’s own active sessions, and no token', async () => {
    const answer = await person.call('GET', '/api/user/sessions')
    expect(answer.json().sessions).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{64}$/),
        startedAt: started.toISOString(),
        lastSeenAt: started.toISOString(),
        device: 'Unknown device',
        ip: null,
        isCurrent: true,
      },
    ])
    const token = person.cookie.split('=')[1] ?? ''
    expect(answer.body).not.toContain(token)
  })

  test('R10 ends one of them at once, but no one else’s', async () => {
    const stranger = await app.signIn()
    const [session] = await list(person)
    expect((await stranger.call('DELETE', `/api/user/sessions/${session.id}`)).statusCode).toBe(404)
    expect((await stranger.call('DELETE', '/api/user/sessions/%00')).statusCode).toBe(400)
    expect((await person.call('DELETE', `/api/user/sessions/${session.id}`)).statusCode).toBe(200)
    expect((await person.call('GET', '/api/user/sessions')).statusCode).toBe(401)
    expect(await list(stranger)).toHaveLength(1)
  })

  test('R10 signs out everywhere except here, and no one else', async () => {
    const stranger = await app.signIn()
    for (const token of ['phone', 'tablet'])
      await app.database.pool.query(
        `insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at, auth_time)
         select $1, user_id, created_at, last_seen_at, expires_at, auth_time from sessions where user_id = $2 limit 1`,
        [token, person.id],
      )
    const answer = await person.call('DELETE', '/api/user/sessions?others=1')
    expect(answer.json()).toEqual({ success: true, ended: 2 })
    expect(await list(person)).toMatchObject([{ isCurrent: true }])
    expect((await person.call('DELETE', '/api/user/sessions?others=1')).json()).toMatchObject({ ended: 0 })
    expect((await person.call('DELETE', '/api/user/sessions?others=2')).statusCode).toBe(400)
    expect(await list(stranger)).toHaveLength(1)
    expect(await eventsOf(app.database, person.id, 'auth.sessions_ended')).toMatchObject([
      { after: { ended: 2 } },
    ])
  })

  test('R10 signs out everywhere', async () => {
    expect((await person.call('DELETE', '/api/user/sessions')).json()).toEqual({ success: true, ended: 1 })
    expect((await person.call('GET', '/api/user/profile')).statusCode).toBe(401)
    expect(await eventsOf(app.database, person.id, 'auth.sessions_ended')).toHaveLength(1)
  })
})

describe('R39 the key for data that waits in a browser', () => {
  const ask = (by: Pick<TestUser, 'call'>, body: object = {}) => by.call('POST', '/api/browser-keys', body)

  test('is new each time, and the same again for what the browser stored of it', async () => {
    const visitor = await app.visit()
    for (const someone of [person, visitor]) {
      const [first, second] = [(await ask(someone)).json(), (await ask(someone)).json()]
      expect(Buffer.from(first.key, 'base64')).toHaveLength(32)
      expect(first.key).not.toBe(second.key)
      expect(first.sealed).not.toContain(first.key)
      expect((await ask(someone, { sealed: first.sealed })).json()).toEqual(first)
      expect((await ask(someone, { sealed: second.sealed })).json()).toEqual(second)
    }
  })

  test('opens only for its owner, and not if it was altered', async () => {
    const { key, sealed } = (await ask(person)).json()
    const [prefix, id, content = ''] = sealed.split('.')
    const bytes = Buffer.from(content, 'base64')
    bytes[20] = (bytes[20] ?? 0) ^ 1
    const foreign = new FieldCipher([{ id: 'theirs', key: randomBytes(32) }], randomBytes)
    const place = ['browser_keys', 'files', `person:${person.id}`] as const
    const refused = [
      await ask(await app.signIn(), { sealed }),
      await ask(await app.visit(), { sealed }),
      await ask(person, { sealed: `${prefix}.${id}.${bytes.toString('base64')}` }),
      await ask(person, { sealed: `${prefix}.gone.${content}` }),
      await ask(person, { sealed: foreign.seal(key, place) }),
      // Anything that isn't encrypted is not a key either.
      await ask(person, { sealed: key }),
    ]
    for (const answer of refused) {
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({
        error: 'VALIDATION_ERROR',
        fields: { sealed: expect.any(String) },
      })
      expect(answer.body).not.toContain(key)
    }
    expect((await ask(app, { sealed })).statusCode).toBe(401)
    // A page of someone who has signed out since.
    expect((await ask(person, { userId: (await app.signIn()).id })).statusCode).toBe(403)
  })
})
