import { beforeAll, describe, expect, test } from 'vitest'
import { removeExpiredApplications } from '#server/features/operations/housekeeping/sweep-lapsed.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { submitted, submittedBusiness } from '#server/testing/journeys.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { eventsOf } from '#server/testing/snapshots.ts'
import { countVisitorsToRemind, remindVisitors } from './remind-visitors.ts'

let app: TestApp
let start: Date
beforeAll(async () => {
  app = await testApp()
  start = app.clock.now
})

const onDay = async (day: number, ms = 0) => {
  app.clock.now = new Date(start.getTime() + day * 86_400_000 + ms)
  return (await remindVisitors(app.services)).reminded
}
const mailsTo = async (email: string) =>
  await mailRows(
    app.database,
    "select subject, text from mails where to_address = $1 and kind = 'application-ending' order by id",
    email,
  )

describe('the reminder before a visitor’s application is deleted', () => {
  test('is sent once, three days before, says what is missing and until when, and gives no access by itself', async () => {
    const handedIn = await submitted(await app.visit())
    const company = await submittedBusiness(await app.visit())
    const started = await app.visit()
    const draft = { draft: { firstName: 'Ada' }, revision: 0 }
    await started.call('PUT', '/api/onboarding/consumer/draft', draft)
    const withdrawn = await submitted(await app.visit())
    await withdrawn.call('POST', '/api/onboarding/withdraw', { kind: 'consumer' })
    const empty = await app.visit()
    const unproven = await submitted(await app.visit())
    await app.database.pool.query('update applicants set proven_at = null where user_id = $1', [unproven.id])

    expect(await onDay(11, -1)).toBe(0)
    app.clock.now = new Date(start.getTime() + 11 * 86_400_000)
    // One of them has nothing to lose, which is only noticed when its turn comes.
    expect(await countVisitorsToRemind(app.services)).toBe(5)
    const both = await Promise.all([onDay(11), onDay(11)])
    expect(both.reduce((sum, n) => sum + n)).toBe(4)
    expect(await countVisitorsToRemind(app.services)).toBe(0)
    expect(await onDay(12)).toBe(0)
    expect(await onDay(14)).toBe(0)

    const [mail] = await mailsTo(handedIn.email)
    expect(mail.subject).toBe('Your application will be deleted on Mar 24, 2026')
    expect(mail.text).toContain('is complete, but we can’t review it until you have an account')
    expect(mail.text).toContain('/email-collection')
    expect(mail.text).not.toMatch(/token=|\b\d{6}\b/)
    expect((await mailsTo(company.email))[0].subject).toMatch(/^Your company’s application/)
    for (const { email } of [started, withdrawn])
      expect((await mailsTo(email))[0].text).toContain('isn’t finished yet')
    for (const { email } of [empty, unproven]) expect(await mailsTo(email)).toEqual([])
    for (const { email } of [handedIn, company, started]) expect(await mailsTo(email)).toHaveLength(1)
    expect(await eventsOf(app.database, handedIn.id, 'application.reminded')).toHaveLength(1)
    // The reminder does not extend its time.
    expect(await removeExpiredApplications(app.services, app.clock.now)).toBe(6)
    app.clock.now = start
  })

  test('is not sent to someone whose application has moved to their account or was deleted', async () => {
    const visitor = await submitted(await app.visit())
    await visitor.call('DELETE', '/api/onboarding/application')
    expect(await onDay(11)).toBe(0)
    expect(await mailsTo(visitor.email)).toEqual([])
    app.clock.now = start
  })
})
