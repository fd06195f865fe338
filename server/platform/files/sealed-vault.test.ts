import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FILE_TYPES, MAX_FILE_BYTES } from '#contract/file-types.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { type MalwareScanner, scannerOff } from '#server/platform/scan/malware-scanner.ts'
import { ByteBudget } from './byte-budget.ts'
import { DamagedFileError, KeyRing } from './envelope.ts'
import { extensionOf } from './file-name.ts'
import type { FileStore } from './file-store.ts'
import type { IncomingFile } from './file-vault.ts'
import { FreeSpaceGuard } from './free-space.ts'
import { localFileStore } from './local-file-store.ts'
import { ParseSlots } from './parse-slots.ts'
import { PdfChecker } from './pdf-check.ts'
import { PdfPages } from './pdf-pages.ts'
import { sealedVault } from './sealed-vault.ts'
import {
  encryptedPdf,
  imageBomb,
  makeAvif,
  makeHeic,
  makeJpeg,
  makePdf,
  makePng,
  makeWebp,
  noise,
  scriptedPdf,
  truncated,
} from './test-files.ts'

const MARKER = 'A marker that must not be found on disk'
const BINDING = ['a test']
const pdfs = new PdfChecker()
const pages = new PdfPages()
const keys = new KeyRing([{ id: 'test', key: randomBytes(32) }], randomBytes)
let root = ''

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'vault-'))
})
afterEach(() => rm(root, { recursive: true }))
afterAll(() => Promise.all([pdfs.close(), pages.close()]))

/** A store of our own, and a journal that no one reads. */
const alone = {
  journal: { begin: async () => {}, forget: async () => {} },
  ownership: { check: async () => ({ is: 'ours' }) as const, isOurs: async () => true },
}

interface Parts {
  store?: FileStore
  scanner?: MalwareScanner
  space?: FreeSpaceGuard
  arrivals?: ByteBudget
  slots?: ParseSlots
  pdfs?: PdfChecker
  pages?: PdfPages
}

function newVault({ store = localFileStore(root), scanner = scannerOff, ...more }: Parts = {}) {
  return sealedVault({ store, ...alone, keys, scanner, random: randomBytes, pdfs, pages, ...more })
}

function incoming(content: Buffer, fileName: string, more: Partial<IncomingFile> = {}): IncomingFile {
  const chunks = function* () {
    for (let at = 0; at < content.length; at += 60_000) yield content.subarray(at, at + 60_000)
  }
  return {
    person: '1',
    source: Readable.from(chunks()),
    fileName,
    maxBytes: MAX_FILE_BYTES,
    accepted: FILE_TYPES,
    ...more,
  }
}

async function storedFiles(): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}

/** Returns the refusal, after checking that nothing is stored. */
async function refusal(file: IncomingFile, vault = newVault()): Promise<AppError> {
  const error: unknown = await vault.receive(file).catch((caught: unknown) => caught)
  expect(await storedFiles()).toEqual([])
  expect(file.source.destroyed).toBe(true)
  if (!(error instanceof AppError)) throw error
  return error
}

