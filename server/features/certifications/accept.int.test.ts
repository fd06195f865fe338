import { describe, expect, test } from 'vitest'
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

test('an acceptance stores the text and records one event', async () => {
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
        textConfirmed: false,
      },
      request_id: answer.headers['x-request-id'],
    },
  ])
})

test('a second acceptance of the same version returns the first', async () => {
  const person = await app.signIn()
  const first = await person.call('POST', '/api/certifications/accept', ACCEPTANCE)
  const second = await person.call('POST', '/api/certifications/accept', ACCEPTANCE)
  expect(second.json()).toEqual(first.json())
  expect((await evidence(person.id)).events).toHaveLength(1)
})

test('an acceptance that replaces another supersedes it', async () => {
  const person = await app.signIn()
  await person.call('POST', '/api/certifications/accept', ACCEPTANCE)
  await person.call('POST', '/api/certifications/accept', { ...ACCEPTANCE, overwrite_existing: true })
  const { rows, events } = await evidence(person.id)
  expect(rows.map(({ current }) => current)).toEqual([false, true])
  expect(events).toHaveLength(2)
})

test('an earlier version is superseded without confirmation', async () => {
  const person = await app.signIn()
  await person.call('POST', '/api/certifications/accept', ACCEPTANCE)
  await app.database.pool.query("update certifications set text_version = 'former' where user_id = $1", [
    person.id,
  ])
  await person.call('POST', '/api/certifications/accept', ACCEPTANCE)
  expect((await evidence(person.id)).rows.map(({ current }) => current)).toEqual([false, true])
})

test('A15 twenty acceptances at once store one, and all are answered with it', async () => {
  const person = await app.signIn()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => person.call('POST', '/api/certifications/accept', ACCEPTANCE)),
  )
  expect(new Set(answers.map((answer) => answer.json().certification?.id)).size).toBe(1)
  expect((await evidence(person.id)).events).toHaveLength(1)
})

test('twenty people at once each get their own acceptance and event', async () => {
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

describe('the text that was shown', () => {
  const shown = async () => {
    const { version, sha256 } = (await app.call('GET', '/api/certifications/risk-disclosure')).json()
    return { version, sha256 }
  }
  const confirmedBy = async (userId: number) => {
    const { rows } = await app.database.pool.query(
      `select text_confirmed as confirmed, superseded_at is null as current,
         (select (after->>'textConfirmed')::boolean from events where subject = 'certification:' || c.id) as recorded
       from certifications c where user_id = $1 order by id`,
      [userId],
    )
    return rows
  }

  test('is recorded as confirmed if it is the one in force', async () => {
    const person = await app.signIn()
    const answer = await person.call('POST', '/api/certifications/accept', {
      ...ACCEPTANCE,
      text_shown: await shown(),
    })
    expect(answer.json().certification.text_confirmed).toBe(true)
    expect(await confirmedBy(person.id)).toEqual([{ confirmed: true, current: true, recorded: true }])
  })

  test.each([
    ['another version', { version: 'former' }],
    ['another text of the same version', { sha256: '0'.repeat(64) }],
  ])('%s is refused, and nothing is recorded', async (_, change) => {
    const person = await app.signIn()
    const text_shown = { ...(await shown()), ...change }
    const answer = await person.call('POST', '/api/certifications/accept', { ...ACCEPTANCE, text_shown })
    expect([answer.statusCode, answer.json().error]).toEqual([409, 'STALE_VERSION'])
    expect(await confirmedBy(person.id)).toEqual([])
  })

  test.each([{}, { version: '2026-11' }, { version: '2026-11-22', sha256: 'x' }, 'yes', null, 7])(
    'cannot be confirmed with %o',
    async (text_shown) => {
      const person = await app.signIn()
      const answer = await person.call('POST', '/api/certifications/accept', { ...ACCEPTANCE, text_shown })
      expect(answer.statusCode).toBe(400)
      expect(await confirmedBy(person.id)).toEqual([])
    },
  )

  test('is shown as not confirmed to the person and to staff, until it is', async () => {
    const person = await app.signIn()
    const admin = await app.signIn({ role: 'admin' })
    const historyFor = async () => {
      const { certifications } = (await admin.call('GET', `/api/admin/users/${person.id}`)).json().data
      return certifications.map((certification: { text_confirmed: boolean }) => certification.text_confirmed)
    }
    await person.call('POST', '/api/certifications/accept', ACCEPTANCE)
    expect((await person.call('GET', '/api/certifications/user')).json().certifications).toMatchObject([
      { text_confirmed: false },
    ])
    expect(await historyFor()).toEqual([false])

    await person.call('POST', '/api/certifications/accept', { ...ACCEPTANCE, text_shown: await shown() })
    expect(await confirmedBy(person.id)).toEqual([
      { confirmed: false, current: false, recorded: false },
      { confirmed: true, current: true, recorded: true },
    ])
    expect(await historyFor()).toEqual([true, false])
    // A further call without a confirmation does not remove it.
    await person.call('POST', '/api/certifications/accept', ACCEPTANCE)
    expect(await historyFor()).toEqual([true, false])
  })
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'https://evil.test/',
  'https:evil.test',
  'https://host@evil.test',
  '//evil.test',
  '/\\evil.test',
  '/\r\nevil.test',
  '/a b',
  'onboarding',
])('T7 A18 A22 the page of an acceptance is one of our paths, not %s', async (reference_url) => {
  const person = await app.signIn()
  const answer = await person.call('POST', '/api/certifications/accept', { ...ACCEPTANCE, reference_url })
  expect([answer.statusCode, answer.json().fields]).toEqual([
    400,
    { reference_url: 'Enter a path of this site' },
  ])
  expect((await evidence(person.id)).rows).toEqual([])
})
