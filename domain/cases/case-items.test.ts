import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ItemDecision, ItemKey } from '#contract/verification/cases.ts'
import { consumerItemKeys, decisionProgress } from './case-items.ts'

describe('the items of a case', () => {
  it.each([
    ['passport', ['name', 'birth_date', 'address', 'id-front', 'selfie', 'proof-of-address']],
    [
      'drivingLicence',
      ['name', 'birth_date', 'address', 'id-front', 'id-back', 'selfie', 'proof-of-address'],
    ],
    [
      'residencePermit',
      ['name', 'birth_date', 'address', 'id-front', 'id-back', 'selfie', 'proof-of-address'],
    ],
  ] as const)('of a consumer with a %s', (docType, keys) => expect(consumerItemKeys(docType)).toEqual(keys))

  it.each(['', 'id', 'owner:', 'owner:../x', 'representative:a b', 'name ', 7, null])(
    'don’t include the key %j',
    (key) => expect(ItemKey.safeParse(key).success).toBe(false),
  )
})

describe('the progress of a decision', () => {
  const decided = (...decisions: ItemDecision[]) =>
    decisions.map((decision, index) => ({ key: `owner:${index}` as const, decision }))

  it.each<[ItemDecision[], string]>([
    [[], 'undecided'],
    [['accepted', 'pending'], 'undecided'],
    [['retry', 'pending'], 'undecided'],
    [['accepted', 'accepted'], 'approve'],
    [['accepted', 'retry'], 'return'],
    [['retry', 'final'], 'reject'],
    [['pending', 'final'], 'reject'],
  ])('of %j is %s', (decisions, outcome) =>
    expect(decisionProgress(decided(...decisions)).outcome).toBe(outcome),
  )

  it('counts every item once', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ItemDecision.options)), (decisions) => {
        const { counts, total, undecided, outcome } = decisionProgress(decided(...decisions))
        expect(counts.pending + counts.accepted + counts.retry + counts.final).toBe(total)
        expect(undecided).toHaveLength(counts.pending)
        if (outcome === 'approve') expect(counts.accepted).toBe(total)
      }),
    )
  })
})
