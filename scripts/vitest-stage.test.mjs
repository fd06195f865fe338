import { expect, test } from 'vitest'
import { countTests } from './vitest-stage.mjs'

const file = (status, ...tests) => ({ status, assertionResults: tests.map((each) => ({ status: each })) })

test('passed and failed tests are counted as reported', () => {
  const report = {
    numPassedTests: 2,
    numFailedTests: 1,
    testResults: [file('failed', 'passed', 'passed', 'failed')],
  }
  expect(countTests(report, 1)).toEqual({ passed: 2, failed: 1, note: '' })
})

test('a file that could not be loaded counts as one failure', () => {
  const report = {
    numPassedTests: 2,
    numFailedTests: 0,
    testResults: [file('passed', 'passed'), file('failed')],
  }
  expect(countTests(report, 1)).toMatchObject({ passed: 2, failed: 1 })
})

test('a run that ended badly although each test passed is a failure', () => {
  const report = { numPassedTests: 2, numFailedTests: 0, testResults: [file('passed', 'passed', 'passed')] }
  expect(countTests(report, 1)).toMatchObject({ passed: 2, failed: 1 })
})

test.each([[undefined], [{ numPassedTests: 0, numFailedTests: 0, testResults: [] }]])(
  'a run without a report or without a single test is a failure',
  (report) => {
    expect(countTests(report, 0)).toMatchObject({ passed: 0, failed: 1 })
  },
)

test('skipped tests are named and count as neither', () => {
  const report = { numPassedTests: 1, numPendingTests: 2, testResults: [file('passed', 'passed', 'skipped')] }
  expect(countTests(report, 0)).toEqual({ passed: 1, failed: 0, note: '2 skipped' })
})
