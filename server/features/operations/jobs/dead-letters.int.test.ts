import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { DeadLetterJob } from '#contract/operations/job-names.ts'
import { fileDeadMail } from '#server/model/jobs/dead-letters.ts'
import { queueMail } from '#server/model/mail/outbox.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'

const LETTERS = '/api/admin/dead-letters'
let app: TestApp
let admin: TestUser
let person: TestUser
let enqueued: unknown[]
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'admin' })
  person = await app.signIn()
  app.services.jobs.enqueue = async (_tx, name, data) => void enqueued.push([name, data])
})
beforeEach(async () => {
  enqueued = []
  await app.database.pool.query('delete from dead_letters')
})

let made = 0
async function letter(job: DeadLetterJob, data: object): Promise<number> {
  made++
  const { rows } = await app.database.pool.query<{ id: string }>(
    `insert into dead_letters (job, key, data, failed_at, tries, error)
     values ($1, $2, $3, $4::timestamptz + make_interval(secs => $5), 4, 'Stripe did not answer') returning id`,
    [job, String(made), JSON.stringify(data), app.clock.now, made],
  )
  return Number(rows[0]?.id)
}
/** A mail to the person that could not be sent, and its dead letter. */
async function deadMail(
  change: { to?: string; html?: string } = {},
): Promise<{ id: number; mailId: number }> {
  const messageKey = `dead-${++made}`
  await queueMail(app.database.db, app.services.fields, {
    messageKey,
    kind: 'invoice-due-soon',
    userId: person.id,
    to: change.to ?? person.email,
    content: { subject: 's', html: change.html ?? 'h', text: 't' },
  })
  const { rows } = await app.database.pool.query<{ id: string; to_address: string }>(
    "update mails set status = 'failed', attempts = 21 where message_key = $1 returning id, to_address",
    [messageKey],
  )
  const mail = { id: Number(rows[0]?.id), attempts: 21, lastError: `550 <${rows[0]?.to_address}> is unknown` }
  await fileDeadMail(app.database.db, mail, app.clock.now)
  const filed = await app.database.pool.query('select id from dead_letters where mail_id = $1', [mail.id])
  return { id: Number(filed.rows[0].id), mailId: mail.id }
}
const listed = async (query = '') => (await admin.call('GET', `${LETTERS}${query}`)).json()
const post = (path: string, body: unknown = {}) => admin.call('POST', `${LETTERS}/${path}`, body)
const mailState = async (id: number) => {
  const { rows } = await app.database.pool.query(
    'select status, attempts, requeued_at from mails where id = $1',
    [id],
  )
  return rows[0]
}
const events = async () => {
  const { rows } = await app.database.pool.query(
    `select type, actor_id::int as by, subject, after from events where type like 'dead_letter.%' order by id`,
  )
  return rows
}

test('dead letters are listed by page, newest first, without personal data', async () => {
  for (let client = 1; client <= 3; client++) await letter('copy-invoices', { clientId: client })
  const { mailId } = await deadMail()
  const first = await listed('?limit=2')
  const second = await listed(`?limit=2&cursor=${first.nextCursor}`)
  expect([...first.letters, ...second.letters]).toMatchObject([
    { job: 'copy-invoices', about: 'Client 3', tries: 4, error: 'Stripe did not answer', userId: null },
    { about: 'Client 2' },
    { about: 'Client 1' },
    {
      job: 'send-mails',
      about: '“Invoice due soon”',
      tries: 21,
      error: '550 <the address> is unknown',
      userId: person.id,
    },
  ])
  expect(second.nextCursor).toBeNull()
  expect(first.counts).toEqual([
    { job: 'send-mails', count: 1 },
    { job: 'copy-invoices', count: 3 },
  ])
  expect((await listed('?job=send-mails')).letters).toHaveLength(1)
  expect(JSON.stringify(await listed())).not.toContain(person.email)
  await app.database.pool.query('delete from mails where id = $1', [mailId])
  expect((await listed('?job=send-mails')).letters).toEqual([])
})

