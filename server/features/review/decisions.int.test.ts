import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import type { SignalFigures } from '#contract/review/staff-home.ts'
import { addMonths, londonDate } from '#domain/plain-date.ts'
import type { DecidedSignal } from '#domain/reading/decided-signals.ts'
import { grantRole } from '#server/commands/grant.ts'
import type { EventType } from '#server/model/audit/event-type.ts'
import { storeReading } from '#server/model/documents/document-readings.ts'
import { verifyLedger } from '#server/platform/ledger/verify-ledger.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { ANSWERS, submitted, uploadPicture } from '#server/testing/journeys.ts'
import { acceptAll, approve, decideOn, lookAtAll, openCase } from '#server/testing/reviews.ts'
import { eventsOf, rowsOf } from '#server/testing/snapshots.ts'

let app: TestApp
let admin: TestUser
let other: TestUser
let staff: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'admin', name: 'Grace Hopper' })
  other = await app.signIn({ role: 'admin', name: 'Alan Turing' })
  staff = await app.signIn({ role: 'staff' })
})

const statusUrl = (person: TestUser) => `/api/admin/users/${person.id}/kyc-status`

describe('R23 one’s own case', () => {
  test.each(['admin', 'superAdmin'] as const)('A24 R23 %s cannot decide it by any call', async (role) => {
    const judge = await submitted(await app.signIn({ role }))
    const review = await openCase(judge, judge.id)
    expect(review).toMatchObject({ mayDecide: false })
    const items = review.items.map(({ item }) => ({ item, decision: 'accepted' }))
    const before = await rowsOf(app.database, judge.id)
    for (const answer of [
      await acceptAll(judge, judge.id, review),
      await judge.call('PUT', statusUrl(judge), { kyc_status: 'approved' }),
      await judge.call('PUT', statusUrl(judge), {
        kyc_status: 'approved',
        override: true,
        note: 'It is me.',
      }),
      await judge.call('PUT', `/api/admin/users/${judge.id}/kyc-verdicts`, {
        version: review.version,
        items,
      }),
    ]) {
      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toMatchObject({
        error: 'FORBIDDEN',
        message: 'You can’t decide on your own case.',
      })
    }
    expect(await rowsOf(app.database, judge.id)).toEqual(before)
  })

  test('R23 shows its owner nothing of what a colleague has marked and not sent', async () => {
    const judge = await submitted(await app.signIn({ role: 'reviewer' }))
    const { items, version } = await openCase(admin, judge.id)
    const seen = async () => (await judge.call('GET', `/api/admin/users/${judge.id}/kyc-case`)).json().case
    await lookAtAll(admin, { items })
    const before = await seen()
    const marks = [
      { item: 'selfie', decision: 'retry', reasons: ['OTHER'], applicantText: 'Take off the hat' },
      { item: 'name', decision: 'final', reasons: ['FORGERY'], internalNote: 'Not theirs' },
      { item: 'birth_date', decision: 'accepted' },
    ]
    const saved = await admin.call('PUT', `/api/admin/users/${judge.id}/kyc-verdicts`, {
      version,
      items: marks,
    })
    expect(saved.statusCode).toBe(200)
    expect((await seen()).items).toEqual(before.items)
    const sent = [{ item: 'selfie', decision: 'retry', reasons: ['SELFIE_UNCLEAR'], applicantText: 'No hat' }]
    const rest = items.filter(({ item }) => item !== 'selfie')
    const decided = await admin.call('POST', `/api/admin/users/${judge.id}/kyc-decision`, {
      version: saved.json().case.version,
      items: [...sent, ...rest.map(({ item }) => ({ item, decision: 'accepted' }))],
    })
    expect(decided.statusCode).toBe(200)
    const returned = Object.fromEntries(
      (await seen()).items.map((each: { item: string }) => [each.item, each]),
    )
    expect(returned.selfie).toMatchObject({ decision: 'retry', applicantText: 'No hat' })
    expect(returned.name).toMatchObject({ decision: 'accepted', internalNote: null, acceptedBy: null })
  })
})

