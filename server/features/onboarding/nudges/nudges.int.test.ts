import { afterEach, expect, test } from 'vitest'
import { type TestUser, testApp } from '#server/testing/app.ts'
import { submitted } from '#server/testing/journeys.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { countNudges, nudgeDrafts } from './nudge-drafts.ts'

const app = await testApp()
const STARTED = new Date('2026-03-10T10:00:00Z')
afterEach(async () => {
  app.clock.now = STARTED
  await app.database.pool.query('delete from drafts')
})

async function draftOf(person: TestUser, kind: 'consumer' | 'business' = 'consumer'): Promise<TestUser> {
  const draft = kind === 'consumer' ? { firstName: 'Ada' } : { legalName: 'Fern' }
  const answer = await person.call('PUT', `/api/onboarding/${kind}/draft`, { draft, revision: 0 })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return person
}
const runOn = (day: string) => {
  app.clock.now = new Date(`${day}T08:20:00Z`)
  return nudgeDrafts(app.services)
}
const dueOn = (day: string) => {
  app.clock.now = new Date(`${day}T08:20:00Z`)
  return countNudges(app.services)
}
const mailsOf = async ({ id }: TestUser) =>
  (await mailRows(
    app.database,
    "select text, unsubscribe_url from mails where user_id = $1 and kind = 'draft-left-alone' order by id",
    id,
  )) as { text: string; unsubscribe_url: string }[]

test('a reminder of an untouched draft is sent after 7, 14 and 30 days, each once, and again after it was changed', async () => {
  const person = await draftOf(await app.signIn())
  const counts: number[] = []
  const due: number[][] = []
  for (const day of [
    '2026-03-16',
    '2026-03-17',
    '2026-03-18',
    '2026-03-24',
    '2026-04-08',
    '2026-04-09',
    '2026-05-20',
  ]) {
    const before = await dueOn(day)
    const runs = await Promise.all([runOn(day), runOn(day)])
    counts.push(runs[0].nudged + runs[1].nudged)
    due.push([before, await dueOn(day)])
  }
  expect(counts).toEqual([0, 1, 0, 1, 0, 1, 0])
  expect(due).toEqual(counts.map((count) => [count, 0]))
  const [first] = await mailsOf(person)
  expect(first?.text).toContain('Jun 8, 2026')
  expect(first?.text).toContain('/onboarding/consumer')
  // After a missed day only the reminder that is due now is sent.
  await draftOf(await app.signIn(), 'business')
  await app.database.pool.query("update drafts set updated_at = '2026-05-01T10:00:00Z'")
  expect((await runOn('2026-05-20')).nudged).toBe(2)
  expect(await mailsOf(person)).toHaveLength(4)
})

test('A16 no reminder is sent to someone who submitted, asked for erasure, was closed, or has no account', async () => {
  const [done, leaving, closed] = [
    await submitted(await app.signIn()),
    await app.signIn(),
    await app.signIn(),
  ]
  await app.database.pool.query(
    `insert into drafts (user_id, kind, data, revision, updated_at) values ($1, 'consumer', '{}', 1, $2)`,
    [done.id, STARTED],
  )
  await draftOf(leaving)
  await leaving.call('POST', '/api/privacy/erasure', {})
  await draftOf(closed)
  await app.database.pool.query('update users set disabled_at = now() where id = $1', [closed.id])
  await draftOf(await app.visit())
  expect((await runOn('2026-03-20')).nudged).toBe(0)
})

test('R12 the link stops them without signing in, also by one click in a mail program, and stops no one else’s', async () => {
  const [person, other] = [await draftOf(await app.signIn()), await draftOf(await app.signIn())]
  await runOn('2026-03-17')
  const [mail] = await mailsOf(person)
  const url = new URL(mail?.unsubscribe_url ?? '')
  const token = url.pathname.split('/').at(-1)
  expect(mail?.text).toContain(`/stop-reminders?token=${token}`)
  // Opening the link changes nothing, because malware scanners open every link.
  const followed = await app.call('GET', url.pathname)
  expect([followed.statusCode, followed.headers.location]).toEqual([302, `/stop-reminders?token=${token}`])
  for (const odd of ['%0d%0aX-Evil:1', '%26to=%2F%2Fevil.example', '%C3%A9'])
    expect((await app.call('GET', `${url.pathname}${odd}`)).headers.location).toBe('/stop-reminders')
  const outside = { 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' }
  for (const path of [url.pathname, url.pathname, `/api/reminders/stop/${'B'.repeat(43)}`])
    expect((await app.call('POST', path, 'List-Unsubscribe=One-Click', outside)).statusCode).toBe(200)
  const { rows } = await app.database.pool.query('select user_id from nudge_opt_outs')
  expect(rows).toEqual([{ user_id: String(person.id) }])
  expect((await runOn('2026-03-24')).nudged).toBe(1)
  expect([await mailsOf(person), await mailsOf(other)].map(({ length }) => length)).toEqual([1, 2])
})

test('a truncated link stops nothing, and says so on its page', async () => {
  const person = await draftOf(await app.signIn())
  await runOn('2026-03-17')
  const cutOff = new URL((await mailsOf(person))[0]?.unsubscribe_url ?? '').pathname.slice(0, -1)
  expect((await app.call('GET', cutOff)).headers.location).toBe('/stop-reminders')
  const answer = await app.call('POST', cutOff, {})
  expect([answer.statusCode, answer.json().message]).toEqual([
    400,
    'This link is not complete. Copy all of it from the email.',
  ])
})
