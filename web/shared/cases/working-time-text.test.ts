import { expect, it } from 'vitest'
import { workingTimeText } from './working-time-text.ts'

it.each([
  [0, 'under 1 h'],
  [3_599_999, 'under 1 h'],
  [3_600_000, '1 h'],
  [100 * 3_600_000 + 1, '100 h'],
])('says %i ms of working time as %s', (ms, words) => expect(workingTimeText(ms)).toBe(words))
