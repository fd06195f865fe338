import { beforeAll, describe, expect, inject, test } from 'vitest'
import { documents } from '#server/model/schema/documents.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { ANSWERS, submitted, uploadPicture } from '#server/testing/journeys.ts'
import { approve, lookAtAll, openCase, sendDecision } from '#server/testing/reviews.ts'
import { eventsOf, filesIn, rowsOf } from '#server/testing/snapshots.ts'

const LOCKED = {
  error: 'PROFILE_LOCKED',
  message: 'Your profile is verified and cannot be edited. Contact support for changes.',
}

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'admin' })
})

const documentsOf = async (person: TestUser) =>
  (await person.call('GET', '/api/documents')).json().documents as {
    id: string
    documentType: string
    sha256: string
  }[]

describe('A06 R20 a verified profile', () => {
  test('A06 R20 is completely locked, its files and rows stay, and the reviewed file is bound to the decision', async () => {
    const person = await submitted(await app.signIn())
    await approve(admin, person.id)
    const held = await documentsOf(person)
    const before = [await rowsOf(app.database, person.id), await filesIn(app.documentsDir)]
    const refused = [
      await uploadPicture(person, 'selfie'),
      await uploadPicture(person, 'other'),
      await person.call('POST', '/api/onboarding/kyc', ANSWERS),
      await person.call('POST', '/api/onboarding/kyc', { ...ANSWERS, lastName: 'Byron' }),
      await person.call('PUT', '/api/onboarding/consumer/draft', {
        draft: { firstName: 'Eve' },
        revision: 0,
      }),
      await person.call('PUT', `/api/documents/${held[0]?.id}/dates`, {
        issuedOn: null,
        expiresOn: '2030-01-01',
      }),
    ]
    for (const answer of refused) {
      expect(answer.statusCode).toBe(409)
      expect(answer.json()).toMatchObject(LOCKED)
    }
    expect([await rowsOf(app.database, person.id), await filesIn(app.documentsDir)]).toEqual(before)
    const { rows } = await app.database.pool.query('select items from cases where user_id = $1', [person.id])
    const bound = Object.fromEntries(
      rows[0].items.map(({ key, evidence }: { key: string; evidence: string }) => [key, evidence]),
    )
    for (const { documentType, sha256 } of held) expect(bound[documentType]).toBe(sha256)
  })

  test('R20 the dates of an accepted part cannot be changed while another part is corrected', async () => {
    const person = await submitted(await app.signIn())
    const review = await openCase(admin, person.id)
    await lookAtAll(admin, review)
    const items = review.items.map(({ item }) =>
      item === 'selfie'
        ? { item, decision: 'retry', reasons: ['SELFIE_UNCLEAR'] }
        : { item, decision: 'accepted' },
    )
    await admin.call('POST', `/api/admin/users/${person.id}/kyc-decision`, { version: review.version, items })
    const held = await documentsOf(person)
    const dates = (slot: string) =>
      person.call(
        'PUT',
        `/api/documents/${held.find(({ documentType }) => documentType === slot)?.id}/dates`,
        {
          issuedOn: '2026-03-01',
          expiresOn: null,
        },
      )
    expect((await dates('proof-of-address')).statusCode).toBe(409)
    expect((await dates('selfie')).statusCode).toBe(200)
  })
})

