import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DueKind, shareOut, URGENCIES, urgencyOf } from './mail-urgency.ts'

const CODE = 'application-code'
const ANSWER = 'verification-approved'
const REMINDER = 'id-document-expiring'
const INVITATION = 'beta-invitation'

describe('R53 places are given', () => {
  test.each<[string, [string, number][], [string, number][]]>([
    ['all of one kind', [[REMINDER, 40]], [[REMINDER, 32]]],
    ['no more than are due', [[REMINDER, 3]], [[REMINDER, 3]]],
    [
      'a code before a million reminders',
      [
        [CODE, 1],
        [REMINDER, 1_000_000],
      ],
      [
        [CODE, 1],
        [REMINDER, 31],
      ],
    ],
    [
      'to the urgent first, with a few for every class',
      [
        [REMINDER, 50],
        [ANSWER, 50],
        [CODE, 50],
      ],
      [
        [CODE, 24],
        [ANSWER, 4],
        [REMINDER, 4],
      ],
    ],
    [
      'to kinds of one class in turns',
      [
        [REMINDER, 1_000],
        [INVITATION, 5],
      ],
      [
        [REMINDER, 27],
        [INVITATION, 5],
      ],
    ],
    ['nothing', [], []],
  ])('%s', (_name, due, expected) => {
    const shares = shareOut(
      due.map(([kind, count]) => ({ kind, count })),
      32,
    )
    expect([...shares].toSorted()).toEqual(expected.toSorted())
  })

  test('never to more than there are, as many as can be used, and some to every class with mail', () => {
    const kinds = [CODE, 'password-reset', ANSWER, 'bug-report', REMINDER, INVITATION]
    const counts = fc.array(fc.nat(60), { minLength: kinds.length, maxLength: kinds.length })
    fc.assert(
      fc.property(counts, fc.integer({ min: 3, max: 100 }), (numbers, places) => {
        const due: DueKind[] = kinds.map((kind, index) => ({ kind, count: numbers[index] ?? 0 }))
        const shares = shareOut(due, places)
        const all = due.reduce((sum, { count }) => sum + count, 0)
        expect([...shares.values()].reduce((sum, share) => sum + share, 0)).toBe(Math.min(places, all))
        for (const { kind, count } of due) expect(shares.get(kind) ?? 0).toBeLessThanOrEqual(count)
        for (const urgency of URGENCIES) {
          const own = due.filter(({ kind, count }) => count > 0 && urgencyOf(kind) === urgency)
          if (own.length > 0) expect(own.some(({ kind }) => shares.has(kind))).toBe(true)
        }
      }),
    )
  })
})