describe('a file that is accepted', () => {
  it('is stored unaltered, with its SHA-256, next to a rendition of the picture', async () => {
    const vault = newVault()
    const content = await makePng({ isNoise: true, width: 300, height: 200 })
    const received = await vault.receive(incoming(content, '../My photo.png', { declaredType: 'image/png' }))
    expect(received).toMatchObject({
      fileName: 'My photo.png',
      original: {
        bytes: content.length,
        mime: 'image/png',
        sha256: createHash('sha256').update(content).digest('hex'),
      },
      rendition: { mime: 'image/jpeg', width: 300, height: 200 },
      pages: null,
      scan: 'off',
    })
    expect(
      (await buffer(await vault.open(received.original.key, received.wrapFor(BINDING), BINDING))).equals(
        content,
      ),
    ).toBe(true)
    const rendition = await buffer(
      await vault.open(received.rendition.key ?? '', received.wrapFor(BINDING), BINDING),
    )
    expect(rendition.subarray(0, 3)).toEqual(Buffer.from('ffd8ff', 'hex'))
    expect(rendition.length).toBe(received.rendition.bytes)
    await vault.discard(received)
    expect(await storedFiles()).toEqual([])
  })

  it('may be a PDF, whose first page is drawn at once', async () => {
    const vault = newVault()
    const received = await vault.receive(incoming(makePdf({ pages: 2 }), 'bill.PDF'))
    expect(received).toMatchObject({
      rendition: { mime: 'image/jpeg', width: null, height: null },
      pages: 2,
      original: { mime: 'application/pdf' },
    })
    const first = await vault.open(received.rendition.key, received.wrapFor(BINDING), BINDING)
    expect((await buffer(first)).length).toBe(received.rendition.bytes)
  })

  it.each([
    ['a PNG called .jpg', 'a.jpg', 'image/jpeg', 'image/png', makePng],
    ['a PNG declared as JPEG', 'a.png', 'image/jpg', 'image/png', makePng],
    ['a JPEG called .heic', 'a.HEIC', 'image/heic', 'image/jpeg', makeJpeg],
    ['a HEIC', 'IMG_0001.HEIC', 'image/heif', 'image/heic', async () => makeHeic()],
    ['a HEIC called .jpg', 'IMG_0001.jpg', 'image/jpeg', 'image/heic', async () => makeHeic()],
    ['a WebP', 'a.webp', 'image/webp', 'image/webp', makeWebp],
    ['an AVIF', 'a.avif', 'image/avif', 'image/avif', makeAvif],
  ])('R41 is recognised by its bytes: %s', async (_, fileName, declaredType, mime, make) => {
    const content = await make()
    const vault = newVault()
    const received = await vault.receive(incoming(content, fileName, { declaredType }))
    expect(received).toMatchObject({
      fileName,
      original: { mime, bytes: content.length },
      rendition: { mime: 'image/jpeg', width: 640, height: 480 },
    })
    const original = await buffer(await vault.open(received.original.key, received.wrapFor(BINDING), BINDING))
    expect(original.equals(content)).toBe(true)
    await vault.close()
  })

  it('gets an extension if its name has none', async () => {
    const received = await newVault().receive(
      incoming(await makeJpeg(), 'passport', { declaredType: 'image/jpg' }),
    )
    expect(received.fileName).toBe('passport.jpg')
  })

  it('is also checked if it is too big for memory: after the picture come nine megabytes of a film', async () => {
    const damaged = Buffer.concat([(await makeJpeg()).subarray(0, 20), noise(9_000_000)])
    expect((await refusal(incoming(damaged, 'a.jpg'))).code).toBe('UNSAFE_FILE')
    const picture = Buffer.concat([await makeJpeg(), noise(9_000_000)])
    const { original, rendition } = await newVault().receive(incoming(picture, 'a.jpg'))
    expect(original.bytes).toBe(picture.length)
    expect(rendition.bytes).toBeGreaterThan(0)
  })

  it('R47 leaves no trace of its content on disk', async () => {
    const content = await makeJpeg({ artist: MARKER })
    expect(content.includes(MARKER)).toBe(true)
    await newVault().receive(incoming(content, 'a.jpg'))
    const stored = await storedFiles()
    expect(stored).toHaveLength(2)
    for (const file of stored) {
      const bytes = await readFile(file)
      expect(bytes.includes(MARKER) || bytes.includes('JFIF') || bytes.includes('a.jpg')).toBe(false)
    }
  })

  it('R47 can’t be replaced on disk by another file of the same upload', async () => {
    const vault = newVault()
    const store = localFileStore(root)
    const received = await vault.receive(incoming(await makeJpeg(), 'a.jpg'))
    const sealed = await buffer(await store.get(received.rendition.key ?? ''))
    await store.delete(received.original.key)
    await store.put(received.original.key, Readable.from([sealed]))
    const reading = await vault.open(received.original.key, received.wrapFor(BINDING), BINDING)
    await expect(buffer(reading)).rejects.toThrow(DamagedFileError)
  })

  it('R40 may have exactly the size of the limit, and not one byte more', async () => {
    const content = await makeJpeg()
    const atLimit = await newVault().receive(incoming(content, 'a.jpg', { maxBytes: content.length }))
    expect(atLimit.original.bytes).toBe(content.length)
    await newVault().discard(atLimit)
    const error = await refusal(incoming(content, 'a.jpg', { maxBytes: content.length - 1 }))
    expect(error.code).toBe('FILE_TOO_LARGE')
  })
})

