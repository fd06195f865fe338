import { expect, test } from 'vitest'
import { isAddressGone } from './bounce.ts'

test.each([
  ['5.1.1', true],
  ['5.1.10', true],
  ['5.2.1', true],
  ['550 5.1.1 <ana@people.example>: Recipient address rejected: User unknown', true],
  ['550-5.1.1 The email account that you tried to reach does not exist', true],
  ['5.4.4 Host or domain name not found', true],
  ['5.2.2', false],
  ['552 5.3.4 Message too big', false],
  ['550 5.7.1 Message rejected as spam by 5.1.1', false],
  ['4.1.1', false],
  ['550 No such user', false],
  ['refused by 85.1.1.7', false],
  ['5.1.11', false],
  ['', false],
])('%j means that the address no longer exists: %j', (words, gone) => {
  expect(isAddressGone(words)).toBe(gone)
})
