import { describe, expect, test } from 'vitest'
import { ordinaryPeople, seeded } from './ordinary-people.ts'
import { isTrialTooSmall, LEAST_ASKED, trialVerdict } from './trial-verdict.ts'

const figure = (asked: number, found: number, goal: number | null, isAlarm = false) => ({
  line: 'one letter wrong' as const,
  asked,
  found,
  goal,
  isAlarm,
})

describe('a line of the test', () => {
  test.each([
    [figure(200, 190, 95), 'met'],
    [figure(200, 189, 95), 'missed'],
    [figure(1000, 10, 1, true), 'met'],
    [figure(1000, 11, 1, true), 'missed'],
    [figure(1000, 1, 0, true), 'missed'],
    [figure(LEAST_ASKED - 1, LEAST_ASKED - 1, 95), 'too_few'],
    [figure(0, 0, 95), 'too_few'],
    [figure(1000, 20, null, true), 'no_goal'],
  ])('%o is %s', (line, verdict) => expect(trialVerdict(line)).toBe(verdict))

  test('says nothing about small lists, whatever the alarms are', () => {
    const few = [figure(12, 12, 95), figure(0, 0, 99), figure(1000, 0, 1, true)]
    expect(isTrialTooSmall(few)).toBe(true)
    expect(isTrialTooSmall([...few, figure(60, 60, 95)])).toBe(false)
    expect(isTrialTooSmall([])).toBe(false)
  })
})

test('ordinary people are the same for a seed, and are adults with a name and a birth date', () => {
  const people = ordinaryPeople(300, 2026, seeded(7))
  expect(people).toEqual(ordinaryPeople(300, 2026, seeded(7)))
  for (const { name, family = '', birthDate = '' } of people) {
    expect(name.endsWith(` ${family}`)).toBe(true)
    expect(birthDate >= '1936-01-01' && birthDate < '2009-01-01').toBe(true)
    expect(new Date(birthDate).toISOString()).toContain(birthDate)
  }
  expect(new Set(people.map(({ name }) => name)).size).toBeGreaterThan(200)
})

test('many ordinary people have the commonest names, and few have most others', () => {
  const people = ordinaryPeople(20_000, 2026, seeded(8))
  const bearers = new Map<string, number>()
  for (const { family = '' } of people) bearers.set(family, (bearers.get(family) ?? 0) + 1)
  const shares = [...bearers.values()].sort((a, b) => b - a).map((count) => count / people.length)
  expect(bearers.get('Smith')).toBe(Math.max(...bearers.values()))
  // The most common name is shared by a few in a hundred, and the twenty most common together are less than half.
  expect(shares[0]).toBeLessThan(0.04)
  expect(shares.slice(0, 20).reduce((sum, share) => sum + share, 0)).toBeLessThan(0.25)
})
