import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DOCUMENT_SLOTS, type DocumentSlot } from '#contract/documents/documents.ts'
import { LOOK_MS, readingWidth } from '#contract/documents/looks.ts'
import { type Look, lookOf } from './item-review.ts'

it.each<[string, DocumentSlot, number | null, number, number, Look]>([
  ['an ID at its size', 'id-front', 1600, 480, 1000, 'read'],
  ['an ID that is a pixel too small', 'id-front', 1600, 479, 60_000, 'too_small'],
  ['an ID that went too soon', 'id-front', 1600, 1600, 999, 'none'],
  ['a proof of address', 'proof-of-address', null, 600, 1000, 'read'],
  ['a proof of address at the size of a card', 'proof-of-address', null, 599, 1000, 'too_small'],
  ['another document', 'other', 2400, 599, 1000, 'too_small'],
  ['a face', 'selfie', 900, 240, 1000, 'read'],
  ['a small face', 'selfie', 900, 239, 1000, 'too_small'],
  ['a picture smaller than that, at its own size', 'id-back', 320, 319, 1000, 'read'],
  ['a picture smaller than that, made smaller', 'id-back', 320, 318, 1000, 'too_small'],
])('%s', (_, slot, naturalWidth, width, ms, look) => {
  expect(lookOf(slot, naturalWidth, [{ width, ms }])).toBe(look)
})

it('does not add up a long small look and a short large one, nor two short ones', () => {
  const shown = fc.record({ width: fc.integer({ min: 1, max: 4000 }), ms: fc.integer({ min: 0, max: 9000 }) })
  const slots = fc.constantFrom(...DOCUMENT_SLOTS)
  fc.assert(
    fc.property(
      slots,
      fc.option(fc.integer({ min: 1, max: 4000 })),
      fc.array(shown),
      (slot, natural, all) => {
        const isRead = all.some(({ width, ms }) => ms >= LOOK_MS && width >= readingWidth(slot, natural))
        expect(lookOf(slot, natural, all) === 'read').toBe(isRead)
        expect(lookOf(slot, natural, all) === 'none').toBe(all.every(({ ms }) => ms < LOOK_MS))
      },
    ),
  )
})
