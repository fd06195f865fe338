import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TestBrowser } from '#server/platform/identity/testing/embedded-harness.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { account, signInByForm } from '#server/testing/browser.ts'
import { submitted, submittedBusiness } from '#server/testing/journeys.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { lookAtAll, openCase, sendDecision } from '#server/testing/reviews.ts'
import { eventsOf } from '#server/testing/snapshots.ts'

let app: TestApp
let admin: TestUser
let now: Date
beforeAll(async () => {
  app = await testApp()
})
beforeEach(async () => {
  // The provider's library uses the real time.
  now = new Date()
  app.clock.now = now
  admin = await app.signIn({ role: 'admin' })
})

const hours = (n: number) => new Date(now.getTime() + n * 3_600_000)
const rows = async (statement: string, ...values: unknown[]) =>
  (await app.database.pool.query(statement, values)).rows
const unconfirmed = () => app.signIn({ emailConfirmed: false, emailVerified: false })
const mailsOf = (person: TestUser) =>
  rows("select kind from mails where to_address = $1 and kind like 'verification-%'", person.email)
const ownCase = async (person: Pick<TestUser, 'call'>, kind = 'consumer') =>
  (await person.call('GET', `/api/onboarding/${kind}/case`)).json().case
const listed = async (query = '') => {
  const answer = (await admin.call('GET', `/api/admin/queue?limit=100${query}`)).json()
  return { ...answer, users: answer.cases.map(({ userId }: { userId: number }) => userId) }
}

/** Asks for a link and follows it, as the status page's button and the mail do. */
async function confirm(person: TestUser): Promise<number> {
  app.clock.now = new Date(app.clock.now.getTime() + 61_000)
  expect((await person.call('POST', '/api/user/update-email', { email: person.email })).statusCode).toBe(200)
  const [mail] = await mailRows(
    app.database,
    "select text from mails where to_address = $1 and kind = 'system-email-confirmation' order by id desc",
    person.email,
  )
  const token = /confirm-email\?token=([\w-]+)/.exec(mail.text)?.[1]
  return (await person.call('POST', '/api/user/confirm-email', { token })).statusCode
}

