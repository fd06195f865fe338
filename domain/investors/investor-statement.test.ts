import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { InvestorAnswers } from '#contract/certifications/investor-answers.ts'
import { INVESTOR_RULES, type InvestorRules } from '#contract/certifications/investor-rules.ts'
import { type PlainDate, parsePlainDate } from '#domain/plain-date.ts'
import {
  categoryCards,
  INVESTOR_QUESTIONS,
  investorRulesOn,
  sophisticatedTests,
} from './investor-criteria.ts'
import { readStatementText, statementText } from './investor-statement.ts'

const TODAY = parsePlainDate('2026-03-10') as PlainDate
const platform = investorRulesOn('platform', TODAY)
const statutory = investorRulesOn('statutory', TODAY)

const ANSWERS: InvestorAnswers[] = [
  { category: 'restricted', answers: { investedPercent: 4.25, willInvestPercent: 7 } },
  { category: 'hnw', answers: { income: 185_000, netAssets: 512_000 } },
  {
    category: 'sophisticated',
    answers: { test: 'angel', networkName: 'Northern Angels', memberSince: '2021-05-04' },
  },
  { category: 'sophisticated', answers: { test: 'unlisted', investmentCount: 3 } },
  {
    category: 'sophisticated',
    answers: {
      test: 'director',
      companyName: 'Fjordkraft Ltd',
      annualTurnover: 2_345_678,
      endedOn: '2025-01-31',
    },
  },
]
const text = (investorAnswers: InvestorAnswers, rules: InvestorRules = platform) =>
  statementText({
    rules,
    legalName: 'Verdaccord Limited',
    investorAnswers,
    fullName: 'Ada Lovelace',
    signedOn: TODAY,
    dateStyle: 'uk',
  })

describe('a statement', () => {
  it.each([
    [ANSWERS[0], ['Restricted investor statement', '4.25%', '7%', 'no more than 10%']],
    [ANSWERS[1], ['£185,000', '£512,000', '£170,000', '£430,000', 'Leave out the home you live in']],
    [ANSWERS[2], ['Northern Angels', '4 May 2021', '6 months or more']],
    [ANSWERS[3], ['2 or more investments in unlisted companies: 3.']],
    [ANSWERS[4], ['Fjordkraft Ltd', '£2,345,678', '£1.6 million', 'until 31 Jan 2025']],
  ])('of %o contains each figure, the name, the dates and its own standing', (investorAnswers, words) => {
    const said = text(investorAnswers as InvestorAnswers)
    for (const word of words) expect(said).toContain(word)
    for (const word of ['Signed: Ada Lovelace', '10 Mar 2026', '10 Mar 2027', 'carbon credits', 'platform-1'])
      expect(said).toContain(word)
    expect(said).toContain('Don’t invest unless you’re prepared to lose all the money you invest.')
    expect(said).toContain('It is not a form set by law or by a regulator')
    expect(said).not.toMatch(/undefined|null|NaN|authorised|FCA|approved by/)
  })

  it('changes with each of its parts, so that the hash distinguishes them', () => {
    const texts = INVESTOR_RULES.flatMap((rules) =>
      ANSWERS.map((investorAnswers) => text(investorAnswers, rules)),
    )
    expect(new Set(texts).size).toBe(texts.length)
  })

  it('uses the current figures under the statutory rules', () => {
    expect(text(ANSWERS[1] as InvestorAnswers, statutory)).toContain('£100,000 or more')
    expect(text(ANSWERS[0] as InvestorAnswers, statutory)).toContain('less than 10%')
    expect(text(ANSWERS[2] as InvestorAnswers, statutory)).toContain('more than 6 months')
    expect(text(ANSWERS[1] as InvestorAnswers, statutory)).not.toContain('policy')
  })

  it('leaves out a figure that was not given', () => {
    const said = text({ category: 'hnw', answers: { netAssets: 430_000 } })
    expect(said).toContain('My net assets throughout the last financial year were £430,000.')
    expect(said).not.toContain('My income in')
  })
})

it('can be split into its parts again from the stored text', () => {
  const parts = readStatementText(text(ANSWERS[0] as InvestorAnswers))
  expect(parts.filter(({ kind }) => kind !== 'paragraph')).toEqual([
    { kind: 'title', text: 'Restricted investor statement' },
    { kind: 'heading', text: '1. About this statement' },
    { kind: 'heading', text: '2. What I declare' },
    { kind: 'heading', text: '3. What the words mean' },
    { kind: 'heading', text: '4. The risk' },
    { kind: 'heading', text: '5. Signature' },
  ])
  expect(`${parts.map((part) => part.text).join('\n\n')}\n`).toBe(text(ANSWERS[0] as InvestorAnswers))
})

it('keeps the text of its version: another text needs another version', () => {
  const hashes = INVESTOR_RULES.map((rules) => {
    const texts = ANSWERS.map((investorAnswers) => text(investorAnswers, rules)).join('')
    return [rules.version, createHash('sha256').update(texts).digest('hex').slice(0, 16)]
  })
  expect(hashes).toEqual([
    ['platform-1', '418466817c07e3b4'],
    ['statutory-1', 'a1e3120da328fa30'],
  ])
})

describe('the rules', () => {
  it('choose the version of the day', () => {
    const next = { ...platform, version: 'platform-2', appliesFrom: '2026-03-11' }
    const table = [next, ...INVESTOR_RULES]
    const versionOn = (text: string) =>
      investorRulesOn('platform', parsePlainDate(text) as PlainDate, table).version
    expect(versionOn('2026-03-10')).toBe('platform-1')
    expect(versionOn('2026-03-11')).toBe('platform-2')
    expect(versionOn('1999-01-01')).toBe('platform-1')
  })

  it('each have their own version and a real date', () => {
    expect(new Set(INVESTOR_RULES.map(({ version }) => version)).size).toBe(INVESTOR_RULES.length)
    for (const { appliesFrom } of INVESTOR_RULES) expect(parsePlainDate(appliesFrom)).toBe(appliesFrom)
  })

  it('show the specification’s figures on the cards', () => {
    expect(categoryCards(platform)).toMatchObject([
      {
        title: 'Restricted investor',
        criteria: [expect.stringContaining('no more than 10% of your net assets'), expect.any(String)],
      },
      {
        title: 'High net worth investor',
        criteria: ['your income is £170,000 or more', 'your net assets are £430,000 or more'],
      },
      {
        title: 'Sophisticated investor',
        criteria: [
          expect.stringContaining('for 6 months or more'),
          expect.stringContaining('more than one unlisted investment in the last 2 years'),
          expect.stringContaining('£1.6 million or more'),
        ],
      },
    ])
    expect(sophisticatedTests(statutory)).toContain('profession')
  })

  it('have the definition of net assets next to every question about them', () => {
    for (const question of Object.values(INVESTOR_QUESTIONS))
      if (question.label.toLowerCase().includes('net assets'))
        expect('hint' in question && question.hint).toContain('Leave out the home you live in')
  })
})
