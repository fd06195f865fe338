import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { MAX_FILE_BYTES } from '#contract/file-types.ts'
import {
  encryptedPdf,
  hiddenScriptPdf,
  imageBomb,
  makeJpeg,
  makePdf,
  makePng,
  scriptedPdf,
  truncated,
} from '#server/platform/files/test-files.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { MalwareScanner } from '#server/platform/scan/malware-scanner.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { multipart } from '#server/testing/journeys.ts'
import { filesIn, rowsOf } from '#server/testing/snapshots.ts'
import { UPLOADS } from '#server/testing/uploads.ts'

let app: TestApp
let person: TestUser
beforeAll(async () => {
  app = await testApp()
  person = await app.signIn()
  for (const [, upload] of UPLOADS.slice(0, 1))
    await upload(person, { bytes: await makeJpeg(), name: 'first.jpg' })
})

const WRONG_TYPE = 'Invalid file type. Accepted types: PNG, JPEG, PDF'
const text = (content: string) => async () => Buffer.from(content)
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const HTML = '<!doctype html><script>alert(document.cookie)</script>'

/** A PDF of exactly this many bytes, most of them padding; made once for every way to send it. */
const pdfOf = onceFor((bytes: number): Buffer => {
  const around = makePdf({ ballast: bytes - 10_000 }).length - (bytes - 10_000)
  const file = makePdf({ ballast: bytes - around })
  // The length of the padding is also written in decimal, so the file may be a byte too long or short.
  return file.length === bytes ? file : makePdf({ ballast: bytes - around - (file.length - bytes) })
})

function onceFor<Key, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new Map<Key, Made>()
  return (key) => {
    const known = made.get(key) ?? make(key)
    made.set(key, known)
    return known
  }
}

const FILES = [
  ['a text named .png', 'a.png', text('just some text, long enough to be looked at'), 415],
  ['an SVG', 'a.svg', text(SVG), 415],
  ['an SVG named .png', 'a.png', text(SVG), 415],
  ['an HTML page named .png', 'a.png', text(HTML), 415],
  ['an HTML page named .pdf', 'a.pdf', text(HTML), 415],
  ['a GIF', 'a.gif', text('GIF89a and the rest of a picture'), 415],
  ['a PNG named .pdf', 'a.pdf', makePng, 415],
  ['a JPEG with a second extension', 'a.jpg.html', makeJpeg, 415],
  [
    'a PNG signature and then a page',
    'a.png',
    async () => Buffer.concat([(await makePng()).subarray(0, 16), Buffer.from(HTML)]),
    415,
  ],
  ['a truncated JPEG', 'a.jpg', async () => truncated(await makeJpeg()), 422],
  ['a truncated PNG', 'a.png', async () => truncated(await makePng()), 422],
  ['a decompression bomb', 'a.png', async () => imageBomb(), 422],
  ['a PDF with a password', 'a.pdf', async () => encryptedPdf(), 422],
  ['a PDF that runs a script', 'a.pdf', async () => scriptedPdf(), 422],
  ['a PDF that hides its script', 'a.pdf', async () => hiddenScriptPdf(), 422],
  ['a truncated PDF', 'a.pdf', async () => truncated(makePdf({ pages: 3 })), 422],
  ['a PDF with an empty first page', 'a.pdf', async () => makePdf({ page: '/MediaBox [0 0 10 10]' }), 422],
  ['a PDF of 51 pages', 'a.pdf', async () => makePdf({ pages: 51 }), 422],
  ['an empty file', 'a.png', text(''), 400],
] as const