describe('A09 a file that is refused', () => {
  it('R40 at 24 MB and a byte, while it still streams', async () => {
    let sent = 0
    const endless = Readable.from(
      (function* () {
        yield Buffer.from('%PDF-1.7\n'.padEnd(65_536))
        for (;;) {
          sent += 65_536
          yield noise(65_536)
        }
      })(),
    )
    const error = await refusal(incoming(Buffer.alloc(0), 'a.pdf', { source: endless }))
    expect(error).toMatchObject({ code: 'FILE_TOO_LARGE', message: 'File is too large. Maximum size: 24MB' })
    expect(sent).toBeLessThan(MAX_FILE_BYTES + 1024 * 1024)
  })

  it('for its type is refused by its first bytes, without waiting for the rest', async () => {
    const source = new Readable({ read() {} })
    source.push(Buffer.from('<html><body>No picture</body></html>'))
    expect(await refusal(incoming(Buffer.alloc(0), 'a.png', { source }))).toMatchObject({
      code: 'UNSUPPORTED_TYPE',
    })
  })

  it.each([
    ['a text', 'a.png', 'This is not a picture at all.', undefined],
    ['HTML called .png', 'a.png', '<!doctype html><script>alert(1)</script>', 'image/png'],
    ['an SVG', 'a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    [
      'an SVG called .png',
      'a.png',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
      'image/png',
    ],
    ['a GIF', 'a.gif', 'GIF89a and so on and on', 'image/gif'],
    ['a PDF that begins late', 'a.pdf', 'MZ before it\n%PDF-1.7 and so on', 'application/pdf'],
    ['a few bytes', 'a.jpg', '\u00ff\u00d8', 'image/jpeg'],
  ])('%s', async (_, fileName, text, declaredType) => {
    const error = await refusal(incoming(Buffer.from(text, 'latin1'), fileName, { declaredType }))
    expect(error).toMatchObject({
      code: 'UNSUPPORTED_TYPE',
      message: 'Invalid file type. Accepted types: PNG, JPEG, PDF',
    })
  })

  it.each([
    ['a.pdf', 'image/png'],
    ['a.png.html', 'image/png'],
    ['a.svg', 'image/svg+xml'],
    ['a.png', 'application/pdf'],
    ['a.png', 'text/html'],
  ])('a real PNG called %s with the declared type %s', async (fileName, declaredType) => {
    const error = await refusal(incoming(await makePng(), fileName, { declaredType }))
    expect(error.code).toBe('UNSUPPORTED_TYPE')
  })

  it('a PDF if only pictures are accepted', async () => {
    const error = await refusal(incoming(makePdf(), 'a.pdf', { accepted: ['image/png', 'image/jpeg'] }))
    expect(error.message).toBe('Invalid file type. Accepted types: PNG, JPEG')
  })

  it('an empty file', async () => {
    expect((await refusal(incoming(Buffer.alloc(0), 'a.png'))).code).toBe('VALIDATION_ERROR')
  })

  it.each([
    ['a.pdf', 'an encrypted PDF', () => encryptedPdf()],
    ['a.pdf', 'a PDF with a script', () => scriptedPdf()],
    ['a.pdf', 'a PDF that was cut off', () => truncated(makePdf({ pages: 9 }))],
    ['a.pdf', 'a PDF with nothing on its first page', () => makePdf({ page: '/MediaBox [0 0 10 10]' })],
    ['a.pdf', 'nothing but the beginning of a PDF', () => Buffer.from('%PDF-1.7\n')],
    ['a.png', 'a picture that was cut off', async () => truncated(await makePng({ isNoise: true }))],
    ['a.png', 'a decompression bomb', () => imageBomb()],
    [
      'a.jpg',
      'noise behind the mark of a JPEG',
      () => Buffer.concat([Buffer.from('ffd8ff', 'hex'), noise(5000)]),
    ],
  ])('R41 as %s: %s', async (fileName, _, make) => {
    const content = await make()
    expect((await refusal(incoming(content, fileName))).code).toBe('UNSAFE_FILE')
    expect(extensionOf(fileName)).not.toBe('')
  })
})

