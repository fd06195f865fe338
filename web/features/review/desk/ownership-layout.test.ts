import { expect, it } from 'vitest'
import { ownershipLayout } from './ownership-layout.ts'

it.each([1, 2, 3, 4])('places %s owners next to each other, none overlapping or outside', (count) => {
  const { people, box, width } = ownershipLayout(count)
  expect(people).toHaveLength(count)
  people.forEach(({ x }, index) => {
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + box.width).toBeLessThanOrEqual(width)
    const next = people[index + 1]
    if (next) expect(next.x).toBeGreaterThan(x + box.width)
  })
})

it('keeps the company below everyone, even if no one is named', () => {
  for (const count of [0, 1, 4]) {
    const { people, box, company, height } = ownershipLayout(count)
    for (const { y } of people) expect(y + box.height).toBeLessThan(company.y)
    expect(company.y + box.height).toBe(height)
  }
})
