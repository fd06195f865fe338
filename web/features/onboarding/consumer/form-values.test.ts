import { expect, test } from 'vitest'
import { draftFromValues, valuesFromDraft } from './form-values.ts'

const values = (day: string, month: string, year: string) => ({
  ...valuesFromDraft({}, 'amara@fernhill.example'),
  dob: { day, month, year },
})

test.each([
  ['9', '3', '1988'],
  ['31', '2', '1990'],
  ['', '3', ''],
  ['x', '', '19'],
])('a birth date typed as %s %s %s survives a reload', (day, month, year) => {
  const draft = draftFromValues(values(day, month, year))
  expect(valuesFromDraft(draft, null).dob).toEqual({ day, month, year })
})

test('a complete birth date is stored as ISO, and empty answers are not stored', () => {
  expect(draftFromValues(values('9', '3', '1988'))).toEqual({
    email: 'amara@fernhill.example',
    dob: '1988-03-09',
  })
})
