import { describe, expect, test } from 'vitest'
import { SEEN_PER_SUBJECT, storedPairs } from './seen-pairs.ts'

const FIRST = new Date('2026-03-01T10:00:00Z')
const NEXT = new Date('2026-03-02T10:00:00Z')
const pair = (ref: string, score: number, subject = 'person') => ({
  subject,
  source: 'uk' as const,
  ref,
  name: `Listed ${ref}`,
  score,
  version: '2026-03-01',
})

describe('pairs below the bar', () => {
  test('are stored with their score, the most similar first, and since when they are seen', () => {
    const once = storedPairs([], [pair('B', 0.72), pair('A', 0.78)], FIRST)
    expect(once.map(({ ref, score }) => [ref, score])).toEqual([
      ['A', 0.78],
      ['B', 0.72],
    ])
    const again = storedPairs(once, [{ ...pair('A', 0.78), version: '2026-03-02' }], NEXT)
    expect(again).toEqual([
      { ...pair('A', 0.78), version: '2026-03-02', firstAt: FIRST.toISOString(), lastAt: NEXT.toISOString() },
      // What an earlier screening saw is not forgotten.
      { ...pair('B', 0.72), firstAt: FIRST.toISOString(), lastAt: FIRST.toISOString() },
    ])
  })

  test('list the same pair again if it has another score', () => {
    const again = storedPairs(storedPairs([], [pair('A', 0.78)], FIRST), [pair('A', 0.71)], NEXT)
    expect(again.map(({ score, lastAt }) => [score, lastAt])).toEqual([
      [0.71, NEXT.toISOString()],
      [0.78, FIRST.toISOString()],
    ])
  })

  test('are limited to what anyone reads, for each subject', () => {
    const many = Array.from({ length: SEEN_PER_SUBJECT + 5 }, (_, at) => pair(`E${at}`, 0.7 + at / 1000))
    const kept = storedPairs(
      storedPairs([], many, FIRST),
      [...many.slice(0, 3), pair('O', 0.7, 'owner:o1')],
      NEXT,
    )
    expect(kept.filter(({ subject }) => subject === 'person')).toHaveLength(SEEN_PER_SUBJECT)
    // What is seen today, the most alike first, comes before earlier pairs.
    expect(kept.slice(0, 4).map(({ ref }) => ref)).toEqual(['E2', 'E1', 'O', 'E0'])
    expect(kept.filter(({ subject }) => subject === 'owner:o1')).toHaveLength(1)
  })

  test('say how many more there are, of which these are the most similar', () => {
    const many = Array.from({ length: SEEN_PER_SUBJECT + 5 }, (_, at) => pair(`E${at}`, 0.7 + at / 1000))
    const told = (pairs: ReturnType<typeof storedPairs>) =>
      pairs.flatMap(({ ref, more }) => (more ? [[ref, more]] : []))
    const once = storedPairs([], [...many, pair('O', 0.7, 'owner:o1')], FIRST)
    expect(told(once)).toEqual([['E5', 5]])
    expect(told(storedPairs(once, many.slice(-2), NEXT))).toEqual([])
  })
})
