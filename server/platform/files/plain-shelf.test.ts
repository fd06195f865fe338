import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PlainShelf, type ShelfPlace } from './plain-shelf.ts'

test('a file is on the shelf as it came, or not at all', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 60 })), (pieces) => {
      const place = new PlainShelf(500).place()
      for (const piece of pieces) place.add(Buffer.from(piece))
      const whole = Buffer.concat(pieces)
      expect(place.content()).toEqual(whole.length <= 500 ? whole : undefined)
    }),
  )
})

test('whoever leaves makes room, however often, and nobody takes more than there is or finds what is another’s', () => {
  const act = fc.record({ who: fc.nat(3), bytes: fc.nat(40) })
  fc.assert(
    fc.property(fc.array(act), (acts) => {
      const shelf = new PlainShelf(100)
      const places: (ShelfPlace | undefined)[] = []
      for (const { who, bytes } of acts) {
        const place = places[who]
        if (bytes === 0) {
          place?.leave()
          place?.leave()
          places[who] = undefined
        } else {
          places[who] = place ?? shelf.place()
          places[who].add(Buffer.alloc(bytes, who))
        }
        const isOwn = (one: ShelfPlace | undefined, its: number) =>
          one?.content()?.every((byte) => byte === its) ?? true
        expect(places.every(isOwn)).toBe(true)
        const kept = places.reduce((sum, one) => sum + (one?.content()?.length ?? 0), 0)
        expect(kept).toBeLessThanOrEqual(100)
      }
      for (const place of places) place?.leave()
      const last = shelf.place()
      last.add(Buffer.alloc(100))
      expect(last.content()).toHaveLength(100)
    }),
  )
})

test('what was left is wiped, and its memory is the next one’s', () => {
  const shelf = new PlainShelf()
  const place = shelf.place()
  place.add(Buffer.from('somebody’s passport'))
  const left = place.content()
  place.leave()
  expect(left?.every((byte) => byte === 0)).toBe(true)
  const next = shelf.place()
  next.add(Buffer.from('a bill'))
  expect(next.content()?.buffer).toBe(left?.buffer)
  expect(next.content()?.toString()).toBe('a bill')
})

test('a file of more than 8 MB is read back, whatever room there is', () => {
  const place = new PlainShelf().place()
  place.add(Buffer.alloc(8 * 1024 * 1024))
  expect(place.content()).toBeDefined()
  place.add(Buffer.alloc(1))
  expect(place.content()).toBeUndefined()
})
