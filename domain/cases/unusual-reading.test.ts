import { describe, expect, test } from 'vitest'
import { isOutsideHours, type ReadingLimits, type StaffReading, unusualReading } from './unusual-reading.ts'

const HOURS = { from: 7, to: 20 }
const LIMITS: ReadingLimits = { peoplePerHour: 60, peoplePerDay: 300, withoutCasePerDay: 0, hours: HOURS }
const USUAL: StaffReading = {
  now: new Date('2026-03-10T10:00:00Z'),
  hasCase: true,
  recent: { peopleInHour: 25, peopleInDay: 200, withoutCaseInDay: 0 },
  readerNames: ['Marta Silva'],
  personNames: ['Zoë Fern', 'Fern'],
}

describe('R11 unusual reading', () => {
  test.each<[string, Partial<StaffReading>, string[]]>([
    ['two hundred cases in a day', {}, []],
    ['the last person of an hour', { recent: { ...USUAL.recent, peopleInHour: 60 } }, []],
    ['one more', { recent: { ...USUAL.recent, peopleInHour: 61 } }, ['hourly_number']],
    ['the last person of a day', { recent: { ...USUAL.recent, peopleInDay: 300 } }, []],
    ['one more in a day', { recent: { ...USUAL.recent, peopleInDay: 301 } }, ['daily_number']],
    ['at night', { now: new Date('2026-03-10T23:00:00Z') }, ['outside_hours']],
    ['one’s own family name, spelled otherwise', { personNames: ['ana SÍLVA'] }, ['family_name']],
    ['the family name as a first name', { personNames: ['Silva Fern'] }, []],
    ['no name known of either', { readerNames: [], personNames: [] }, []],
    ['a case of one’s own after others without', { recent: { ...USUAL.recent, withoutCaseInDay: 3 } }, []],
    ['no case', { hasCase: false, recent: { ...USUAL.recent, withoutCaseInDay: 1 } }, ['no_case']],
  ])('%s', (_name, change, found) => {
    expect(unusualReading({ ...USUAL, ...change }, LIMITS)).toEqual(found)
  })

  test('without a case is unusual from the configured number on', () => {
    const reading = { ...USUAL, hasCase: false, recent: { ...USUAL.recent, withoutCaseInDay: 5 } }
    expect(unusualReading(reading, { ...LIMITS, withoutCasePerDay: 5 })).toEqual([])
    expect(unusualReading(reading, { ...LIMITS, withoutCasePerDay: 4 })).toEqual(['no_case'])
  })
})

test.each([
  ['2026-03-10T06:59:59Z', true],
  ['2026-03-10T07:00:00Z', false],
  ['2026-03-10T19:59:59Z', false],
  ['2026-03-10T20:00:00Z', true],
  // London time, an hour ahead in summer.
  ['2026-07-14T06:00:00Z', false],
  ['2026-07-14T19:00:00Z', true],
  ['2026-03-14T10:00:00Z', true],
  ['2026-03-15T10:00:00Z', true],
  ['2026-12-25T10:00:00Z', true],
])('R11 %s is outside working hours: %s', (at, isOutside) => {
  expect(isOutsideHours(new Date(at), HOURS)).toBe(isOutside)
  expect(isOutsideHours(new Date(at), { from: 0, to: 24 })).toBe(false)
})
