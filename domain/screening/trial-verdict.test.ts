import { describe, expect, test } from 'vitest'
import { ordinaryPeople } from './ordinary-people.ts'
import { seeded } from './trial-slips.ts'
import { isTrialTooSmall, LEAST_ASKED, trialVerdict } from './trial-verdict.ts'

const figure = (asked: number, found: number, goal: number, isAlarm = false) => ({
  line: 'a line',
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
  ])('%o is %s', (line, verdict) => expect(trialVerdict(line)).toBe(verdict))

  test('says nothing on small lists, whatever the alarms are', () => {
    const few = [figure(12, 12, 95), figure(0, 0, 99), figure(1000, 0, 1, true)]
    expect(isTrialTooSmall(few)).toBe(true)
    expect(isTrialTooSmall([...few, figure(60, 60, 95)])).toBe(false)
    expect(isTrialTooSmall([])).toBe(false)
  })
})

test('ordinary people are the same for a seed, and have a name and a birth date each', () => {
  const people = ordinaryPeople(300, seeded(7))
  expect(people).toEqual(ordinaryPeople(300, seeded(7)))
  for (const { name, family = '', birthDate } of people) {
    expect(name.endsWith(` ${family}`)).toBe(true)
    expect(birthDate).toMatch(/^(19|20)\d\d-\d\d-\d\d$/)
  }
  expect(new Set(people.map(({ name }) => name)).size).toBeGreaterThan(200)
})
