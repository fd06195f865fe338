import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  HnwAnswers,
  RestrictedAnswers,
  SophisticatedAnswers,
} from '#contract/certifications/investor-answers.ts'
import {
  INVESTOR_RULES,
  type InvestorRuleSetId,
  type InvestorRules,
} from '#contract/certifications/investor-rules.ts'
import { addDays, addMonths, type PlainDate, parsePlainDate } from '#domain/plain-date.ts'
import { investorRulesOn } from './investor-criteria.ts'
import { investorEligibility } from './investor-eligibility.ts'

const TODAY = parsePlainDate('2026-03-10') as PlainDate
const rulesOf = (id: InvestorRuleSetId) => investorRulesOn(id, TODAY)
const [platform, statutory] = [rulesOf('platform'), rulesOf('statutory')]

/** The answers that are at fault; empty if eligible. */
const unmet = (
  rules: InvestorRules,
  investorAnswers: Parameters<typeof investorEligibility>[1],
  today = TODAY,
) => {
  const result = investorEligibility(rules, investorAnswers, today, 'us')
  return result.eligible ? [] : result.unmet.map(({ field }) => field)
}
const restricted = (investedPercent: number, willInvestPercent = 0) => ({
  category: 'restricted' as const,
  answers: { investedPercent, willInvestPercent },
})
const hnw = (answers: HnwAnswers) => ({ category: 'hnw' as const, answers })
const sophisticated = (answers: SophisticatedAnswers) => ({ category: 'sophisticated' as const, answers })

describe('a restricted investor', () => {
  it.each([
    ['platform', 9.99, []],
    ['platform', 10, []],
    ['platform', 10.01, ['investedPercent']],
    ['statutory', 9.99, []],
    ['statutory', 10, ['investedPercent']],
    ['statutory', 10.01, ['investedPercent']],
    ['statutory', 0, []],
  ] as const)('under the %s rules with %d%% invested fails at %j', (id, percent, expected) =>
    expect(unmet(rulesOf(id), restricted(percent))).toEqual(expected),
  )

  it('is told about both parts, with what was answered and what is needed', () => {
    expect(investorEligibility(platform, restricted(12, 50.5), TODAY, 'us')).toEqual({
      eligible: false,
      unmet: [
        {
          field: 'investedPercent',
          message:
            'You invested 12% in the past 12 months. A restricted investor has invested no more than 10% of their net assets.',
        },
        {
          field: 'willInvestPercent',
          message:
            'You plan to invest 50.5% in the next 12 months. A restricted investor invests no more than 10% of their net assets.',
        },
      ],
    })
  })

  it('depends only on the limit, in hundredths of a per cent', () => {
    const hundredths = fc.integer({ min: 0, max: 10_000 })
    fc.assert(
      fc.property(hundredths, hundredths, (past, next) => {
        const investorAnswers = restricted(past / 100, next / 100)
        expect(unmet(platform, investorAnswers).length === 0).toBe(past <= 1000 && next <= 1000)
        expect(unmet(statutory, investorAnswers).length === 0).toBe(past < 1000 && next < 1000)
        expect(RestrictedAnswers.safeParse(investorAnswers.answers).success).toBe(true)
      }),
    )
  })
})

describe('a high net worth investor', () => {
  it.each([
    ['platform', { income: 170_000 }, []],
    ['platform', { income: 169_999 }, ['income']],
    ['platform', { netAssets: 430_000 }, []],
    ['platform', { netAssets: 429_999 }, ['netAssets']],
    ['platform', { income: 0, netAssets: 430_000 }, []],
    ['platform', { income: 170_000, netAssets: 0 }, []],
    ['platform', { income: 100_000, netAssets: 250_000 }, ['income', 'netAssets']],
    ['statutory', { income: 100_000 }, []],
    ['statutory', { income: 99_999 }, ['income']],
    ['statutory', { netAssets: 250_000 }, []],
    ['statutory', { netAssets: 249_999, income: null }, ['netAssets']],
    ['statutory', {}, ['income']],
  ] as const)('under the %s rules with %o fails at %j', (id, answers, expected) =>
    expect(unmet(rulesOf(id), hnw(answers))).toEqual(expected),
  )

  it('needs one of the two figures, whatever the other is', () => {
    const amount = fc.option(fc.integer({ min: 0, max: 2_000_000 }), { nil: null })
    fc.assert(
      fc.property(fc.constantFrom(...INVESTOR_RULES), amount, amount, (rules, income, netAssets) => {
        const enough = (income ?? -1) >= rules.hnw.minIncome || (netAssets ?? -1) >= rules.hnw.minNetAssets
        expect(unmet(rules, hnw({ income, netAssets })).length === 0).toBe(enough)
      }),
    )
  })
})

