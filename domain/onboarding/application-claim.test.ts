import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NUDGE_DAYS } from '#contract/onboarding/nudges.ts'
import { applicationProblem, isSameAddress, nudgeDue } from './application-claim.ts'

const application = { email: 'Ada@People.example', kinds: ['consumer'] } as const
const claimant = { email: 'ada@people.example', emailVerified: true, kinds: [] } as const

describe('a visitor’s application at a sign-in', () => {
  it.each([
    ['belongs to whom the provider verifies, however the address is written', {}, null],
    ['belongs to nobody without an address', { email: undefined }, 'other-address'],
    ['belongs to nobody with another address', { email: 'ada@people.example.org' }, 'other-address'],
    ['waits for the address to be confirmed', { emailVerified: false }, 'unconfirmed'],
    [
      'tells a stranger nothing of how far it is',
      { email: 'eve@people.example', emailVerified: false, kinds: ['consumer'] },
      'other-address',
    ],
    ['leaves an application of the account’s own alone', { kinds: ['consumer'] }, 'own-application'],
    ['stands beside an application of the other kind', { kinds: ['business'] }, null],
  ] as const)('%s', (_, facts, problem) => {
    expect(applicationProblem(application, { ...claimant, ...facts })).toBe(problem)
  })

  it('with nothing in it conflicts with nothing', () => {
    expect(applicationProblem({ ...application, kinds: [] }, { ...claimant, kinds: ['consumer'] })).toBeNull()
  })
})

describe('two addresses', () => {
  it('are the same if only the case of ASCII letters differs', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        expect(isSameAddress(email.toUpperCase(), email.toLowerCase())).toBe(true)
      }),
    )
  })

  it('are different if any other character differs, even one that lower case would turn into a letter', () => {
    expect(isSameAddress('kelvin@people.example', '\u212aelvin@people.example')).toBe(false)
    expect(isSameAddress('ıda@people.example', 'Ida@people.example')).toBe(false)
    fc.assert(
      fc.property(fc.emailAddress(), fc.emailAddress(), (left, right) => {
        fc.pre(left.toLowerCase() !== right.toLowerCase())
        expect(isSameAddress(left, right)).toBe(false)
      }),
    )
  })
})

const SINCE = new Date('2026-03-10T10:00:00Z')
const after = (days: number) => new Date(SINCE.getTime() + days * 86_400_000)

it.each([
  [0, null],
  [6, null],
  [7, 7],
  [13, 7],
  [14, 14],
  [29, 14],
  [30, 30],
  [80, 30],
])('for a draft left alone for %i days the reminder %o is due', (days, due) =>
  expect(nudgeDue(SINCE, after(days))).toBe(due),
)

it('never goes back as time passes, and reaches all of them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 200 }), (left, right) => {
      const [early, late] = [Math.min(left, right), Math.max(left, right)]
      return (nudgeDue(SINCE, after(early)) ?? 0) <= (nudgeDue(SINCE, after(late)) ?? 0)
    }),
  )
  expect(new Set(Array.from({ length: 40 }, (_, day) => nudgeDue(SINCE, after(day))))).toEqual(
    new Set([null, ...NUDGE_DAYS]),
  )
})