describe('an application with an unconfirmed email', () => {
  test('is accepted, without promising anything or sending mail', async () => {
    const person = await submitted(await unconfirmed())
    expect(await ownCase(person)).toMatchObject({ state: 'submitted', dueAt: null, waitsForEmail: true })
    expect(await mailsOf(person)).toEqual([])
  })

  test('is not in the queue nor offered by "next", but counted and listed separately', async () => {
    const before = (await listed()).unconfirmed
    const person = await submitted(await unconfirmed())
    const company = await submittedBusiness(await unconfirmed())
    const queue = await listed()
    expect(queue.users).not.toContain(person.id)
    expect(queue.unconfirmed).toBe(before + 2)
    const held = await listed('&email=unconfirmed')
    expect(held.users).toEqual(expect.arrayContaining([person.id, company.id]))
    expect((await listed('&email=unconfirmed&kind=business')).users).not.toContain(person.id)
    const offered = []
    for (let n = 0; n < 3; n++)
      offered.push((await admin.call('POST', '/api/admin/queue/claim-next', {})).json().case?.userId)
    expect(offered).not.toContain(person.id)
    expect(offered).not.toContain(company.id)
  })

  test('cannot be approved: every way, and for every role, the refusal names the email', async () => {
    const person = await submitted(await unconfirmed())
    const userUrl = `/api/admin/users/${person.id}`
    const superAdmin = await app.signIn({ role: 'superAdmin' })
    for (const staff of [admin, superAdmin]) {
      await lookAtAll(staff, await openCase(staff, person.id))
      const reviewed = await openCase(staff, person.id)
      expect(reviewed.missingEvidence).toContain('The applicant has not confirmed their email address.')
      const ways = [
        staff.call('PUT', `${userUrl}/kyc-status`, { kyc_status: 'approved' }),
        staff.call('PUT', `${userUrl}/kyc-status`, {
          kyc_status: 'approved',
          override: true,
          note: 'I know them',
        }),
        sendDecision(staff, person.id, reviewed),
      ]
      for (const refused of await Promise.all(ways)) {
        expect([403, 409]).toContain(refused.statusCode)
        if (refused.statusCode === 409)
          expect(JSON.stringify(refused.json())).toContain('has not confirmed their email address')
      }
    }
    expect(await ownCase(person)).toMatchObject({ state: 'submitted' })
  })

  test('enters the queue when the link is followed: the 48 hours start then, and it is mailed then', async () => {
    const person = await submittedBusiness(await submitted(await unconfirmed()))
    app.clock.now = hours(30)
    await rows('update sessions set last_seen_at = $2 where user_id = $1', person.id, hours(30))
    await rows(
      'update sessions set created_at = $2, expires_at = $3 where user_id = $1',
      person.id,
      hours(29),
      hours(40),
    )
    expect(await confirm(person)).toBe(200)
    const due = new Date(app.clock.now.getTime() + 48 * 3_600_000).toISOString()
    for (const kind of ['consumer', 'business'])
      expect(await ownCase(person, kind)).toMatchObject({
        state: 'submitted',
        dueAt: due,
        waitsForEmail: false,
      })
    admin = await app.signIn({ role: 'admin' })
    expect((await listed()).users.filter((id: number) => id === person.id)).toHaveLength(2)
    expect(await mailsOf(person)).toEqual([
      { kind: 'verification-submitted' },
      { kind: 'verification-submitted' },
    ])
    expect(await eventsOf(app.database, person.id, 'case.admitted')).toHaveLength(2)
    expect((await ownCase(person)).timeline.map(({ title }: { title: string }) => title)).toEqual([
      'Submitted for verification',
      'You confirmed your email',
    ])
  })

  test('enters it once, whichever of two confirmations and the submission comes first', async () => {
    const person = await unconfirmed()
    await submitted(person)
    app.clock.now = new Date(app.clock.now.getTime() + 61_000)
    await person.call('POST', '/api/user/update-email', { email: person.email })
    const [mail] = await mailRows(
      app.database,
      "select text from mails where to_address = $1 and kind = 'system-email-confirmation'",
      person.email,
    )
    const token = /confirm-email\?token=([\w-]+)/.exec(mail.text)?.[1]
    const answers = await Promise.all(
      [1, 2, 3].map(() => person.call('POST', '/api/user/confirm-email', { token })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404])
    expect(await eventsOf(app.database, person.id, 'case.admitted')).toHaveLength(1)
    expect(await mailsOf(person)).toHaveLength(1)
  })

  test('enters it by a sign-in whose provider calls the address verified', async () => {
    const email = `later-${now.getTime()}@people.example`
    await account(app, email, false)
    const { browser } = await signInByForm(app, email, { browser: new TestBrowser(app.server) })
    const cookie = `session=${browser.cookies.get('session')?.value}`
    const person: Pick<TestUser, 'call'> = {
      call: (method, url, body, headers) => app.call(method, url, body, { cookie, ...headers }),
    }
    const { user } = (await person.call('GET', '/api/auth/user')).json()
    await submitted({ ...person, id: user.id, auth0Id: user.auth0_id, email, cookie })
    expect(await ownCase(person)).toMatchObject({ waitsForEmail: true })
    await rows('update idp_accounts set email_verified = true where email = $1', email)
    await signInByForm(app, email)
    expect(await ownCase(person)).toMatchObject({ waitsForEmail: false, dueAt: hours(48).toISOString() })
  })
})

describe('mail about an application', () => {
  test('goes to the confirmed address while another one is unconfirmed, and to no unconfirmed one', async () => {
    const person = await app.signIn()
    const wanted = `wanted-${now.getTime()}@people.example`
    await person.call('POST', '/api/user/update-email', { email: wanted })
    await submitted(person, { email: 'typed@people.example' })
    expect(await mailsOf(person)).toEqual([{ kind: 'verification-submitted' }])
    for (const address of [wanted, 'typed@people.example'])
      expect(
        await rows("select 1 from mails where to_address = $1 and kind like 'verification-%'", address),
      ).toEqual([])
    expect(await ownCase(person)).toMatchObject({ waitsForEmail: false })
  })
})