describe('an upload and an approval at the same moment', () => {
  test.each(['selfie', 'other'] as const)(
    'A06 R50 never end with an approved case and a file in %s that no one reviewed',
    async (slot) => {
      const outcomes = new Set<string>()
      for (let time = 0; time < 12; time++) {
        const person = await submitted(await app.signIn())
        const review = await openCase(admin, person.id)
        await lookAtAll(admin, review)
        const reviewed = new Set((await documentsOf(person)).map(({ sha256 }) => sha256))
        const upload = () => uploadPicture(person, slot)
        // Each goes first in half of the attempts.
        const decide = async () => {
          for (let turn = 0; turn < (time % 6) * 4; turn++)
            await new Promise((resolve) => setImmediate(resolve))
          return sendDecision(admin, person.id, review)
        }
        const [uploaded, decided] = await Promise.all([upload(), decide()])
        outcomes.add(`${uploaded.statusCode} ${decided.statusCode}`)
        const { rows } = await app.database.pool.query('select state from cases where user_id = $1', [
          person.id,
        ])
        const unseen = (await documentsOf(person)).filter(({ sha256 }) => !reviewed.has(sha256))
        if (rows[0].state === 'approved' && slot === 'selfie') expect(unseen).toEqual([])
        expect([200, 409]).toContain(uploaded.statusCode)
        expect([200, 409]).toContain(decided.statusCode)
        const stored = await eventsOf(
          app.database,
          person.id,
          'document.stored',
          'document.replaced',
          'case.approved',
        )
        // Nothing is stored after the approval.
        if (rows[0].state === 'approved') expect(stored.at(-1)?.type).toBe('case.approved')
      }
      expect(outcomes.size).toBeGreaterThan(0)
    },
  )

  // PGlite runs one transaction after the other, so nothing can arrive in the middle of one.
  test.skipIf(inject('postgresUrl') === undefined)(
    'A06 an additional file that arrives while the approval commits finds the case locked',
    async () => {
      const person = await submitted(await app.signIn())
      const client = await app.database.pool.connect()
      try {
        // From here on the approval locks the case, which the upload has already checked once.
        await client.query('begin')
        await client.query('select 1 from cases where user_id = $1 for update', [person.id])
        const upload = uploadPicture(person, 'other')
        for (;;) {
          const files = Object.keys(await filesIn(app.documentsDir)).length
          const { rows } = await app.database.pool.query('select count(*)::int * 2 as n from documents')
          if (files >= rows[0].n + 2) break
        }
        await client.query("update cases set state = 'approved' where user_id = $1", [person.id])
        await client.query('commit')
        expect((await upload).json()).toMatchObject(LOCKED)
      } finally {
        client.release()
      }
    },
  )
})

describe('R46 quotas', () => {
  const fill = (person: TestUser, files: number, bytes: number) =>
    app.database.db.insert(documents).values(
      Array.from({ length: files }, (_, at) => ({
        id: crypto.randomUUID(),
        userId: person.id,
        slot: 'other',
        fileName: 'a.pdf',
        mime: 'application/pdf',
        bytes,
        sha256: 'x',
        storageKey: `${person.id}-${at}`,
        wrappedKey: 'x',
        keyId: 'test',
        createdAt: app.clock.now,
      })),
    )

  test.each([
    ['40 files', 39, 10],
    ['200 MB', 1, 200 * 1024 * 1024 - 30_000],
  ])(
    'R46 one person stores at most %s, and what comes after leaves nothing behind',
    async (_name, files, bytes) => {
      const person = await app.signIn()
      await fill(person, files, bytes)
      expect((await uploadPicture(person, 'other')).statusCode).toBe(200)
      await fill(await app.signIn(), 1, 1)
      if (files === 1)
        await app.database.pool.query(
          "update documents set bytes = bytes + 30000 where user_id = $1 and sha256 = 'x'",
          [person.id],
        )
      const before = [await rowsOf(app.database, person.id), await filesIn(app.documentsDir)]
      const answer = await uploadPicture(person, 'other')
      expect(answer.statusCode).toBe(409)
      expect(answer.json().message).toMatch(/Contact support/)
      expect([await rowsOf(app.database, person.id), await filesIn(app.documentsDir)]).toEqual(before)
    },
  )

  test('R46 counts two uploads at once one after the other', async () => {
    const person = await app.signIn()
    await fill(person, 38, 10)
    const answers = await Promise.all(Array.from({ length: 5 }, () => uploadPicture(person, 'other')))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 409, 409, 409])
  })
})

test('R48 a row that cannot be written leaves no file behind, and the previous document in place', async () => {
  const person = await app.signIn()
  await uploadPicture(person, 'selfie')
  const before = [await rowsOf(app.database, person.id), await filesIn(app.documentsDir)]
  await app.database.pool.query('alter table documents add constraint fault check (bytes < 0) not valid')
  const answer = await uploadPicture(person, 'selfie')
  await app.database.pool.query('alter table documents drop constraint fault')
  expect(answer.statusCode).toBe(500)
  expect(answer.body).not.toMatch(/fault|constraint|insert/i)
  expect([await rowsOf(app.database, person.id), await filesIn(app.documentsDir)]).toEqual(before)
  expect((await uploadPicture(person, 'selfie')).statusCode).toBe(200)
})
