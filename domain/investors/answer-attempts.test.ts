import { expect, test } from 'vitest'
import { attemptStanding } from './answer-attempts.ts'

const START = Date.parse('2026-11-22T10:00:00Z')
const at = (hours: number) => new Date(START + hours * 3_600_000)
const unmet = (...hours: number[]) => hours.map((hour) => ({ at: at(hour), met: false }))
const open = (left: number) => ({ kind: 'open', left })
const until = (hours: number) => ({ kind: 'waiting', until: at(hours) })

test.each([
  ['nothing answered', [], 0, open(2)],
  ['one unmet set', unmet(0), 1, open(1)],
  ['one unmet set a day ago', unmet(0), 24, open(2)],
  ['two unmet sets at once', unmet(0, 0), 0, until(24)],
  ['two unmet sets within a day', unmet(0, 23), 30, until(47)],
  ['two unmet sets, just before it opens', unmet(0, 1), 24.999, until(25)],
  ['two unmet sets, as it opens', unmet(0, 1), 25, open(2)],
  ['two unmet sets a whole day apart', unmet(0, 24), 25, open(1)],
  ['the third within a day of the second alone', unmet(0, 25, 27), 28, until(51)],
  ['in any order', unmet(1, 0), 2, until(25)],
  ['an earlier wait that is over', unmet(0, 1, 30), 31, open(1)],
  ['met sets between do not count', [...unmet(0, 2), { at: at(1), met: true }], 3, until(26)],
  ['met sets alone never close it', [0, 1, 2].map((hour) => ({ at: at(hour), met: true })), 3, open(2)],
])('%s', (_, attempts, now, standing) => {
  expect(attemptStanding(attempts, at(now))).toEqual(standing)
})
