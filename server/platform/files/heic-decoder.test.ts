import { afterEach, describe, expect, it } from 'vitest'
import { HeicDecoder } from './heic-decoder.ts'
import { heicBomb, makeHeic, makeJpeg, truncated } from './test-files.ts'

const decoders: HeicDecoder[] = []
afterEach(async () => {
  await Promise.all(decoders.splice(0).map((decoder) => decoder.close()))
})
function newDecoder(options = {}) {
  const decoder = new HeicDecoder(options)
  decoders.push(decoder)
  return decoder
}

describe('R42 a HEIC photo', () => {
  it('is decoded as it is seen', async () => {
    const { pixels, width, height } = await newDecoder().decode(makeHeic())
    expect([width, height, pixels.length]).toEqual([640, 480, 640 * 480 * 3])
    const grey = (x: number) => pixels[(240 * 640 + x) * 3] ?? 0
    expect(Math.abs(grey(100) - 40)).toBeLessThan(12)
    expect(Math.abs(grey(540) - 200)).toBeLessThan(12)
  })

  it.each([
    ['promises an enormous picture', () => heicBomb(), 'more than 25 megapixels'],
    ['was cut off', () => truncated(makeHeic()), 'We can’t open this photo'],
    ['is nothing but its first bytes', () => makeHeic().subarray(0, 64), 'We can’t open this photo'],
    ['is another picture', () => makeJpeg(), 'We can’t open this photo'],
  ])('that %s is refused with a suggestion', async (_, make, words) => {
    const decoding = newDecoder().decode(await make())
    await expect(decoding).rejects.toMatchObject({
      code: 'UNSAFE_FILE',
      message: expect.stringContaining(words),
    })
    await expect(decoding).rejects.toThrow(/On an iPhone: open Settings, Camera, Formats/)
  })

  it('that takes too long is abandoned, and the next one is decoded', async () => {
    const impatient = newDecoder({ timeLimitMs: 1 })
    await expect(impatient.decode(makeHeic())).rejects.toMatchObject({ code: 'UNSAFE_FILE' })
    const decoder = newDecoder()
    const [first, second] = await Promise.all([decoder.decode(makeHeic()), decoder.decode(makeHeic())])
    expect(first.pixels).toEqual(second.pixels)
  })
})