describe('a failure on the way leaves nothing', () => {
  it('R42 if no page can be drawn at the moment, which isn’t the file’s fault', async () => {
    const down = new PdfPages({ workerUrl: new URL('./no-such-worker.ts', import.meta.url) })
    const error = await refusal(incoming(makePdf(), 'a.pdf'), newVault({ pages: down }))
    expect(error).toMatchObject({ code: 'UNAVAILABLE', details: { retryAfter: 10 } })
  })

  it('R45 if the scanner finds something, or gives no verdict', async () => {
    for (const code of ['UNSAFE_FILE', 'UNAVAILABLE'] as const) {
      const scan = async (): Promise<never> => {
        throw new AppError(code, 'No')
      }
      const vault = newVault({ scanner: { scan, state: async () => 'ok' } })
      expect((await refusal(incoming(await makePng(), 'a.png'), vault)).code).toBe(code)
    }
  })

  it('R45 and the scanner sees the plain file', async () => {
    const content = await makeJpeg()
    let seen = Buffer.alloc(0)
    const scanner: MalwareScanner = {
      scan: async (open) => {
        seen = await buffer(await open())
        return 'clean'
      },
      state: async () => 'ok',
    }
    expect((await newVault({ scanner }).receive(incoming(content, 'a.jpg'))).scan).toBe('clean')
    expect(seen.equals(content)).toBe(true)
  })

  it('B05 if there is too little space, before anything is read', async () => {
    const space = new FreeSpaceGuard(root, { measure: async () => ({ bavail: 1, bsize: 4096 }) })
    const vault = newVault({ space })
    expect((await refusal(incoming(await makePng(), 'a.png'), vault)).code).toBe('STORAGE_FULL')
    expect(await vault.state()).toBe('full')
  })

  it('B05 if the space runs out while it is written', async () => {
    const local = localFileStore(root)
    const full: FileStore = {
      ...local,
      put: async (key, source, signal) => {
        await local.put(key, source.take(2), signal)
        throw new AppError('STORAGE_FULL', 'Full')
      },
    }
    const file = incoming(makePdf({ ballast: 400_000 }), 'a.pdf')
    expect((await refusal(file, newVault({ store: full }))).code).toBe('STORAGE_FULL')
  })

  it('B13 if too many others are in progress and it has waited long, before anything is read', async () => {
    const arrivals = new ByteBudget({ most: 600_000, waitMs: 5 })
    const vault = newVault({ arrivals })
    const slow = new Readable({ read() {} })
    const first = vault.receive(incoming(Buffer.alloc(0), 'a.png', { source: slow }))
    const second = incoming(await makePng(), 'b.png')
    await expect(vault.receive(second)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      details: { retryAfter: 10 },
    })
    expect(second.source.readableDidRead).toBe(false)
    slow.push(await makePng())
    slow.push(null)
    expect((await first).original.mime).toBe('image/png')
    expect((await vault.receive(incoming(await makePng(), 'c.png'))).original.mime).toBe('image/png')
  })

  it('if the rendition can’t be written', async () => {
    const local = localFileStore(root)
    let puts = 0
    const failing: FileStore = {
      ...local,
      put: (key, source, signal) => {
        puts += 1
        if (puts === 1) return local.put(key, source, signal)
        source.destroy()
        return Promise.reject(new AppError('UNAVAILABLE', 'Later'))
      },
    }
    expect((await refusal(incoming(await makePng(), 'a.png'), newVault({ store: failing }))).code).toBe(
      'UNAVAILABLE',
    )
    expect(puts).toBe(2)
  })

  it.each(['while it streams', 'after it has come'])('if it is cancelled %s', async (moment) => {
    const cancel = new AbortController()
    const source = new Readable({ read() {} })
    source.push(await makePng({ isNoise: true }))
    const scanner: MalwareScanner = {
      scan: async () => {
        cancel.abort(new Error('cancelled'))
        return 'clean'
      },
      state: async () => 'ok',
    }
    const receiving = newVault({ scanner }).receive(
      incoming(Buffer.alloc(0), 'a.png', { source, signal: cancel.signal }),
    )
    if (moment === 'while it streams') setImmediate(() => cancel.abort(new Error('cancelled')))
    else source.push(null)
    await expect(receiving).rejects.toThrow(/cancelled|aborted/)
    expect(await storedFiles()).toEqual([])
  })

  it('if the connection is lost', async () => {
    const source = new Readable({ read() {} })
    source.push(await makePng({ isNoise: true }))
    setImmediate(() => source.destroy())
    await expect(newVault().receive(incoming(Buffer.alloc(0), 'a.png', { source }))).rejects.toThrow(
      'Premature close',
    )
    expect(await storedFiles()).toEqual([])
  })
})