describe('R19 status changes', () => {
  test('R19 R24 are recorded with actor, time, old and new status, address and request', async () => {
    const person = await submitted(await app.signIn())
    const answer = await admin.call('PUT', statusUrl(person), { kyc_status: 'rejected', reasons: ['POLICY'] })
    expect(answer.statusCode).toBe(200)
    const [event] = (await eventsOf(app.database, person.id, 'case.status_set', 'case.rejected')).slice(-1)
    expect(event).toMatchObject({
      actor_kind: 'staff',
      actor_id: String(admin.id),
      user_id: String(person.id),
      before: { state: 'submitted' },
      after: { state: 'rejected' },
      ip: '127.0.0.1',
      request_id: answer.headers['x-request-id'],
    })
    expect(event?.at).toEqual(app.clock.now)
  })

  test('R28 to an unknown status are refused', async () => {
    const person = await submitted(await app.signIn())
    for (const kyc_status of ['verified', 'under_review', '', null, 1])
      expect((await admin.call('PUT', statusUrl(person), { kyc_status })).statusCode).toBe(400)
  })

  test('R15 R28 are refused for someone who submitted nothing', async () => {
    const person = await app.signIn()
    const answer = await admin.call('PUT', statusUrl(person), { kyc_status: 'approved' })
    const missing = await admin.call('PUT', '/api/admin/users/987654321/kyc-status', {
      kyc_status: 'approved',
    })
    expect(answer.statusCode).toBe(404)
    expect({ ...answer.json(), requestId: '' }).toEqual({ ...missing.json(), requestId: '' })
  })
})

describe('two reviewers at once', () => {
  test('A15 R49 one decision counts; the other is told who was faster, and when', async () => {
    for (let time = 0; time < 5; time++) {
      const person = await submitted(await app.signIn())
      const review = await openCase(admin, person.id)
      const answers = await Promise.all([admin, other].map((judge) => acceptAll(judge, person.id, review)))
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
      const winner = answers[0]?.statusCode === 200 ? admin : other
      const refused = answers.find(({ statusCode }) => statusCode === 409)?.json()
      expect(refused).toMatchObject({
        error: 'STALE_VERSION',
        conflict: { version: review.version + 1, decidedAt: app.clock.now.toISOString() },
      })
      expect(refused.conflict.decidedBy).toBe(winner === admin ? 'Grace Hopper' : 'Alan Turing')
      expect(await eventsOf(app.database, person.id, 'case.approved')).toHaveLength(1)
    }
  })

  test('a decision on an older version is refused once the applicant has replaced a file', async () => {
    const person = await submitted(await app.signIn())
    const review = await openCase(admin, person.id)
    expect((await uploadPicture(person, 'selfie')).statusCode).toBe(200)
    expect((await acceptAll(admin, person.id, review)).json()).toMatchObject({ error: 'STALE_VERSION' })
    expect((await acceptAll(admin, person.id, await openCase(admin, person.id))).statusCode).toBe(200)
  })

  test('A15 R49 a second, different submission is refused and the first stays', async () => {
    const person = await submitted(await app.signIn())
    const before = await rowsOf(app.database, person.id)
    const answer = await person.call('POST', '/api/onboarding/kyc', { ...ANSWERS, address: 'Elsewhere 1' })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().error).toBe('DUPLICATE_ENTRY')
    expect(await rowsOf(app.database, person.id)).toEqual(before)
  })
})

describe('R22 roles', () => {
  test('R22 no call of the API grants one; the command on the machine does, and is recorded', async () => {
    const person = await app.signIn({ role: 'staff' })
    for (const url of ['/api/user/create', '/api/users/update-type', '/api/onboarding/kyc'])
      await person.call('POST', url, {
        auth0Id: person.auth0Id,
        user_type: 'sell',
        is_admin: true,
        is_super_admin: true,
      })
    expect((await person.call('GET', '/api/admin/users')).statusCode).toBe(403)
    const sentence = await grantRole(app.database, {
      email: person.email.toUpperCase(),
      role: 'super',
      now: app.clock.now,
    })
    expect(sentence).toContain('super administrator')
    expect((await person.call('GET', '/api/admin/users')).statusCode).toBe(200)
    expect(await eventsOf(app.database, person.id, 'user.role_granted')).toMatchObject([
      {
        actor_kind: 'system',
        before: { isAdmin: false, isSuperAdmin: false },
        after: { isAdmin: true, isSuperAdmin: true },
      },
    ])
  })

  test('R22 R21 the command refuses someone who never signed in, and says if a role will have no effect', async () => {
    const grant = (email: string) => grantRole(app.database, { email, role: 'admin', now: app.clock.now })
    await expect(grant('nobody@verdaccord.example')).rejects.toThrow(/No one has signed in/)
    const unverified = await app.signIn({ role: 'staff', emailVerified: false })
    expect(await grant(unverified.email)).toContain('has not verified this email')
    expect((await unverified.call('GET', '/api/admin/users')).statusCode).toBe(403)
  })
})

