import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { INVESTOR_CATEGORIES, type InvestorCategory } from '#contract/investor-rules.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { ANSWERS, prepare } from '#server/testing/journeys.ts'
import { eventsOf, rowsOf } from '#server/testing/snapshots.ts'
import { GOOD_ANSWERS, sign, statementOf } from '#server/testing/statements.ts'

let app: TestApp
let statutory: TestApp
beforeAll(async () => {
  app = await testApp()
  statutory = await testApp({ env: { INVESTOR_RULES: 'statutory' } })
})

const NOW = new Date('2026-03-10T10:00:00Z')

/** Someone at a time of their own; the next test starts at the usual one again. */
async function at<T>(moment: string, work: () => Promise<T>): Promise<T> {
  app.clock.now = new Date(moment)
  try {
    return await work()
  } finally {
    app.clock.now = NOW
  }
}

async function evidence(person: TestUser) {
  const { rows } = await app.database.pool.query(
    "select * from certifications where user_id = $1 and certification_type = 'investor_category' order by id",
    [person.id],
  )
  return rows
}

const held = async (person: TestUser) => (await person.call('GET', '/api/certifications/user')).json()
const hasAccepted = async (person: TestUser, name: string) =>
  (await person.call('GET', `/api/certifications/check?name=${name}`)).json().hasAccepted
const typeOf = async (person: TestUser) => (await person.call('GET', '/api/user/type')).json()

/** Chooses a type that waits for its certification, as onboarding does. */
const wish = (person: TestUser, user_type: 'trade' | 'invest') =>
  person.call('POST', '/api/users/update-type', { user_type, skipCertificationCheck: true })

