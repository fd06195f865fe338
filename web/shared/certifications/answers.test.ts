import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { INVESTOR_RULES, type InvestorRules } from '#contract/certifications/investor-rules.ts'
import type { PlainDate } from '#domain/plain-date.ts'
import { type AnswerValues, NO_ANSWERS, readAnswers } from './answers.ts'

const TODAY = '2026-11-21' as PlainDate
const rulesOf = (id: InvestorRules['id']) => INVESTOR_RULES.find((rules) => rules.id === id) as InvestorRules
const PLATFORM = rulesOf('platform')

const read = (given: Partial<AnswerValues>, rules = PLATFORM) =>
  readAnswers({ ...NO_ANSWERS, ...given }, rules, TODAY)
const date = (day: string, month: string, year: string) => ({ day, month, year })

describe('answers that meet their category', () => {
  it.each([
    [
      { category: 'restricted', investedPercent: '10', willInvestPercent: ' 7.5 % ' },
      { investedPercent: 10, willInvestPercent: 7.5 },
    ],
    [{ category: 'hnw', income: '£170,000', netAssets: '' }, { income: 170_000 }],
    [
      { category: 'hnw', income: '40 000', netAssets: '430,000.00' },
      { income: 40_000, netAssets: 430_000 },
    ],
    [
      {
        category: 'sophisticated',
        test: 'angel',
        networkName: ' Bristol Angels ',
        memberSince: date('21', '5', '2026'),
      },
      { test: 'angel', networkName: 'Bristol Angels', memberSince: '2026-05-21' },
    ],
    [
      { category: 'sophisticated', test: 'unlisted', investmentCount: '2' },
      { test: 'unlisted', investmentCount: 2 },
    ],
    [
      {
        category: 'sophisticated',
        test: 'director',
        companyName: 'Larkfield Ltd',
        annualTurnover: '1,600,000',
      },
      { test: 'director', companyName: 'Larkfield Ltd', annualTurnover: 1_600_000 },
    ],
    [
      {
        category: 'sophisticated',
        test: 'director',
        companyName: 'Larkfield Ltd',
        annualTurnover: '2000000',
        endedOn: date('1', '2', '2025'),
      },
      { endedOn: '2025-02-01' },
    ],
  ] as const)('are read as people write them: %o', (given, answers) => {
    expect(read(given)).toMatchObject({ investorAnswers: { category: given.category, answers } })
  })

  it('follow the rules in force', () => {
    const given = { category: 'hnw', income: '100000' } as const
    expect(read(given)).toHaveProperty('problems.income.kind', 'unmet')
    expect(read(given, rulesOf('statutory'))).toHaveProperty('investorAnswers.category', 'hnw')
  })
})

/** What people type, including figures around the thresholds. */
const figure = fc.oneof(fc.string(), fc.integer({ min: -10, max: 600_000 }).map(String))

describe('incomplete answers', () => {
  it.each([
    [{}, 'category', 'missing'],
    [{ category: 'restricted', willInvestPercent: '5' }, 'investedPercent', 'missing'],
    [
      { category: 'restricted', investedPercent: 'a tenth', willInvestPercent: '5' },
      'investedPercent',
      'invalid',
    ],
    [
      { category: 'restricted', investedPercent: '120', willInvestPercent: '5' },
      'investedPercent',
      'invalid',
    ],
    [{ category: 'restricted', investedPercent: '10.5', willInvestPercent: '5' }, 'investedPercent', 'unmet'],
    [{ category: 'restricted', investedPercent: '5', willInvestPercent: '11' }, 'willInvestPercent', 'unmet'],
    [{ category: 'hnw' }, 'income', 'missing'],
    [{ category: 'hnw', income: '85k' }, 'income', 'invalid'],
    [{ category: 'hnw', income: '1,70,000' }, 'income', 'invalid'],
    [{ category: 'hnw', income: '-5' }, 'income', 'invalid'],
    [{ category: 'hnw', income: '170000.50' }, 'income', 'invalid'],
    [{ category: 'hnw', income: '£170.000' }, 'income', 'invalid'],
    [{ category: 'hnw', netAssets: '1.600.000,00' }, 'netAssets', 'invalid'],
    [{ category: 'hnw', income: '169999' }, 'income', 'unmet'],
    [{ category: 'hnw', netAssets: '429,999' }, 'netAssets', 'unmet'],
    [{ category: 'sophisticated' }, 'test', 'missing'],
    [
      { category: 'sophisticated', test: 'angel', memberSince: date('1', '1', '2020') },
      'networkName',
      'missing',
    ],
    [{ category: 'sophisticated', test: 'angel', networkName: 'Angels' }, 'memberSince', 'missing'],
    [
      {
        category: 'sophisticated',
        test: 'angel',
        networkName: 'Angels',
        memberSince: date('31', '2', '2020'),
      },
      'memberSince',
      'invalid',
    ],
    [
      {
        category: 'sophisticated',
        test: 'angel',
        networkName: 'Angels',
        memberSince: date('22', '5', '2026'),
      },
      'memberSince',
      'unmet',
    ],
    [{ category: 'sophisticated', test: 'unlisted' }, 'investmentCount', 'missing'],
    [{ category: 'sophisticated', test: 'unlisted', investmentCount: '1' }, 'investmentCount', 'unmet'],
    [
      {
        category: 'sophisticated',
        test: 'director',
        companyName: 'Larkfield Ltd',
        annualTurnover: '2000000',
        endedOn: date('1', '', ''),
      },
      'endedOn',
      'invalid',
    ],
  ] as const)('%o is wrong at %s: %s', (given, field, kind) => {
    const result = read(given)
    expect(result).not.toHaveProperty('investorAnswers')
    expect(result).toHaveProperty(`problems.${field}.kind`, kind)
  })

  it.each([
    ['£170.000', 'Did you mean 170,000? Write the amount in whole pounds, like 170,000'],
    ['1.600.000,00', 'Did you mean 1,600,000? Write the amount in whole pounds, like 1,600,000'],
    ['169,999.99', 'Enter the amount in whole pounds, without pence'],
    ['170.00.0', 'Enter an amount in pounds, like 85000'],
  ])('describe the amount %s: %s', (income, message) => {
    expect(read({ category: 'hnw', income })).toHaveProperty('problems.income.message', message)
  })

  it('show what is missing in each answer at once', () => {
    const result = read({ category: 'restricted' })
    expect('problems' in result && Object.keys(result.problems)).toEqual([
      'investedPercent',
      'willInvestPercent',
    ])
  })

  it('are never accepted, whatever is typed', () => {
    fc.assert(
      fc.property(figure, figure, (income, netAssets) => {
        const result = read({ category: 'hnw', income, netAssets })
        if (!('investorAnswers' in result) || result.investorAnswers.category !== 'hnw') return
        const { answers } = result.investorAnswers
        expect((answers.income ?? 0) >= 170_000 || (answers.netAssets ?? 0) >= 430_000).toBe(true)
      }),
    )
  })
})
