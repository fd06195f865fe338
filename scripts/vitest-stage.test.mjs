import { expect, test } from 'vitest'
import { countTests } from './vitest-stage.mjs'

const file = (status, ...tests) => ({ status, assertionResults: tests.map((each) => ({ status: each })) })

test('counts passed and failed tests as reported', () => {
  const report = {
    numPassedTests: 2,
    numFailedTests: 1,
    testResults: [file('failed', 'passed', 'passed', 'failed')],
  }
  expect(countTests(report, 1)).toEqual({ passed: 2, failed: 1, note: '' })
})

test('counts a file that could not be loaded as one failure', () => {
  const report = {
    numPassedTests: 2,
    numFailedTests: 0,
    testResults: [file('passed', 'passed'), file('failed')],
  }
  expect(countTests(report, 1)).toMatchObject({ passed: 2, failed: 1 })
})

test('counts a run that ended badly as a failure even if each test passed', () => {
  const report = { numPassedTests: 2, numFailedTests: 0, testResults: [file('passed', 'passed', 'passed')] }
  expect(countTests(report, 1)).toMatchObject({ passed: 2, failed: 1 })
})

test.each([[undefined], [{ numPassedTests: 0, numFailedTests: 0, testResults: [] }]])(
  'counts a run without a report or without a single test as a failure',
  (report) => {
    expect(countTests(report, 0)).toMatchObject({ passed: 0, failed: 1 })
  },
)

test('names skipped tests, and leaves them out of both counts', () => {
  const report = { numPassedTests: 1, numPendingTests: 2, testResults: [file('passed', 'passed', 'skipped')] }
  expect(countTests(report, 0)).toEqual({ passed: 1, failed: 0, note: '2 skipped' })
})