describe('R18 a statement that is signed', () => {
  test.each(INVESTOR_CATEGORIES)('as %s keeps the whole evidence', async (category) => {
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
    expect(await held(person)).toMatchObject({ investor_category: category })
    expect(await hasAccepted(person, `investor_${category}`)).toBe(true)
    expect(await hasAccepted(person, 'trader_certification')).toBe(true)
  })

  test('is the text that the rules, built in the browser, give', async () => {
    const person = await app.signIn()
    const { rules, legalName, today, names } = (
      await person.call('GET', '/api/certifications/investor-rules')
    ).json()
    expect({ today, names, id: rules.id }).toEqual({
      today: '2026-03-10',
      names: ['Ada Lovelace'],
      id: 'platform',
    })
    const { statementText } = await import('#domain/investor-statement.ts')
    const text = statementText({
      rules,
      legalName,
      claim: { category: 'restricted', answers: GOOD_ANSWERS.restricted },
      fullName: 'Ada Lovelace',
      signedOn: today,
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

  test('is told by the rules of the configuration', async () => {
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

describe('R18 what is not signed', () => {
  const NOT_ELIGIBLE: [InvestorCategory, object, string][] = [
    ['restricted', { investedPercent: 10.01, willInvestPercent: 0 }, 'answers.investedPercent'],
    ['restricted', { investedPercent: 0, willInvestPercent: 50 }, 'answers.willInvestPercent'],
    ['hnw', { income: 169_999 }, 'answers.income'],
    ['hnw', { netAssets: 429_999 }, 'answers.netAssets'],
    ['hnw', {}, 'answers.income'],
    ['sophisticated', { test: 'angel', networkName: 'A', memberSince: '2025-09-11' }, 'answers.memberSince'],
    ['sophisticated', { test: 'angel', networkName: 'A', memberSince: '2026-03-11' }, 'answers.memberSince'],
    ['sophisticated', { test: 'unlisted', investmentCount: 1 }, 'answers.investmentCount'],
    [
      'sophisticated',
      { test: 'director', companyName: 'A', annualTurnover: 1_599_999 },
      'answers.annualTurnover',
    ],
    ['sophisticated', { test: 'profession', employerName: 'A' }, 'answers.test'],
  ]
  test.each(NOT_ELIGIBLE)('%s with %o is refused at %s', async (category, answers, field) => {
    const person = await app.signIn()
    const answer = await sign(person, category, { answers })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      error: 'VALIDATION_ERROR',
      fields: { [`additional_data.${field}`]: expect.any(String) },
    })
    expect(await evidence(person)).toEqual([])
    expect((await held(person)).investor_category).toBeNull()
  })

  test.each(['-1', '1e309', '-1e309', '"5"', 'null', 'true', '[]', '{}', '101', '3.333', '1e-9'])(
    'the figure %s is no answer',
    async (figure) => {
      const person = await app.signIn()
      const body = JSON.stringify(
        statementOf('restricted', { answers: { investedPercent: 0, willInvestPercent: 777 } }),
      )
      const answer = await person.call(
        'POST',
        '/api/certifications/accept',
        body.replace('"investedPercent":0', `"investedPercent":${figure}`).replace('777', '0'),
        { 'content-type': 'application/json' },
      )
      expect(answer.statusCode).toBe(400)
      expect(Object.keys(answer.json().fields)).toEqual(['additional_data.answers.investedPercent'])
      expect(await evidence(person)).toEqual([])
    },
  )

  test('NaN is not even JSON', async () => {
    const person = await app.signIn()
    const body = JSON.stringify(statementOf('hnw', { answers: { income: 0 } })).replace(
      '"income":0',
      '"income":NaN',
    )
    const answer = await person.call('POST', '/api/certifications/accept', body, {
      'content-type': 'application/json',
    })
    expect(answer.statusCode).toBe(400)
  })

  test.each([
    ['no category', { category: undefined }, {}, 'additional_data.category'],
    ['an unknown category', { category: 'wealthy' }, {}, 'additional_data.category'],
    ['a name of another category', {}, { certification_name: 'investor_hnw' }, 'certification_name'],
    ['an unknown name', {}, { certification_name: 'investor_rich' }, 'certification_name'],
    ['no full name', { fullName: ' ' }, {}, 'additional_data.fullName'],
    ['no risk acknowledgement', { acknowledgedRisk: false }, {}, 'additional_data.acknowledgedRisk'],
    ['no acknowledgement', { acknowledgedStatement: undefined }, {}, 'additional_data.acknowledgedStatement'],
    ['no answers', { answers: undefined }, {}, 'additional_data.answers'],
    [
      'answers of another category',
      { answers: GOOD_ANSWERS.hnw },
      {},
      'additional_data.answers.investedPercent',
    ],
    ['yesterday’s date', { certificationDate: '2026-03-09' }, {}, 'additional_data.certificationDate'],
    ['tomorrow’s date', { certificationDate: '2026-03-11' }, {}, 'additional_data.certificationDate'],
    ['a date that is none', { certificationDate: '2026-02-31' }, {}, 'additional_data.certificationDate'],
    ['nothing signed', {}, { additional_data: undefined }, 'additional_data'],
    ['an unknown type', {}, { certification_type: 'investor' }, 'certification_type'],
  ])('%s is refused at its field', async (_, data, changes, field) => {
    const person = await app.signIn()
    const answer = await sign(person, 'restricted', data, changes)
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().fields)).toContain(field)
    expect(await evidence(person)).toEqual([])
  })

  test.each(['2026-03-10', '2026-03-10T09:59:00Z', '2026-03-10T11:30:00+01:00'])(
    'today may be written %s',
    async (certificationDate) => {
      const person = await app.signIn()
      expect((await sign(person, 'restricted', { certificationDate })).statusCode).toBe(200)
    },
  )

  test('R18 dates and what else is the server’s own are not the browser’s to set', async () => {
    const person = await app.signIn()
    await sign(
      person,
      'restricted',
      { expires_at: '2099-01-01' },
      {
        acknowledged_at: '2020-01-01',
        expires_at: '2099-01-01',
        status: 'current',
        is_trader: true,
      },
    )
    const [row] = await evidence(person)
    expect(row.expires_at.toISOString()).toBe('2027-03-10T00:00:00.000Z')
    expect(await typeOf(person)).toMatchObject({ is_trader: false, is_investor: false })
  })
})

describe('the name', () => {
  test('of somebody else is refused, with both names', async () => {
    const person = await app.signIn({ name: 'Siobhán O’Brien' })
    const answer = await sign(person, 'restricted', { fullName: 'Grace Hopper' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual({
      'additional_data.fullName':
        'Sign with your own name. We know you as Siobhán O’Brien; you entered Grace Hopper.',
    })
    expect((await sign(person, 'restricted', { fullName: "siobhan o'brien" })).statusCode).toBe(200)
  })

  test('of the application, begun or submitted, counts where the account has an older one', async () => {
    const person = await app.signIn({ name: 'Ada Byron' })
    expect((await sign(person, 'restricted')).statusCode).toBe(400)
    await person.call('PUT', '/api/onboarding/consumer/draft', {
      draft: { firstName: 'Ada', lastName: 'Lovelace' },
      revision: 0,
    })
    expect((await sign(person, 'restricted')).statusCode).toBe(200)
    const submitter = await app.signIn({ name: 'Ada Byron' })
    await prepare(submitter)
    await submitter.call('POST', '/api/onboarding/kyc', ANSWERS)
    expect((await sign(submitter, 'hnw')).statusCode).toBe(200)
    expect((await sign(submitter, 'restricted', { fullName: 'Ada Byron' })).statusCode).toBe(200)
  })

  test('is taken as it is while the account knows only an address', async () => {
    const person = await app.signIn({ name: 'ada@people.example' })
    expect((await person.call('GET', '/api/certifications/investor-rules')).json().names).toEqual([])
    expect((await sign(person, 'restricted')).statusCode).toBe(200)
  })
})

describe('the same statement twice', () => {
  test('A15 of ten clicks at once one is kept, and all are answered with it', async () => {
    const person = await app.signIn()
    const answers = await Promise.all(Array.from({ length: 10 }, () => sign(person, 'hnw')))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200))
    expect(new Set(answers.map((answer) => answer.json().certification.id)).size).toBe(1)
    expect(await evidence(person)).toHaveLength(1)
    expect(await eventsOf(app.database, person.id, 'consent.accepted')).toHaveLength(1)
    expect(await eventsOf(app.database, person.id, 'user.investor_category_set')).toHaveLength(1)
  })

  test('A15 with other figures is refused, unless it is meant to replace the first', async () => {
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

  test('a renewal keeps the former one, with its own words, and runs from its own day', async () => {
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
      const list = await held(again)
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

describe('the user type', () => {
  test.each([
    ['trade', 'is_trader'],
    ['invest', 'is_investor'],
  ] as const)(
    'R17 %s, which waited, is in force with its flag once a statement is signed',
    async (type, flag) => {
      const person = await app.signIn()
      await wish(person, type)
      expect(await typeOf(person)).toMatchObject({ user_type: null, is_trader: false, is_investor: false })
      const answer = await sign(person, 'restricted')
      expect(answer.json()).toMatchObject({ user_type: type, pending_user_type: null })
      const stored = await typeOf(person)
      expect(stored).toMatchObject({ user_type: type, [flag]: true })
      expect(Object.entries(stored).filter(([, value]) => value === true)).toEqual([[flag, true]])
      expect((await person.call('GET', '/api/verification/status')).json()).toMatchObject({
        pendingUserType: null,
        investorStatement: { category: 'restricted', standing: 'valid', daysLeft: 365 },
      })
      expect(await eventsOf(app.database, person.id, 'user.type_chosen')).toMatchObject([
        { after: { pendingUserType: type } },
        { before: { pendingUserType: type }, after: { userType: type, pendingUserType: null } },
      ])
    },
  )

  test('R17 of somebody who wants neither stays as it is', async () => {
    const person = await app.signIn()
    await person.call('POST', '/api/users/update-type', { user_type: 'sell' })
    const answer = await sign(person, 'hnw')
    expect(answer.json()).toMatchObject({ user_type: 'sell', pending_user_type: null })
    expect(await typeOf(person)).toMatchObject({ user_type: 'sell', is_seller: true, is_investor: false })
  })

  test('R17 after a refused statement still waits', async () => {
    const person = await app.signIn()
    await wish(person, 'trade')
    await sign(person, 'hnw', { answers: { income: 1 } })
    expect(await typeOf(person)).toMatchObject({ user_type: null, is_trader: false })
  })
})

describe('the category in force', () => {
  const choose = (person: TestUser, investorCategory: string, more: object = {}) =>
    person.call('POST', '/api/users/update-investor-type', { investorCategory, ...more })

  test('R17 can only be one of which a statement is held', async () => {
    const person = await app.signIn()
    const refused = await choose(person, 'hnw')
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({
      error: 'CERTIFICATION_REQUIRED',
      requiresCertification: true,
      certificationType: 'trader',
    })
    await sign(person, 'restricted')
    expect((await choose(person, 'hnw')).statusCode).toBe(403)
    expect((await held(person)).investor_category).toBe('restricted')
  })

  test('of two statements is the one chosen, and choosing it twice is choosing it once', async () => {
    const person = await app.signIn()
    await sign(person, 'restricted')
    await sign(person, 'sophisticated')
    expect((await held(person)).investor_category).toBe('sophisticated')
    for (let time = 0; time < 2; time++)
      expect(
        (await choose(person, 'restricted', { userId: person.id, overwrite_existing: true })).json(),
      ).toMatchObject({
        success: true,
        investor_category: 'restricted',
      })
    expect((await held(person)).investor_category).toBe('restricted')
    const events = await eventsOf(app.database, person.id, 'user.investor_category_set')
    expect(events.map(({ after }) => after)).toEqual([
      { investorCategory: 'restricted' },
      { investorCategory: 'sophisticated' },
      { investorCategory: 'restricted' },
    ])
    const rows = await evidence(person)
    expect(rows.filter(({ superseded_at }) => superseded_at === null)).toHaveLength(2)
  })

  test('puts a type that waits into force as well', async () => {
    const person = await app.signIn()
    await sign(person, 'hnw')
    await app.database.pool.query("update users set pending_user_type = 'invest' where id = $1", [person.id])
    expect((await choose(person, 'hnw')).json()).toMatchObject({
      user_type: 'invest',
      pending_user_type: null,
      flags: { is_investor: true, is_trader: false },
    })
  })

  test.each(['wealthy', '', null, 7, ['hnw']])('%j is no category', async (investorCategory) => {
    const person = await app.signIn()
    const answer = await person.call('POST', '/api/users/update-investor-type', { investorCategory })
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().fields)).toEqual(['investorCategory'])
  })
})

describe('a statement whose end has come', () => {
  test('R17 R18 counts no longer, from the first moment of that day in London', async () => {
    const person = await app.signIn()
    await sign(person, 'hnw')
    await app.database.pool.query(
      "update certifications set expires_at = '2026-03-10T10:00:00Z' where user_id = $1",
      [person.id],
    )
    expect(await hasAccepted(person, 'investor_hnw')).toBe(false)
    expect(await hasAccepted(person, 'trader_certification')).toBe(false)
    expect((await held(person)).certifications).toMatchObject([{ status: 'expired', ends_soon: false }])
    expect((await person.call('GET', '/api/verification/status')).json()).toMatchObject({
      certifications: [],
      investorStatement: { standing: 'expired', daysLeft: 0 },
    })
    const choice = await person.call('POST', '/api/users/update-investor-type', { investorCategory: 'hnw' })
    expect(choice.statusCode).toBe(403)
    await app.database.pool.query('update users set onboarding_completed_at = now() where id = $1', [
      person.id,
    ])
    const type = await person.call('POST', '/api/users/update-type', { user_type: 'trade' })
    expect(type.json()).toMatchObject({ error: 'CERTIFICATION_REQUIRED', requiresCertification: true })
    // Signing anew needs no leave to replace: nothing in force is replaced.
    expect((await sign(person, 'hnw', { answers: { income: 200_000 } })).statusCode).toBe(200)
    expect((await held(person)).certifications.map(({ status }: { status: string }) => status)).toEqual([
      'current',
      'superseded',
    ])
  })

  test('is announced in its last 30 days', async () => {
    const person = await app.signIn()
    await sign(person, 'hnw')
    await app.database.pool.query(
      "update certifications set expires_at = '2026-04-09T00:00:00Z' where user_id = $1",
      [person.id],
    )
    expect((await held(person)).certifications).toMatchObject([{ status: 'current', ends_soon: true }])
    expect((await person.call('GET', '/api/verification/status')).json().investorStatement).toMatchObject({
      standing: 'ends_soon',
      daysLeft: 30,
    })
  })
})

describe('the mail of a signed statement', () => {
  const mailsOf = async (person: TestUser) =>
    (await app.database.pool.query('select * from mails where user_id = $1 order by id', [person.id])).rows

  test('goes once, with the statement by reference, and is told in the ledger', async () => {
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
    expect(mails[0].text).toContain('10 March 2027')
    expect(await eventsOf(app.database, person.id, 'mail.queued')).toMatchObject([
      { subject: 'mail:investor-statement-signed' },
    ])
  })

  test('shows in the built-in mailbox with the same PDF that the signer reads', async () => {
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

  test('is not sent when nothing was signed', async () => {
    const person = await app.signIn()
    await sign(person, 'hnw', { answers: { income: 1 } })
    expect(await mailsOf(person)).toEqual([])
  })
})

describe('other people', () => {
  test('A01 R14 nobody signs or chooses for another', async () => {
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

  test('who have not signed in sign nothing: a visitor’s choice waits', async () => {
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

  test('have nothing to do with one’s own list', async () => {
    const [signer, other] = [await app.signIn(), await app.signIn()]
    await sign(signer, 'restricted')
    expect(await held(other)).toEqual({ certifications: [], investor_category: null })
  })
})
