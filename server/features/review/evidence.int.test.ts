import { beforeAll, describe, expect, test } from 'vitest'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import type { Home } from '#contract/verification/leaf.ts'
import { storeReading } from '#server/model/documents/document-readings.ts'
import { makeJpeg } from '#server/platform/files/test-files.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { ANSWERS, submitted, uploadPicture } from '#server/testing/journeys.ts'
import {
  acceptAll,
  aLook,
  decideOn,
  giveReason,
  lookAtAll,
  openCase,
  sendDecision,
} from '#server/testing/reviews.ts'
import { eventsOf, rowsOf } from '#server/testing/snapshots.ts'

const NO_ONE_LOOKED = 'Approved by status call, 0 of 7 items reviewed'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'admin', name: 'Grace Hopper' })
})

const statusUrl = (person: TestUser) => `/api/admin/users/${person.id}/kyc-status`
const setStatus = (judge: TestUser, person: TestUser, body: object) =>
  judge.call('PUT', statusUrl(person), body)

/**
 * Someone with a driving licence whose ID back is blurred and whose selfie shows no one, and who entered no
 * dates.
 */
async function poorlyProved(product = app): Promise<TestUser> {
  const person = await product.signIn()
  const blurred = await makeJpeg({ width: 40, height: 25, artist: `blurred ${person.id}` })
  await submitted(person, { docType: 'drivingLicence' })
  await uploadPicture(person, 'id-back', blurred)
  return person
}

const view = async (judge: TestUser, review: ReviewCase, slot: string) => {
  const url = review.items.find(({ item }) => item === slot)?.document?.documentUrl
  await giveReason(judge, `${url}`)
  await judge.call('GET', `${url}`)
  await judge.call('POST', `${url}/views`, aLook())
}

describe('a blurred ID back, a selfie without a face and no dates', () => {
  test.each(['admin', 'superAdmin'] as const)(
    'no decision of %s approves them unseen, or says they are accepted',
    async (role) => {
      const person = await poorlyProved()
      const judge = await app.signIn({ role })
      const review = await openCase(judge, person.id)
      const before = await rowsOf(app.database, person.id)
      const refused = await sendDecision(judge, person.id, review)
      expect(refused.statusCode).toBe(409)
      expect(refused.json()).toMatchObject({
        error: 'INVALID_STATE',
        message: 'Some items can’t be accepted yet.',
        conflict: {
          missing: [
            'Open ID front in the viewer.',
            'Open Proof of address in the viewer.',
            'Enter the expiry date of the ID document, or tick that none is printed.',
            'Open ID back in the viewer.',
            'Open Selfie in the viewer.',
            'Enter the issue date of the proof of address, or tick that none is printed.',
          ],
        },
        fields: { 'id-back': 'Open ID back in the viewer.', name: expect.any(String) },
      })
      for (const { item } of review.items) {
        const verdicts = { version: review.version, items: [{ item, decision: 'accepted' }] }
        const saved = await judge.call('PUT', `/api/admin/users/${person.id}/kyc-verdicts`, verdicts)
        expect([item, saved.statusCode]).toEqual([item, 409])
      }
      // Thumbnails and downloads don't count as a look.
      for (const { document } of review.items) {
        await judge.call('GET', `${document?.documentUrl}?size=thumbnail`)
        if (document) await giveReason(judge, document.documentUrl)
        await judge.call('GET', `${document?.documentUrl}?download`)
      }
      expect((await sendDecision(judge, person.id, review)).statusCode).toBe(409)
      expect(await rowsOf(app.database, person.id)).toEqual(before)
    },
  )

  test('are returned once they were looked at', async () => {
    const person = await poorlyProved()
    const review = await openCase(admin, person.id)
    await lookAtAll(admin, review)
    const returned = { 'id-back': 'IMAGE_BLURRED', selfie: 'SELFIE_UNCLEAR' }
    const answer = await sendDecision(admin, person.id, review, returned)
    expect(answer.json().case).toMatchObject({ state: 'needs_resubmission', approval: null })
  })

  test('the plain status call sets its status, and every record says that no one looked', async () => {
    const person = await poorlyProved()
    const answer = await setStatus(admin, person, { kyc_status: 'approved' })
    expect(answer.json()).toMatchObject({ success: true, kyc_status: 'approved' })
    const review = await openCase(admin, person.id)
    expect(review.approval).toEqual({ way: 'status_call', reviewed: 0, total: 7 })
    expect(review.items.map(({ decision, acceptedBy }) => [decision, acceptedBy])).toEqual(
      review.items.map(() => ['pending', null]),
    )
    expect(review.events.map(({ title }) => title)).toContain(NO_ONE_LOOKED)
    const log = await admin.call('GET', `/api/admin/audit?person=${person.id}`)
    expect(log.body).toContain(NO_ONE_LOOKED)
    const exported = await admin.call('GET', `/api/admin/audit/export?format=csv&person=${person.id}`)
    expect(exported.body).toContain(NO_ONE_LOOKED)
    expect((await person.call('GET', '/api/verification/status')).json()).toMatchObject({ kycVerified: true })
    const basis = { way: 'status_call', reviewed: 0, total: 7 }
    const list = (await admin.call('GET', '/api/admin/queue?approval=unreviewed')).json()
    expect(list.cases).toContainEqual(expect.objectContaining({ userId: person.id, approval: basis }))
    const home = (await admin.call('GET', '/api/staff/home')).json()
    expect(home.unreviewedApprovals).toBe(list.count)
    expect(home.activity).toContainEqual(
      expect.objectContaining({ type: 'case.approved', by: 'Grace Hopper', approval: basis }),
    )
    const users = (await admin.call('GET', `/api/admin/users?email=${person.email}`)).json()
    expect(users.data).toMatchObject([{ individual_approval: basis, business_approval: null }])
    const support = await app.signIn({ role: 'support' })
    const found = (await support.call('GET', `/api/admin/users?email=${person.email}`)).json()
    expect(found.data).toMatchObject([{ individual_state: 'approved', individual_approval: null }])
  })
})