describe('signals at a decision', () => {
  const read = async (person: TestUser, slot: string, expiresOn?: string) => {
    const held = (await person.call('GET', '/api/documents')).json().documents as StoredDocument[]
    const documentId = held.find(({ documentType }) => documentType === slot)?.id ?? ''
    const value = { source: 'code', proof: null, confidence: 1, area: null } as const
    await app.database.transaction((tx) =>
      storeReading(tx, {
        documentId,
        state: 'read',
        reader: 1,
        look: null,
        found: {
          values: expiresOn ? [{ ...value, field: 'expiresOn', value: expiresOn }] : [],
          digits: null,
          printed: null,
          colour: 0.5,
          traces: { editedBy: null, hasCamera: false },
        },
        readAt: app.clock.now,
      }),
    )
    return documentId
  }
  /** Decides a case whose ID document has expired according to what was read, and whose proof of address was read. */
  const decided = async (person: TestUser, returned: Record<string, string> = {}) => {
    const review = await openCase(admin, person.id)
    const answer = await decideOn(admin, person.id, review, returned)
    expect(answer.statusCode).toBe(200)
    return answer.json().case.state as string
  }
  const signalsOf = async (person: TestUser, type: EventType) => {
    const events = await eventsOf(app.database, person.id, type)
    return events.map(({ after }) => (after as { signals?: DecidedSignal[] }).signals ?? [])
  }
  const figuresOf = async (name: string) => {
    const answer = await staff.call('GET', '/api/staff/signals')
    return (answer.json().figures as SignalFigures[]).filter((figures) => figures.name === name)
  }

  test('are stored with its event, and counted in the month in which each item became final', async () => {
    const [first, second] = [await submitted(await app.signIn()), await submitted(await app.signIn())]
    const front = await read(first, 'id-front', '2020-01-31')
    await read(first, 'proof-of-address')
    await read(second, 'id-front', '2020-01-31')
    app.services.config.signalsOff = ['camera']
    onTestFinished(() => {
      app.services.config.signalsOff = []
    })
    expect(await decided(first, { 'id-front': 'ID_EXPIRED' })).toBe('needs_resubmission')
    expect(await decided(second)).toBe('approved')
    const [shown = []] = await signalsOf(first, 'case.returned')
    expect(shown).toContainEqual({
      item: 'id-front',
      document: front,
      name: 'expiry',
      version: 2,
      look: 'look_closer',
      decision: 'retry',
    })
    expect(shown).toContainEqual(
      expect.objectContaining({ name: 'colour', look: 'agrees', decision: 'retry' }),
    )
    expect(shown.map(({ name }) => name)).not.toContain('camera')
    const month = londonDate(app.clock.now).slice(0, 7)
    const expiry = { month, name: 'expiry', title: 'Expiry', version: 2 }
    expect(await figuresOf('expiry')).toEqual([{ ...expiry, warned: 2, right: 1, agreed: 0, missed: 0 }])
    // Submitted again a month later: what was accepted before is not counted a second time.
    await app.database.pool.query(
      "update kept_figures set day = day - interval '1 month' where starts_with(name, 'signal.')",
    )
    const last = addMonths(londonDate(app.clock.now), -1).slice(0, 7)
    await uploadPicture(first, 'id-front')
    await read(first, 'id-front', '2040-01-31')
    expect((await first.call('POST', '/api/onboarding/kyc', ANSWERS)).statusCode).toBe(200)
    const before = await figuresOf('edited')
    expect(await decided(first)).toBe('approved')
    const [again = []] = await signalsOf(first, 'case.approved')
    expect(
      again.find(({ item, name }) => item === 'proof-of-address' && name === 'edited')?.decision,
    ).toBeUndefined()
    expect(await figuresOf('expiry')).toEqual([
      { ...expiry, warned: 0, right: 0, agreed: 1, missed: 0 },
      { ...expiry, month: last, warned: 2, right: 1, agreed: 0, missed: 0 },
    ])
    expect(await figuresOf('edited')).toEqual([
      expect.objectContaining({ month, agreed: 1, missed: 0 }),
      ...before,
    ])
  })

  test('are stored with both approvals of a case that needs two, and counted once', async () => {
    const person = await submitted(await app.signIn())
    await read(person, 'id-front', '2020-01-31')
    app.services.config.fourEyes = true
    onTestFinished(() => {
      app.services.config.fourEyes = false
    })
    const [before] = await figuresOf('expiry')
    expect(await decided(person)).toBe('awaiting_second_approval')
    const { version } = await openCase(other, person.id)
    const confirmed = await other.call('POST', `/api/admin/users/${person.id}/kyc-confirmation`, { version })
    expect(confirmed.statusCode).toBe(200)
    const warned = expect.objectContaining({ name: 'expiry', look: 'look_closer', decision: 'accepted' })
    for (const type of ['case.proposed', 'case.approved'] as const)
      expect(await signalsOf(person, type)).toEqual([expect.arrayContaining([warned])])
    const [after] = await figuresOf('expiry')
    expect(after).toEqual({ ...before, warned: (before?.warned ?? 0) + 1 })
  })

  test('are stored only of documents that a decider had on screen', async () => {
    const person = await submitted(await app.signIn())
    await read(person, 'id-front', '2020-01-31')
    await read(person, 'proof-of-address')
    const { version, items } = await openCase(admin, person.id)
    await lookAtAll(admin, { items: items.filter(({ item }) => item === 'id-front') })
    const rejected = await admin.call('POST', `/api/admin/users/${person.id}/kyc-decision`, {
      version,
      items: [{ item: 'id-front', decision: 'final', reasons: ['FORGERY'], internalNote: 'Not theirs' }],
    })
    expect(rejected.statusCode, rejected.body).toBe(200)
    const [shown = []] = await signalsOf(person, 'case.rejected')
    expect(new Set(shown.map(({ item }) => item))).toEqual(new Set(['id-front']))
  })

  test('are not stored without a decision, nor if nothing was read', async () => {
    const person = await submitted(await app.signIn())
    await read(person, 'id-front')
    await admin.call('POST', `/api/admin/users/${person.id}/kyc-claim`, {})
    expect(await signalsOf(person, 'case.claimed')).toEqual([[]])
    const unread = await submitted(await app.signIn())
    await decided(unread)
    expect(await signalsOf(unread, 'case.approved')).toEqual([[]])
  })
})

