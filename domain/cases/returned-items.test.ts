import { describe, expect, it } from 'vitest'
import type { ItemKey } from '#contract/verification/cases.ts'
import type { CaseItem } from './case.ts'
import { returnedItemsOf } from './returned-items.ts'

const item = (key: ItemKey, changes: Partial<CaseItem> = {}): CaseItem => ({
  key,
  decision: 'retry',
  reasons: ['OTHER'],
  text: null,
  note: null,
  evidence: `first ${key}`,
  refused: [],
  isFinal: false,
  ...changes,
})

describe('what is fixed in a returned case', () => {
  it.each<[string, CaseItem, string | null | undefined, boolean]>([
    ['a document with the refused file', item('selfie', { refused: ['first selfie'] }), null, false],
    ['a document with another file', item('selfie', { refused: ['before'], evidence: 'after' }), null, true],
    ['a document without a file', item('selfie', { evidence: null }), null, false],
    ['data nobody has touched', item('address'), 'first address', false],
    ['data that is unknown', item('address'), undefined, false],
    ['an owner who was removed', item('owner:o2'), null, true],
    ['data that differs', item('address'), 'second address', true],
  ])('%s', (_, returned, given, isFixed) => {
    const items = [returned, item('name', { decision: 'accepted', isFinal: true })]
    expect(returnedItemsOf({ state: 'needs_resubmission', items }, () => given, null)).toEqual([
      { key: returned.key, isFixed },
    ])
  })

  it('is nothing in any other state', () => {
    expect(returnedItemsOf({ state: 'in_review', items: [item('selfie')] }, () => null, null)).toEqual([])
  })
})
