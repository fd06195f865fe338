import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { INVESTOR_CATEGORIES } from '#contract/certifications/investor-rules.ts'
import { statementText } from '#domain/investors/investor-statement.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { eventsOf, rowsOf } from '#server/testing/snapshots.ts'
import {
  GOOD_ANSWERS,
  hasAccepted,
  heldBy,
  sign,
  statementOf,
  statementRows,
  wish,
} from '#server/testing/statements.ts'

let app: TestApp
let statutory: TestApp
beforeAll(async () => {
  app = await testApp()
  statutory = await testApp({ env: { INVESTOR_RULES: 'statutory' } })
})

const evidence = (person: TestUser) => statementRows(app.database, person)

const NOW = new Date('2026-03-10T10:00:00Z')

/** Does something at another time and sets the usual time again. */
async function at<T>(moment: string, work: () => Promise<T>): Promise<T> {
  app.clock.now = new Date(moment)
  try {
    return await work()
  } finally {
    app.clock.now = NOW
  }
}

describe('R18 a signed statement', () => {
  test.each(INVESTOR_CATEGORIES)('as %s stores the complete evidence', async (category) => {
    const person = await app.signIn()
    const answer = await sign(person, category)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      success: true,
      certification: {
        certification_type: 'investor_category',
        certification_name: `investor_${category}`,
        acknowledged_at: '2026-03-10T10:00:00.000Z',
        expires_at: '2027-03-10T00:00:00.000Z',
        status: 'current',
        ends_soon: false,
        investor_category: category,
      },
    })
    const [row] = await evidence(person)
    expect(row).toMatchObject({
      text_version: 'platform-1',
      ip: '127.0.0.1',
      user_agent: expect.any(String),
      additional_data: {
        category,
        answers: GOOD_ANSWERS[category],
        fullName: 'Ada Lovelace',
        certificationDate: '2026-03-10',
        knownNames: ['Ada Lovelace'],
      },
    })
    expect(row.certification_text).toContain('Signed: Ada Lovelace')
    expect(row.text_sha256).toBe(createHash('sha256').update(row.certification_text).digest('hex'))
    expect(await eventsOf(app.database, person.id, 'consent.accepted')).toMatchObject([
      {
        subject: `certification:${row.id}`,
        after: { name: `investor_${category}`, version: 'platform-1', sha256: row.text_sha256 },
        request_id: answer.headers['x-request-id'],
      },
    ])
    expect(await heldBy(person)).toMatchObject({ investor_category: category })
    expect(await hasAccepted(person, `investor_${category}`)).toBe(true)
    expect(await hasAccepted(person, 'trader_certification')).toBe(true)
  })

  test('is the text that the same rules give in the browser', async () => {
    const person = await app.signIn()
    const { rules, legalName, today, names } = (
      await person.call('GET', '/api/certifications/investor-rules')
    ).json()
    expect({ today, names, id: rules.id }).toEqual({
      today: '2026-03-10',
      names: ['Ada Lovelace'],
      id: 'platform',
    })
    const text = statementText({
      rules,
      legalName,
      investorAnswers: { category: 'restricted', answers: GOOD_ANSWERS.restricted },
      fullName: 'Ada Lovelace',
      signedOn: today,
      dateStyle: 'us',
    })
    for (const sent of [text, text.replaceAll('\n', '\r\n')])
      expect((await sign(person, 'restricted', {}, { certification_text: sent })).statusCode).toBe(200)
    expect((await evidence(person)).map((row) => row.certification_text)).toEqual([text])
  })

  test.each([
    ['another text', {}, { certification_text: 'I agree to everything.' }],
    ['another version of the rules', { rulesVersion: 'platform-0' }, {}],
  ])('is refused with %s: it has to be read again', async (_, data, changes) => {
    const person = await app.signIn()
    const answer = await sign(person, 'restricted', data, changes)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      error: 'VALIDATION_ERROR',
      fields: { certification_text: expect.stringContaining('Read it again') },
    })
    expect(await evidence(person)).toEqual([])
  })

  test('follows the rules of the configuration', async () => {
    const person = await statutory.signIn()
    expect((await person.call('GET', '/api/certifications/investor-rules')).json().rules).toMatchObject({
      id: 'statutory',
      hnw: { minIncome: 100_000, minNetAssets: 250_000 },
    })
    expect((await sign(person, 'hnw', { answers: { income: 100_000 } })).statusCode).toBe(200)
    expect(
      (
        await sign(person, 'sophisticated', {
          answers: { test: 'profession', employerName: 'Kestrel Growth' },
        })
      ).statusCode,
    ).toBe(200)
    const refused = await sign(person, 'restricted', {
      answers: { investedPercent: 10, willInvestPercent: 0 },
    })
    expect(refused.json().fields).toEqual({
      'additional_data.answers.investedPercent': expect.stringContaining('less than 10%'),
    })
  })
})

