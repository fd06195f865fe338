import { beforeAll, describe, expect, test } from 'vitest'
import { applyRetention } from '#server/features/operations/housekeeping/retention.ts'
import { giveNotice } from '#server/model/mail/notices.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { submitted, submittedBusiness } from '#server/testing/journeys.ts'
import { acceptAll, decideOn, openCase } from '#server/testing/reviews.ts'
import { remindReviewers } from './remind-reviewers.ts'

let app: TestApp
let reviewer: TestUser
beforeAll(async () => {
  app = await testApp()
  reviewer = await app.signIn({ role: 'admin' })
})

const list = async (person: TestUser, search = '') =>
  (await person.call('GET', `/api/notices${search}`)).json()
const titles = async (person: TestUser) =>
  (await list(person)).notices.map(({ title }: { title: string }) => title)

describe('an applicant’s notices', () => {
  test('report each change that is mailed, once, and name what was returned', async () => {
    const person = await submitted(await app.signIn())
    await decideOn(reviewer, person.id, await openCase(reviewer, person.id), { selfie: 'SELFIE_UNCLEAR' })
    const { notices, unread } = await list(person)
    expect(unread).toBe(2)
    expect(notices).toMatchObject([
      {
        title: 'Action required: your application',
        detail: expect.stringMatching(/^Please change: \S.*\.$/),
        path: '/verification',
        isRead: false,
      },
      { title: 'We have received your application', at: app.clock.now.toISOString() },
    ])
    // Every change was mailed as well.
    const { rows } = await app.database.pool.query('select 1 from mails where user_id = $1', [person.id])
    expect(rows).toHaveLength(notices.length)
    expect(await titles(reviewer)).toEqual([])
  })

  test('call a company by its name', async () => {
    const person = await app.signIn()
    await submittedBusiness(person)
    await acceptAll(reviewer, person.id, await openCase(reviewer, person.id, 'business'), 'business')
    expect(await titles(person)).toEqual([
      'Fern Hill Limited is verified',
      'We have received the application of Fern Hill Limited',
    ])
  })

  test('are marked as read one by one or all up to one, only by their own person, and are deleted after 90 days', async () => {
    const person = await submitted(await app.signIn())
    const stranger = await app.signIn()
    await acceptAll(reviewer, person.id, await openCase(reviewer, person.id))
    const [newest, oldest] = (await list(person)).notices
    const read = async (by: TestUser, body: object) =>
      (await by.call('POST', '/api/notices/read', body)).json()
    expect(await read(stranger, { upTo: newest.id })).toEqual({ success: true, unread: 0, urgent: 0 })
    expect(await read(person, { id: newest.id })).toEqual({ success: true, unread: 1, urgent: 0 })
    expect((await list(person)).notices.map((notice: { isRead: boolean }) => notice.isRead)).toEqual([
      true,
      false,
    ])
    expect(await read(person, { upTo: oldest.id })).toEqual({ success: true, unread: 0, urgent: 0 })

    const first = await list(person, '?limit=1')
    expect(first.notices).toHaveLength(1)
    const second = await list(person, `?limit=1&cursor=${first.nextCursor}`)
    expect(second).toMatchObject({ notices: [{ id: oldest.id }], nextCursor: null })
    expect((await person.call('GET', '/api/notices?cursor=abc')).statusCode).toBe(400)

    const kept = async (days: number) => {
      await applyRetention(app.services, new Date(app.clock.now.getTime() + days * 86_400_000))
      return (await app.database.pool.query('select 1 from notices where user_id = $1', [person.id])).rowCount
    }
    expect([await kept(90), await kept(91)]).toEqual([2, 0])
    reviewer = await app.signIn({ role: 'admin' })
  })

  test('are not given to a visitor before the application is claimed', async () => {
    const visitor = await submitted(await app.visit())
    const { rows } = await app.database.pool.query('select 1 from notices where user_id = $1', [visitor.id])
    expect(rows).toEqual([])
  })
})

