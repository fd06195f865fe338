import { describe, expect, it } from 'vitest'
import { openImage, renditionOf } from './image-check.ts'
import { imageBomb, makeAvif, makeHeic, makeJpeg, makePng, makeWebp, noise, truncated } from './test-files.ts'

const MARKER = 'Marker of the camera owner'

async function checkImage(file: Buffer) {
  return (await openImage(file)).render()
}

async function refusal(file: Buffer): Promise<string> {
  const error: unknown = await checkImage(file).catch((caught: unknown) => caught)
  expect(error).toMatchObject({ code: 'UNSAFE_FILE' })
  return error instanceof Error ? error.message : ''
}

describe('R41 the rendition of a picture', () => {
  it('is a JPEG of the same size without metadata', async () => {
    const file = await makeJpeg({ width: 640, height: 480, artist: MARKER })
    expect(file.includes(MARKER)).toBe(true)
    const rendition = await checkImage(file)
    expect(rendition).toMatchObject({ width: 640, height: 480 })
    expect(rendition.content.subarray(0, 3)).toEqual(Buffer.from('ffd8ff', 'hex'))
    expect(rendition.content.includes(MARKER)).toBe(false)
    expect(rendition.content.includes('Exif')).toBe(false)
  })

  it.each([
    ['WebP', makeWebp],
    ['AVIF', makeAvif],
  ])('is a JPEG of a %s, too', async (_, make) => {
    const rendition = await checkImage(await make({ width: 640, height: 480 }))
    expect(rendition).toMatchObject({ width: 640, height: 480 })
    expect(rendition.content.subarray(0, 3)).toEqual(Buffer.from('ffd8ff', 'hex'))
  })

  it('is not made from HEIC here, which has a thread of its own', async () => {
    expect(await refusal(makeHeic())).toMatch(/damaged/)
  })

  it('is at most 2000 pixels long, and never enlarged', async () => {
    expect(await checkImage(await makePng({ width: 3000, height: 1500 }))).toMatchObject({
      width: 2000,
      height: 1000,
    })
    expect(await checkImage(await makePng({ width: 3, height: 2 }))).toMatchObject({ width: 3, height: 2 })
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'is upright for orientation %d, just as the library would turn it',
    async (orientation) => {
      const { default: sharp } = await import('sharp')
      // Four quarters in different shades of grey, so that every rotation and reflection is a different
      // picture.
      const width = 300
      const height = 200
      const pixels = Uint8Array.from({ length: width * height }, (_, at) => {
        const isRight = at % width >= width / 2
        const isLower = at >= (width * height) / 2
        return 20 + (isRight ? 60 : 0) + (isLower ? 120 : 0)
      })
      const file = await sharp(pixels, { raw: { width, height, channels: 1 } })
        .withMetadata({ orientation })
        .jpeg()
        .toBuffer()
      const quarters = async (image: Buffer) => {
        const { data, info } = await sharp(image)
          .autoOrient()
          .greyscale()
          .raw()
          .toBuffer({ resolveWithObject: true })
        const at = (x: number, y: number) =>
          data[Math.floor(y * info.height) * info.width + Math.floor(x * info.width)] ?? 0
        const greys = [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)]
        return { size: [info.width, info.height], greys: greys.map((grey) => Math.round((grey - 20) / 60)) }
      }
      expect(await quarters((await checkImage(file)).content)).toEqual(await quarters(file))
    },
  )

  it.each([
    ['with the profile of all', 'srgb'],
    ['with a wider one', 'p3'],
  ])('has the colours of a picture %s', async (_which, profile) => {
    const { default: sharp } = await import('sharp')
    const colour = [200, 60, 60]
    const background = { r: 200, g: 60, b: 60 }
    const file = await sharp({ create: { width: 60, height: 40, channels: 3, background } })
      .withIccProfile(profile)
      .jpeg({ quality: 95 })
      .toBuffer()
    const { content } = await checkImage(file)
    expect((await sharp(content).metadata()).icc).toBeUndefined()
    const { data } = await sharp(content).raw().toBuffer({ resolveWithObject: true })
    const apart = [...data.subarray(0, 3)].map((part, at) => Math.abs(part - (colour[at] ?? 0)))
    expect(Math.max(...apart)).toBeLessThan(5)
  })

  it('A20 is made from progressive and interlaced pictures, and from those with data after their end', async () => {
    const large = { width: 2600, height: 1800, isProgressive: true }
    const [jpeg, png] = await Promise.all([makeJpeg(large), makePng(large)])
    const renditions = await Promise.all([
      checkImage(jpeg),
      checkImage(png),
      checkImage(Buffer.concat([jpeg, noise(9000)])),
    ])
    expect(renditions.map(({ width }) => width)).toEqual([2000, 2000, 2000])
  })
})

