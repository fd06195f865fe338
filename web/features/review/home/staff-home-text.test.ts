import { expect, it } from 'vitest'
import { daysSentence, shareText, spanText, staffGreeting, waitingSentence } from './staff-home-text.ts'

const at = (hour: number) => new Date(2026, 2, 10, hour)

it.each([
  ['Priya Shah', 8, 'Good morning, Priya'],
  ['Priya', 12, 'Good afternoon, Priya'],
  ['  ', 18, 'Good evening'],
  [null, 0, 'Good morning'],
])('greets %s at %s with %s', (name, hour, words) => {
  expect(staffGreeting(name, at(hour))).toBe(words)
})

it('says how much waits, and since when', () => {
  const now = at(10)
  const oldestSubmittedAt = new Date(now.getTime() - 48 * 3_600_000).toISOString()
  expect(waitingSentence({ waiting: 5, oldestSubmittedAt }, now)).toBe(
    '5 cases are waiting for a decision. The oldest was submitted 2 days ago.',
  )
  expect(waitingSentence({ waiting: 12_345, oldestSubmittedAt: null }, now)).toBe(
    '12,345 cases are waiting for a decision.',
  )
  expect(waitingSentence({ waiting: 0, oldestSubmittedAt: null }, now)).toBe(
    'No one is waiting for a decision.',
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
])('%s of %s is %s: no one and everyone are said only where it is so', (part, whole, words) => {
  expect(shareText(part, whole)).toBe(words)
})

it('says what came and was decided in the period', () => {
  const day = { day: '2026-03-09', signUps: 1, approved: 0, returned: 0, rejected: 0 }
  expect(daysSentence([day])).toBe('1 sign-up and 0 decisions in the last 30 days')
  expect(daysSentence([day, { ...day, approved: 3, returned: 2, rejected: 1 }])).toBe(
    '2 sign-ups and 6 decisions in the last 30 days',
  )
})
