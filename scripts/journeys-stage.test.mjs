import { expect, test } from 'vitest'
import { countJourneys } from './journeys-stage.mjs'

const stats = (some) => ({ expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...some })

test('journeys are counted as reported, and the skipped ones as neither', () => {
  const report = { stats: stats({ expected: 3, unexpected: 1, skipped: 2 }), errors: [] }
  expect(countJourneys(report, 1)).toEqual({ passed: 3, failed: 1, note: '2 skipped' })
})

test('what broke outside of a journey is a failure', () => {
  const report = { stats: stats({ expected: 3 }), errors: [{ message: 'a file that cannot be read' }] }
  expect(countJourneys(report, 1)).toMatchObject({ passed: 3, failed: 1 })
})

test('a journey that passed only when repeated counts, and is named', () => {
  const spec = (title, status) => ({ title, tests: [{ status }] })
  const group = { specs: [spec('the bell opens a sheet', 'flaky')] }
  const report = {
    stats: stats({ expected: 1, flaky: 1 }),
    errors: [],
    suites: [{ specs: [spec('a visitor signs in', 'expected')], suites: [group] }],
  }
  expect(countJourneys(report, 0)).toEqual({
    passed: 2,
    failed: 0,
    note: 'passed the second time: the bell opens a sheet',
  })
})

test('a run that crashed although each journey passed is a failure', () => {
  expect(countJourneys({ stats: stats({ expected: 3 }), errors: [] }, 1)).toMatchObject({
    passed: 3,
    failed: 1,
  })
})

test.each([[undefined], [{ stats: stats(), errors: [] }]])(
  'a run without a report or without a single journey is a failure',
  (report) => {
    expect(countJourneys(report, 0)).toMatchObject({ passed: 0, failed: 1 })
  },
)