describe('a sophisticated investor', () => {
  const angel = (memberSince: string) =>
    sophisticated({ test: 'angel', networkName: 'Northern Angels', memberSince })

  it.each([
    ['platform', '2025-09-10', []],
    ['platform', '2025-09-11', ['memberSince']],
    ['statutory', '2025-09-09', []],
    ['statutory', '2025-09-10', ['memberSince']],
    ['platform', '2026-03-11', ['memberSince']],
    ['platform', '1899-12-31', ['memberSince']],
    ['platform', '1900-01-01', []],
    ['platform', '2025-02-31', ['memberSince']],
  ] as const)('under the %s rules as an angel since %s fails at %j', (id, since, expected) =>
    expect(unmet(rulesOf(id), angel(since))).toEqual(expected),
  )

  it('counts calendar months: the last day of a short month completes a longer one', () => {
    const endOfFebruary = parsePlainDate('2026-02-28') as PlainDate
    expect(unmet(platform, angel('2025-08-31'), endOfFebruary)).toEqual([])
    expect(unmet(platform, angel('2025-08-31'), addDays(endOfFebruary, -1))).toEqual(['memberSince'])
    expect(unmet(statutory, angel('2025-08-31'), endOfFebruary)).toEqual(['memberSince'])
    expect(unmet(statutory, angel('2025-08-31'), addDays(endOfFebruary, 1))).toEqual([])
  })

  it('still qualifies after having joined earlier', () => {
    const back = fc.integer({ min: 0, max: 4000 })
    fc.assert(
      fc.property(fc.constantFrom(...INVESTOR_RULES), back, back, (rules, left, right) => {
        const [later, earlier] = left < right ? [left, right] : [right, left]
        const holds = (days: number) => unmet(rules, angel(addDays(TODAY, -days))).length === 0
        expect(holds(later) && !holds(earlier)).toBe(false)
      }),
    )
  })

  it.each([
    [0, ['investmentCount']],
    [1, ['investmentCount']],
    [2, []],
    [3, []],
  ])('with %i unlisted investments fails at %j', (investmentCount, expected) => {
    for (const rules of [platform, statutory])
      expect(unmet(rules, sophisticated({ test: 'unlisted', investmentCount }))).toEqual(expected)
  })

  const director = (annualTurnover: number, endedOn?: string) =>
    sophisticated({ test: 'director', companyName: 'Fjordkraft Ltd', annualTurnover, endedOn })

  it.each([
    ['platform', 1_600_000, undefined, []],
    ['platform', 1_599_999, undefined, ['annualTurnover']],
    ['statutory', 1_000_000, undefined, []],
    ['statutory', 999_999, undefined, ['annualTurnover']],
    ['platform', 1_600_000, '2024-03-10', []],
    ['platform', 1_600_000, '2024-03-09', ['endedOn']],
    ['platform', 1, '2026-03-11', ['annualTurnover', 'endedOn']],
  ] as const)(
    'under the %s rules as director with £%i until %s fails at %j',
    (id, turnover, ended, expected) =>
      expect(unmet(rulesOf(id), director(turnover, ended))).toEqual(expected),
  )

  it('qualifies by profession only under the statutory rules', () => {
    const investorAnswers = sophisticated({ test: 'profession', employerName: 'Kestrel Growth Capital' })
    expect(unmet(statutory, investorAnswers)).toEqual([])
    expect(unmet(platform, investorAnswers)).toEqual(['test'])
    const former = sophisticated({
      test: 'profession',
      employerName: 'Kestrel Growth Capital',
      endedOn: addDays(addMonths(TODAY, -24), -1),
    })
    expect(unmet(statutory, former)).toEqual(['endedOn'])
  })
})

describe('invalid answers', () => {
  it.each([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -1,
    -0.01,
    100.01,
    1e-9,
    3.333,
    '5',
    null,
    undefined,
    {},
    [],
    true,
  ])('%o is not a percentage', (value) =>
    expect(RestrictedAnswers.safeParse({ investedPercent: value, willInvestPercent: 0 }).success).toBe(false),
  )

  it.each([0, 0.01, 8.2, 10, 99.99, 100])('%d is one', (value) =>
    expect(RestrictedAnswers.safeParse({ investedPercent: value, willInvestPercent: 0 }).success).toBe(true),
  )

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 0.5, 1e13, '170000', true])(
    '%o is not an amount',
    (value) => {
      expect(HnwAnswers.safeParse({ income: value }).success).toBe(false)
      expect(
        SophisticatedAnswers.safeParse({ test: 'director', companyName: 'A Ltd', annualTurnover: value })
          .success,
      ).toBe(false)
    },
  )

  it.each([{ test: 'luck' }, {}, { test: 'angel', networkName: ' ', memberSince: '2020-01-01' }])(
    '%o is not a test',
    (answers) => expect(SophisticatedAnswers.safeParse(answers).success).toBe(false),
  )
})