test('one is sent again once, even at the same time and twice, with one event; the second answer says that it is gone', async () => {
  const id = await letter('apply-stripe-event', { eventId: 'evt_1' })
  const answers = await Promise.all([post(`${id}/send`), post(`${id}/send`), post(`${id}/drop`)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404, 404])
  const late = await post(`${id}/drop`)
  expect(late.json()).toMatchObject({
    error: 'NOT_FOUND',
    message: 'Someone has already sent this again or dropped it, or it has worked since.',
  })
  expect((await events()).filter(({ after }) => after.eventId === 'evt_1')).toHaveLength(1)
})

test('a job is queued again with its original data, and a dropped one is not', async () => {
  const [sent, dropped] = [
    await letter('screen-case', { caseId: 7 }),
    await letter('screen-case', { caseId: 8 }),
  ]
  expect((await post(`${sent}/send`)).json()).toEqual({ success: true })
  expect((await post(`${dropped}/drop`)).json()).toEqual({ success: true })
  expect(enqueued).toEqual([['screen-case', { caseId: 7 }]])
  expect((await events()).slice(-2)).toEqual([
    { type: 'dead_letter.sent_again', by: admin.id, subject: 'job:screen-case', after: { caseId: 7 } },
    { type: 'dead_letter.dropped', by: admin.id, subject: 'job:screen-case', after: { caseId: 8 } },
  ])
})

test('a mail waits in the outbox again as if it were new; a dropped one stays undelivered', async () => {
  const [again, dropped] = [await deadMail(), await deadMail()]
  await post(`${again.id}/send`)
  await post(`${dropped.id}/drop`)
  expect(await mailState(again.mailId)).toEqual({ status: 'queued', attempts: 0, requeued_at: app.clock.now })
  expect(await mailState(dropped.mailId)).toMatchObject({ status: 'failed', requeued_at: null })
  expect((await listed()).letters).toEqual([])
})

test('a mail to an address that its reader has changed, or without its text, is refused with a message and stays', async () => {
  const left = await deadMail({ to: 'former@people.example' })
  const emptied = await deadMail({ html: '' })
  for (const [letter, words] of [
    [left, 'This person has another email address now'],
    [emptied, 'we delete the text of an email after 90 days'],
  ] as const) {
    const answer = await post(`${letter.id}/send`)
    expect(answer.json()).toMatchObject({ error: 'INVALID_STATE', message: expect.stringContaining(words) })
    expect(await mailState(letter.mailId)).toMatchObject({ status: 'failed' })
  }
  const fine = await deadMail()
  expect((await post('send', { job: 'send-mails' })).json()).toEqual({ sent: 1, left: 2 })
  expect(await mailState(fine.mailId)).toMatchObject({ status: 'queued' })
})

test('a reminder to an address that bounces is refused with a message before it is sent, also within a batch; an invoice is not', async () => {
  const reminder = await deadMail()
  const invoice = await deadMail()
  const { pool } = app.database
  await pool.query("update mails set kind = 'invoice-issued' where id = $1", [invoice.mailId])
  await pool.query("update mails set bounced_at = $2, created_at = now() + interval '1 hour' where id = $1", [
    invoice.mailId,
    app.clock.now,
  ])
  const words = 'An earlier email to this address bounced'
  expect((await listed()).letters.map(({ refusal }: { refusal: string | null }) => refusal)).toEqual([
    null,
    expect.stringContaining(words),
  ])
  const answer = await post(`${reminder.id}/send`)
  expect(answer.json()).toMatchObject({ error: 'INVALID_STATE', message: expect.stringContaining(words) })
  expect(await mailState(reminder.mailId)).toMatchObject({ status: 'failed' })
  expect((await post(`${invoice.id}/send`)).json()).toEqual({ success: true })
  await pool.query('update mails set bounced_at = null where id = $1', [invoice.mailId])
})

