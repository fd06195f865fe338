import { expect, test } from 'vitest'
import type { ReadField } from '#contract/documents/readings.ts'
import { isReadRightly } from './read-rightly.ts'

test.each<[ReadField, string | undefined, string, boolean]>([
  ['number', 'AB1234567', 'AB1234567', true],
  ['number', 'AB12345670', 'AB1234567', false],
  ['number', 'AB1234561', 'AB1234567', false],
  ['number', undefined, 'AB1234567', false],
  ['birthDate', '1988-03-09', '1988-03-09', true],
  ['birthDate', '1988-03-08', '1988-03-09', false],
  ['surname', 'MUELLER', 'Müller', true],
  ['surname', 'MULLER', 'Müller', true],
  ['surname', 'MILLER', 'Müller', false],
  ['surname', 'OKAFOR I', 'Okafor', false],
  ['name', 'Ms Sofia Marchetti', 'Sofia Marchetti', true],
  ['name', 'Ms Sofia Marchettini', 'Sofia Marchetti', false],
  ['name', '', 'Sofia Marchetti', false],
  ['address', '1 Station Street, Cardiff CF99 5AA', 'CF99 5AA', true],
  ['address', '1 Station Street, Cardiff CF99 SAA', 'CF99 5AA', false],
])('%s: “%s” of “%s” counts as read rightly: %s', (field, read, drawn, isRight) => {
  expect(isReadRightly(field, read, drawn)).toBe(isRight)
})