describe('the same statement twice', () => {
  test('A15 is stored once after ten clicks at once, and all are answered with it', async () => {
    const person = await app.signIn()
    const answers = await Promise.all(Array.from({ length: 10 }, () => sign(person, 'hnw')))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200))
    expect(new Set(answers.map((answer) => answer.json().certification.id)).size).toBe(1)
    expect(await evidence(person)).toHaveLength(1)
    expect(await eventsOf(app.database, person.id, 'consent.accepted')).toHaveLength(1)
    expect(await eventsOf(app.database, person.id, 'user.investor_category_set')).toHaveLength(1)
  })

  test('A15 is refused with other figures, unless it should replace the first', async () => {
    const person = await app.signIn()
    await sign(person, 'hnw')
    const other = { answers: { income: 300_000 } }
    expect((await sign(person, 'hnw', other)).json()).toMatchObject({ error: 'DUPLICATE_ENTRY' })
    expect(await evidence(person)).toHaveLength(1)
    const renewals = await Promise.all(
      Array.from({ length: 5 }, () => sign(person, 'hnw', other, { overwrite_existing: true })),
    )
    expect(renewals.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200))
    const rows = await evidence(person)
    expect(rows.map(({ superseded_at }) => superseded_at === null)).toEqual([false, true])
  })

  test('is kept with its own text after a renewal, which runs from its own day', async () => {
    const person = await app.signIn()
    await sign(person, 'restricted')
    const [before] = await evidence(person)
    const renewed = await at('2027-02-20T10:00:00Z', async () => {
      const again = await app.signIn({ name: 'Nobody' })
      await app.database.pool.query('update sessions set user_id = $1 where user_id = $2', [
        person.id,
        again.id,
      ])
      const answer = await sign({ ...again, id: person.id }, 'restricted', {}, { overwrite_existing: true })
      const list = await heldBy(again)
      return { answer: answer.json(), list }
    })
    expect(renewed.answer.certification.expires_at).toBe('2028-02-20T00:00:00.000Z')
    expect(renewed.list.certifications.map(({ status }: { status: string }) => status)).toEqual([
      'current',
      'superseded',
    ])
    const [former, current] = await evidence(person)
    expect(former).toEqual({ ...before, superseded_at: current.acknowledged_at })
  })
})

describe('the mail of a signed statement', () => {
  const mailsOf = async (person: TestUser) =>
    await mailRows(app.database, 'select * from mails where user_id = $1 order by id', person.id)

  test('is sent once, with a reference to the statement, and recorded in the ledger', async () => {
    const person = await app.signIn()
    const { id } = (await sign(person, 'hnw')).json().certification
    await sign(person, 'hnw')
    const mails = await mailsOf(person)
    expect(mails).toMatchObject([
      {
        kind: 'investor-statement-signed',
        to_address: person.email,
        attachments: [{ kind: 'investor-statement', certificationId: id }],
      },
    ])
    expect(mails[0].text).toContain('Mar 10, 2027')
    expect(await eventsOf(app.database, person.id, 'mail.queued')).toMatchObject([
      { subject: 'mail:investor-statement-signed' },
    ])
  })

  test('shows the same PDF in the built-in mailbox that the signer reads', async () => {
    const person = await app.signIn()
    const { statement_url } = (await sign(person, 'hnw')).json().certification
    const [mail] = await mailsOf(person)
    const page = await app.call('GET', `/dev/mailbox/${mail.id}`)
    const link = /href="([^"]*attachments[^"]*)"/.exec(page.body)?.[1]
    expect(link).toBe(`/dev/mailbox/${mail.id}/attachments/0`)
    const attached = await app.call('GET', link ?? '')
    expect(attached.headers['content-type']).toBe('application/pdf')
    expect(attached.rawPayload.equals((await person.call('GET', statement_url)).rawPayload)).toBe(true)
    for (const missing of ['1', '-1', 'x', '0.5'])
      expect((await app.call('GET', `/dev/mailbox/${mail.id}/attachments/${missing}`)).statusCode).toBe(404)
  })

  test('is not sent if nothing was signed', async () => {
    const person = await app.signIn()
    await sign(person, 'hnw', { answers: { income: 1 } })
    expect(await mailsOf(person)).toEqual([])
  })
})

describe('other people', () => {
  test('A01 R14 cannot sign or choose for another', async () => {
    const [victim, attacker] = [await app.signIn(), await app.signIn()]
    const before = await rowsOf(app.database, victim.id)
    const calls = [
      sign(attacker, 'restricted', {}, { userId: victim.id }),
      attacker.call('POST', '/api/users/update-investor-type', {
        investorCategory: 'hnw',
        userId: victim.id,
      }),
      attacker.call('GET', `/api/certifications/check?name=investor_hnw&userId=${victim.id}`),
    ]
    for (const answer of await Promise.all(calls)) expect(answer.statusCode).toBe(403)
    expect(await rowsOf(app.database, victim.id)).toEqual(before)
    expect(await evidence(attacker)).toEqual([])
    expect(await eventsOf(app.database, attacker.id, 'auth.mismatch')).toHaveLength(3)
  })

  test('sign nothing without an account: a visitor’s choice is pending', async () => {
    const visitor = await app.visit()
    await wish(visitor, 'trade')
    const answer = await sign(visitor, 'restricted')
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ error: 'UNAUTHENTICATED' })
    expect(await evidence(visitor)).toEqual([])
    expect((await app.call('POST', '/api/certifications/accept', statementOf('restricted'))).statusCode).toBe(
      401,
    )
    const { rows } = await app.database.pool.query(
      'select pending_user_type, is_trader from users where id = $1',
      [visitor.id],
    )
    expect(rows).toEqual([{ pending_user_type: 'trade', is_trader: false }])
  })

  test('have no effect on one’s own list', async () => {
    const [signer, other] = [await app.signIn(), await app.signIn()]
    await sign(signer, 'restricted')
    expect(await heldBy(other)).toEqual({ certifications: [], investor_category: null })
  })
})
