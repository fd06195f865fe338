import { expect, test } from 'vitest'
import { plainDate } from '#domain/plain-date.ts'
import { specimen } from './specimen.ts'

test('a demo person’s letter shows the date that is stored with it', async () => {
  const of = (day: number) => specimen('bank-statement', 'Sofia Marchetti', plainDate(2026, 11, day))
  const [third, again, fourth] = [await of(3), await of(3), await of(4)]
  expect(third.equals(again)).toBe(true)
  expect(third.equals(fourth)).toBe(false)
  const undated = await specimen('bank-statement', 'Sofia Marchetti', null)
  expect(third.equals(undated)).toBe(false)
})
