import { readdir } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyLedger } from '#server/platform/ledger/verify-ledger.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { prepare, submitted, submittedBusiness } from '#server/testing/journeys.ts'
import { eventsOf, rowsOf } from '#server/testing/snapshots.ts'
import { sweepDocuments } from './sweep-files.ts'
import { removeExpiredApplications } from './sweep-lapsed.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const inDays = (days: number) => new Date(app.clock.now.getTime() + days * 86_400_000)
const storedFiles = async () =>
  (await readdir(app.documentsDir, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  ).length

describe('an unclaimed application', () => {
  test('is deleted after 14 days with its files, submitted or not, and not before', async () => {
    const handedIn = await submittedBusiness(await submitted(await app.visit()))
    const leftAlone = await app.visit()
    await prepare(leftAlone)
    await leftAlone.call('PUT', '/api/onboarding/consumer/draft', {
      draft: { firstName: 'Ada' },
      revision: 0,
    })
    const person = await submitted(await app.signIn())
    const kept = await rowsOf(app.database, person.id)
    app.clock.now = inDays(1)
    const younger = await submitted(await app.visit())
    app.clock.now = inDays(-1)
    const files = await storedFiles()

    expect(await removeExpiredApplications(app.services, new Date(inDays(14).getTime() - 1))).toBe(0)
    expect(await storedFiles()).toBe(files)
    expect(await removeExpiredApplications(app.services, inDays(14))).toBe(2)
    for (const { id } of [handedIn, leftAlone]) expect(await rowsOf(app.database, id)).toEqual([])
    expect(await rowsOf(app.database, person.id)).toEqual(kept)
    expect((await younger.call('GET', '/api/documents')).json().documents).toHaveLength(3)
    // A picture is stored twice: as it was sent, and as it is shown.
    expect(await storedFiles()).toBe(files - 12)
    expect(await removeExpiredApplications(app.services, inDays(14))).toBe(0)
  })

  test('R24 is recorded in the ledger without its content', async () => {
    const visitor = await submitted(await app.visit())
    await removeExpiredApplications(app.services, inDays(14))
    const told = await eventsOf(app.database, visitor.id, 'application.begun', 'application.removed')
    expect(told.map(({ type, actor_kind, after }) => ({ type, actor_kind, after }))).toEqual([
      { type: 'application.begun', actor_kind: 'user', after: null },
      { type: 'application.removed', actor_kind: 'system', after: { cases: 1, documents: 3 } },
    ])
    expect(JSON.stringify(told)).not.toContain(visitor.email)
    expect((await verifyLedger(app.database)).faults).toEqual([])
  })

  test('R48 leaves no file behind if the removal of files is interrupted', async () => {
    const before = await storedFiles()
    await submitted(await app.visit())
    const cut = { remove: () => Promise.reject(new Error('The power is gone')) }
    const services = { ...app.services, files: { ...app.services.files, ...cut } }
    expect(await removeExpiredApplications(services, inDays(14))).toBe(0)
    expect(await storedFiles()).toBeGreaterThan(before)
    await sweepDocuments(app.services, new Date(Date.now() + 3_600_000))
    expect(await storedFiles()).toBe(before)
  })

  test('is deleted once by two processes at the same moment', async () => {
    const visitor = await submitted(await app.visit())
    const counts = await Promise.all([
      removeExpiredApplications(app.services, inDays(14)),
      removeExpiredApplications(app.services, inDays(14)),
    ])
    expect(counts.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(1)
    expect(await eventsOf(app.database, visitor.id, 'application.removed')).toHaveLength(1)
  })
})
