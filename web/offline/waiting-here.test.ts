import { expect, test } from 'vitest'
import { waitingHere, waitingText } from './waiting-here.ts'

test('what waits on a device is said in words, and its absence, too', () => {
  expect(waitingText({ files: 0, hasAnswers: false })).toBe(
    'Nothing you sent is lost, and nothing is waiting on this device.',
  )
  expect(waitingText({ files: 1, hasAnswers: false })).toContain('keeps one file, encrypted')
  expect(waitingText({ files: 3, hasAnswers: true })).toContain(
    'keeps 3 files and the answers you typed, encrypted',
  )
})

test('a browser without a database keeps nothing', async () => {
  expect(await waitingHere()).toEqual({ files: 0, hasAnswers: false })
})