test('the history says once that someone opened the case, and again when they return to it', async () => {
  const person = await submitted(await app.signIn())
  const reader = await app.signIn({ role: 'admin', name: 'Alan Turing' })
  const openings = async () =>
    (await openCase(reader, person.id)).events.filter(
      ({ title, actor }) => title === 'Case opened' && actor === 'Alan Turing',
    ).length
  await lookAtAll(reader, await openCase(reader, person.id))
  expect(await openings()).toBe(1)
  const before = app.clock.now
  try {
    // Other requests meanwhile, so that the session does not expire.
    for (const minutes of [12, 24, 36]) {
      app.clock.now = new Date(before.getTime() + minutes * 60_000)
      await reader.call('GET', '/api/admin/users')
    }
    expect(await openings()).toBe(2)
  } finally {
    app.clock.now = before
  }
})

describe('STATUS_CALL=reviewed', () => {
  let strict: TestApp
  beforeAll(async () => {
    strict = await testApp({ env: { STATUS_CALL: 'reviewed' } })
  })

  test.each(['admin', 'superAdmin'] as const)(
    'the status call of %s approves nothing that no one reviewed',
    async (role) => {
      const person = await poorlyProved(strict)
      const judge = await strict.signIn({ role })
      const refused = await setStatus(judge, person, { kyc_status: 'approved' })
      expect(refused.statusCode).toBe(409)
      expect(refused.json().conflict.missing).toEqual(
        expect.arrayContaining(['Name hasn’t been reviewed.', 'ID back hasn’t been reviewed.']),
      )
      expect(refused.json().conflict.missing).toHaveLength(7)
      for (const kyc_status of ['rejected', 'submitted', 'pending'])
        expect((await setStatus(judge, person, { kyc_status })).statusCode).toBe(200)
    },
  )

  test('needs a full review, made item by item before', async () => {
    const person = await submitted(await strict.signIn())
    const judge = await strict.signIn({ role: 'admin' })
    const review = await openCase(judge, person.id)
    await lookAtAll(judge, review)
    const items = review.items.map(({ item }) => ({ item, decision: 'accepted' }))
    const verdicts = { version: review.version, items }
    await judge.call('PUT', `/api/admin/users/${person.id}/kyc-verdicts`, verdicts)
    const answer = await setStatus(judge, person, { kyc_status: 'approved' })
    expect(answer.json()).toMatchObject({ kyc_status: 'approved' })
    expect((await openCase(judge, person.id)).approval).toEqual({ way: 'status_call', reviewed: 6, total: 6 })
  })

  test('leaves the super admin their override, with a note and a second person', async () => {
    const person = await submitted(await strict.signIn())
    const [judge, second] = [
      await strict.signIn({ role: 'superAdmin' }),
      await strict.signIn({ role: 'admin' }),
    ]
    const override = { kyc_status: 'approved', override: true }
    expect((await setStatus(second, person, { ...override, note: 'Met' })).statusCode).toBe(403)
    expect((await setStatus(judge, person, override)).statusCode).toBe(400)
    const proposed = await setStatus(judge, person, { ...override, note: 'Met in person' })
    expect(proposed.json()).toMatchObject({ kyc_status: 'under_review' })
    const { version } = await openCase(second, person.id)
    const url = `/api/admin/users/${person.id}/kyc-confirmation`
    const confirmed = await second.call('POST', url, { version })
    expect(confirmed.json().case).toMatchObject({
      state: 'approved',
      approval: { way: 'override', reviewed: 0, total: 6 },
    })
  })
})

