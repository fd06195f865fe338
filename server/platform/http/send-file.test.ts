import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { CSV_START, csvLine } from './send-file.ts'

/** As in a file: after its mark, which no cell can imitate. */
const rowsOf = (line: string) =>
  Papa.parse<string[]>(CSV_START + line, { delimiter: ',', newline: '\r\n', skipEmptyLines: true }).data
const read = (line: string) => rowsOf(line)[0]

test.each([
  '=HYPERLINK("https://evil.test","Open")',
  '+44 20 7946 0142',
  '-2+3',
  '@SUM(1)',
  '|cmd',
  '\t=1',
  '\r=1',
  '\n=1',
  '  =1',
  '\u00a0=1',
  '＝1+1',
  '＠SUM(1)',
])('R31 %j is text for a spreadsheet, and not a formula', (text) => {
  expect(read(csvLine(['before', text]))).toEqual(['before', `'${text}`])
})

test.each(['-12.50', '0', '2026-03-10', 'Fern & Sons', "O'Brien", 'a=b', '', '{"a":1}'])(
  'R31 %j is unchanged',
  (text) => {
    expect(read(csvLine(['before', text]))).toEqual(['before', text])
  },
)

test('A22 R31 no text that people wrote makes another cell, another line or a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 5 }), (cells) => {
      const [row = [], ...others] = rowsOf(csvLine(cells))
      expect(others).toEqual([])
      expect(row).toHaveLength(cells.length)
      row.forEach((cell, index) => {
        expect([cells[index], `'${cells[index]}`]).toContain(cell)
        if (!/^-?\d+(\.\d+)?$/.test(cell)) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
      })
    }),
  )
})

test('a file starts with the mark by which spreadsheets recognise UTF-8', () => {
  expect(CSV_START).toBe('\ufeff')
})
