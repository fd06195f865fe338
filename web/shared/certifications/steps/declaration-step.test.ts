import { describe, expect, it } from 'vitest'
import type { InvestorAnswers } from '#contract/certifications/investor-answers.ts'
import { INVESTOR_RULES } from '#contract/certifications/investor-rules.ts'
import type { Terms } from '#web/shared/certifications/queries.ts'
import { readName, statementKey } from './declaration-step.tsx'

describe('the name of a signature', () => {
  it.each([
    ['Zoë O’Brien-Núñez', ["Zoe O'Brien Nunez"], 'Zoë O’Brien-Núñez'],
    ['  ada   lovelace ', ['Ada Lovelace'], 'ada lovelace'],
    ['Anybody At All', [], 'Anybody At All'],
  ])('%s signs for %j', (text, names, fullName) => {
    expect(readName(text, names)).toEqual({ fullName })
  })
  it('shows the account’s names if it is another', () => {
    expect(readName('Charles Babbage', ['Ada Lovelace', 'Ada King'])).toEqual({
      message:
        'Sign with your own name. We know you as Ada Lovelace or Ada King; you entered Charles Babbage.',
    })
  })
  it('is required', () => {
    expect(readName('  ', ['Ada Lovelace'])).toEqual({ message: 'Enter your full name' })
  })
})

it('is confirmed for one statement: other answers, another day or other rules ask again', () => {
  const [rules, other] = INVESTOR_RULES as [Terms['rules'], Terms['rules']]
  const terms: Terms = {
    rules,
    legalName: 'Verdaccord Limited',
    today: '2026-11-21',
    names: [],
    attempts: { left: 2, opens_at: null },
  }
  const investorAnswers: InvestorAnswers = { category: 'hnw', answers: { income: 170_000 } }
  const keys = [
    statementKey(investorAnswers, terms),
    statementKey({ category: 'hnw', answers: { income: 170_001 } }, terms),
    statementKey(investorAnswers, { ...terms, today: '2026-11-22' }),
    statementKey(investorAnswers, { ...terms, rules: other }),
  ]
  expect(new Set(keys).size).toBe(keys.length)
  expect(statementKey(investorAnswers, { ...terms, names: ['Ada Lovelace'] })).toBe(keys[0])
})
