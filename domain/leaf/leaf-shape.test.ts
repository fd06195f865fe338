import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LEAF_LINES_MAX, LEAF_LINES_MIN } from '#contract/verification/leaf-limits.ts'
import { leafShape } from './leaf-shape.ts'

it('follows the outline of the design at its rows', () => {
  const { rows, bar, height } = leafShape(10, { width: 100, pitch: 10 })
  expect(bar).toBe(4.8)
  expect(height).toBe(100)
  // Row 5 of 10 is at 45 %: between 17 and 10 on the left, 59 and 50 at the vein, 93 and 89 on the right.
  const row = rows[4]
  expect(row?.left.x).toBeCloseTo(13.5, 0)
  expect((row?.left.x ?? 0) + (row?.left.width ?? 0)).toBeCloseTo(54.5 - 2.5, 0)
  expect((row?.right.x ?? 0) + (row?.right.width ?? 0)).toBeCloseTo(91, 0)
})

it('has no bar shorter than it is high, none that crosses the vein, and ours half as long again so that its shape is recognisable', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: LEAF_LINES_MIN, max: LEAF_LINES_MAX }),
      fc.constantFrom({ width: 330, pitch: 48 }, { width: 118, pitch: 17 }, { width: 90, pitch: 9 }),
      (count, size) => {
        const { rows, bar, height } = leafShape(count, size)
        expect(rows).toHaveLength(count)
        for (const { y, left, right } of rows) {
          expect(left.width).toBeGreaterThanOrEqual(bar - 0.1)
          expect(right.width).toBeGreaterThanOrEqual(bar * 1.5 - 0.1)
          expect(right.x - (left.x + left.width)).toBeGreaterThanOrEqual(4.8)
          expect(y).toBeGreaterThan(0)
          expect(y).toBeLessThan(height)
        }
      },
    ),
  )
})
