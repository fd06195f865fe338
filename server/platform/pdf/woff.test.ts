import { expect, test } from 'vitest'
import { notoFonts } from './noto-fonts.ts'
import { sfntOfWoff } from './woff.ts'

/** The sum by which a font's table is checked (OpenType, Calculating checksums); bytes past its end count as zero. */
function checksum(font: Buffer, offset: number, length: number): number {
  const padded = Buffer.alloc(Math.ceil(length / 4) * 4)
  font.copy(padded, 0, offset, offset + length)
  let sum = 0
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0
  return sum
}

test('each font is unpacked whole: every table has its checksum', async () => {
  const fonts = [...(await notoFonts(400)), ...(await notoFonts(700))]
  expect(fonts).toHaveLength(22)
  for (const { bytes } of fonts) {
    const count = bytes.readUInt16BE(4)
    expect(count).toBeGreaterThan(8)
    for (let index = 0; index < count; index++) {
      const entry = 12 + index * 16
      // The table "head" holds the sum of the whole font and is left out of its own.
      if (bytes.toString('latin1', entry, entry + 4) === 'head') continue
      const [sum, offset, length] = [4, 8, 12].map((at) => bytes.readUInt32BE(entry + at))
      expect(checksum(bytes, offset ?? 0, length ?? 0)).toBe(sum)
    }
  }
})

test('what is no WOFF file is refused', () => {
  expect(() => sfntOfWoff(Buffer.from('wOF2 of another kind'))).toThrow('no WOFF')
})