describe('a look that does not count', () => {
  const lineOf = async (judge: TestUser, personId: number, slot: string) =>
    (await openCase(judge, personId)).items.find(({ item }) => item === slot)

  test('R24 is one at an unreadable size, or a short one, until the document was read', async () => {
    const person = await submitted(await app.signIn())
    const judge = await app.signIn({ role: 'admin' })
    const review = await openCase(judge, person.id)
    const url = review.items.find(({ item }) => item === 'id-front')?.document?.documentUrl
    const verdict = (version: number) =>
      judge.call('PUT', `/api/admin/users/${person.id}/kyc-verdicts`, {
        version,
        items: [{ item: 'id-front', decision: 'accepted' }],
      })
    const widthIs = (width: number) =>
      app.database.pool.query('update documents set width = $2 where user_id = $1', [person.id, width])
    const kinds = async () =>
      (await lineOf(judge, person.id, 'id-front'))?.beforeAccept.map(({ kind }) => kind)
    await widthIs(1600)
    await giveReason(judge, `${url}`)
    await judge.call('GET', `${url}`)
    const tell = (more: Parameters<typeof aLook>[0]) => judge.call('POST', `${url}/views`, aLook(more))
    await tell({ shownMs: 999 })
    expect(await kinds()).toContain('not_opened')
    await tell({ shownWidth: 479, shownMs: 60_000 })
    expect((await lineOf(judge, person.id, 'id-front'))?.beforeAccept[0]).toEqual({
      kind: 'too_small',
      text: 'Zoom in on ID front until you can read it.',
    })
    const refused = await verdict(review.version)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().conflict.gaps).toContainEqual(
      expect.objectContaining({ item: 'id-front', kind: 'too_small' }),
    )
    // A smaller picture counts at its own width, which the server knows from the stored file.
    await widthIs(481)
    expect(await kinds()).toContain('too_small')
    await widthIs(479)
    expect(await kinds()).not.toContain('too_small')
    await widthIs(1600)
    await lookAtAll(judge, review)
    expect((await verdict(review.version)).statusCode).toBe(200)
    const titles = (await openCase(judge, person.id)).events.map(({ title }) => title)
    expect(titles.filter((title) => title.startsWith('ID front'))).toEqual([
      'ID front uploaded',
      'ID front viewed, 1200 pixels wide for less than a second',
      'ID front shown too small to read, 479 pixels wide for 60 seconds',
      'ID front viewed, 1200 pixels wide for 1 second',
    ])
    const looks = (await openCase(judge, person.id)).events.flatMap(({ look }) => look ?? [])
    expect(looks.map(({ text }) => text)).toContain('479 pixels wide for 60 seconds, too small to read')
    expect(new Set(looks.map(({ document }) => document)).size).toBeGreaterThan(1)
  })

  test('R24 adds up the reported time, at its one size, and counts once', async () => {
    const person = await submitted(await app.signIn())
    const judge = await app.signIn({ role: 'admin' })
    const review = await openCase(judge, person.id)
    const url = review.items.find(({ item }) => item === 'selfie')?.document?.documentUrl
    await giveReason(judge, `${url}`)
    await judge.call('GET', `${url}`)
    const { viewing } = aLook()
    const tell = (shownWidth: number, shownMs: number) =>
      judge.call('POST', `${url}/views`, aLook({ viewing, shownWidth, shownMs }))
    await tell(600, 1000)
    await Promise.all([tell(600, 7000), tell(600, 3000), tell(600, 7000)])
    await tell(2000, 50_000)
    await tell(600, 2000)
    const { rows } = await app.database.pool.query(
      'select shown_width, shown_ms from document_views where viewer_id = $1',
      [judge.id],
    )
    expect(rows).toEqual([{ shown_width: 600, shown_ms: 7000 }])
    const titles = (await openCase(judge, person.id)).events.map(({ title }) => title)
    expect(titles.filter((title) => title.includes('viewed'))).toEqual([
      'Selfie viewed, 600 pixels wide for 7 seconds',
    ])
  })
})

