import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { PdfPages } from './pdf-pages.ts'
import { makeJpeg, makePdf, noise, pdfStream, truncated } from './test-files.ts'

const pages = new PdfPages()
afterAll(() => pages.close())
/** Whether the system reports what a process uses. */
const isReported = process.platform === 'linux'

const draw = (pdf: Buffer, page = 1, by = pages) =>
  by.draw(Readable.from([pdf]), { key: 'a', bytes: pdf.length }, page)
/** The share of dark pixels, which are the letters. */
const inkOf = async (jpeg: Buffer) => {
  const { data } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true })
  return data.filter((level) => level < 100).length / data.length
}
const sized = (size: string) =>
  Buffer.from(makePdf().toString('latin1').replace('0 0 595 842', size), 'latin1')

describe('R41 a page of a PDF', () => {
  it('is a JPEG of its shape in which small print can be read', async () => {
    const jpeg = await draw(makePdf())
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 1696, height: 2400 })
    // With a font that the file names but doesn't contain.
    expect(await inkOf(jpeg)).toBeGreaterThan(0.0002)
  })

  it('is the one that was asked for', async () => {
    const pdf = makePdf({ pages: 3 })
    const drawn = await Promise.all([1, 2, 3].map((page) => draw(pdf, page)))
    expect(new Set(drawn.map((jpeg) => jpeg.toString('base64'))).size).toBe(3)
  })

  it.each([
    ['0 0 10 10', 80, 80],
    ['0 0 14000 20', 2400, 4],
    ['0 0 9000 9000', 2400, 2400],
  ])('has a limited size, however large or small it claims to be: %s', async (size, width, height) => {
    expect(await sharp(await draw(sized(size))).metadata()).toMatchObject({ width, height })
  })
})

describe('R42 a page that cannot be drawn', () => {
  it('is reported with a sentence, and the next one is drawn as usual', async () => {
    await expect(draw(makePdf(), 2)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    for (const broken of [truncated(makePdf(), 0.3), noise(20_000)])
      await expect(draw(broken)).rejects.toMatchObject({
        code: 'UNSAFE_FILE',
        message: 'We can’t show this page. Download the original to see it.',
      })
    expect((await draw(makePdf())).length).toBeGreaterThan(1000)
  })

  it.runIf(isReported)('ends at its limit of processor time and of memory', async () => {
    for (const limit of [{ processorLimitMs: -1 }, { memoryLimitBytes: 1 }]) {
      const hasty = new PdfPages(limit)
      await expect(draw(makePdf({ pages: 50, ballast: 20_000_000 }), 50, hasty)).rejects.toMatchObject({
        code: 'UNSAFE_FILE',
        message: 'This page takes too long to show. Download the original, or try again in 10 minutes.',
      })
      expect(() => hasty.assertNotTooSlow('a', 50)).toThrow('takes too long')
      hasty.assertNotTooSlow('a', 1)
      hasty.assertNotTooSlow('b', 50)
      await hasty.close()
    }
  })

  it('is tried again at once if its process had no turn in time', async () => {
    const hasty = new PdfPages({ timeLimitMs: 1 })
    await expect(draw(makePdf(), 1, hasty)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    hasty.assertNotTooSlow('a', 1)
    await hasty.close()
  })

  it('does not affect the server', async () => {
    const own = new PdfPages()
    const under = draw(makePdf({ pages: 50 }), 50, own)
    await own.close()
    await expect(under).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})

describe('R41 the first page of a PDF that is uploaded', () => {
  const first = (pdf: Buffer, by = pages) => by.drawFirst(Readable.from([pdf]), pdf.length)
  const scan = (data: Buffer) =>
    makePdf({
      page: '/Contents 90 0 R /Resources << /XObject << /Scan 91 0 R >> >>',
      objects: {
        90: pdfStream('', Buffer.from('595 0 0 842 0 0 cm /Scan Do')),
        91: pdfStream(
          '/Type /XObject /Subtype /Image /Width 640 /Height 480 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode',
          data,
        ),
      },
    })

  it('is the picture that is shown of it later', async () => {
    expect(await first(makePdf())).toEqual(await draw(makePdf()))
    expect(await sharp(await first(scan(await makeJpeg()))).metadata()).toMatchObject({ format: 'jpeg' })
  })

  it.each([
    ['is empty', async () => sized('0 0 10 10'), 'is empty'],
    ['has a scan that can’t be decoded as all it has', async () => scan(noise(5000)), 'is empty'],
    ['can’t be drawn', async () => truncated(makePdf(), 0.3), 'We can’t show the first page'],
  ])('is refused with what to do if it %s', async (_, make, said) => {
    const refused = first(await make())
    await expect(refused).rejects.toMatchObject({
      code: 'UNSAFE_FILE',
      message: expect.stringContaining(said),
    })
    await expect(refused).rejects.toThrow('a photo of each page')
  })

  const big = makePdf({ ballast: 20_000_000 })

  it.runIf(isReported)('R42 is refused at its limit', async () => {
    const narrow = new PdfPages({ processorLimitMs: -1 })
    await expect(first(big, narrow)).rejects.toMatchObject({
      code: 'UNSAFE_FILE',
      message: expect.stringContaining('takes too long to show'),
    })
    await narrow.close()
  })

  it('R42 is not refused if only the renderer fails', async () => {
    const broken = new PdfPages({ workerUrl: new URL('./no-such-worker.ts', import.meta.url) })
    await expect(first(big, broken)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      details: { retryAfter: 10 },
    })
    await broken.close()
  })
})
