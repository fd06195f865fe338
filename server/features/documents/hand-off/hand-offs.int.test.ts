import { beforeAll, describe, expect, test } from 'vitest'
import type { DocumentSlot } from '#contract/documents/documents.ts'
import { HAND_OFF_MINUTES, type HandOffSlot } from '#contract/documents/hand-offs.ts'
import { UPLOAD_PART_BYTES } from '#contract/documents/part-uploads.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import { makeJpeg, padded } from '#server/platform/files/test-files.ts'
import { TestBrowser } from '#server/platform/identity/testing/embedded-harness.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { account, signInByForm } from '#server/testing/browser.ts'
import { ANSWERS, prepare } from '#server/testing/journeys.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { eventsOf } from '#server/testing/snapshots.ts'
import { partOf, sendInParts, startOf } from '#server/testing/uploads.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const start = async (person: TestUser, slots: string[] = ['id-front', 'selfie']) =>
  (await person.call('POST', '/api/hand-offs', { slots, docType: 'passport' })).json()
const read = async (person: TestUser, id: string) =>
  (await person.call('GET', `/api/hand-offs/${id}`)).json().handOff

const mailLink = (person: TestUser, id: string, token: string) =>
  person.call('POST', `/api/hand-offs/${id}/mail`, { token })
const linkMails = (to: string) =>
  mailRows<{ id: number; text: string }>(
    app.database,
    "select id, text from mails where kind = 'hand-off-link' and to_address = $1",
    to,
  )

const later = (minutes: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + minutes * 60_000)
}

/** A browser without a session: it has the cookie set by opening the link, or none. */
async function open(token: string, of = app) {
  const answer = await of.call('POST', '/api/phone/hand-off/open', { token })
  const cookie = answer.cookies.find(({ name }) => name.endsWith('hand-off'))
  return { answer, phone: cookie ? `${cookie.name}=${cookie.value}` : '' }
}

async function shoot(phone: string, slot: DocumentSlot, more: { docType?: string } = {}, of = app) {
  const bytes = await makeJpeg({ artist: String(Math.random()) })
  const call: TestApp['call'] = (method, url, body, headers) =>
    of.call(method, url, method === 'POST' ? { ...Object(body), ...more } : body, {
      ...headers,
      cookie: phone,
    })
  return sendInParts(call, { bytes, name: 'shot.jpg', slot }, '/api/phone/hand-off/uploads')
}

/** The same person, signed in elsewhere. */
async function inAnotherBrowser(person: TestUser): Promise<TestUser> {
  const { clock, database, services } = app
  const token = await database.transaction((tx) =>
    services.sessions.start(tx, { userId: person.id, authTime: clock.now, hasRole: false }),
  )
  const cookie = `session=${token}`
  return {
    ...person,
    cookie,
    call: (method, url, body, headers) => app.call(method, url, body, { cookie, ...headers }),
  }
}

/** Ends the one other session of a person. */
async function endOther(by: TestUser) {
  const { sessions } = (await by.call('GET', '/api/user/sessions')).json()
  const other = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
  return by.call('DELETE', `/api/user/sessions/${other.id}`)
}

