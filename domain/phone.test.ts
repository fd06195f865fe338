import { expect, test } from 'vitest'
import { phoneReadingText, readPhone } from './phone.ts'

test.each([
  ['020 7946 0000', 'GB', '+44 20 7946 0000'],
  ['020 7946 0000', undefined, '+44 20 7946 0000'],
  ['020 7946 0000', null, '+44 20 7946 0000'],
  ['(020) 7946-0000', 'GB', '+44 20 7946 0000'],
  ['07911 123456', 'GB', '+44 7911 123456'],
  ['030 901820', 'DE', '+49 30 901820'],
  ['0049 30 901820', 'GB', '+49 30 901820'],
  ['+90 532 123 45 67', 'GB', '+90 532 123 45 67'],
  // Reserved for fiction by Ofcom.
  ['07700 900123', 'GB', '+44 7700 900123'],
  ['+44 (0)7700 900123', 'GB', '+44 7700 900123'],
  ['01632 960123', 'GB', '+44 1632 960123'],
  // Antarctica has no numbering plan of its own.
  ['020 7946 0000', 'AQ', '+44 20 7946 0000'],
])('%s dialled in %s is %s', (text, country, international) => {
  expect(readPhone(text, country)).toEqual({ ok: true, international })
})

test.each([
  ['', 'GB'],
  ['12345', 'GB'],
  ['+44 1', 'GB'],
  ['07700 9001234', 'GB'],
  ['030 901820', 'GB'],
  ['+999 123 456 789', 'GB'],
  ['020 7946 0000 0000 0000', 'GB'],
  ['hello', 'GB'],
])('%j is not a number in %s', (text, country) => {
  expect(readPhone(text, country)).toMatchObject({
    ok: false,
    message: expect.stringContaining('020 7946 0123'),
  })
})

test.each([
  ['020 7946 0000', 'We read this as +44 20 7946 0000'],
  ['+44 20 7946 0000', ''],
  ['12345', ''],
])('%s is shown as: %j', (text, said) => {
  expect(phoneReadingText(text, 'GB')).toBe(said)
})