describe('what an acceptance rests on', () => {
  test('is the look of the person who accepts: a colleague’s look does not count, but their acceptance does', async () => {
    const person = await submitted(await app.signIn())
    const other = await app.signIn({ role: 'admin', name: 'Alan Turing' })
    const review = await openCase(other, person.id)
    await lookAtAll(other, review)
    expect((await sendDecision(admin, person.id, review)).statusCode).toBe(409)
    const verdicts = { version: review.version, items: [{ item: 'selfie', decision: 'accepted' }] }
    await other.call('PUT', `/api/admin/users/${person.id}/kyc-verdicts`, verdicts)
    await other.call('POST', `/api/admin/users/${person.id}/kyc-release`, {})
    const again = await openCase(admin, person.id)
    expect(again.items.find(({ item }) => item === 'selfie')).toMatchObject({
      acceptedBy: 'Alan Turing',
      beforeAccept: [],
      isRead: false,
    })
    // Who has read a document is each reader’s own.
    const read = ({ items }: ReviewCase) => items.filter(({ isRead }) => isRead).map(({ item }) => item)
    expect(read(again)).toEqual([])
    expect(read(await openCase(other, person.id))).toEqual(['id-front', 'selfie', 'proof-of-address'])
    for (const slot of ['id-front', 'proof-of-address']) await view(admin, again, slot)
    const decided = await sendDecision(admin, person.id, again)
    expect(decided.json().case).toMatchObject({
      state: 'approved',
      approval: { way: 'decision', reviewed: 6, total: 6 },
    })
    const list = (await admin.call('GET', '/api/admin/queue?approval=unreviewed')).json()
    expect(list.cases.map(({ userId }: { userId: number }) => userId)).not.toContain(person.id)
  })

  test('is the version that was seen: a replaced file must be opened again', async () => {
    const person = await submitted(await app.signIn())
    await lookAtAll(admin, await openCase(admin, person.id))
    await uploadPicture(person, 'selfie')
    const review = await openCase(admin, person.id)
    const refused = await sendDecision(admin, person.id, review)
    expect(refused.json().conflict.missing).toEqual(['Open Selfie in the viewer.'])
    expect((await acceptAll(admin, person.id, review)).statusCode).toBe(200)
  })

  test('is the document that proves the data: once it is replaced, no reviewer’s mark on the data is left', async () => {
    const person = await submitted(await app.signIn())
    const other = await app.signIn({ role: 'admin', name: 'Alan Turing' })
    const review = await openCase(other, person.id)
    await lookAtAll(other, review)
    const items = review.items.map(({ item }) => ({ item, decision: 'accepted' }))
    await other.call('PUT', `/api/admin/users/${person.id}/kyc-verdicts`, { version: review.version, items })
    await other.call('POST', `/api/admin/users/${person.id}/kyc-release`, {})
    const openLines = ({ items }: ReviewCase) =>
      items.filter(({ decision }) => decision === 'pending').map(({ item }) => item)
    expect(openLines(await openCase(admin, person.id))).toEqual([])
    await uploadPicture(person, 'id-front')
    const again = await openCase(admin, person.id)
    expect(openLines(again)).toEqual(['name', 'birth_date', 'id-front', 'selfie'])
    const marks = again.items.map(({ item, formerMark }) => [item, formerMark?.decision, formerMark?.by])
    expect(marks).toEqual(
      again.items.map(({ item }) =>
        openLines(again).includes(item) ? [item, 'accepted', 'Alan Turing'] : [item, undefined, undefined],
      ),
    )
    const decide = (body: object) => admin.call('POST', `/api/admin/users/${person.id}/kyc-decision`, body)
    await view(admin, again, 'id-front')
    const unread = await decide({
      version: again.version,
      items: [{ item: 'id-front', decision: 'accepted' }],
    })
    expect(unread.statusCode).toBe(409)
    const decided = await acceptAll(admin, person.id, again)
    const kept = ['address', 'proof-of-address']
    expect(decided.json().case.items).toMatchObject(
      again.items.map(({ item }) => ({
        item,
        acceptedBy: kept.includes(item) ? 'Alan Turing' : 'Grace Hopper',
      })),
    )
  })

  test('is of a file and the one that it is compared with: a new ID front has the selfie opened again', async () => {
    const person = await submitted(await app.signIn())
    await lookAtAll(admin, await openCase(admin, person.id))
    app.clock.now = new Date(app.clock.now.getTime() + 60_000)
    await uploadPicture(person, 'id-front')
    const review = await openCase(admin, person.id)
    await view(admin, review, 'id-front')
    const refused = await sendDecision(admin, person.id, review)
    expect(refused.json().conflict.missing).toContain('Open Selfie in the viewer.')
    expect((await acceptAll(admin, person.id, review)).statusCode).toBe(200)
  })

  test('is of a returned document the one that came instead: its data is with a reviewer again, and its applicant reads Checked', async () => {
    const person = await submitted(await app.signIn())
    const returned = await decideOn(admin, person.id, await openCase(admin, person.id), {
      'id-front': 'IMAGE_BLURRED',
    })
    expect(returned.json().case.state).toBe('needs_resubmission')
    await uploadPicture(person, 'id-front')
    const sent = await person.call('POST', '/api/onboarding/kyc', ANSWERS)
    expect(sent.statusCode).toBe(200)
    const { items } = await openCase(admin, person.id)
    const pending = items.filter(({ decision }) => decision === 'pending').map(({ item }) => item)
    expect(pending).toEqual(['name', 'birth_date', 'id-front', 'selfie'])
    // The former round's marks explain nothing in this one.
    expect(items.flatMap(({ formerMark }) => formerMark ?? [])).toEqual([])
    const { leaf }: Home = (await person.call('GET', '/api/home')).json()
    const states = new Map(leaf?.lines.map(({ key, state }) => [key, state]))
    expect(['name', 'birth_date', 'selfie', 'id-front'].map((key) => states.get(key))).toEqual([
      'checked',
      'checked',
      'checked',
      'with_us',
    ])
  })

  test('is dates that no one else changes while a reviewer has claimed the case', async () => {
    const person = await submitted(await app.signIn())
    const other = await app.signIn({ role: 'admin', name: 'Alan Turing' })
    const claim = (by: TestUser) => by.call('POST', `/api/admin/users/${person.id}/kyc-claim`, {})
    expect((await claim(other)).statusCode).toBe(200)
    const { document } =
      (await openCase(admin, person.id)).items.find(({ item }) => item === 'id-front') ?? {}
    const setDates = (by: TestUser) =>
      by.call('PUT', `${document?.documentUrl}/dates`, { issuedOn: null, expiresOn: '2031-01-01' })
    const refused = await setDates(admin)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().conflict).toMatchObject({
      claimedBy: 'Alan Turing',
      claimedUntil: expect.any(String),
    })
    expect((await setDates(other)).statusCode).toBe(200)
    await other.call('POST', `/api/admin/users/${person.id}/kyc-release`, {})
    expect((await setDates(admin)).statusCode).toBe(200)
  })

  test('is known dates, and a reviewer decides if none is printed', async () => {
    const person = await submitted(await app.signIn())
    const review = await openCase(admin, person.id)
    for (const slot of ['id-front', 'selfie', 'proof-of-address']) await view(admin, review, slot)
    const datesOf = (slot: string) =>
      `${review.items.find(({ item }) => item === slot)?.document?.documentUrl}/dates`
    const none = { issuedOn: null, expiresOn: null, noExpiryDate: true }
    expect((await person.call('PUT', datesOf('id-front'), none)).statusCode).toBe(400)
    expect(
      (await admin.call('PUT', datesOf('id-front'), { ...none, expiresOn: '2031-01-01' })).statusCode,
    ).toBe(400)
    expect((await sendDecision(admin, person.id, review)).json().conflict.missing).toHaveLength(2)
    expect((await admin.call('PUT', datesOf('id-front'), none)).json().document).toMatchObject({
      noExpiryDate: true,
    })
    expect((await sendDecision(admin, person.id, review)).json().conflict.missing).toEqual([
      'Enter the issue date of the proof of address, or tick that none is printed.',
    ])
    const issued = { issuedOn: app.clock.now.toISOString().slice(0, 10), expiresOn: null }
    await admin.call('PUT', datesOf('proof-of-address'), issued)
    expect((await sendDecision(admin, person.id, review)).statusCode).toBe(200)
  })

  test('is the date that a machine has read, as read only if it was read surely and is that date', async () => {
    const person = await submitted(await app.signIn())
    const front = (await openCase(admin, person.id)).items.find(({ item }) => item === 'id-front')?.document
    const accept = (expiresOn: string, by = admin) =>
      by.call('PUT', `${front?.documentUrl}/dates`, { issuedOn: null, expiresOn, isAsRead: true })
    const read = (proof: 'right' | 'wrong') =>
      app.database.transaction((tx) =>
        storeReading(tx, {
          documentId: front?.id ?? '',
          state: 'read',
          reader: 1,
          look: null,
          found: {
            values: [
              { field: 'expiresOn', value: '2031-01-01', source: 'code', proof, confidence: 1, area: null },
            ],
            digits: null,
            printed: null,
            colour: 0.5,
            traces: { editedBy: null, hasCamera: false },
          },
          readAt: app.clock.now,
        }),
      )
    expect((await accept('2031-01-01')).statusCode).toBe(400)
    await read('wrong')
    expect((await accept('2031-01-01')).statusCode).toBe(400)
    await read('right')
    expect((await accept('2032-01-01')).statusCode).toBe(400)
    expect((await accept('2031-01-01', person)).statusCode).toBe(400)
    expect((await accept('2031-01-01')).json().document).toMatchObject({ expiresOn: '2031-01-01' })
    const { rows } = await app.database.pool.query(
      "select after from events where type = 'document.dates_set' and user_id = $1",
      [person.id],
    )
    expect(rows).toEqual([{ after: { issuedOn: null, expiresOn: '2031-01-01', isAsRead: true } }])
  })
})

