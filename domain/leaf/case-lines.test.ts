import { expect, it } from 'vitest'
import type { CaseState, ItemDecision, ItemKey } from '#contract/verification/cases.ts'
import { answeredItems, caseLines } from './case-lines.ts'

const item = (key: ItemKey, decision: ItemDecision = 'pending', isFinal = false) => ({
  key,
  decision,
  isFinal,
  checked: decision === 'accepted' && isFinal ? { by: 7, at: '2026-11-23T09:00:00Z' } : null,
})

it.each<[CaseState, ItemDecision, boolean, string]>([
  ['submitted', 'pending', false, 'with_us'],
  ['in_review', 'accepted', false, 'checked'],
  ['in_review', 'retry', false, 'look_again'],
  ['rejected', 'final', true, 'rejected'],
  ['needs_resubmission', 'retry', false, 'look_again'],
  ['approved', 'accepted', true, 'checked'],
  ['approved', 'pending', true, 'approved'],
  ['withdrawn', 'pending', false, 'ready'],
])(
  'in a case that is %s, what is marked %s (sent out: %s) is drawn %s',
  (state, decision, isFinal, drawn) => {
    expect(caseLines(state, [item('name', decision, isFinal)])).toEqual([drawn])
  },
)

it('names what was sent again, once each, in a later round that waits for us', () => {
  const items = [
    item('name', 'accepted', true),
    item('selfie'),
    item('address'),
    item('owner:a'),
    item('owner:b'),
  ]
  expect(answeredItems({ state: 'submitted', round: 2 }, items)).toEqual(['Selfie', 'address', 'owner'])
  expect(answeredItems({ state: 'submitted', round: 1 }, items)).toEqual([])
  expect(answeredItems({ state: 'needs_resubmission', round: 2 }, items)).toEqual([])
})
