import { Readable } from 'node:stream'
import { deflateSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { PdfChecker } from './pdf-check.ts'
import {
  encryptedPdf,
  hiddenScriptPdf,
  makePdf,
  noise,
  pdfStream,
  scriptedPdf,
  truncated,
} from './test-files.ts'

const checker = new PdfChecker()
afterAll(() => checker.close())

function check(pdf: Buffer, by = checker) {
  return by.check(Readable.from([pdf]), pdf.length)
}

async function refusal(pdf: Buffer, by = checker): Promise<string> {
  const error: unknown = await check(pdf, by).then(
    () => undefined,
    (caught: unknown) => caught,
  )
  expect(error).toMatchObject({ code: 'UNSAFE_FILE' })
  return error instanceof Error ? error.message : ''
}

describe('a sound PDF', () => {
  it('is accepted with its number of pages', async () => {
    expect(await check(makePdf({ pages: 3 }))).toEqual({ pages: 3 })
  })

  it('may end with padding, and may hold links, outlines and plain object streams', async () => {
    const link =
      '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://verdaccord.example) >> >>'
    const outline = '<< /Type /Outlines /First 91 0 R /Last 91 0 R /Count 1 >>'
    const packed = deflateSync(Buffer.from('60 0 << /Title (Nothing) >>'))
    const pdf = makePdf({
      page: '/Annots [90 0 R]',
      catalog: '/Outlines 92 0 R',
      objects: {
        90: link,
        91: '<< /Title (One) /Parent 92 0 R /Dest [100 0 R /Fit] >>',
        92: outline,
        80: pdfStream('/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode', packed),
      },
    })
    expect(await check(Buffer.concat([pdf, Buffer.alloc(3000)]))).toEqual({ pages: 1 })
  })

  it('is not mistaken for an active one because of what compressed pictures look like', async () => {
    expect(await check(makePdf({ ballast: 4_000_000 }))).toEqual({ pages: 1 })
  })

  it('R42 of 50 pages is accepted, and of 51 refused', async () => {
    expect(await check(makePdf({ pages: 50 }))).toEqual({ pages: 50 })
    expect(await refusal(makePdf({ pages: 51 }))).toContain('more than 50 pages')
  })
})

describe('R41 a PDF that can’t be shown is refused', () => {
  it('when it asks for a password', async () => {
    expect(await refusal(encryptedPdf())).toContain('This PDF is protected by a password')
  })

  it.each([0.2, 0.6, 0.95])('when it was cut off at %d of its length', async (share) => {
    expect(await refusal(truncated(makePdf({ pages: 4 }), share))).toContain('damaged or incomplete')
  })

  it('when a page it names is missing', async () => {
    const pdf = makePdf({ objects: { 2: '<< /Type /Pages /Kids [100 0 R 500 0 R] /Count 2 >>' } })
    expect(await refusal(pdf)).toContain('damaged or incomplete')
  })

  it('when it is only called one', async () => {
    expect(await refusal(Buffer.concat([Buffer.from('%PDF-1.7\n'), noise(5000)]))).toContain('damaged')
  })
})

describe('R41 an active PDF is refused', () => {
  const action = (body: string) => makePdf({ catalog: '/OpenAction 90 0 R', objects: { 90: body } })
  const annotation = (body: string) => makePdf({ page: '/Annots [90 0 R]', objects: { 90: body } })
  const hidden = deflateSync(Buffer.from('90 0 << /S /Launch /F (cmd.exe) >>'))

  it.each([
    ['a script on opening', scriptedPdf()],
    ['a script in a compressed object stream', hiddenScriptPdf()],
    ['a script whose name is spelled in codes', action('<< /S /J#61vaScr#69pt /JS (1) >>')],
    ['a launch action', action('<< /S /Launch /F (cmd.exe) >>')],
    [
      'a launch action in an object stream whose kind is not given',
      makePdf({ objects: { 80: pdfStream('/N 1 /First 5 % endobj\n /Filter /FlateDecode', hidden) } }),
    ],
    ['a form that sends data', action('<< /S /SubmitForm /F (https://verdaccord.example) >>')],
    ['an embedded file', makePdf({ catalog: '/Names << /EmbeddedFiles << /Names [(a) 90 0 R] >> >>' })],
    [
      'an attached file',
      annotation('<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS << /F (a) >> >>'),
    ],
    ['rich media', annotation('<< /Type /Annot /Subtype /RichMedia /Rect [0 0 9 9] >>')],
    [
      'an XFA form',
      makePdf({
        catalog: '/AcroForm << /Fields [] /XFA 90 0 R >>',
        objects: { 90: pdfStream('', Buffer.from('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"/>')) },
      }),
    ],
  ])('with %s', async (_, pdf) => {
    expect(await refusal(pdf)).toContain('active content')
  })

  it.each([
    ['another encoding', pdfStream('/N 1 /First 5 /Filter /ASCIIHexDecode', Buffer.from('3930203020>'))],
    ['a predictor', pdfStream('/Predictor 12 /N 1 /First 5 /Filter /FlateDecode', hidden)],
  ])('when %s hides what an object stream says', async (_, stream) => {
    expect(await refusal(makePdf({ objects: { 80: stream } }))).toContain('can’t be checked')
  })
})

describe('R42 a PDF that takes too much', () => {
  it('is refused when its time is over, and the next file is judged as ever', async () => {
    const hasty = new PdfChecker({ timeLimitMs: 1 })
    expect(await refusal(makePdf(), hasty)).toContain('could not be checked in time')
    expect(await refusal(makePdf(), hasty)).toContain('could not be checked in time')
    await hasty.close()
    expect(await check(makePdf())).toEqual({ pages: 1 })
  })

  it('is refused when its object streams would fill the memory', async () => {
    const bomb = deflateSync(Buffer.concat([Buffer.from('60 0 << >> '), Buffer.alloc(40_000_000, 0x20)]))
    const pdf = makePdf({ objects: { 80: pdfStream('/N 1 /First 5 /Filter /FlateDecode', bomb) } })
    expect(await refusal(pdf)).toContain('can’t be checked')
  })

  it('keeps several files apart that are checked at once', async () => {
    const pages = [1, 7, 2, 5, 3]
    const found = await Promise.all(pages.map((count) => check(makePdf({ pages: count }))))
    expect(found.map((one) => one.pages)).toEqual(pages)
  })
})
