import { readdir } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { RETENTION_DAYS } from '#domain/privacy/retention.ts'
import { EVENT_DAYS } from '#server/platform/stripe/stripe-client.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { prepare, submitted, submittedBusiness, uploadPicture } from '#server/testing/journeys.ts'
import { applyRetention } from './retention.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const inDays = (days: number) => new Date(app.clock.now.getTime() + days * 86_400_000)
const storedFiles = async () =>
  (await readdir(app.documentsDir, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  ).length
const rows = async (statement: string, ...values: unknown[]) =>
  (await app.database.pool.query(statement, values)).rows

describe('R59 retention', () => {
  test('R59 deletes an application left alone for 90 days with its files, and leaves a submitted one', async () => {
    const leftAlone = await app.signIn()
    await prepare(leftAlone)
    await leftAlone.call('PUT', '/api/onboarding/consumer/draft', {
      draft: { firstName: 'Ada' },
      revision: 0,
    })
    const files = await storedFiles()
    const kept = await submitted(await app.signIn())

    expect(await applyRetention(app.services, inDays(89))).toMatchObject({ documents: 0, drafts: 0 })
    expect(await applyRetention(app.services, inDays(91))).toMatchObject({ documents: 3, drafts: 1 })
    expect(await rows('select 1 from documents where user_id = $1', leftAlone.id)).toHaveLength(0)
    expect(await rows('select 1 from documents where user_id = $1', kept.id)).toHaveLength(3)
    expect(await storedFiles()).toBe(files)
    expect((await kept.call('GET', '/api/documents')).statusCode).toBe(401)
  })

  test('R59 deletes bug reports after a year', async () => {
    await app.call('POST', '/api/bug-report', { description: 'It does not work' })
    expect(await applyRetention(app.services, inDays(365))).toMatchObject({ bugReports: 0 })
    expect(await applyRetention(app.services, inDays(366))).toMatchObject({ bugReports: 1 })
  })

  test('R59 deletes unaccepted invitations with their emails after a year, and remembers who unsubscribed', async () => {
    await app.database.pool.query(
      `insert into invitations (email, invited_at, expires_at, status)
       select status || '@people.example', $1, $1, status from unnest(array['delivered', 'unsubscribed', 'complained']) status`,
      [app.clock.now],
    )
    const admin = await app.signIn({ role: 'admin' })
    await admin.call('POST', '/api/admin/beta-invitation', { email: 'guest@people.example' })
    await app.database.pool.query(
      `with sent as (update invitations set expires_at = $1 where email = 'guest@people.example')
       insert into mail_events (event_key, mail_id, event, at, received_at)
       select 'k', id, 'delivered', $1, $1 from mails where to_address = 'guest@people.example'`,
      [app.clock.now],
    )
    const left = () => rows("select 1 from mails where to_address = 'guest@people.example'")
    expect(await applyRetention(app.services, inDays(365))).toMatchObject({ invitations: 0 })
    expect(await left()).toHaveLength(1)
    expect(await applyRetention(app.services, inDays(366))).toMatchObject({ invitations: 2 })
    expect(await left()).toEqual([])
    expect(await rows('select 1 from mail_events')).toEqual([])
    expect(await rows('select status from invitations order by id')).toEqual([
      { status: 'unsubscribed' },
      { status: 'complained' },
    ])
  })

  test('R52 R59 deletes Stripe events after 90 days, longer than Stripe can resend them, but none that are waiting', async () => {
    expect(RETENTION_DAYS.stripeEvent).toBeGreaterThan(EVENT_DAYS)
    await app.database.pool.query(
      `insert into stripe_events (id, type, created_at, received_at, applied_at)
       values ('evt_done', 'invoice.paid', $1, $1, $1), ('evt_waiting', 'invoice.paid', $1, $1, null)`,
      [app.clock.now],
    )
    expect(await applyRetention(app.services, inDays(90))).toMatchObject({ stripeEvents: 0 })
    expect(await applyRetention(app.services, inDays(91))).toMatchObject({ stripeEvents: 1 })
    expect(await rows('select id from stripe_events')).toEqual([{ id: 'evt_waiting' }])
  })

  test('R59 deletes a company left alone for 90 days with its document, and leaves a submitted one', async () => {
    const draft = { draft: { legalName: 'Fern' }, revision: 0 }
    const leftAlone = await app.signIn()
    await leftAlone.call('PUT', '/api/onboarding/business/draft', draft)
    await uploadPicture(leftAlone, 'other')
    const kept = await submitted(await app.signIn())
    await kept.call('PUT', '/api/onboarding/business/draft', draft)
    await uploadPicture(kept, 'other')
    const company = await app.signIn()
    await uploadPicture(company, 'other', undefined, 'business')
    await submittedBusiness(company)

    await applyRetention(app.services, inDays(89))
    expect(await rows('select 1 from documents where user_id = $1', leftAlone.id)).toHaveLength(1)
    expect(await applyRetention(app.services, inDays(91))).toMatchObject({ documents: 2, drafts: 2 })
    expect(await rows('select 1 from documents where user_id = $1', leftAlone.id)).toHaveLength(0)
    // For someone who is verified, only what belongs to the company that they never submitted.
    expect(await rows('select kind from documents where user_id = $1', kept.id)).toEqual(
      Array(3).fill({ kind: 'consumer' }),
    )
    expect(await rows('select 1 from documents where user_id = $1', company.id)).toHaveLength(1)
    expect(await rows('select 1 from business_profiles where user_id = $1', company.id)).toHaveLength(1)
  })

  test('R59 deletes the text of old mails but not their rows, and records one event per batch', async () => {
    const person = await submitted(await app.signIn())
    const report = await applyRetention(app.services, inDays(91))
    expect(report.mailBodies).toBe(0)
    await app.database.pool.query("update mails set status = 'sent'")
    const { mailBodies } = await applyRetention(app.services, inDays(91))
    expect(mailBodies).toBeGreaterThan(0)
    expect(await rows('select kind, html from mails where user_id = $1', person.id)).toEqual([
      { kind: 'verification-submitted', html: '' },
    ])
    const runs = await rows(
      "select after from events where type = 'retention.applied' order by id desc limit 1",
    )
    expect(runs[0]).toEqual({ after: { mailBodies } })
  })
})
