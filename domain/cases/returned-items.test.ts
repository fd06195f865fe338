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

  const accepted = { decision: 'accepted', reasons: [], isFinal: true } as const
  const asked = item('representative:primary', { reasons: ['AUTHORITY_UNPROVEN'] })
  const unclear = item('registration', { reasons: ['OWNERSHIP_UNCLEAR'] })

  it.each<[string, CaseItem, CaseItem[], boolean]>([
    ['a representative without a document', asked, [], false],
    ['a representative and the document that was accepted before', asked, [item('other', accepted)], false],
    [
      'a representative and a new document',
      asked,
      [item('other', { decision: 'pending', reasons: [] })],
      true,
    ],
    ['an ownership and a new document', unclear, [item('other', { decision: 'pending', reasons: [] })], true],
    [
      'a representative and the returned document',
      asked,
      [item('other', { refused: ['first other'] })],
      false,
    ],
    [
      'a representative and another than the returned document',
      asked,
      [item('other', { refused: ['x'] })],
      true,
    ],
    ['a name and a new document', item('name'), [item('other', { decision: 'pending', reasons: [] })], false],
  ])('%s', (_, returned, others, isFixed) => {
    const items = [returned, ...others]
    const found = returnedItemsOf({ state: 'needs_resubmission', items }, () => undefined, null)
    expect(found.find(({ key }) => key === returned.key)).toEqual({ key: returned.key, isFixed })
  })

  it('is nothing in any other state', () => {
    expect(returnedItemsOf({ state: 'in_review', items: [item('selfie')] }, () => null, null)).toEqual([])
  })
})
