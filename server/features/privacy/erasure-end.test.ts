import { expect, test } from 'vitest'
import { answerDueAt, expectedEnd } from './erasure-end.ts'

const ASKED = new Date('2026-03-10T10:00:00Z')
const dueAt = answerDueAt(ASKED)
const on = (day: string) => new Date(`${day}T10:00:00Z`)

test.each([
  ['is that of the request, on each day until then', 'requested', on('2026-03-25'), dueAt],
  ['is today once the request is overdue', 'requested', on('2026-04-20'), on('2026-04-20')],
  ['is that of a request made now after a refusal', 'refused', on('2026-03-25'), on('2026-04-24')],
])('the latest end %s', (_name, state, now, by) => expect(expectedEnd({ state, dueAt }, now)).toEqual({ by }))

test('the latest end without a request is that of one made now', () =>
  expect(expectedEnd(undefined, ASKED)).toEqual({ by: on('2026-04-09') }))