describe.each(UPLOADS)('A09 a file sent %s', (way, upload) => {
  test.each(FILES)(
    'A09 R41 R42 %s is refused and leaves everything as it was',
    async (_name, name, make, status) => {
      const before = [await rowsOf(app.database, person.id), await filesIn(app.documentsDir)]
      const answer = await upload(person, { bytes: await make(), name })
      expect([400, 415, 422]).toContain(answer.statusCode)
      // The parser decides which of two refusals a damaged file gets; a wrong type and an empty file always get
      // the same.
      if (status !== 422)
        expect(answer.statusCode === status || answer.json().error === 'UNSAFE_FILE').toBe(true)
      if (answer.statusCode === 415) expect(answer.json().message).toBe(WRONG_TYPE)
      expect(answer.json().message).toMatch(/\w{3}/)
      expect([await rowsOf(app.database, person.id), await filesIn(app.documentsDir)]).toEqual(before)
    },
  )

  test('R41 a selfie is a picture, never a PDF', async () => {
    const answer = await upload(person, { bytes: makePdf(), name: 'a.pdf', slot: 'selfie' })
    expect(answer.statusCode).toBe(415)
    expect(answer.json().message).toBe('Invalid file type. Accepted types: PNG, JPEG')
  })

  test('A09 R41 a false type for accepted bytes, or for others, gains nothing', async () => {
    const html = await upload(person, { bytes: Buffer.from(HTML), name: 'a.png', type: 'image/png' })
    expect(html.statusCode).toBe(415)
    const before = await filesIn(app.documentsDir)
    const lying = await upload(person, { bytes: await makePng(), name: 'a.png', type: 'application/pdf' })
    expect(lying.statusCode).toBe(415)
    expect(lying.json().message).toBe(WRONG_TYPE)
    expect(await filesIn(app.documentsDir)).toEqual(before)
  })

  test.each([
    [
      'found something',
      422,
      'UNSAFE_FILE',
      () => new AppError('UNSAFE_FILE', 'A scan found something harmful.'),
    ],
    [
      'cannot be reached',
      503,
      'UNAVAILABLE',
      () => new AppError('UNAVAILABLE', 'It cannot be checked now.', { retryAfter: 30 }),
    ],
  ] as const)(`R45 ${way} nothing is stored if the scanner %s`, async (_name, status, code, failure) => {
    const scanner: MalwareScanner = {
      scan: async () => {
        throw failure()
      },
      state: async () => 'ok',
    }
    const guarded = await testApp({ scanner })
    const owner = await guarded.signIn()
    const answer = await upload(owner, { bytes: await makeJpeg(), name: 'a.jpg' })
    expect(answer.statusCode).toBe(status)
    expect(answer.json().error).toBe(code)
    if (status === 503) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    // Its part waits for the next attempt.
    const waiting = way === 'in parts' && status === 503 ? 1 : 0
    expect(Object.keys(await filesIn(guarded.documentsDir))).toHaveLength(waiting)
    expect((await owner.call('GET', '/api/documents')).json().documents).toEqual([])
  })
})

// Runs after the others, which look at every stored file before and after.
test.each(UPLOADS)(
  'R40 A09 exactly 24 MB is accepted %s, and one byte more refused',
  async (_way, upload) => {
    const full = pdfOf(MAX_FILE_BYTES)
    expect(full.length).toBe(25_165_824)
    const taken = await upload(await app.signIn(), { bytes: full, name: 'a.pdf' })
    expect(taken.statusCode).toBe(200)
    expect(taken.json().document.bytes).toBe(25_165_824)
    const before = [await rowsOf(app.database, person.id), await filesIn(app.documentsDir)]
    const answer = await upload(person, { bytes: pdfOf(MAX_FILE_BYTES + 1), name: 'a.pdf' })
    expect(answer.statusCode).toBe(413)
    expect(answer.json().message).toBe('File is too large. Maximum size: 24MB')
    expect([await rowsOf(app.database, person.id), await filesIn(app.documentsDir)]).toEqual(before)
  },
)

