import { render, screen } from '@testing-library/react'
import jsQR from 'jsqr'
import { expect, test } from 'vitest'
import { QrCode } from './qr-code.tsx'

// The module itself is the function, although its types declare a default export.
const scan = jsQR as unknown as typeof jsQR.default

/** Pixels per module of the code. */
const SCALE = 4

/** Returns what a camera would read from the rendered code. */
function scanned(svg: Element): string | undefined {
  const [left = 0, top = 0, width = 0] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number)
  const edge = width * SCALE
  const pixels = new Uint8ClampedArray(edge * edge * 4).fill(255)
  for (const [, x, y] of (svg.querySelector('path')?.getAttribute('d') ?? '').matchAll(
    /M(\d+) (\d+)h1v1h-1z/g,
  ))
    for (let row = 0; row < SCALE; row++)
      for (let column = 0; column < SCALE; column++) {
        const at = ((Number(y) - top) * SCALE + row) * edge + (Number(x) - left) * SCALE + column
        pixels.set([0, 0, 0], at * 4)
      }
  return scan(pixels, edge, edge)?.data
}

test.each([
  'https://verdaccord.example/p/7KQ4-X2MN',
  'otpauth://totp/Verdaccord:ada%40people.example?issuer=Verdaccord&secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
])('is read by a camera as %s', (text) => {
  render(<QrCode text={text} label="A code" />)
  expect(scanned(screen.getByRole('img', { name: 'A code' }))).toBe(text)
})