describe('staff notices', () => {
  test('tell everyone else about an approval that needs a second person', async () => {
    const [proposer, other] = [
      await app.signIn({ role: 'superAdmin', name: 'Rosa Proposer' }),
      await app.signIn({ role: 'admin' }),
    ]
    const person = await submitted(await app.signIn())
    await app.database.pool.query("delete from documents where user_id = $1 and slot = 'selfie'", [person.id])
    const answer = await proposer.call('PUT', `/api/admin/users/${person.id}/kyc-status`, {
      kyc_status: 'approved',
      override: true,
      note: 'Seen in person',
    })
    expect(answer.statusCode).toBe(200)
    expect((await list(other)).notices).toMatchObject([
      {
        title: 'Rosa Proposer proposed to approve Ada Lovelace',
        path: `/admin/users/${person.id}?tab=kyc`,
        isUrgent: true,
      },
    ])
    expect(await titles(proposer)).toEqual([])
    // The applicant is not told.
    expect(await titles(person)).toEqual(['We have received your application'])
  })

  test('stay on top, read or not, until anyone does what they ask for', async () => {
    const [admin, other] = [await app.signIn({ role: 'admin' }), await app.signIn({ role: 'admin' })]
    const person = await app.signIn({ name: 'Cora Complainer' })
    await person.call('POST', '/api/privacy/complaints', { text: 'You kept my data.' })
    await person.call('POST', '/api/privacy/erasure', {})
    const { id } = (await other.call('GET', '/api/admin/complaints')).json().complaints[0]
    await remindReviewers(app.services)
    await app.database.transaction((tx) =>
      giveNotice(tx, { userId: admin.id, key: 'later', title: 'Later', at: app.clock.now }),
    )
    const first = await list(admin, '?limit=2')
    expect(first.notices.map(({ title }: { title: string }) => title)).toEqual([
      'Cora Complainer asked us to delete their data',
      expect.stringMatching(/^Cora Complainer made data-protection complaint /),
    ])
    const second = await list(admin, `?limit=2&cursor=${first.nextCursor}`)
    expect(second.notices[0]).toMatchObject({ title: 'Later', isUrgent: false })
    const read = await admin.call('POST', '/api/notices/read', { upTo: second.notices[0].id })
    expect(read.json()).toMatchObject({ unread: 2, urgent: 2 })
    expect((await list(admin)).notices[0]).toMatchObject({ isUrgent: true, isRead: true })
    const answer = await other.call('POST', `/api/admin/complaints/${id}/answer`, { answer: 'We are sorry.' })
    expect(answer.statusCode).toBe(200)
    // No one has to read what is done.
    const unopened = (await list(other)).notices.filter(({ title }: { title: string }) => /Cora/.test(title))
    expect(unopened).toMatchObject([
      { title: expect.stringContaining('delete their data'), isRead: false },
      { title: expect.stringContaining('complaint'), isRead: true, isUrgent: false },
    ])
    await person.call('DELETE', '/api/privacy/erasure')
    const { notices, urgent } = await list(admin)
    expect(urgent).toBe(0)
    expect(notices[0].title).toBe('Later')
  })

  test('R23 tell no one of their own complaint, which someone else has to answer', async () => {
    const [maker, other] = [
      await app.signIn({ role: 'admin', name: 'Olga Own' }),
      await app.signIn({ role: 'admin' }),
    ]
    await maker.call('POST', '/api/privacy/complaints', { text: 'You kept my data.' })
    const told = async (person: TestUser) =>
      (await titles(person)).filter((title: string) => title.startsWith('Olga Own made'))
    expect([await told(other), await told(maker)]).toEqual([
      [expect.stringMatching(/^Olga Own made data-protection complaint /)],
      [],
    ])
  })

  test('count once each morning what is due soon or overdue', async () => {
    await app.database.pool.query("update cases set state = 'draft'")
    const admin = await app.signIn({ role: 'admin' })
    const started = app.clock.now
    await submitted(await app.signIn())
    expect(await remindReviewers(app.services)).toEqual({ overdue: 0, soon: 0 })
    expect(await titles(admin)).toEqual([])
    app.clock.now = new Date(started.getTime() + 40 * 3_600_000)
    for (let time = 0; time < 2; time++) await remindReviewers(app.services)
    app.clock.now = new Date(started.getTime() + 64 * 3_600_000)
    await remindReviewers(app.services)
    const { rows } = await app.database.pool.query(
      'select title from notices where user_id = $1 order by id',
      [admin.id],
    )
    expect(rows.map(({ title }) => title)).toEqual(['1 case is due within 12 hours', '1 case is overdue'])
    app.clock.now = started
  })
})
