import { expect, it } from 'vitest'
import { reviewersText } from './returned-item.ts'

const reason = (remedy: string) => ({ code: 'SELFIE_UNCLEAR', wrong: 'Your face is not clear.', remedy })

it.each([
  [null, [reason('Take another.')], null],
  ['', [reason('Take another.')], null],
  ['Take off the hat.', [reason('Take another.')], 'Take off the hat.'],
  ['Take off the hat.', [reason('Take another. Take off the hat.')], null],
  ['Your face is not clear.', [reason('Take another.')], null],
])('if a reviewer wrote %j with %j it says: %j', (text, reasons, words) => {
  expect(reviewersText({ text, reasons })).toBe(words)
})
