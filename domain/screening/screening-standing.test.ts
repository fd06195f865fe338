import { describe, expect, test } from 'vitest'
import { parsePlainDate } from '#domain/plain-date.ts'
import {
  outcomeOf,
  type ScreeningFacts,
  type StandingMatch,
  screeningObstacles,
} from './screening-standing.ts'

const now = new Date('2026-03-15T10:00:00Z')
const day = (text: string) => {
  const date = parsePlainDate(text)
  if (!date) throw new Error(`${text} is no day`)
  return date
}
const uk = { id: 7, source: 'uk' as const, publishedOn: day('2026-03-01') }
const open: StandingMatch = {
  subject: 'person',
  subjectName: 'Viktor Orlov',
  source: 'uk',
  ref: 'T1',
  level: 'possible',
  state: 'open',
  proposal: null,
  isExposedOnly: false,
}
const facts = (more: Partial<ScreeningFacts> = {}): ScreeningFacts => ({
  lists: [uk],
  run: { listIds: [7], round: 1, possibleFrom: 0.8 },
  round: 1,
  possibleFrom: 0.8,
  matches: [],
  maxAgeDays: 14,
  ...more,
})

const obstaclesOf = (more: Partial<ScreeningFacts>) =>
  screeningObstacles(facts(more), now, 'uk')
    .map(({ text }) => text)
    .join(' ')

describe('what stops an approval', () => {
  test('nothing, where everyone was found clear against the lists in force', () => {
    expect(screeningObstacles(facts(), now, 'uk')).toEqual([])
    expect(outcomeOf('person', facts(), now)).toBe('clear')
  })

  test.each([
    ['no list', { lists: [] }, 'No sanctions list has been imported'],
    ['no run', { run: undefined }, 'hasn’t run yet'],
    ['a lower bar', { possibleFrom: 0.75 }, 'must run again'],
    ['a list that came since', { run: { listIds: [6], round: 1, possibleFrom: 0.8 } }, 'must run again'],
    ['a second list that came since', { lists: [uk, { ...uk, id: 8, source: 'un' as const }] }, 'run again'],
    ['another submission since', { round: 2 }, 'must run again'],
    ['a list past its age', { maxAgeDays: 13 }, 'of 1 Mar 2026, more than 13 days old'],
  ])('%s, which is never clear', (_, more, text) => {
    expect(obstaclesOf(more)).toContain(text)
    expect(outcomeOf('person', facts(more), now)).toBe('stale')
  })

  test.each([
    ['an open match', open, 'waits for a decision', 'possible'],
    ['a strong one', { ...open, level: 'strong' as const }, 'a strong match', 'strong'],
    [
      'one to confirm',
      { ...open, proposal: { said: 'true' as const, by: 'Grace Hopper', isReader: false } },
      'Viktor Orlov: Grace Hopper said it’s entry T1 of the UK Sanctions List. A second person has to confirm it.',
      'possible',
    ],
    [
      'one that the reader has spoken about',
      { ...open, proposal: { said: 'true' as const, by: 'Grace Hopper', isReader: true } },
      'Viktor Orlov: you said it’s entry T1 of the UK Sanctions List. Someone else has to confirm it.',
      'possible',
    ],
    [
      'one that two people disagree about',
      { ...open, proposal: { said: 'false' as const, by: 'Grace Hopper', isReader: false } },
      'Grace Hopper said it’s someone else than entry T1 of the UK Sanctions List. A second person has to confirm it.',
      'possible',
    ],
    ['a confirmed one', { ...open, state: 'true' as const }, 'confirmed to be entry T1', 'confirmed'],
  ])('%s', (_, match, text, outcome) => {
    expect(obstaclesOf({ matches: [match] })).toContain(text)
    expect(outcomeOf('person', facts({ matches: [match] }), now)).toBe(outcome)
    expect(outcomeOf('company', facts({ matches: [match] }), now)).toBe('clear')
  })

  test('not by a politically exposed person with no other match, once that is known', () => {
    const exposed = { ...open, level: 'strong' as const, isExposedOnly: true }
    const known = { ...exposed, state: 'true' as const }
    expect(obstaclesOf({ matches: [exposed] })).toContain('waits for')
    expect(outcomeOf('person', facts({ matches: [exposed] }), now)).toBe('strong')
    expect(screeningObstacles(facts({ matches: [known] }), now, 'uk')).toEqual([])
    expect(outcomeOf('person', facts({ matches: [known] }), now)).toBe('exposed')
    expect(outcomeOf('person', facts({ matches: [known], maxAgeDays: 13 }), now)).toBe('stale')
    expect(outcomeOf('person', facts({ matches: [known, open] }), now)).toBe('possible')
  })

  test('not by a dismissed match', () => {
    const matches = [{ ...open, state: 'false' as const }]
    expect(screeningObstacles(facts({ matches }), now, 'uk')).toEqual([])
    expect(outcomeOf('person', facts({ matches }), now)).toBe('clear')
  })

  test.each(['sample', 'own:banned'] as const)('never by the age of %s', (source) => {
    const lists = [{ ...uk, source, publishedOn: day('2020-01-01') }]
    expect(screeningObstacles(facts({ lists }), now, 'uk')).toEqual([])
    expect(outcomeOf('person', facts({ lists }), now)).toBe('clear')
  })
})
