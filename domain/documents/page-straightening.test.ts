import { expect, test } from 'vitest'
import type { PageOutline } from './page-outline.ts'
import { straightened } from './page-straightening.ts'

/** A dark picture with a light card whose left half is lighter, leaning by this many pixels. */
function card(lean: number) {
  const [width, height] = [400, 300]
  const page: PageOutline = {
    topLeft: { x: 60 + lean, y: 60 },
    topRight: { x: 340 + lean, y: 60 + lean },
    bottomRight: { x: 340, y: 236 + lean },
    bottomLeft: { x: 60, y: 236 },
    openSides: [],
  }
  const pixels = new Uint8ClampedArray(width * height * 4).fill(20)
  for (let y = 60; y < 236 + lean; y++) {
    for (let x = 60; x < 340 + lean; x++) {
      const isLeft = x - (lean * (236 - y)) / 176 < 200
      pixels.fill(isLeft ? 220 : 120, (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  }
  return { picture: { width, height, pixels }, page }
}

test.each([0, 12])('a card tilted by %i pixels comes out upright, with a margin around it', (lean) => {
  const { picture, page } = card(lean)
  const straight = straightened(picture, page)
  if (!straight) expect.fail('It is sure where the card is')
  expect(straight.width / straight.height).toBeCloseTo(1.586, 1)
  expect(straight.width).toBeGreaterThan(280)
  const at = (x: number, y: number) =>
    straight.pixels[
      (Math.round(y * straight.height) * straight.width + Math.round(x * straight.width)) * 4
    ] ?? 0
  for (const y of [0.15, 0.5, 0.85]) {
    expect(at(0.3, y)).toBe(220)
    expect(at(0.7, y)).toBe(120)
  }
})

test('nothing is cropped if a side runs out of the picture, or the sides are not those of a document', () => {
  const { picture, page } = card(0)
  expect(straightened(picture, { ...page, openSides: ['left'] })).toBeNull()
  const flat = { bottomLeft: { x: 60, y: 150 }, bottomRight: { x: 340, y: 150 } }
  expect(straightened(picture, { ...page, ...flat })).toBeNull()
  expect(straightened(picture, null)).toBeNull()
})
