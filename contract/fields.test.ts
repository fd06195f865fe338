import { describe, expect, test } from 'vitest'
import { isReadingReason } from './documents/uploads.ts'
import { FreeText, Reason } from './fields.ts'

describe('free text', () => {
  test.each([
    ['  as it was typed ', 'as it was typed'],
    ['\u200b'.repeat(12), ''],
    ['\u2800 \u3164\u00ad', ''],
    // A turn of direction would make an entry of the audit log read otherwise.
    ['asked by \u202eenohp', 'asked by enohp'],
    // Joiners belong to letters and pictures, and marks of direction to sentences in two scripts.
    ['می\u200cخواهم 👩\u200d💻 \u200f(KYC)', 'می\u200cخواهم 👩\u200d💻 \u200f(KYC)'],
  ])('%j is kept as %j', (given, kept) => {
    expect(FreeText().parse(given)).toBe(kept)
  })

  test.each(['\0', '\ud800'])('%j is refused', (given) => {
    expect(FreeText().safeParse(given).success).toBe(false)
  })
})

test.each(['...', '🙂', '118', 'x'])('%j is no reason for anything that others rely on', (text) => {
  expect(Reason(500, 'Write the reason').safeParse(text).error?.issues[0]?.message).toBe('Write the reason')
})

test.each([
  ['They asked us', true],
  ['short', false],
  [`a${'\u200b'.repeat(20)}`, false],
  ['............', false],
  ['🙂'.repeat(12), false],
  ['2026-118 / 04', false],
  ['本人からの電話による依頼', true],
])('R11 whether %j is a reason to open documents: %j', (text, isOne) => {
  expect(isReadingReason(text)).toBe(isOne)
})
