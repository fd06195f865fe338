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

test('reads the result from the last line of a measurement', () => {
  expect(readResult(`round 1\nround 2\n${JSON.stringify(result)}\n`)).toEqual(result)
})

test.each(['', 'stopped\n', '{"half": '])('finds no result in the output %j', (output) => {
  expect(readResult(output)).toBeUndefined()
})

test('writes a row for each measurement, and says if one did not finish', () => {
  const table = writeTable([{ name: 'p5', result }, { name: 'p6' }], about)
  expect(table).toContain(
    '| p5 | GET /api/auth/user | 0.21 ms of CPU | 0.19 ms of CPU | 0.90 | at least 0.85 | met |',
  )
  expect(table).toContain('| p6 |  |  |  |  |  | did not finish |')
})

test('writes the table of a measurement below, under its name', () => {
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
