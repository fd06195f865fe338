import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MatchVerdict } from '#contract/screening/sanctions.ts'
import { type DecidableMatch, decideOnMatch, wasCalledListed } from './match-decision.ts'

const OPEN: DecidableMatch = { state: 'open', proposal: null, wasCalledListed: false, isExposedOnly: false }
const [FIRST, SECOND, THIRD] = [1, 2, 3]
/** The first said that it is them. */
const CALLED = { ...OPEN, wasCalledListed: true, proposal: { state: 'true' as const, by: FIRST } }

test.each<[string, DecidableMatch, number, MatchVerdict, object]>([
  ['one person dismisses', OPEN, FIRST, 'false', { result: 'decided', state: 'false' }],
  [
    'the first says it is them',
    OPEN,
    FIRST,
    'true',
    { result: 'proposed', state: 'open', proposal: { state: 'true', by: FIRST } },
  ],
  [
    'and stops approvals where it was dismissed',
    { ...OPEN, state: 'false' },
    FIRST,
    'true',
    { result: 'proposed', state: 'open' },
  ],
  ['the first can’t say it twice', CALLED, FIRST, 'true', { result: 'refused', why: 'same_person' }],
  ['the second confirms', CALLED, SECOND, 'true', { result: 'decided', state: 'true' }],
  [
    'the second disagrees, and one more person is needed',
    CALLED,
    SECOND,
    'false',
    { result: 'returned', state: 'open', proposal: { state: 'false', by: SECOND } },
  ],
  [
    'the first takes it back, which dismisses nothing either',
    CALLED,
    FIRST,
    'false',
    { result: 'returned', state: 'open', proposal: { state: 'false', by: FIRST } },
  ],
  [
    'who disagreed dismisses nothing alone',
    { ...CALLED, proposal: { state: 'false', by: SECOND } },
    SECOND,
    'false',
    { result: 'refused', why: 'same_person' },
  ],
  [
    'a third agrees with the second',
    { ...CALLED, proposal: { state: 'false', by: SECOND } },
    THIRD,
    'false',
    { result: 'decided', state: 'false' },
  ],
  [
    'who called them listed may no longer decide, but no one dismisses it alone',
    { ...CALLED, proposal: null },
    SECOND,
    'false',
    { result: 'proposed', state: 'open', proposal: { state: 'false', by: SECOND } },
  ],
  [
    'of a confirmed one nothing changes if two disagree',
    { ...OPEN, state: 'true', proposal: { state: 'false', by: FIRST } },
    SECOND,
    'true',
    { result: 'returned', state: 'true', proposal: null },
  ],
  [
    'one alone doesn’t let go of a confirmed one',
    { ...OPEN, state: 'true' },
    FIRST,
    'false',
    { result: 'proposed', state: 'true', proposal: { state: 'false', by: FIRST } },
  ],
  [
    'two do',
    { ...OPEN, state: 'true', proposal: { state: 'false', by: FIRST } },
    SECOND,
    'false',
    { result: 'decided', state: 'false' },
  ],
  ['confirmed is confirmed', { ...OPEN, state: 'true' }, SECOND, 'true', { why: 'no_change' }],
  [
    'who is merely exposed is confirmed by one',
    { ...OPEN, isExposedOnly: true },
    FIRST,
    'true',
    { result: 'decided', state: 'true' },
  ],
])('%s', (_, match, by, verdict, expected) => {
  expect(decideOnMatch(match, by, verdict)).toMatchObject(expected)
})

test('once anyone has called a match listed, only two people who say the same decide it, in any order', () => {
  const person = fc.constantFrom(FIRST, SECOND, THIRD)
  const said = fc.constantFrom<MatchVerdict>('true', 'false')
  const states = fc.constantFrom<DecidableMatch['state']>('open', 'false', 'true')
  fc.assert(
    fc.property(fc.array(fc.tuple(person, said)), states, (words, first) => {
      let match: DecidableMatch = { ...OPEN, state: first }
      /** Who said what since the last decision, the last word of each. */
      let since = new Map<number, MatchVerdict>()
      for (const [by, verdict] of words) {
        const before = match
        const decision = decideOnMatch(match, by, verdict)
        if (decision.result === 'refused') continue
        since.set(by, verdict)
        const proposal = decision.result === 'decided' ? null : decision.proposal
        match = { ...match, state: decision.state, proposal }
        match.wasCalledListed =
          verdict === 'true' || (before.wasCalledListed && match.state + decision.result !== 'falsedecided')
        if (decision.result !== 'decided') {
          expect([decision.state, before.state === 'true']).toEqual(
            before.state === 'true' ? ['true', true] : ['open', false],
          )
          continue
        }
        const agreed = [...since.values()].filter((each) => each === verdict).length
        expect(agreed).toBeGreaterThan(verdict === 'true' || before.wasCalledListed ? 1 : 0)
        since = new Map()
      }
    }),
  )
})

test.each<[string, [MatchVerdict, 'decided' | 'proposed' | 'returned', ('same' | 'other')?][], boolean]>([
  ['nothing was said', [], false],
  ['someone said so', [['true', 'proposed']], true],
  [
    'someone disagreed',
    [
      ['false', 'returned'],
      ['true', 'proposed'],
    ],
    true,
  ],
  [
    'two dismissed it',
    [
      ['false', 'decided'],
      ['true', 'proposed'],
    ],
    false,
  ],
  ['it was said of a former match', [['true', 'proposed', 'same']], true],
  ['it was confirmed of a former match', [['true', 'decided', 'same']], true],
  ['it was said in another case', [['true', 'decided', 'other']], false],
])('whether a pair was called the listed one: %s', (_, words, expected) => {
  const history = words.map(([said, result, of]) => ({
    said,
    result,
    of: of ? { isSameCase: of === 'same' } : null,
  }))
  expect(wasCalledListed(history)).toBe(expected)
})
