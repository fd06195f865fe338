import { expect, it } from 'vitest'
import { ownershipLayout } from './ownership-layout.ts'

/** The room that the stage has at 1280, 1440 and 1920 pixels. */
const ROOMS = [624, 724, 1204]

it.each([1, 2, 3, 4, 5])('places %s owners in the room there is, none overlapping or outside', (count) => {
  for (const room of ROOMS) {
    const { people, box, width } = ownershipLayout(count, room)
    expect(people).toHaveLength(count)
    expect(width).toBeLessThanOrEqual(room)
    people.forEach(({ x, y }, index) => {
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x + box.width).toBeLessThanOrEqual(width)
      const next = people[index + 1]
      if (next) expect(next.y > y + box.height || next.x > x + box.width).toBe(true)
    })
  }
})

it('places three owners side by side on a small laptop, and four in two rows', () => {
  const rowsOf = (count: number) => new Set(ownershipLayout(count, 624).people.map(({ y }) => y)).size
  expect([rowsOf(3), rowsOf(4)]).toEqual([1, 2])
})

it.each([4, 5, 6, 7, 8])('leads the links of %s owners past the boxes below them', (count) => {
  const { people, box } = ownershipLayout(count, 624)
  for (const upper of people)
    for (const { x, y } of people) {
      const link = upper.x + box.width / 2
      if (y > upper.y) expect(link <= x || link >= x + box.width).toBe(true)
    }
})

it.each([3, 4, 5])('keeps the shares of %s owners apart, from the left as their boxes are', (count) => {
  const { people, share } = ownershipLayout(count, 624)
  const shares = people
    .map(({ x }, index) => ({ x, share: share(index).x }))
    .toSorted((left, right) => left.x - right.x)
  shares.forEach((each, index) => {
    const next = shares[index + 1]
    if (next) expect(next.share - each.share).toBeGreaterThan(70)
  })
})

it('keeps the company below everyone, even if no one is named', () => {
  for (const count of [0, 1, 4]) {
    const { people, box, company, height } = ownershipLayout(count, 624)
    for (const { y } of people) expect(y + box.height).toBeLessThan(company.y)
    expect(company.y + box.height).toBe(height)
  }
})
