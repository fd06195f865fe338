import { expect, it } from 'vitest'
import { greeting } from './greeting.ts'

const at = (hour: number) => new Date(2026, 2, 10, hour, 59)

it.each([
  ['Priya Raman', 0, 'Good morning, Priya'],
  ['Priya', 11, 'Good morning, Priya'],
  ['  Priya  Raman ', 12, 'Good afternoon, Priya'],
  ['Priya Raman', 17, 'Good afternoon, Priya'],
  ['Priya Raman', 18, 'Good evening, Priya'],
  [null, 9, 'Good morning'],
  ['', 23, 'Good evening'],
])('greets %j at %i', (name, hour, words) => {
  expect(greeting(name, at(hour))).toBe(words)
})
