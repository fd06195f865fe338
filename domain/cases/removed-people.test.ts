import { expect, it } from 'vitest'
import type { ItemKey } from '#contract/verification/cases.ts'
import { removalOf } from './removed-people.ts'

it.each<[string, ItemKey[], ItemKey[], ItemKey[], ItemKey[]]>([
  ['no one', ['registration', 'owner:o1'], ['registration', 'owner:o1'], [], []],
  ['an owner beside another', ['owner:o1', 'owner:o2'], ['owner:o1'], ['owner:o2'], ['owner:o1']],
  ['an owner for a new one', ['owner:o1', 'owner:o2'], ['owner:o1', 'owner:o3'], ['owner:o2'], ['owner:o1']],
  ['the only owner', ['owner:o1', 'representative:primary'], ['representative:primary'], ['owner:o1'], []],
  [
    'the second representative',
    ['owner:o1', 'representative:primary', 'representative:secondary'],
    ['owner:o1', 'representative:primary'],
    ['representative:secondary'],
    ['representative:primary'],
  ],
  // A document that no one replaced leaves no one behind.
  ['the additional document', ['owner:o1', 'other'], ['owner:o1'], [], []],
])('a company without %s any more', (_, before, next, removed, decidedAgain) => {
  expect(removalOf(before, next)).toEqual({ removed, decidedAgain })
})