describe('R24 the ledger', () => {
  test('R24 records what administrators read about identities, and who they are', async () => {
    const person = await submitted(await app.signIn())
    const reader = await app.signIn({ role: 'admin' })
    await reader.call('GET', '/api/admin/users')
    await reader.call('GET', `/api/admin/users?email=${person.email}`)
    await reader.call('GET', `/api/admin/users/${person.id}`)
    await openCase(reader, person.id)
    const events = await eventsOf(
      app.database,
      reader.id,
      'admin.users_searched',
      'admin.user_viewed',
      'case.viewed',
    )
    expect(events.map(({ type }) => type)).toEqual([
      'admin.users_searched',
      'admin.users_searched',
      'admin.user_viewed',
      'case.viewed',
    ])
    for (const event of events)
      expect(event).toMatchObject({ actor_kind: 'staff', actor_id: String(reader.id), ip: '127.0.0.1' })
    expect(events.slice(2).every(({ user_id }) => user_id === String(person.id))).toBe(true)
  })

  test('R24 is intact after all of this', async () => {
    await approve(admin, (await submitted(await app.signIn())).id)
    expect((await verifyLedger(app.database)).faults).toEqual([])
  })
})

describe('R30 searching', () => {
  test('R30 finds the text itself: no wildcard, quote or escape has a special meaning', async () => {
    const names = ["Robert'); drop table users;--", '100%_sure', 'back\\slash', 'plain']
    for (const name of names) await app.signIn({ name })
    const found = async (name: string) =>
      (await admin.call('GET', `/api/admin/users?${new URLSearchParams({ name })}`))
        .json()
        .data.map((user: { name: string }) => user.name)
    for (const name of names) expect(await found(name)).toEqual([name])
    expect(await found('0%_s')).toEqual(['100%_sure'])
    expect(await found('p%n')).toEqual([])
    expect(await found('p___n')).toEqual([])
    expect(await found("' or '1'='1")).toEqual([])
    expect(await found('\\')).toEqual(['back\\slash'])
  })

  test.each([
    ['created', ['not a date', '1']],
    ['created', ['2026-03-10', "1' or 1=1"]],
    ['created', [1, 1]],
    ['name', ['x\u0000', '1']],
    ['name', {}],
  ])('R28 R30 a cursor by %s that is not one of ours is refused: %j', async (sort, place) => {
    const cursor = Buffer.from(JSON.stringify(place)).toString('base64url')
    const answer = await admin.call('GET', `/api/admin/users?sort=${sort}&cursor=${cursor}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ error: 'VALIDATION_ERROR', fields: { cursor: expect.any(String) } })
  })
})