describe('R41 a picture that can’t be decoded is refused', () => {
  it.each([0.1, 0.5, 0.97])('if it was truncated at %d of its length', async (share) => {
    expect(await refusal(truncated(await makeJpeg({ isNoise: true }), share))).toContain(
      'damaged or incomplete',
    )
    expect(await refusal(truncated(await makePng({ isNoise: true }), share))).toContain(
      'damaged or incomplete',
    )
  })

  it('if its content is broken', async () => {
    const png = await makePng({ isNoise: true })
    noise(300).copy(png, png.length / 2)
    expect(await refusal(png)).toContain('damaged or incomplete')
  })

  it('if only its first bytes are those of a picture', async () => {
    const head = (await makePng()).subarray(0, 40)
    expect(await refusal(Buffer.concat([head, Buffer.from('<script>alert(1)</script>')]))).toContain(
      'damaged',
    )
  })

  it('if it is another kind of picture, whatever the library could read', async () => {
    expect(
      await refusal(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')),
    ).toContain('damaged')
    expect(
      await refusal(Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;', 'latin1')),
    ).toContain('damaged')
  })
})

describe('A20 R42 a decompression bomb', () => {
  it('is refused by its header, before any of its picture is read', async () => {
    const bomb = imageBomb()
    expect(await refusal(bomb)).toContain('more than 50 megapixels')
    // Little more than the header of this one exists.
    expect(await refusal(bomb.subarray(0, 64))).toContain('more than 50 megapixels')
  })

  it('may declare 50 megapixels and not one more', async () => {
    expect(await refusal(imageBomb(10_000, 5_001))).toContain('more than 50 megapixels')
    expect(await refusal(imageBomb(10_000, 5_000))).toContain('damaged or incomplete')
  })

  it('may be an interlaced PNG of 12 megapixels and not one more', async () => {
    expect(await refusal(imageBomb(4000, 3001, true))).toContain('interlaced and has more than 12 megapixels')
    expect(await refusal(imageBomb(4000, 3000, true))).toContain('damaged or incomplete')
  })

  it.each([
    ['wide', (edge: number) => imageBomb(edge, 5)],
    ['high', (edge: number) => imageBomb(5, edge)],
  ])('may declare sides of 20,000 pixels and not one more: as %s as that', async (_, bomb) => {
    expect(await refusal(bomb(20_001))).toContain('more than 20,000 pixels long')
    expect(await refusal(bomb(10_000_000))).toContain('more than 20,000 pixels long')
  })

  it('in a photo that was decoded elsewhere is refused, too', async () => {
    const line = { pixels: new Uint8Array(3 * 20_001), width: 20_001, height: 1 }
    await expect(renditionOf(line)).rejects.toThrow('more than 20,000 pixels long')
  })
})

describe('A20 T2 a picture is heavy', () => {
  const large = { width: 2400, height: 1700 }

  it.each([
    ['a PNG', true, () => makePng(large)],
    ['a WebP', true, () => makeWebp(large)],
    ['an AVIF', true, () => makeAvif(large)],
    ['a progressive JPEG', true, () => makeJpeg({ ...large, isProgressive: true })],
    ['an ordinary JPEG', false, () => makeJpeg(large)],
    ['a PNG of less than 4 megapixels', false, () => makePng({ width: 2300, height: 1700 })],
  ])('if all of its many pixels must be decoded: %s is %s', async (_, isHeavy, make) => {
    expect((await openImage(await make())).isHeavy).toBe(isHeavy)
  })
})
