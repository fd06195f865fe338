import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MatchVerdict } from '#contract/screening/sanctions.ts'
import { type DecidableMatch, decideOnMatch } from './match-decision.ts'

const OPEN: DecidableMatch = { state: 'open', proposal: null, isExposedOnly: false }
const [FIRST, SECOND] = [1, 2]

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
  [
    'the first can’t say it twice',
    { ...OPEN, proposal: { state: 'true', by: FIRST } },
    FIRST,
    'true',
    { result: 'refused', why: 'same_person' },
  ],
  [
    'the second confirms',
    { ...OPEN, proposal: { state: 'true', by: FIRST } },
    SECOND,
    'true',
    { result: 'decided', state: 'true' },
  ],
  [
    'the second rejects, and it is open',
    { ...OPEN, proposal: { state: 'true', by: FIRST } },
    SECOND,
    'false',
    { result: 'returned', state: 'open' },
  ],
  [
    'the first takes it back',
    { ...OPEN, proposal: { state: 'true', by: FIRST } },
    FIRST,
    'false',
    { result: 'returned', state: 'open' },
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

test('one person alone can never confirm or release a confirmed match, however often they try', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom<MatchVerdict>('true', 'false')),
      fc.constantFrom<DecidableMatch['state']>('open', 'false', 'true'),
      (verdicts, state) => {
        let match: DecidableMatch = { ...OPEN, state }
        for (const verdict of verdicts) {
          const said = decideOnMatch(match, FIRST, verdict)
          if (said.result === 'refused') continue
          match = { ...match, state: said.state, proposal: said.result === 'proposed' ? said.proposal : null }
        }
        expect(match.state === 'true').toBe(state === 'true')
      },
    ),
  )
})
