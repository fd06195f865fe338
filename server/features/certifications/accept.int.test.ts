import { expect, test } from 'vitest'
import { verifyLedger } from '#server/platform/ledger/verify-ledger.ts'
import { testApp } from '#server/testing/app.ts'

const app = await testApp()
const ACCEPTANCE = { certification_type: 'risk_disclosure', certification_name: 'main_risk_disclosure' }

async function evidence(userId: number) {
  const { rows } = await app.database.pool.query(
    `select id::int, text_version, length(certification_text) > 1000 as whole,
       encode(sha256(convert_to(certification_text, 'UTF8')), 'hex') = text_sha256 as intact, superseded_at is null as current
     from certifications where user_id = $1 order by id`,
    [userId],
  )
  const events = await app.database.pool.query(
    "select subject, after, request_id from events where user_id = $1 and type = 'consent.accepted' order by id",
    [userId],
  )
  return { rows, events: events.rows }
}

test('an acceptance keeps the text and leaves one event', async () => {
  const person = await app.signIn()
  const answer = await person.call('POST', '/api/certifications/accept', ACCEPTANCE)
  expect(answer.json()).toMatchObject({
    success: true,
    certification: { certification_type: 'risk_disclosure' },
  })
  const { rows, events } = await evidence(person.id)
  expect(rows).toEqual([
    {
      id: answer.json().certification.id,
      text_version: expect.any(String),
      whole: true,
      intact: true,
      current: true,
    },
  ])
  expect(events).toEqual([
    {
      subject: `certification:${rows[0].id}`,
      after: {
        name: 'main_risk_disclosure',
        version: rows[0].text_version,
        sha256: expect.any(String),
        expiresAt: null,
      },
      request_id: answer.headers['x-request-id'],
    },
  ])
})

test('a second acceptance of the same version answers with the first', async () => {
  const person = await app.signIn()
  const first = await person.call('POST', '/api/certifications/accept', ACCEPTANCE)
  const second = await person.call('POST', '/api/certifications/accept', ACCEPTANCE)
  expect(second.json()).toEqual(first.json())
  expect((await evidence(person.id)).events).toHaveLength(1)
})

test('an acceptance that replaces supersedes the former one', async () => {
  const person = await app.signIn()
  await person.call('POST', '/api/certifications/accept', ACCEPTANCE)
  await person.call('POST', '/api/certifications/accept', { ...ACCEPTANCE, overwrite_existing: true })
  const { rows, events } = await evidence(person.id)
  expect(rows.map(({ current }) => current)).toEqual([false, true])
  expect(events).toHaveLength(2)
})

test('a former version is superseded without asking', async () => {
  const person = await app.signIn()
  await person.call('POST', '/api/certifications/accept', ACCEPTANCE)
  await app.database.pool.query("update certifications set text_version = 'former' where user_id = $1", [
    person.id,
  ])
  await person.call('POST', '/api/certifications/accept', ACCEPTANCE)
  expect((await evidence(person.id)).rows.map(({ current }) => current)).toEqual([false, true])
})

test('A15 of twenty at once one is kept, and all are answered with it', async () => {
  const person = await app.signIn()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => person.call('POST', '/api/certifications/accept', ACCEPTANCE)),
  )
  expect(new Set(answers.map((answer) => answer.json().certification?.id)).size).toBe(1)
  expect((await evidence(person.id)).events).toHaveLength(1)
})

test('of twenty people at once each has an acceptance and an event of their own', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => app.signIn()))
  const answers = await Promise.all(
    people.map((person, i) =>
      person.call('POST', '/api/certifications/accept', {
        ...ACCEPTANCE,
        additional_data: { source: `place ${i}` },
      }),
    ),
  )
  const kept = await Promise.all(people.map(({ id }) => evidence(id)))
  expect(kept.map(({ rows }) => rows.map(({ id }) => id))).toEqual(
    answers.map((answer) => [answer.json().certification.id]),
  )
  expect(kept.map(({ events }) => events.map(({ request_id }) => request_id))).toEqual(
    answers.map((answer) => [answer.headers['x-request-id']]),
  )
  const { rows } = await app.database.pool.query(
    "select additional_data->>'source' as source from certifications where user_id = any($1) order by array_position($1, user_id)",
    [people.map(({ id }) => id)],
  )
  expect(rows).toEqual(people.map((_, i) => ({ source: `place ${i}` })))
  expect((await verifyLedger(app.database)).faults).toEqual([])
})

test('twenty replacements at once leave one in force', async () => {
  const person = await app.signIn()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      person.call('POST', '/api/certifications/accept', { ...ACCEPTANCE, overwrite_existing: true }),
    ),
  )
  expect(answers.filter(({ statusCode }) => statusCode !== 200 && statusCode !== 503)).toEqual([])
  const { rows, events } = await evidence(person.id)
  expect(rows.filter(({ current }) => current)).toHaveLength(1)
  expect(events).toHaveLength(rows.length)
})
