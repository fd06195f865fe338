import { expect, it } from 'vitest'
import { FUNNEL_STEPS } from '#contract/review/funnel-steps.ts'
import {
  daysSentence,
  markedSteps,
  promiseSentence,
  shareText,
  signalTotals,
  spanText,
  staffGreeting,
  todaySentence,
} from './staff-home-text.ts'

const at = (hour: number) => new Date(2026, 2, 10, hour)

it.each([
  ['Priya Shah', 8, 'Good morning, Priya'],
  ['Priya', 12, 'Good afternoon, Priya'],
  ['  ', 18, 'Good evening'],
  [null, 0, 'Good morning'],
])('greets %s at %s with %s', (name, hour, words) => {
  expect(staffGreeting(name, at(hour))).toBe(words)
})

it.each([
  [{ waiting: 9, overdue: 0, mine: 0 }, 6, '6 cases are due today.'],
  [{ waiting: 9, overdue: 0, mine: 3 }, 1, '1 case is due today. You have 3 in hand.'],
  [{ waiting: 12_345, overdue: 1234, mine: 0 }, 2, '1,234 cases are overdue, and 2 more are due today.'],
  [{ waiting: 1, overdue: 1, mine: 1 }, 0, '1 case is overdue. You have 1 in hand.'],
  [{ waiting: 2, overdue: 0, mine: 0 }, 0, '2 cases are waiting. Nothing is due today.'],
  [{ waiting: 0, overdue: 0, mine: 0 }, 0, 'No one is waiting for a decision.'],
])('describes %o with %s due today: %s', (queue, due, words) => {
  expect(todaySentence({ queue, today: { due } })).toBe(words)
})

/** The step that lost most, of steps that people came to and left before. */
const worstOf = (...counts: [people: number, left: number][]) =>
  markedSteps(
    counts.map(([people, left], index) => ({
      ...{ step: FUNNEL_STEPS[index] ?? 'approved', people, left },
      ...{ waits: 0, theirs: 0, rejected: 0 },
    })),
  ).flatMap(({ isWorst }, index) => (isWorst ? [index] : []))

it('marks the step before which the largest share left of those who could have come to it', () => {
  expect(worstOf([100, 0], [90, 10], [60, 30], [60, 0], [25, 35])).toEqual([4])
  expect(worstOf([10, 0], [8, 2], [2, 1])).toEqual([2])
  expect(worstOf([10, 0], [8, 2], [2, 0])).toEqual([1])
  expect(worstOf([0, 0], [0, 0])).toEqual([])
})

it('names no largest loss where two are equal', () => {
  expect(worstOf([8, 0], [4, 4], [2, 2])).toEqual([])
})

it('says how the promise was kept', () => {
  const weeks = [
    { from: '2026-03-02', to: '2026-03-08', decided: 20, kept: 18 },
    { from: '2026-03-09', to: '2026-03-15', decided: 10, kept: 10 },
  ]
  expect(promiseSentence({ weeks, count: 30, kept: 28 })).toBe(
    '93% of 30 decisions in time over 2 weeks, from 90% to 100%. The target is 95%.',
  )
})

it.each([
  [0.01, 'under a minute'],
  [0.5, '30 minutes'],
  [1, '1 hour'],
  [5.55, '5.6 hours'],
  [100, '4 days'],
])('%s hours are %s', (hours, words) => {
  expect(spanText(hours)).toBe(words)
})

it.each([
  [0, 0, '0%'],
  [0, 228, '0%'],
  [1, 228, '<1%'],
  [57, 228, '25%'],
  [227, 228, '>99%'],
  [228, 228, '100%'],
])('%s of %s is %s: no one and everyone are only said if true', (part, whole, words) => {
  expect(shareText(part, whole)).toBe(words)
})

it('says what arrived and was decided in the period', () => {
  const day = { day: '2026-03-09', signUps: 1, approved: 0, returned: 0, rejected: 0 }
  expect(daysSentence([day])).toBe('1 sign-up and 0 decisions in the last 30 days')
  expect(daysSentence([day, { ...day, approved: 3, returned: 2, rejected: 1 }])).toBe(
    '2 sign-ups and 6 decisions in the last 30 days',
  )
})

it('adds up a signal over months and versions of its rule, those that warned most first', () => {
  const of = (month: string, name: 'expiry' | 'colour', warned: number, right: number, version = 1) =>
    ({ month, name, title: name, version, warned, right, agreed: 10, missed: 1 }) as const
  const figures = [
    of('2026-03', 'colour', 1, 0),
    of('2026-03', 'expiry', 4, 2, 2),
    of('2026-02', 'expiry', 3, 1),
  ]
  expect(signalTotals(figures)).toEqual([
    { name: 'expiry', title: 'expiry', warned: 7, right: 3, agreed: 20, missed: 2 },
    { name: 'colour', title: 'colour', warned: 1, right: 0, agreed: 10, missed: 1 },
  ])
})
