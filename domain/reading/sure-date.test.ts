import { expect, test } from 'vitest'
import type { ReadValue } from '#contract/documents/readings.ts'
import type { PlainDate } from '#domain/plain-date.ts'
import { sureDate } from './sure-date.ts'

const CODE: ReadValue = {
  field: 'expiresOn',
  value: '2031-05-01',
  source: 'code',
  proof: 'right',
  confidence: 0.5,
  area: null,
}
const PRINT: ReadValue = { ...CODE, source: 'print', proof: null, confidence: 0.9 }
const LETTER: ReadValue = { ...PRINT, field: 'issuedOn', value: '2026-02-20' }
const TODAY = '2026-03-10' as PlainDate

test.each<[string, ReadValue[], string | null]>([
  ['check digits prove it', [CODE], CODE.value],
  ['check digits contradict it', [{ ...CODE, proof: 'wrong' }], null],
  ['it was read clearly', [PRINT], PRINT.value],
  ['it was read with doubt', [{ ...PRINT, confidence: 0.7 }], null],
  ['the print or the other side says something else', [{ ...CODE, contradicted: { by: 'print' } }], null],
  ['it has passed', [{ ...CODE, value: '2026-03-09' }], null],
  ['another date was read', [LETTER], null],
  ['nothing was read', [], null],
])('the expiry date of an ID, where %s', (_, values, expected) => {
  expect(sureDate('id-front', values, TODAY)).toBe(expected)
})

test.each([
  ['2026-02-20', '2026-02-20'],
  ['2025-11-20', null],
  ['2026-03-11', null],
])('a letter of %s', (value, expected) => {
  expect(sureDate('proof-of-address', [{ ...LETTER, value }], TODAY)).toBe(expected)
})

test('a selfie has no date', () => {
  expect(sureDate('selfie', [CODE], TODAY)).toBeNull()
})