it('a missing file is not found, and a damaged one gives no false byte', async () => {
  const vault = newVault()
  const received = await vault.receive(incoming(makePdf(), 'a.pdf'))
  await vault.remove(received.original.key)
  await expect(vault.open(received.original.key, received.wrapFor(BINDING), BINDING)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

it('A20 T2 an honest PDF is checked second, next to ten hostile ones of someone else that came first', async () => {
  const arrived = Promise.withResolvers<void>()
  const taken = Promise.withResolvers<void>()
  let asked = 0
  class CountedSlots extends ParseSlots {
    override run<T>(job: Parameters<ParseSlots['run']>[0], act: () => Promise<T>, signal?: AbortSignal) {
      const done = super.run(job, act, signal)
      asked += 1
      if (asked === 12) arrived.resolve()
      return done
    }
  }
  const judged: number[] = []
  class NotedChecker extends PdfChecker {
    override async check(content: Readable, bytes: number) {
      return super.check(content, bytes).finally(() => judged.push(bytes))
    }
  }
  const [noted, slots] = [new NotedChecker(), new CountedSlots({ maxPdfs: 1 })]
  const vault = newVault({ pdfs: noted, slots })
  const honest = makePdf({ pages: 20, ballast: 500_000 })
  const hostile = makePdf({ objects: { 90: '/First '.repeat(40_000) } })
  // The only slot is taken until all of them wait for it.
  const first = slots.run({ person: 'before', kind: 'pdf', cost: 0 }, () => taken.promise)
  const others = Array.from({ length: 10 }, (_, index) =>
    vault.receive(incoming(hostile, `${index}.pdf`, { person: 'hostile' })).catch(() => undefined),
  )
  while (asked < 11) await new Promise((resolve) => setImmediate(resolve))
  const own = vault.receive(incoming(honest, 'own.pdf', { person: 'honest' }))
  await arrived.promise
  taken.resolve()
  await Promise.all([first, own, ...others])
  await noted.close()
  expect(judged).toHaveLength(11)
  expect(judged.indexOf(honest.length)).toBe(1)
})
