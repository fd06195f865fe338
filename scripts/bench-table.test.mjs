import { expect, test } from 'vitest'
import { readResult, writeTable } from './bench-table.mjs'

const result = {
  goal: 'GET /api/auth/user',
  product: '0.21 ms of CPU',
  beside: '0.19 ms of CPU',
  ratio: '0.90',
  limit: 'at least 0.85',
  isMet: true,
}
const about = { machine: '2 × a processor', runtime: 'v24.0.0', date: '2025-01-02' }

test('the result of a measurement is its last line', () => {
  expect(readResult(`round 1\nround 2\n${JSON.stringify(result)}\n`)).toEqual(result)
})

test.each(['', 'stopped\n', '{"half": '])('the output %j holds no result', (output) => {
  expect(readResult(output)).toBeUndefined()
})

test('each measurement is a row, and one that did not finish says so', () => {
  const table = writeTable([{ name: 'p5', result }, { name: 'p6' }], about)
  expect(table).toContain(
    '| p5 | GET /api/auth/user | 0.21 ms of CPU | 0.19 ms of CPU | 0.90 | at least 0.85 | met |',
  )
  expect(table).toContain('| p6 |  |  |  |  |  | did not finish |')
})

test('what a measurement is made of stands below, under its name', () => {
  const table = { head: ['', 'right'], rows: [['good', '11 of 11']] }
  const text = writeTable(
    [
      { name: 'capture', result: { ...result, table } },
      { name: 'p5', result },
    ],
    about,
  )
  expect(text).toContain('## capture\n\n|  | right |\n| --- | --- |\n| good | 11 of 11 |\n')
  expect(text).not.toContain('## p5')
})
