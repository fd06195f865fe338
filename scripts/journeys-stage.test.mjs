import { expect, test } from 'vitest'
import { countJourneys } from './journeys-stage.mjs'

const stats = (some) => ({ expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...some })

test('counts journeys as reported, and leaves skipped ones out of both counts', () => {
  const report = { stats: stats({ expected: 3, unexpected: 1, skipped: 2 }), errors: [] }
  expect(countJourneys(report, 1)).toEqual({ passed: 3, failed: 1, note: '2 skipped' })
})

test('counts an error outside a journey as a failure', () => {
  const report = { stats: stats({ expected: 3 }), errors: [{ message: 'a file that cannot be read' }] }
  expect(countJourneys(report, 1)).toMatchObject({ passed: 3, failed: 1 })
})

test('counts a journey that passed only when repeated as passed, and names it', () => {
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

test('counts a run that crashed as a failure even if each journey passed', () => {
  expect(countJourneys({ stats: stats({ expected: 3 }), errors: [] }, 1)).toMatchObject({
    passed: 3,
    failed: 1,
  })
})

test.each([[undefined], [{ stats: stats(), errors: [] }]])(
  'counts a run without a report or without a single journey as a failure',
  (report) => {
    expect(countJourneys(report, 0)).toMatchObject({ passed: 0, failed: 1 })
  },
)
