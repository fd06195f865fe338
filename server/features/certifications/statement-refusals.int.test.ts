import { beforeAll, describe, expect, test } from 'vitest'
import type { InvestorCategory } from '#contract/certifications/investor-rules.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { ANSWERS, prepare } from '#server/testing/journeys.ts'
import { GOOD_ANSWERS, heldBy, sign, statementOf, statementRows } from '#server/testing/statements.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const evidence = (person: TestUser) => statementRows(app.database, person)
const typeOf = async (person: TestUser) => (await person.call('GET', '/api/user/type')).json()

describe('R18 statements that can’t be signed', () => {
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
    expect((await heldBy(person)).investor_category).toBeNull()
  })

  test.each(['-1', '1e309', '-1e309', '"5"', 'null', 'true', '[]', '{}', '101', '3.333', '1e-9'])(
    'the figure %s is refused',
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
    'today may be written as %s',
    async (certificationDate) => {
      const person = await app.signIn()
      expect((await sign(person, 'restricted', { certificationDate })).statusCode).toBe(200)
    },
  )

  test('R18 the browser can’t set dates and other fields of the server', async () => {
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
  test('is refused if it is someone else’s, with both names', async () => {
    const person = await app.signIn({ name: 'Siobhán O’Brien' })
    const answer = await sign(person, 'restricted', { fullName: 'Grace Hopper' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual({
      'additional_data.fullName':
        'Sign with your own name. We know you as Siobhán O’Brien; you entered Grace Hopper.',
    })
    expect((await sign(person, 'restricted', { fullName: "siobhan o'brien" })).statusCode).toBe(200)
  })

  test('may be the one of the application, started or submitted, if the account has an older one', async () => {
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

  test('is that of someone whom the company named, where the account has none', async () => {
    const person = await app.signIn({ name: 'accounts@firm.example' })
    await person.call('PUT', '/api/onboarding/business/draft', {
      draft: {
        beneficialOwners: [{ id: 'a', fullName: 'Grace Hopper' }],
        primaryRepresentative: { name: 'Ada Lovelace' },
      },
      revision: 0,
    })
    expect((await sign(person, 'restricted', { fullName: 'A' })).json().fields).toEqual({
      'additional_data.fullName':
        'Sign with your own name. We know you as Ada Lovelace or Grace Hopper; you entered A.',
    })
    expect((await sign(person, 'restricted')).statusCode).toBe(200)
  })

  test('is accepted as typed while the account only has an address', async () => {
    const person = await app.signIn({ name: 'ada@people.example' })
    expect((await person.call('GET', '/api/certifications/investor-rules')).json().names).toEqual([])
    expect((await sign(person, 'restricted')).statusCode).toBe(200)
  })
})
