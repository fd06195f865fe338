import { afterEach, expect, test } from 'vitest'
import { DRAFT_PREFIX } from '#web/lib/storage-keys.ts'
import { waitingHere, wordsFor } from './waiting-here.ts'

afterEach(() => {
  localStorage.clear()
})

test('what waits on a device is said in words, and its absence, too', () => {
  expect(wordsFor({ files: 0, hasAnswers: false })).toBe(
    'Nothing you sent is lost, and nothing is waiting on this device.',
  )
  expect(wordsFor({ files: 1, hasAnswers: false })).toContain('keeps one file, encrypted')
  expect(wordsFor({ files: 3, hasAnswers: true })).toContain(
    'keeps 3 files and the answers you typed, encrypted',
  )
})

test('answers of a week ago, or that no one can read, do not wait; a browser without a database keeps no files', async () => {
  const keep = (savedAt: string) =>
    localStorage.setItem(`${DRAFT_PREFIX}ann@example.org`, JSON.stringify({ savedAt }))
  keep(new Date().toISOString())
  expect(await waitingHere()).toEqual({ files: 0, hasAnswers: true })
  keep(new Date(Date.now() - 8 * 86_400_000).toISOString())
  expect(await waitingHere()).toEqual({ files: 0, hasAnswers: false })
  localStorage.setItem(`${DRAFT_PREFIX}ann@example.org`, 'not JSON')
  expect(await waitingHere()).toEqual({ files: 0, hasAnswers: false })
})