test('a screening test is retried while it has not ended, and refused with a message after that', async () => {
  const { pool } = app.database
  await pool.query(`insert into screening_trials (asked_at, lists, matcher, seed) values ($1, '[]', 1, 1)`, [
    app.clock.now,
  ])
  const lost = await letter('try-screening', {})
  expect((await listed()).letters).toMatchObject([{ id: lost, refusal: null }])
  await pool.query('update screening_trials set ended_at = $1', [app.clock.now])
  const words = expect.stringContaining('This test has ended')
  expect((await listed()).letters).toMatchObject([{ id: lost, refusal: words }])
  expect((await post(`${lost}/send`)).json()).toMatchObject({ error: 'INVALID_STATE', message: words })
  expect((await post('send', { job: 'try-screening' })).json()).toEqual({ sent: 0, left: 1 })
  await pool.query('update screening_trials set ended_at = null')
  expect((await post(`${lost}/send`)).json()).toEqual({ success: true })
  expect(enqueued).toEqual([['try-screening', {}]])
  await pool.query('delete from screening_trials')
})

test('work that only a newer release knows is left to that release', async () => {
  await app.database.pool.query(
    `insert into dead_letters (job, key, data, failed_at, tries) values ('wash-socks', '1', '{}', $1, 1)`,
    [app.clock.now],
  )
  expect(await listed()).toMatchObject({ letters: [], counts: [] })
})

test('all of a job’s are sent again, each once even if two people ask, with the number in the audit log', async () => {
  for (let caseId = 1; caseId <= 250; caseId++) await letter('screen-case', { caseId })
  await letter('copy-invoices', { clientId: 1 })
  const before = (await events()).length
  const answers = await Promise.all([
    post('send', { job: 'screen-case' }),
    post('send', { job: 'screen-case' }),
  ])
  const sent = answers.map((answer) => answer.json().sent)
  expect(sent[0] + sent[1]).toBe(250)
  expect(new Set(enqueued.map((job) => JSON.stringify(job))).size).toBe(250)
  expect(enqueued).toHaveLength(250)
  expect((await listed()).letters).toHaveLength(1)
  const counted = (await events()).slice(before).map(({ after }) => after.count)
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(250)
  expect((await post('send', { job: 'screen-case' })).json()).toEqual({ sent: 0, left: 0 })
})

test('an unknown letter, job or cursor is refused, and changes nothing', async () => {
  const id = await letter('copy-invoices', { clientId: 1 })
  const hostile: [string, unknown, number][] = [
    ['999999999/send', {}, 404],
    ['0/send', {}, 400],
    ['1e3x/drop', {}, 400],
    [`${id}'--/drop`, {}, 400],
    [`${id}/send`, [], 400],
    [`${id}/drop`, 'x', 415],
    ['send', {}, 400],
    ['send', { job: 'apply-retention' }, 400],
    ['send', { job: ['copy-invoices'] }, 400],
    ['send', { job: { $ne: null } }, 400],
    ['send', null, 400],
  ]
  for (const [path, body, status] of hostile)
    expect([path, body, (await post(path, body)).statusCode]).toEqual([path, body, status])
  for (const query of ['?cursor=WyJ4IiwiMSJd', '?limit=0', '?limit=x', '?job=nonsense'])
    expect([query, (await admin.call('GET', `${LETTERS}${query}`)).statusCode]).toEqual([query, 400])
  expect(enqueued).toEqual([])
  expect((await listed()).letters).toHaveLength(1)
})

test('only administrators can see and retry them', async () => {
  const id = await letter('copy-invoices', { clientId: 1 })
  for (const who of [await app.signIn({ role: 'staff' }), person])
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['POST', `/${id}/send`, {}],
      ['POST', `/${id}/drop`, {}],
      ['POST', '/send', { job: 'copy-invoices' }],
    ] as const)
      expect((await who.call(method, `${LETTERS}${path}`, body)).statusCode).toBe(403)
  expect((await app.call('GET', LETTERS)).statusCode).toBe(401)
})