describe('the status call', () => {
  test('leaves a case alone that another reviewer has claimed, and says who and until when', async () => {
    const person = await submitted(await app.signIn())
    const holder = await app.signIn({ role: 'admin', name: 'Alan Turing' })
    const { case: held } = (await holder.call('POST', `/api/admin/users/${person.id}/kyc-claim`, {})).json()
    const before = await rowsOf(app.database, person.id)
    for (const kyc_status of ['pending', 'submitted', 'approved', 'rejected']) {
      const refused = await setStatus(admin, person, { kyc_status })
      expect(refused.statusCode).toBe(409)
      expect(refused.json()).toMatchObject({
        message: 'Another reviewer is working on this case.',
        conflict: { claimedBy: 'Alan Turing', claimedUntil: held.owner.until },
      })
    }
    expect(await rowsOf(app.database, person.id)).toEqual(before)
    expect((await setStatus(holder, person, { kyc_status: 'approved' })).statusCode).toBe(200)
  })

  test('keeps what was reviewed, and the approved person can still confirm their details', async () => {
    const person = await submitted(await app.signIn())
    const review = await openCase(admin, person.id)
    await view(admin, review, 'selfie')
    const verdicts = { version: review.version, items: [{ item: 'selfie', decision: 'accepted' }] }
    await admin.call('PUT', `/api/admin/users/${person.id}/kyc-verdicts`, verdicts)
    await setStatus(admin, person, { kyc_status: 'approved' })
    const approved = await openCase(admin, person.id)
    expect(approved.approval).toEqual({ way: 'status_call', reviewed: 1, total: 6 })
    const asked = { version: approved.version, note: 'Five years on' }
    await admin.call('POST', `/api/admin/users/${person.id}/kyc-reverification`, asked)
    const confirmed = await person.call('POST', '/api/onboarding/consumer/confirm', { unchanged: true })
    expect([confirmed.statusCode, confirmed.body]).toMatchObject([200, expect.any(String)])
    expect((await openCase(admin, person.id)).approval).toEqual({ way: 'status_call', reviewed: 1, total: 6 })
    await setStatus(admin, person, { kyc_status: 'submitted' })
    expect((await openCase(admin, person.id)).approval).toBeNull()
  })

  test('approves once if sent twice at once', async () => {
    const person = await submitted(await app.signIn())
    const answers = await Promise.all([1, 2].map(() => setStatus(admin, person, { kyc_status: 'approved' })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await eventsOf(app.database, person.id, 'case.approved')).toHaveLength(1)
  })
})
