import { expect, test } from 'vitest'
import type { ReadField } from '#contract/documents/readings.ts'
import { compareRead } from './compare-read.ts'

test.each<[ReadField, string, string, string]>([
  ['surname', 'Okafor', 'OKAFOR', 'same'],
  ['surname', 'Müller', 'MUELLER', 'fits'],
  ['surname', 'Ødegaard', 'ODEGAARD', 'fits'],
  ['surname', 'O’Connor', 'OCONNOR', 'fits'],
  ['surname', 'Smith-Jones', 'SMITH JONES', 'fits'],
  ['surname', 'Okafor', 'OKAFER', 'differs'],
  ['givenNames', 'Maren Ingrid', 'INGRID MAREN', 'fits'],
  ['name', 'Sofia Marchetti', 'Ms S Marchetti', 'fits'],
  ['name', 'Sofia Marchetti', 'Mr P Rossi', 'differs'],
  ['birthDate', '1988-03-09', '1988-03-09', 'same'],
  ['birthDate', '1988-03-09', '1988-09-03', 'differs'],
  [
    'address',
    '41 Larkfield Road, Bristol, BS99 1AA, United Kingdom',
    '41 LARKFIELD ROAD, BRISTOL BS991AA',
    'fits',
  ],
  ['address', '14 Larkfield Road\nBristol\nBS99 1AA', '41 Larkfield Road, Bristol BS99 1AA', 'differs'],
])('%s: “%s” compared with “%s” is %s', (field, declared, read, kind) => {
  expect(compareRead(field, declared, read)?.kind).toBe(kind)
})

test.each<[string, string, string]>([
  ['Wilhelmina Charlotte', 'WILHELMINA CHARL', 'fits'],
  ['Wilhelmina Charlotte Eleonora', 'WILHELMINA C', 'fits'],
  ['Wilhelmina Charlotte Eleonora', 'W E', 'fits'],
  ['Müller-Lüdenscheidt', 'MUELLER LUE', 'fits'],
  ['Wilhelmina Charlotte', 'WILHELMINA CARL', 'differs'],
  ['Wilhelmina Charlotte', 'CHARL WILHELMINA', 'differs'],
  ['Wilhelmina', 'WILHELMINA CHARL', 'differs'],
])('“%s” compared with “%s”, which a code may have truncated, %s', (declared, read, kind) => {
  expect(compareRead('givenNames', declared, read, true)?.kind).toBe(kind)
  expect(compareRead('givenNames', declared, read)?.kind).toBe('differs')
})

test('nothing is said if one is missing', () => {
  expect(compareRead('surname', null, 'OKAFOR')).toBeNull()
  expect(compareRead('surname', 'Okafor', ' ')).toBeNull()
})