describe('R28 R33 broken uploads', () => {
  const file = { name: 'a.png', type: 'image/png', bytes: randomBytes(100) }

  test.each([
    ['without a slot', {}, 'Send the fields of an upload before its file.'],
    ['with an unknown slot', { documentType: 'passport-photo' }, 'Choose which document this is'],
    ['with a slot named like a prototype', { documentType: '__proto__' }, 'Choose which document this is'],
    ['with a limit of nothing', { documentType: 'selfie', maxBytes: '0' }, expect.any(String)],
  ])('R28 a form %s is refused, and says why', async (_name, fields, message) => {
    const form = multipart(fields as Record<string, string>, file)
    const answer = await person.call('POST', '/api/uploads/kyc-document-direct', form.body, form.headers)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toBeDefined()
    expect(answer.json().message).toEqual(message)
  })

  const preceded = (name: string) => {
    const part = `------verdaccordtest\r\ncontent-disposition: form-data; name="${name}"\r\n\r\nselfie\r\n`
    const form = multipart({ documentType: 'selfie' }, file)
    const body = Buffer.concat([Buffer.from(part), form.body])
    return person.call('POST', '/api/uploads/kyc-document-direct', body, form.headers)
  }

  test('R33 a form with a field twice is refused', async () => {
    expect((await preceded('documentType')).json().message).toBe('The field documentType came twice.')
  })

  test.each(['__proto__', 'constructor', 'toString'])('R33 a field named %s has no effect', async (name) => {
    expect((await preceded(name)).statusCode).toBe(415)
    expect(({} as Record<string, unknown>).selfie).toBeUndefined()
    expect(String({})).toBe('[object Object]')
  })

  test('R28 a form without a file, cut off, or without its boundary is refused', async () => {
    const form = multipart({ documentType: 'selfie' }, file)
    const end = form.body.indexOf('------verdaccordtest\r\ncontent-disposition: form-data; name="file"')
    const noFile = Buffer.concat([form.body.subarray(0, end), Buffer.from('------verdaccordtest--\r\n')])
    for (const [body, headers] of [
      [noFile, form.headers],
      [form.body.subarray(0, form.body.length - 60), form.headers],
      [form.body, { 'content-type': 'multipart/form-data' }],
    ] as const) {
      const answer = await person.call('POST', '/api/uploads/kyc-document-direct', body, headers)
      expect([400, 415]).toContain(answer.statusCode)
    }
  })

  test('R28 a form with two files is refused, and nothing of it stored', async () => {
    const before = await filesIn(app.documentsDir)
    const bytes = await makeJpeg({ artist: 'two' })
    const form = multipart({ documentType: 'selfie' }, { name: 'a.jpg', type: 'image/jpeg', bytes })
    const second = multipart({}, { name: 'b.jpg', type: 'image/jpeg', bytes })
    const end = form.body.length - '------verdaccordtest--\r\n'.length
    const body = Buffer.concat([form.body.subarray(0, end), second.body])
    const answer = await person.call('POST', '/api/uploads/kyc-document-direct', body, form.headers)
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'Send one file at a time.'])
    expect(await filesIn(app.documentsDir)).toEqual(before)
  })

  test.each([
    '',
    'no data url',
    'data:image/png;base64,',
    'data:image/png;base64,%%%',
    'data:image/png,plain',
    'data:,',
  ])('R28 file data other than a base64 data URL is refused: %j', async (fileData) => {
    const answer = await person.call('POST', '/api/uploads/kyc-document', {
      documentType: 'selfie',
      fileName: 'a.png',
      fileData,
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error).toBe('VALIDATION_ERROR')
  })

  test('R40 a page’s own lower limit is applied, and a higher one ignored', async () => {
    const picture = await makeJpeg()
    const small = multipart(
      { documentType: 'selfie', maxBytes: '1000' },
      { ...file, name: 'a.jpg', bytes: picture },
    )
    const answer = await person.call('POST', '/api/uploads/kyc-document-direct', small.body, small.headers)
    expect(answer.statusCode).toBe(413)
    const large = multipart(
      { documentType: 'selfie', maxBytes: '99999999' },
      { name: 'a.pdf', type: 'application/pdf', bytes: pdfOf(MAX_FILE_BYTES + 1) },
    )
    expect(
      (await person.call('POST', '/api/uploads/kyc-document-direct', large.body, large.headers)).statusCode,
    ).toBe(413)
  })
})
