import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { deflateSync } from 'node:zlib'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { findActiveContent } from './pdf-active-content.ts'
import { PdfChecker } from './pdf-check.ts'
import type { PdfLimits } from './pdf-process.ts'
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

/** A checker whose process runs this program instead of its own. */
async function checkerThat(program: string, limits: Partial<PdfLimits>): Promise<PdfChecker> {
  const file = join(await mkdtemp(join(tmpdir(), 'pdf-worker-')), 'worker.mjs')
  await writeFile(file, program)
  onTestFinished(() => rm(dirname(file), { recursive: true }))
  return new PdfChecker({ ...limits, workerUrl: pathToFileURL(file) })
}

async function refusal(pdf: Buffer, by = checker): Promise<string> {
  const error: unknown = await check(pdf, by).then(
    () => undefined,
    (caught: unknown) => caught,
  )
  expect(error).toMatchObject({ code: 'UNSAFE_FILE' })
  return error instanceof Error ? error.message : ''
}

describe('a valid PDF', () => {
  it('is accepted with its number of pages', async () => {
    expect(await check(makePdf({ pages: 3 }))).toEqual({ pages: 3 })
  })

  it('may end with padding, and may contain internal links, outlines and plain object streams', async () => {
    const link = '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /GoTo /D [100 0 R /Fit] >> >>'
    const outline = '<< /Type /Outlines /First 91 0 R /Last 91 0 R /Count 1 >>'
    const packed = deflateSync(Buffer.from('60 0 << /Title (Nothing) >>'))
    const pdf = makePdf({
      page: '/Annots [90 0 R]',
      catalog: '/Outlines 92 0 R /OpenAction [100 0 R /Fit]',
      objects: {
        90: link,
        91: '<< /Title (One) /Parent 92 0 R /Dest [100 0 R /Fit] >>',
        92: outline,
        80: pdfStream('/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode', packed),
      },
    })
    expect(await check(Buffer.concat([pdf, Buffer.alloc(3000)]))).toEqual({ pages: 1 })
  })

  it('is not mistaken for an active one because its compressed pictures look like it', async () => {
    expect(await check(makePdf({ ballast: 4_000_000 }))).toEqual({ pages: 1 })
  })

  it('A20 R42 is accepted with 50 pages, and refused with 51 or 5,000', async () => {
    expect(await check(makePdf({ pages: 50 }))).toEqual({ pages: 50 })
    for (const pages of [51, 5000]) expect(await refusal(makePdf({ pages }))).toContain('more than 50 pages')
  })
})

describe('R41 a PDF that can’t be shown is refused', () => {
  it('if it asks for a password', async () => {
    expect(await refusal(encryptedPdf())).toContain('This PDF is protected by a password')
  })

  it.each([0.2, 0.6, 0.95])('if it was truncated at %d of its length', async (share) => {
    expect(await refusal(truncated(makePdf({ pages: 4 }), share))).toContain('damaged or incomplete')
  })

  it('if a page it names is missing', async () => {
    const pdf = makePdf({ objects: { 2: '<< /Type /Pages /Kids [100 0 R 500 0 R] /Count 2 >>' } })
    expect(await refusal(pdf)).toContain('damaged or incomplete')
  })

  it('if only its name says that it is one', async () => {
    expect(await refusal(Buffer.concat([Buffer.from('%PDF-1.7\n'), noise(5000)]))).toContain('damaged')
  })
})

describe('A20 R41 an active PDF is refused', () => {
  const action = (body: string) => makePdf({ catalog: '/OpenAction 90 0 R', objects: { 90: body } })
  const annotation = (body: string) => makePdf({ page: '/Annots [90 0 R]', objects: { 90: body } })
  const link = (does: string) => `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A ${does} >>`
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
    ['T7 a link to a website', annotation(link('<< /S /URI /URI (https://evil.test) >>'))],
    [
      'T7 a link whose kind is in another object, past a comment',
      makePdf({
        page: '/Annots [90 0 R]',
        objects: { 90: link('<< /S 91 0 R /URI % (\n 92 0 R >>'), 91: '/URI', 92: '(https://evil.test)' },
      }),
    ],
    ['T7 a jump to another document', annotation(link('<< /S /GoToR /F (other.pdf) /D [0 /Fit] >>'))],
    ['T7 actions of a page', makePdf({ page: '/AA << /O << /S /GoTo /D [100 0 R /Fit] >> >>' })],
    ['T7 actions of the document', makePdf({ catalog: '/A#41 90 0 R', objects: { 90: '<< >>' } })],
    ['T7 actions hidden by a long comment', makePdf({ page: `/AA %${'x'.repeat(300)}\n<< >>` })],
    ['T7 a command of the viewer', annotation(link('<< /S /Named /N /Print >>'))],
    [
      'T7 a command whose kind is in another object',
      makePdf({
        page: '/Annots [90 0 R]',
        objects: { 90: link('<< /S 91 0 R /N /Print >>'), 91: '/Named' },
      }),
    ],
    ['T7 a form that is emptied', annotation(link('<< /S /ResetForm >>'))],
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
    [
      'a predictor behind a comment',
      pdfStream('/Predictor 2 % endobj\n /N 1 /First 5 /Filter /FlateDecode', hidden),
    ],
    ['strings in strings', Buffer.from('/First ('.repeat(9))],
  ])('if %s hides what an object stream contains', async (_, stream) => {
    expect(await refusal(makePdf({ objects: { 80: stream } }))).toContain('can’t be checked')
  })
})