describe('a phone that takes photos for someone at a computer', () => {
  test('is given the first name and what to photograph, and its photos are the person’s documents at once', async () => {
    const person = await app.signIn({ name: 'Sofia Elena Marchetti' })
    const { handOff, token, link } = await start(person)
    expect(handOff.state).toBe('waiting')
    expect(new URL(link).pathname).toBe('/p')
    expect(new URL(link).hash).toBe(`#${token}`)
    const { answer, phone } = await open(token)
    expect(answer.json()).toEqual({
      handOff: {
        firstName: 'Sofia',
        docType: 'passport',
        expiresAt: expect.any(String),
        slots: [
          { slot: 'id-front', isStored: false, isQuestioned: false },
          { slot: 'selfie', isStored: false, isQuestioned: false },
        ],
        undoable: [],
      },
    })
    expect((await shoot(phone, 'id-front', { docType: 'passport' })).statusCode).toBe(200)
    expect(await read(person, handOff.id)).toMatchObject({
      state: 'connected',
      slots: [
        { slot: 'id-front', isStored: true, isQuestioned: false },
        { slot: 'selfie', isStored: false, isQuestioned: false },
      ],
    })
    const { documents } = (await person.call('GET', '/api/documents')).json()
    expect(documents).toMatchObject([{ documentType: 'id-front', docType: 'passport' }])
    const again = await app.call('GET', '/api/phone/hand-off', undefined, { cookie: phone })
    expect(again.json().handOff.slots[0]).toEqual({ slot: 'id-front', isStored: true, isQuestioned: false })
    const types = ['hand_off.started', 'hand_off.opened', 'document.stored']
    const events = await eventsOf(app.database, person.id, ...types)
    expect(events.map(({ type }) => type).sort()).toEqual([...types].sort())
  })

  test('can do nothing else: no other document, no page of the person, no document to view', async () => {
    const person = await app.signIn()
    const { token } = await start(person, ['selfie'])
    const { phone } = await open(token)
    expect((await shoot(phone, 'id-front')).statusCode).toBe(403)
    expect((await shoot(phone, 'other')).statusCode).toBe(403)
    for (const path of ['/api/documents', '/api/hand-offs/8d6c5c5e-0000-4000-8000-000000000000'])
      expect((await app.call('GET', path, undefined, { cookie: phone })).statusCode).toBe(401)
    expect((await person.call('GET', '/api/documents')).json().documents).toEqual([])
  })

  test.each(['userId', 'auth0Id', 'kycProfileId'])(
    'R14 names no one by %s, not even its person',
    async (field) => {
      const person = await app.signIn()
      const { phone } = await open((await start(person, ['selfie'])).token)
      const named = { userId: person.id, auth0Id: person.auth0Id, kycProfileId: 1 }[field]
      const upload = startOf({ bytes: await makeJpeg(), name: 'shot.jpg', slot: 'selfie' })
      const call = (method: 'GET' | 'POST', path: string, body?: object) =>
        app.call(method, `/api/phone/hand-off/uploads${path}`, body, { cookie: phone })
      expect((await call('POST', '', { ...upload, [field]: named })).statusCode).toBe(403)
      expect((await call('GET', `/${upload.id}`)).statusCode).toBe(404)
      expect(await eventsOf(app.database, person.id, 'auth.mismatch')).toHaveLength(1)
    },
  )

  test('is not asked again for good photos, until its owner retakes them or a problem is found', async () => {
    const person = await app.signIn()
    const wanted = ['id-front', 'selfie', 'proof-of-address']
    const asked = async (body: object) => {
      later(1)
      const started = await person.call('POST', '/api/hand-offs', { slots: wanted, ...body })
      const { token } = started.json()
      const { answer, phone } = await open(token)
      const slots = answer.json().handOff.slots
      expect(started.json().handOff.slots).toEqual(slots)
      expect(slots.some(({ isStored, isQuestioned }: HandOffSlot) => isStored || isQuestioned)).toBe(false)
      return { slots: slots.map(({ slot }: HandOffSlot) => slot), phone }
    }
    const first = await asked({ again: 'id-front', docType: 'passport' })
    expect(first.slots).toEqual(wanted)
    expect((await shoot(first.phone, 'id-front', { docType: 'passport' })).statusCode).toBe(200)
    const second = await asked({ docType: 'passport' })
    expect(second.slots).toEqual(['selfie', 'proof-of-address'])
    expect((await shoot(second.phone, 'id-front')).statusCode).toBe(403)
    expect((await asked({ again: 'id-front', docType: 'passport' })).slots).toEqual(wanted)
    // A passport's page is not a side of a licence.
    expect((await asked({ docType: 'drivingLicence' })).slots).toEqual(wanted)
    const small = {
      bytes: await makeJpeg({ width: 320, height: 240 }),
      name: 'small.jpg',
      slot: 'selfie',
    } as const
    expect((await sendInParts(person.call, small)).statusCode).toBe(200)
    const { documents } = (await person.call('GET', '/api/documents')).json()
    const selfie = documents.find(({ documentType }: { documentType: string }) => documentType === 'selfie')
    expect((await asked({ docType: 'passport' })).slots).toEqual(['selfie', 'proof-of-address'])
    expect((await person.call('POST', `/api/documents/${selfie.id}/keep`)).statusCode).toBe(200)
    expect((await asked({ docType: 'passport' })).slots).toEqual(['proof-of-address'])
    // A hand-off for slots that are already good still asks for them.
    expect((await asked({ slots: ['id-front'], docType: 'passport' })).slots).toEqual(['id-front'])
    expect(
      (await person.call('POST', '/api/hand-offs', { slots: ['selfie'], again: 'nose' })).statusCode,
    ).toBe(400)
  })

  test('is given the first name of the application if the account has none', async () => {
    const person = await app.signIn()
    await app.database.pool.query('update users set name = null where id = $1', [person.id])
    const greeted = async () => {
      const { token } = await start(person)
      return (await open(token)).answer.json().handOff.firstName
    }
    expect(await greeted()).toBeNull()
    const draft = { firstName: 'Amara' }
    await person.call('PUT', '/api/onboarding/consumer/draft', { draft, revision: 0 })
    expect(await greeted()).toBe('Amara')
  })

  test('opens a link once, however many try at once, and every further attempt is recorded', async () => {
    const person = await app.signIn()
    const { token } = await start(person)
    const tries = await Promise.all([open(token), open(token), open(token)])
    expect(tries.map(({ answer }) => answer.statusCode).sort()).toEqual([200, 409, 409])
    expect((await open(token)).answer.json().message).toMatch(/^This link was used before/)
    const refused = await eventsOf(app.database, person.id, 'hand_off.refused')
    expect(refused).toHaveLength(3)
    expect(refused).toMatchObject(Array(3).fill({ after: { state: 'connected' } }))
  })

  test('can be opened again by the phone that it connected, as from a second tab, and by no other', async () => {
    const person = await app.signIn()
    const { token } = await start(person)
    const { answer, phone } = await open(token)
    const again = await app.call('POST', '/api/phone/hand-off/open', { token }, { cookie: phone })
    expect(again.json()).toEqual(answer.json())
    const { phone: other } = await open((await start(await app.signIn())).token)
    const elsewhere = await app.call('POST', '/api/phone/hand-off/open', { token }, { cookie: other })
    expect(elsewhere.statusCode).toBe(409)
    expect(await eventsOf(app.database, person.id, 'hand_off.refused')).toHaveLength(1)
  })

  test('records each attempt of an unknown link or code, with its network', async () => {
    const other = await testApp()
    await other.call('POST', '/api/phone/hand-off/open', { token: 'B'.repeat(43) })
    await other.call('POST', '/api/phone/hand-off/open-by-code', { code: '22222222' })
    const { rows } = await other.database.pool.query(
      "select user_id, actor_kind, after, ip from events where type = 'hand_off.refused' order by id",
    )
    const refused = { user_id: null, actor_kind: 'system', ip: '127.0.0.1' }
    expect(rows).toEqual([
      { ...refused, after: { state: 'unknown', by: 'link' } },
      { ...refused, after: { state: 'unknown', by: 'code' } },
    ])
  })

  test(`has ${HAND_OFF_MINUTES} minutes to open the link, and as long to take the photos`, async () => {
    const person = await app.signIn()
    const [late, used] = [await app.signIn(), person]
    const unopened = await start(late)
    const { handOff, token } = await start(used)
    later(HAND_OFF_MINUTES - 1)
    const { phone } = await open(token)
    later(1)
    expect((await open(unopened.token)).answer.json().message).toContain('worked for 10 minutes')
    expect((await shoot(phone, 'selfie')).statusCode).toBe(200)
    later(HAND_OFF_MINUTES)
    expect((await shoot(phone, 'selfie')).statusCode).toBe(404)
    expect(await read(used, handOff.id)).toMatchObject({ state: 'expired', openedAt: expect.any(String) })
    const seen = await app.call('GET', '/api/phone/hand-off', undefined, { cookie: phone })
    expect(seen.json()).toEqual({ handOff: null, over: 'expired' })
  })

  test.each(['computer', 'phone', 'another code', 'signing out elsewhere'])(
    'is disconnected from the %s',
    async (side) => {
      const person = await app.signIn()
      const { handOff, token } = await start(person)
      const { phone } = await open(token)
      if (side === 'computer') await person.call('POST', `/api/hand-offs/${handOff.id}/end`)
      else if (side === 'phone') await app.call('POST', '/api/phone/hand-off/end', {}, { cookie: phone })
      else if (side === 'signing out elsewhere') await person.call('DELETE', '/api/user/sessions?others=1')
      else await start(person)
      expect((await read(person, handOff.id)).state).toBe('ended')
      expect((await shoot(phone, 'selfie')).statusCode).toBe(404)
      expect((await open(token)).answer.statusCode).toBe(409)
      const seen = await app.call('GET', '/api/phone/hand-off', undefined, { cookie: phone })
      expect(seen.json()).toEqual({ handOff: null, over: 'ended' })
      const ended = await eventsOf(app.database, person.id, 'hand_off.ended')
      const by = { 'another code': 'new-code', 'signing out elsewhere': 'sign-out' }[side] ?? side
      expect(ended).toMatchObject([{ after: { by } }])
    },
  )

  test.each([
    ['signs out in it', (session: TestUser) => session.call('GET', '/api/auth/logout')],
    ['ends it from another', async (_: TestUser, other: TestUser) => endOther(other)],
  ] as const)(
    'R10 ends with the session that made it when its person %s, opened or not',
    async (_how, end) => {
      for (const state of ['connected', 'waiting']) {
        const session = await app.signIn()
        const other = await inAnotherBrowser(session)
        const { handOff, token } = await start(session)
        const phone = state === 'connected' ? (await open(token)).phone : ''
        // The end of another session leaves it.
        await (await inAnotherBrowser(session)).call('GET', '/api/auth/logout')
        expect((await read(other, handOff.id)).state).toBe(state)
        expect((await end(session, other)).statusCode).toBeLessThan(400)
        expect((await read(other, handOff.id)).state).toBe('ended')
        expect((await open(token)).answer.statusCode).toBe(409)
        expect((await shoot(phone, 'selfie')).statusCode).toBe(404)
        const ended = await eventsOf(app.database, session.id, 'hand_off.ended')
        expect(ended).toMatchObject([{ after: { by: 'sign-out' } }])
      }
    },
  )

  test.each(['connected', 'waiting'])(
    'R7 ends with the session that made it when that has ended by itself: %s',
    async (state) => {
      const brief = await testApp({ env: { SESSION_IDLE_MINUTES: '5' } })
      const person = await brief.signIn()
      const { token, handOff } = (
        await person.call('POST', '/api/hand-offs', { slots: ['selfie'], docType: 'passport' })
      ).json()
      const { phone } = state === 'connected' ? await open(token, brief) : { phone: '' }
      const minutes = (number: number) => {
        brief.clock.now = new Date(brief.clock.now.getTime() + number * 60_000)
      }
      minutes(4)
      const background = { cookie: person.cookie, 'x-background': '1' }
      const read = () => brief.call('GET', `/api/hand-offs/${handOff.id}`, undefined, background)
      expect((await read()).json().handOff.state).toBe(state)
      minutes(2)
      expect((await read()).statusCode).toBe(401)
      expect((await open(token, brief)).answer.statusCode).toBe(409)
      if (state === 'waiting') return
      expect((await shoot(phone, 'selfie', {}, brief)).statusCode).toBe(404)
      const seen = await brief.call('GET', '/api/phone/hand-off', undefined, { cookie: phone })
      expect(seen.json()).toEqual({ handOff: null, over: 'signed_out' })
    },
  )

  test('R11 stays with its person who signs in again, and ends when someone else signs in there', async () => {
    // The provider's library uses the real time.
    app.clock.now = new Date()
    const emails = [1, 2].map((n) => `hand-over-${n}@people.example`)
    for (const email of emails) await account(app, email)
    const [email = '', other = ''] = emails
    const signedIn = async (as: string, former?: string) => {
      const browser = new TestBrowser(app.server)
      if (former) browser.cookies.set('session', { value: former, path: '/', attributes: '' })
      await signInByForm(app, as, { browser })
      const session = browser.cookies.get('session')?.value ?? ''
      const call: TestUser['call'] = (method, url, body, headers) =>
        app.call(method, url, body, { cookie: `session=${session}`, ...headers })
      return { session, call } as TestUser & { session: string }
    }
    const person = await signedIn(email)
    const { handOff, token } = await start(person)
    const { phone } = await open(token)
    const again = await signedIn(email, person.session)
    expect((await person.call('GET', '/api/user/profile')).statusCode).toBe(401)
    expect((await read(again, handOff.id)).state).toBe('connected')
    expect((await shoot(phone, 'selfie')).statusCode).toBe(200)
    await signedIn(other, again.session)
    expect((await shoot(phone, 'id-front')).statusCode).toBe(404)
  })

  test('resumes an interrupted photo, until it is disconnected or the account is suspended', async () => {
    const person = await app.signIn()
    const file = { bytes: padded(await makeJpeg(), 1_300_000), name: 'shot.jpg', slot: 'selfie' } as const
    const begin = async () => {
      const { handOff, token } = await start(person, ['selfie'])
      const { phone } = await open(token)
      const upload = startOf(file)
      const call: TestApp['call'] = (method, url, body, headers) =>
        app.call(method, `/api/phone/hand-off/uploads${url}`, body, { ...headers, cookie: phone })
      const send = (at: number) => {
        const { body, headers } = partOf(file.bytes, at)
        return call('PATCH', `/${upload.id}`, body, headers)
      }
      expect((await call('POST', '', upload)).statusCode).toBe(200)
      expect((await send(0)).json()).toMatchObject({ upload: { received: UPLOAD_PART_BYTES }, handOff: null })
      return { handOff, upload, send, read: () => call('GET', `/${upload.id}`) }
    }
    const first = await begin()
    // Neither the person’s computer nor another phone of theirs has access to it.
    expect((await person.call('GET', `/api/uploads/${first.upload.id}`)).statusCode).toBe(404)
    const second = await begin()
    expect((await first.read()).statusCode).toBe(404)
    expect((await second.read()).json().upload.received).toBe(UPLOAD_PART_BYTES)
    await second.send(UPLOAD_PART_BYTES)
    const done = await second.send(2 * UPLOAD_PART_BYTES)
    expect(done.json().handOff.slots).toEqual([{ slot: 'selfie', isStored: true, isQuestioned: false }])
    const third = await begin()
    const admin = await app.signIn({ role: 'superAdmin' })
    const suspended = await admin.call('POST', `/api/admin/users/${person.id}/suspension`, {
      reason: 'Under investigation',
    })
    expect(suspended.statusCode).toBe(200)
    expect((await third.send(UPLOAD_PART_BYTES)).statusCode).toBe(404)
  })

  test('is asked about using a poor photo: the choice belongs to the document, and is no one else’s to make', async () => {
    const person = await app.signIn()
    const { handOff, token } = await start(person, ['id-front', 'selfie'])
    const { phone } = await open(token)
    const send = async (slot: DocumentSlot, size: { width: number; height: number }) => {
      const file = { bytes: await makeJpeg({ artist: slot, ...size }), name: 'shot.jpg', slot }
      const upload = startOf(file)
      const call: TestApp['call'] = (method, url, body, headers) =>
        app.call(method, url, body, { ...headers, cookie: phone })
      await call('POST', '/api/phone/hand-off/uploads', upload)
      const keep = (by = phone) =>
        app.call('POST', `/api/phone/hand-off/uploads/${upload.id}/keep`, {}, { cookie: by })
      const early = await keep()
      const { body, headers } = partOf(file.bytes, 0)
      await call('PATCH', `/api/phone/hand-off/uploads/${upload.id}`, body, headers)
      return { early, keep }
    }
    const small = await send('id-front', { width: 320, height: 240 })
    const seen = async () =>
      (await app.call('GET', '/api/phone/hand-off', undefined, { cookie: phone })).json().handOff.slots
    // Neither side calls it ready until its owner has chosen.
    const asked = { slot: 'id-front', isStored: true, isQuestioned: true }
    expect((await read(person, handOff.id)).slots).toContainEqual(asked)
    expect(await seen()).toContainEqual(asked)
    expect(small.early.statusCode).toBe(409)
    expect((await small.keep('')).statusCode).toBe(404)
    const other = await open((await start(await app.signIn())).token)
    expect((await small.keep(other.phone)).statusCode).toBe(404)
    expect((await small.keep()).statusCode).toBe(200)
    expect((await small.keep()).statusCode).toBe(200)
    expect(await seen()).toContainEqual({ ...asked, isQuestioned: false })
    // A good photo leaves nothing to choose.
    const good = await send('selfie', { width: 900, height: 700 })
    expect((await good.keep()).statusCode).toBe(200)
    const { documents } = (await person.call('GET', '/api/documents')).json()
    expect(
      Object.fromEntries(documents.map(({ documentType, keptAt }: never) => [documentType, keptAt])),
    ).toEqual({
      'id-front': expect.any(String),
      selfie: null,
    })
    expect(await eventsOf(app.database, person.id, 'document.kept')).toHaveLength(1)
  })

  test('undoes what it sent until that is submitted, and nothing else: what was there before counts again', async () => {
    const person = await app.signIn()
    await prepare(person)
    const frontOf = async () => {
      const { documents } = (await person.call('GET', '/api/documents')).json() as {
        documents: StoredDocument[]
      }
      return documents.find(({ documentType }) => documentType === 'id-front')?.id
    }
    const before = await frontOf()
    later(1)
    const started = await person.call('POST', '/api/hand-offs', { slots: ['id-front'], again: 'id-front' })
    const { handOff, token } = started.json()
    const { phone } = await open(token)
    const undoable = async () => {
      const seen = await app.call('GET', '/api/phone/hand-off', undefined, { cookie: phone })
      return seen.json().handOff.undoable.map(({ upload }: { upload: string }) => upload)
    }
    const undo = (id: string, by = phone) =>
      app.call('DELETE', `/api/phone/hand-off/uploads/${id}`, undefined, { cookie: by })
    // What the computer sent is not the phone’s to undo.
    expect(await undoable()).toEqual([])
    const shot = async () => {
      later(1)
      const { upload, handOff } = (await shoot(phone, 'id-front')).json()
      expect(handOff.undoable).toEqual([{ slot: 'id-front', upload: upload.id }])
      return upload.id as string
    }
    const first = await shot()
    const taken = await frontOf()
    expect(taken).not.toBe(before)
    const other = await open((await start(await app.signIn())).token)
    for (const by of ['', other.phone]) expect((await undo(first, by)).statusCode).toBe(404)
    expect(await frontOf()).toBe(taken)
    for (const answer of await Promise.all([undo(first), undo(first)])) {
      expect(answer.statusCode).toBe(200)
      expect(answer.json().handOff).toMatchObject({ slots: [{ isStored: false }], undoable: [] })
    }
    expect(await frontOf()).toBe(before)
    expect((await read(person, handOff.id)).slots).toMatchObject([{ isStored: false }])
    expect(await eventsOf(app.database, person.id, 'document.undone')).toHaveLength(1)
    const second = await shot()
    expect((await person.call('POST', '/api/onboarding/kyc', ANSWERS)).statusCode).toBe(200)
    expect(await undoable()).toEqual([])
    expect((await undo(second)).statusCode).toBe(409)
  })

  test('R15 R28 undoes nothing for an id that is another phone’s, the computer’s or none at all', async () => {
    const person = await app.signIn()
    const [mine, others] = [
      await open((await start(person)).token),
      await open((await start(await app.signIn())).token),
    ]
    const sent = await shoot(mine.phone, 'selfie')
    const foreign = await shoot(others.phone, 'selfie')
    const atComputer = await sendInParts(person.call, { bytes: await makeJpeg(), name: 'front.jpg' })
    const undo = (id: string) =>
      app.call('DELETE', `/api/phone/hand-off/uploads/${id}`, undefined, { cookie: mine.phone })
    const missing = await undo('00000000-0000-4000-8000-000000000000')
    expect(missing.statusCode).toBe(404)
    for (const upload of [foreign.json().upload.id, atComputer.json().upload.id]) {
      const refused = await undo(upload)
      expect({ ...refused.json(), requestId: '' }).toEqual({ ...missing.json(), requestId: '' })
    }
    for (const id of [
      'x',
      '1',
      '%00',
      `${sent.json().upload.id}%00`,
      '9'.repeat(5000),
      '%F0%9F%93%B7',
      '..%2f..',
    ])
      expect([id, (await undo(id)).statusCode]).toEqual([id, 400])
    expect(await eventsOf(app.database, person.id, 'document.undone')).toEqual([])
    const undone = [await undo(sent.json().upload.id), await undo(sent.json().upload.id)]
    expect(undone.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await eventsOf(app.database, person.id, 'document.undone')).toHaveLength(1)
  })

  test('can’t be read or ended by anyone else', async () => {
    const [person, other] = [await app.signIn(), await app.signIn()]
    const { handOff } = await start(person)
    expect((await other.call('GET', `/api/hand-offs/${handOff.id}`)).statusCode).toBe(404)
    expect((await other.call('POST', `/api/hand-offs/${handOff.id}/end`)).statusCode).toBe(404)
    expect((await read(person, handOff.id)).state).toBe('waiting')
  })

  test('R39 has a key for the photos that wait on it, which opens on no other phone, nor once it is disconnected', async () => {
    const person = await app.signIn()
    const connect = async () => {
      const { handOff, token } = await start(person)
      const { phone } = await open(token)
      const key = (sealed?: string) =>
        app.call('POST', '/api/phone/hand-off/browser-key', { sealed }, { cookie: phone })
      return { handOff, key }
    }
    const first = await connect()
    const given = (await first.key()).json()
    expect((await first.key(given.sealed)).json()).toEqual(given)
    // Nor on the same person's computer.
    const atComputer = await person.call('POST', '/api/browser-keys', { sealed: given.sealed })
    expect(atComputer.statusCode).toBe(400)
    const second = await connect()
    expect((await second.key(given.sealed)).statusCode).toBe(400)
    expect((await second.key()).statusCode).toBe(200)
    expect((await first.key(given.sealed)).statusCode).toBe(404)
    expect((await app.call('POST', '/api/phone/hand-off/browser-key', {})).statusCode).toBe(404)
  })

  test('is connected once by the short code if typed, as long as by the link, and by only one of the two', async () => {
    const person = await app.signIn()
    const type = (code: string, of = app) => of.call('POST', '/api/phone/hand-off/open-by-code', { code })
    const first = await start(person)
    expect(first.code).toMatch(/^[2-9A-HJKMNP-TV-Z]{8}$/)
    expect(first.page).toBe(first.link.split('#')[0])
    const typed = ` ${first.code.slice(0, 4).toLowerCase()}-${first.code.slice(4)}`
    const tries = await Promise.all([type(typed), type(first.code), open(first.token)])
    const statuses = tries.map((each) => ('answer' in each ? each.answer : each).statusCode)
    expect(statuses.sort()).toEqual([200, 409, 409])
    expect(await eventsOf(app.database, person.id, 'hand_off.refused')).toHaveLength(2)
    const second = await start(person)
    expect((await type(first.code)).statusCode).toBe(409)
    later(HAND_OFF_MINUTES)
    expect((await type(second.code)).json().message).toContain('worked for 10 minutes')
    expect((await type('22222222')).statusCode).toBe(404)
    for (const wrong of ['', '2222222', '0OIL1U00', 'x'.repeat(100)])
      expect((await type(wrong)).statusCode, wrong).toBe(400)
    const { rows } = await app.database.pool.query('select * from hand_offs where user_id = $1', [person.id])
    expect(JSON.stringify(rows)).not.toContain(second.code)
  })

  test('R54 is not found by guessing codes: after ten attempts from a network, not even the right one works', async () => {
    const strict = await testApp({ env: { RATE_LIMIT_FACTOR: '1' } })
    const { code } = await start(await strict.signIn())
    const type = (each: string) => strict.call('POST', '/api/phone/hand-off/open-by-code', { code: each })
    const tries: number[] = []
    for (let at = 0; at < 10; at++) tries.push((await type(`2222222${at + 2}`.slice(0, 8))).statusCode)
    expect(new Set(tries.slice(0, 8))).toEqual(new Set([404]))
    expect((await type(code)).statusCode).toBe(429)
  })

  test('R54 is not found from many networks together, which share their attempts until the window ends', async () => {
    const strict = await testApp({ env: { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' } })
    const { code } = await start(await strict.signIn())
    const type = (each: string, network: number) =>
      strict.call(
        'POST',
        '/api/phone/hand-off/open-by-code',
        { code: each },
        { 'x-forwarded-for': `203.0.113.${network}` },
      )
    const tries: number[] = []
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, network) => type('22222222', network + 1)),
      )
      tries.push(...answers.map(({ statusCode }) => statusCode))
    }
    expect(tries).toEqual(Array(1000).fill(404))
    const refused = await type(code, 201)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(600)
    strict.clock.now = new Date(strict.clock.now.getTime() + HAND_OFF_MINUTES * 60_000)
    const fresh = await start(await strict.signIn())
    expect((await type(fresh.code, 201)).statusCode).toBe(200)
  })

  test('counts its uploads as the person’s own, and is not found by guessing links', async () => {
    const strict = await testApp({ env: { RATE_LIMIT_FACTOR: '1' } })
    const { token } = await start(await strict.signIn(), ['selfie'])
    const { phone } = await open(token, strict)
    const uploads: number[] = []
    for (let at = 0; at < 21; at++) uploads.push((await shoot(phone, 'selfie', {}, strict)).statusCode)
    expect(uploads.slice(0, 20)).toEqual(Array(20).fill(200))
    expect(uploads.at(-1)).toBe(429)
    const tries: number[] = []
    for (let at = 0; at < 21; at++) tries.push((await open('A'.repeat(43), strict)).answer.statusCode)
    expect(tries[0]).toBe(404)
    expect(tries.at(-1)).toBe(429)
  })

  test('gets its link by mail, at the confirmed address of its person, and the link connects once', async () => {
    const person = await app.signIn({ name: 'Sofia Marchetti', email: 'sofia@people.example' })
    const { handOff, token, link, mailTo } = await start(person)
    expect(mailTo).toBe('sofia@people.example')
    const answer = await mailLink(person, handOff.id, token)
    expect(answer.json()).toEqual({ to: mailTo })
    const [mail] = await linkMails(mailTo)
    const text = mail?.text.replaceAll(/\s+/g, ' ')
    for (const said of [
      link,
      'Hello Sofia Marchetti,',
      'ID front (passport), Selfie',
      '10 minutes',
      'works once',
    ])
      expect(text).toContain(said)
    const stored = await app.database.pool.query('select * from mails where id = $1', [mail?.id])
    expect(JSON.stringify(stored.rows)).not.toContain(token)
    expect(await eventsOf(app.database, person.id, 'hand_off.mailed')).toHaveLength(1)
    const mailed = new URL(/https?:\S+\/p#\S+/.exec(mail?.text ?? '')?.[0] ?? '').hash.slice(1)
    expect((await open(mailed)).answer.statusCode).toBe(200)
    expect((await open(mailed)).answer.statusCode).toBe(409)
    expect((await mailLink(person, handOff.id, token)).statusCode).toBe(409)
  })

  test('is mailed once a minute, however many requests arrive at once, and not once it has ended', async () => {
    const person = await app.signIn()
    const { handOff, token, mailTo } = await start(person)
    const presses = await Promise.all([1, 2, 3].map(() => mailLink(person, handOff.id, token)))
    expect(presses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 429, 429])
    const soon = presses.find(({ statusCode }) => statusCode === 429)?.json()
    expect(soon.message).toBe(`We’ve just emailed it to ${mailTo}. You can ask again in 1 minute.`)
    later(1)
    expect((await mailLink(person, handOff.id, token)).statusCode).toBe(200)
    expect(await linkMails(mailTo)).toHaveLength(2)
    later(HAND_OFF_MINUTES)
    expect((await mailLink(person, handOff.id, token)).json().message).toContain('worked for 10 minutes')
    const next = await start(person)
    await person.call('POST', `/api/hand-offs/${next.handOff.id}/end`)
    expect((await mailLink(person, next.handOff.id, next.token)).statusCode).toBe(409)
    expect(await linkMails(mailTo)).toHaveLength(2)
  })

  test('is mailed to no one else: not by others, not with another token, not to an unconfirmed address', async () => {
    const [person, other] = [await app.signIn(), await app.signIn()]
    const { handOff, token, mailTo } = await start(person)
    const theirs = await start(other)
    expect((await mailLink(other, handOff.id, token)).statusCode).toBe(404)
    expect((await mailLink(person, handOff.id, theirs.token)).statusCode).toBe(404)
    expect((await mailLink(person, handOff.id, 'short')).statusCode).toBe(400)
    expect((await app.call('POST', `/api/hand-offs/${handOff.id}/mail`, { token })).statusCode).toBe(401)
    expect([...(await linkMails(mailTo)), ...(await linkMails(theirs.mailTo))]).toEqual([])
    const unproven = await app.signIn({ email: 'mistyped@people.example', emailConfirmed: false })
    const unmailed = await start(unproven)
    expect(unmailed.mailTo).toBeNull()
    expect((await mailLink(unproven, unmailed.handOff.id, unmailed.token)).statusCode).toBe(409)
    expect(await linkMails('mistyped@people.example')).toEqual([])
  })

  test('is mailed to a visitor at the address that they proved', async () => {
    const visitor = await app.visit(undefined, 'consumer')
    const { handOff, token, mailTo } = await start(visitor)
    expect(mailTo).toBe(visitor.email)
    expect((await mailLink(visitor, handOff.id, token)).json()).toEqual({ to: mailTo })
    expect(await linkMails(visitor.email)).toMatchObject([{ text: expect.stringContaining(`#${token}`) }])
  })

  test('R54 is mailed six times in ten minutes, however many codes are created', async () => {
    const strict = await testApp({ env: { RATE_LIMIT_FACTOR: '1' } })
    const person = await strict.signIn()
    const tries: number[] = []
    for (let at = 0; at < 7; at++) {
      const { handOff, token } = await start(person)
      tries.push((await mailLink(person, handOff.id, token)).statusCode)
    }
    expect(tries).toEqual([...Array(6).fill(200), 429])
  })

  test('is stored only as hashes, and a company’s documents are not requested through it', async () => {
    const person = await app.signIn()
    const { token } = await start(person)
    const { rows } = await app.database.pool.query('select * from hand_offs where user_id = $1', [person.id])
    expect(JSON.stringify(rows)).not.toContain(token)
    const refused = await person.call('POST', '/api/hand-offs', { slots: ['other'] })
    expect(refused.statusCode).toBe(400)
  })
})
