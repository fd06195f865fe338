import { describe, expect, it } from 'vitest'
import { CONSUMER_SLOTS } from '#contract/documents/documents.ts'
import type { CaseState } from '#contract/verification/cases.ts'
import type { CaseItem } from '#domain/cases/case.ts'
import { documentsStanding } from './documents-standing.ts'

const item = (key: CaseItem['key'], more: Partial<CaseItem> = {}): CaseItem => ({
  key,
  decision: 'pending',
  reasons: [],
  text: null,
  note: null,
  evidence: 'old',
  refused: [],
  isFinal: false,
  ...more,
})
const current = (state: CaseState, ...items: CaseItem[]) => ({ state, items })
const words = (facts: Parameters<typeof documentsStanding>[0]) => {
  const { done, slots } = documentsStanding(facts)
  const asked = slots.filter(({ slot }) => CONSUMER_SLOTS.some((consumerSlot) => consumerSlot === slot))
  return [done, ...asked.map(({ badge }) => badge.label)]
}
const HELD = ['id-front', 'selfie', 'proof-of-address']

describe('the four documents', () => {
  it.each([
    ['nothing, before an ID document is chosen', null, [], [0, 'Missing', 'Missing', 'Missing', 'Missing']],
    ['a passport, which has no back', 'passport', [], [1, 'Missing', 'Not needed', 'Missing', 'Missing']],
    ['all that a passport needs', 'passport', HELD, [4, 'Uploaded', 'Not needed', 'Uploaded', 'Uploaded']],
    [
      'a licence without its back',
      'drivingLicence',
      HELD,
      [3, 'Uploaded', 'Missing', 'Uploaded', 'Uploaded'],
    ],
    [
      'a back that a passport does not need',
      'passport',
      [...HELD, 'id-back'],
      [4, 'Uploaded', 'Not needed', 'Uploaded', 'Uploaded'],
    ],
  ] as const)('are %s', (_, docType, held, expected) => {
    expect(words({ docType, held, current: null })).toEqual(expected)
  })

  it('leave out the one that is only asked of a company’s person', () => {
    expect(words({ docType: null, held: [], forCompanyOnly: true, current: null })).toEqual([
      4,
      ...['Not needed', 'Not needed', 'Not needed', 'Not needed'],
    ])
  })

  it('count a returned one only once another file replaces it, and keep its reason', () => {
    const returned = item('selfie', { decision: 'retry', reasons: ['SELFIE_UNCLEAR'], refused: ['old'] })
    const facts = (evidence: string) => ({
      docType: 'passport' as const,
      held: HELD,
      current: current('needs_resubmission', item('id-front'), { ...returned, evidence }),
    })
    expect(words(facts('old'))).toEqual([3, 'Uploaded', 'Not needed', 'Action Required', 'Uploaded'])
    expect(words(facts('new'))).toEqual([4, 'Uploaded', 'Not needed', 'Uploaded', 'Uploaded'])
    for (const evidence of ['old', 'new'])
      expect(documentsStanding(facts(evidence)).slots[2]?.reasons).toHaveLength(1)
  })

  it('include a returned back until its owner chooses a passport instead', () => {
    const back = item('id-back', { decision: 'retry', reasons: ['ID_BACK_MISSING'], evidence: null })
    const facts = { held: HELD, current: current('needs_resubmission', back) }
    expect(words({ ...facts, docType: 'drivingLicence' })[2]).toBe('Action Required')
    expect(words({ ...facts, docType: 'passport' })[2]).toBe('Not needed')
  })

  it('don’t show a decision that has not been sent, nor a final one', () => {
    const seen = item('selfie', { decision: 'retry', reasons: ['SELFIE_UNCLEAR'], refused: ['old'] })
    for (const state of ['in_review', 'rejected'] as const) {
      const { slots } = documentsStanding({ docType: 'passport', held: HELD, current: current(state, seen) })
      expect(slots[2]).toMatchObject({ status: 'uploaded', reasons: [] })
    }
  })
})