describe('A20 T2 the work that a PDF makes', () => {
  const flood = (word: string, times: number) => makePdf({ objects: { 90: word.repeat(times) } })
  const tiny = deflateSync(Buffer.from('1 0 << >>'))
  const floods: [string, Buffer][] = [
    ['/First 40,000 times', flood('/First ', 40_000)],
    ['/First in comments', flood('/First % ', 40_000)],
    ['/First in strings', flood('/First (', 40_000)],
    ['kinds of action before comments', flood('/S%', 90_000)],
    ['slashes alone', flood('/', 270_000)],
    [
      'object streams by the thousand',
      Buffer.concat(
        Array.from({ length: 4000 }, () => Buffer.from(pdfStream('/First 4 /Filter /FlateDecode', tiny))),
      ),
    ],
  ]

  it('is one step for each byte of an honest one', () => {
    const pdf = makePdf({ pages: 50, ballast: 1_000_000 })
    expect(findActiveContent(pdf).steps).toBeLessThan(1.1 * pdf.length)
  })

  it.each(floods)('is limited by its size if it is %s', (_, pdf) => {
    expect(findActiveContent(pdf).steps).toBeLessThan(1_100_000 + 9 * pdf.length)
  })

  it('for the file that took ten seconds is a tenth of what an honest scan of 4 MB takes', () => {
    const [[, pdf] = ['', Buffer.alloc(0)]] = floods
    const honest = makePdf({ ballast: 4_000_000 })
    expect(10 * findActiveContent(pdf).steps).toBeLessThan(findActiveContent(honest).steps)
  })
})

describe('R42 a PDF that takes too much', () => {
  it('is not blamed when its process had no turn in time, and the next file is checked as usual', async () => {
    const hasty = new PdfChecker({ timeLimitMs: 1 })
    const outage = { code: 'UNAVAILABLE', details: { retryAfter: 10 } }
    await expect(check(makePdf(), hasty)).rejects.toMatchObject(outage)
    await expect(check(makePdf(), hasty)).rejects.toMatchObject(outage)
    await hasty.close()
    const waits = await checkerThat('setInterval(() => {}, 1000)', { timeLimitMs: 700 })
    await expect(check(makePdf(), waits)).rejects.toMatchObject(outage)
    await waits.close()
    expect(await check(makePdf())).toEqual({ pages: 1 })
  })

  it.runIf(process.platform === 'linux')(
    'T2 is refused when its process worked on it for its whole limit',
    async () => {
      const works = await checkerThat('for (;;);', { timeLimitMs: 60_000, processorLimitMs: 300 })
      expect(await refusal(makePdf(), works)).toContain('could not be checked in time')
      await works.close()
    },
  )

  it.runIf(process.platform === 'linux')(
    'T2 is refused if its process takes too much memory or processor time, and the next is checked as usual',
    async () => {
      for (const limit of [{ memoryLimitBytes: 1 }, { processorLimitMs: -1 }]) {
        const narrow = new PdfChecker(limit)
        expect(await refusal(makePdf({ pages: 50, ballast: 20_000_000 }), narrow)).toContain('in time')
        await narrow.close()
      }
      expect(await check(makePdf())).toEqual({ pages: 1 })
    },
  )

  it('T2 leaves no process behind, and does not affect the server', async () => {
    const own = new PdfChecker()
    const under = check(makePdf({ pages: 50 }), own)
    await own.close()
    await expect(under).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { retryAfter: 10 } })
    expect(await check(makePdf(), own)).toEqual({ pages: 1 })
    await own.close()
  })

  it('fails, and is not called damaged, if its stored file is shorter than its row says', async () => {
    const pdf = makePdf()
    await expect(checker.check(Readable.from([pdf]), pdf.length + 1)).rejects.toThrow('shorter than expected')
    expect(await check(pdf)).toEqual({ pages: 1 })
  })

  it('is refused if its object streams would fill the memory', async () => {
    const bomb = deflateSync(Buffer.concat([Buffer.from('60 0 << >> '), Buffer.alloc(40_000_000, 0x20)]))
    const pdf = makePdf({ objects: { 80: pdfStream('/N 1 /First 5 /Filter /FlateDecode', bomb) } })
    expect(await refusal(pdf)).toContain('can’t be checked')
  })

  it('is kept apart from others that are checked at once', async () => {
    const pages = [1, 7, 2, 5, 3]
    const found = await Promise.all(pages.map((count) => check(makePdf({ pages: count }))))
    expect(found.map((result) => result.pages)).toEqual(pages)
  })
})
