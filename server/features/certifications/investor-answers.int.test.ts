import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { sign, statementRows } from '#server/testing/statements.ts'

let app: TestApp
let started: Date
beforeAll(async () => {
  app = await testApp()
  started = app.clock.now
})

const at = (hours: number) => new Date(started.getTime() + hours * 3_600_000)
const give = (person: TestUser, answers: object, category = 'hnw') =>
  person.call('POST', '/api/certifications/investor-answers', { category, answers })
const attemptsOf = async (person: TestUser) =>
  (await person.call('GET', '/api/certifications/investor-rules')).json().attempts
async function kept(person: TestUser) {
  const { rows } = await app.database.pool.query(
    `select category, answers, jsonb_array_length(unmet) = 0 as met, certification_id::int as statement
     from investor_answers where user_id = $1 order by id`,
    [person.id],
  )
  return rows
}

/** Moves someone's answers into the past, because a session would end before a day has passed. */
const agoBy = (person: TestUser, time: string) =>
  app.database.pool.query(
    'update investor_answers set given_at = given_at - $2::interval where user_id = $1',
    [person.id, time],
  )

/** Someone whose questions have been closed since `started`. */
async function closed(): Promise<TestUser> {
  app.clock.now = started
  const person = await app.signIn()
  await give(person, { income: 1000 })
  await give(person, { income: 169_999 })
  return person
}

describe('answers to the investor questions', () => {
  test('that do not qualify are stored, counted, and answered with what is needed', async () => {
    app.clock.now = started
    const person = await app.signIn()
    expect(await attemptsOf(person)).toEqual({ left: 2, opens_at: null })
    const first = await give(person, { income: 1000 })
    expect(first.json()).toEqual({
      unmet: [{ field: 'income', message: expect.stringContaining('£1,000') }],
      attempts: { left: 1, opens_at: null },
    })
    const second = await give(person, { investedPercent: 50, willInvestPercent: 0 }, 'restricted')
    expect(second.json().attempts).toEqual({ left: 0, opens_at: at(24).toISOString() })
    expect(await attemptsOf(person)).toEqual({ left: 0, opens_at: at(24).toISOString() })
    await app.database.pool.query("update users set pending_user_type = 'invest' where id = $1", [person.id])
    const { standing } = (await person.call('GET', '/api/verification/status')).json()
    expect(standing.steps[2]).toMatchObject({
      id: 'trader_certification',
      status: 'required',
      opensAt: at(24).toISOString(),
    })
    expect(await kept(person)).toEqual([
      { category: 'hnw', answers: { income: 1000 }, met: false, statement: null },
      {
        category: 'restricted',
        answers: { investedPercent: 50, willInvestPercent: 0 },
        met: false,
        statement: null,
      },
    ])
    const { rows } = await app.database.pool.query(
      "select after from events where user_id = $1 and type = 'consent.answered' order by id",
      [person.id],
    )
    expect(rows.map(({ after }) => after)).toEqual([
      { rulesVersion: 'platform-1', category: 'hnw', met: false },
      { rulesVersion: 'platform-1', category: 'restricted', met: false },
    ])
  })

  test('that do not qualify twice within a day close questions and signature for a day, in every category', async () => {
    const person = await closed()
    await agoBy(person, '23 hours 59 minutes')
    const again = await give(person, { income: 200_000 })
    expect([again.statusCode, again.json().error]).toEqual([409, 'INVALID_STATE'])
    expect(again.json().message).toMatch(/again from \w+ \d+, \d{4}, \d\d:\d\d (GMT|BST)\./)
    expect((await sign(person, 'restricted')).json().error).toBe('INVALID_STATE')
    expect(await kept(person)).toHaveLength(2)
    expect(await statementRows(app.database, person)).toEqual([])

    await agoBy(person, '1 minute')
    expect(await attemptsOf(person)).toEqual({ left: 2, opens_at: null })
    expect((await give(person, { income: 200_000 })).json().unmet).toEqual([])
    expect((await sign(person, 'hnw', { answers: { income: 200_000 } })).statusCode).toBe(200)
  })

  test('count as one attempt if the same ones are sent again, from another tab or at once', async () => {
    app.clock.now = started
    const person = await app.signIn()
    const answers = await Promise.all(Array.from({ length: 5 }, () => give(person, { income: 1000 })))
    expect(answers.map((answer) => answer.json().attempts.left)).toEqual([1, 1, 1, 1, 1])
    expect(await kept(person)).toHaveLength(1)
  })

  test('count up to the limit and no further if many different ones arrive at once', async () => {
    app.clock.now = started
    const person = await app.signIn()
    const answers = await Promise.all([1, 2, 3, 4, 5].map((income) => give(person, { income })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 409, 409, 409])
    expect(await kept(person)).toHaveLength(2)
  })

  test('are each person’s own, and start again under other rules', async () => {
    const person = await closed()
    const other = await app.signIn()
    expect(await attemptsOf(other)).toEqual({ left: 2, opens_at: null })
    await app.database.pool.query(
      "update investor_answers set rules_version = 'platform-0' where user_id = $1",
      [person.id],
    )
    expect(await attemptsOf(person)).toEqual({ left: 2, opens_at: null })
    expect((await give(person, { income: 200_000 })).statusCode).toBe(200)
  })

  test('also count if they are only sent with a signature', async () => {
    app.clock.now = started
    const person = await app.signIn()
    expect((await sign(person, 'hnw', { answers: { income: 1 } })).json().error).toBe('VALIDATION_ERROR')
    expect((await sign(person, 'hnw', { answers: { income: 2 } })).json().error).toBe('VALIDATION_ERROR')
    expect((await sign(person, 'hnw')).json().error).toBe('INVALID_STATE')
    expect(await attemptsOf(person)).toEqual({ left: 0, opens_at: at(24).toISOString() })
  })

  test('are stored with the statement, first ones and changes, and shown to signer and staff', async () => {
    app.clock.now = started
    const person = await app.signIn()
    const admin = await app.signIn({ role: 'admin' })
    await give(person, { income: 90_000 })
    const signed = await sign(person, 'hnw', { answers: { income: 185_000 } })
    const { id } = signed.json().certification
    expect(await kept(person)).toEqual([
      { category: 'hnw', answers: { income: 90_000 }, met: false, statement: id },
      { category: 'hnw', answers: { income: 185_000 }, met: true, statement: id },
    ])
    const paths = [person, admin].map((reader) => reader.call('GET', `/api/certifications/${id}/statement`))
    for (const answer of await Promise.all(paths)) {
      const words = (await pdfText(answer.rawPayload)).join('')
      expect(words).toMatch(/Firstanswers,.*income£90,000\.Theydidnotmeetthecategory/)
      expect(words).toMatch(/Changedanswers,.*income£185,000\.Theymetthecategory/)
    }
    // The same signature again is not another attempt, and later answers belong to the next statement.
    await sign(person, 'hnw', { answers: { income: 185_000 } })
    await give(person, { income: 3 })
    expect((await kept(person)).map(({ statement }) => statement)).toEqual([id, id, null])
  })

  test.each([
    {},
    { category: 'hnw' },
    { category: 'wealthy', answers: {} },
    { category: 'hnw', answers: { income: -1 } },
    { category: 'restricted', answers: { income: 5 } },
    {
      category: 'sophisticated',
      answers: { test: 'angel', networkName: '', memberSince: '2020-01-01' },
    },
  ])('cannot be %o', async (body) => {
    const person = await app.signIn()
    const answer = await person.call('POST', '/api/certifications/investor-answers', body)
    expect(answer.statusCode).toBe(400)
    expect(await kept(person)).toEqual([])
  })
})
