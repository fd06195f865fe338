import { expect, it } from 'vitest'
import { maskEmail } from './claim-page.tsx'

it.each([
  ['ada@people.example', 'a•••@people.example'],
  ['a@people.example', 'a•••@people.example'],
  ['"odd@local"@people.example', '"•••@people.example'],
  ['𝒶da@people.example', '𝒶•••@people.example'],
  ['@people.example', '•••'],
  ['nobody', '•••'],
  ['', '•••'],
])('shows of %j only %j', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})
