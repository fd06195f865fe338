import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeJpeg, makePdf } from '#server/platform/files/test-files.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { aLook, giveReason } from '#server/testing/reviews.ts'
import { eventsOf } from '#server/testing/snapshots.ts'
import { UPLOADS } from '#server/testing/uploads.ts'

const LOOKS = ['document.fetched', 'document.downloaded', 'document.viewed'] as const
const subjectOf = (documentUrl: string) => `document:${documentUrl.split('/').at(-1)}`

const MARKER = 'MARKER-3f1c77e0-do-not-find-me'

let app: TestApp
let owner: TestUser
let original: Buffer
let url: string
beforeAll(async () => {
  app = await testApp()
  owner = await app.signIn()
  original = await makeJpeg({ artist: MARKER })
  url = (await uploaded(owner, original, 'Führerschein.jpg')).documentUrl
})

async function uploaded(person: TestUser, bytes: Buffer, name: string) {
  const answer = await UPLOADS[0]?.[1](person, { bytes, name })
  if (answer?.statusCode !== 200) throw new Error(`The upload was refused: ${answer?.body}`)
  return answer.json().document
}

describe('R44 A11 who may read a document', () => {
  test('R44 A11 the address alone gives nothing: signed out 401, anyone else 404', async () => {
    expect((await app.call('GET', url)).statusCode).toBe(401)
    for (const role of ['user', 'staff'] as const)
      expect((await (await app.signIn({ role })).call('GET', url)).statusCode).toBe(404)
    const foreign = await app.signIn({ role: 'admin', email: 'boss@evil.example' })
    expect((await foreign.call('GET', url)).statusCode).toBe(404)
    expect((await owner.call('GET', url)).statusCode).toBe(200)
  })

  test('R24 A11 each administrator’s look at a readable size is recorded, with its network and request', async () => {
    const admin = await app.signIn({ role: 'admin' })
    await giveReason(admin, url)
    const shown = await admin.call('GET', url)
    const taken = await admin.call('GET', `${url}?download`)
    expect([shown.statusCode, taken.statusCode]).toEqual([200, 200])
    const seen = { actor_kind: 'staff', user_id: String(owner.id), subject: subjectOf(url), ip: '127.0.0.1' }
    expect(await eventsOf(app.database, admin.id, 'document.fetched', 'document.downloaded')).toMatchObject([
      { ...seen, type: 'document.fetched', request_id: shown.headers['x-request-id'] },
      { ...seen, type: 'document.downloaded', request_id: taken.headers['x-request-id'] },
    ])
    expect(await eventsOf(app.database, admin.id, 'document.viewed')).toEqual([])
  })

  test('R24 the owner’s own look is not recorded', async () => {
    const before = (await eventsOf(app.database, owner.id, ...LOOKS)).length
    await owner.call('GET', url)
    expect(await eventsOf(app.database, owner.id, ...LOOKS)).toHaveLength(before)
  })

  test('R15 R44 another person can neither date a document nor learn that it exists', async () => {
    const dates = { issuedOn: '2026-01-01', expiresOn: null }
    const stranger = await app.signIn()
    const theirs = await stranger.call('PUT', `${url}/dates`, dates)
    const missing = await stranger.call(
      'PUT',
      '/api/documents/00000000-0000-4000-8000-000000000000/dates',
      dates,
    )
    expect(theirs.statusCode).toBe(404)
    expect({ ...theirs.json(), requestId: '' }).toEqual({ ...missing.json(), requestId: '' })
  })
})

describe('R24 what was shown', () => {
  const viewing = '5f0c6d1e-8a34-4c4e-9b57-0c2f4be2a001'
  const viewsBy = async (viewer: TestUser) => {
    const { rows } = await app.database.pool.query(
      'select page from document_views where viewer_id = $1 order by page',
      [viewer.id],
    )
    return rows.map(({ page }) => page)
  }

  test('R24 counts each page of a viewing once, however often and at once it is reported', async () => {
    const admin = await app.signIn({ role: 'admin' })
    const { documentUrl } = await uploaded(await app.signIn(), makePdf({ pages: 3 }), 'bill.pdf')
    await giveReason(admin, documentUrl)
    await admin.call('GET', `${documentUrl}?page=1`)
    await admin.call('GET', `${documentUrl}?page=2`)
    const tell = (page: number, key = viewing) =>
      admin.call('POST', `${documentUrl}/views`, aLook({ viewing: key, page }))
    expect((await tell(3)).statusCode).toBe(409)
    const answers = await Promise.all([tell(1), tell(1), tell(2), tell(1)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(await viewsBy(admin)).toEqual([1, 2])
    const events = await eventsOf(app.database, admin.id, 'document.viewed')
    expect(events.map(({ after }) => (after as { page: number }).page).sort()).toEqual([1, 2])
    expect(events[0]).toMatchObject({
      subject: subjectOf(documentUrl),
      after: { pages: 3 },
      actor_kind: 'staff',
    })
    await tell(1, '5f0c6d1e-8a34-4c4e-9b57-0c2f4be2a002')
    expect(await eventsOf(app.database, admin.id, 'document.viewed')).toHaveLength(3)
  })

  test('R24 counts nothing that was never sent, no page that does not exist, and no document of one’s own', async () => {
    const admin = await app.signIn({ role: 'admin' })
    const tell = (body: object, documentUrl = url) => admin.call('POST', `${documentUrl}/views`, body)
    expect((await tell({ ...aLook(), viewing })).statusCode).toBe(409)
    await admin.call('GET', `${url}?size=thumbnail`)
    await giveReason(admin, url)
    await admin.call('GET', `${url}?download`)
    expect((await tell({ ...aLook(), viewing })).statusCode).toBe(409)
    await admin.call('GET', url)
    expect((await tell({ ...aLook(), viewing, page: 2 })).statusCode).toBe(400)
    expect((await tell({ ...aLook(), viewing: 'mine' })).statusCode).toBe(400)
    expect((await tell({ viewing })).statusCode).toBe(400)
    expect((await tell(aLook({ shownWidth: 0 }))).statusCode).toBe(400)
    expect((await tell(aLook({ shownMs: -1 }))).statusCode).toBe(400)
    const own = await uploaded(admin, await makeJpeg({ artist: 'own' }), 'own.jpg')
    await admin.call('GET', own.documentUrl)
    expect((await tell({ ...aLook(), viewing }, own.documentUrl)).statusCode).toBe(200)
    expect(await viewsBy(admin)).toEqual([])
    expect(await eventsOf(app.database, admin.id, 'document.viewed')).toEqual([])
  })

  test('R44 R15 people who may not read it cannot report that they saw it', async () => {
    const admin = await app.signIn({ role: 'admin' })
    expect((await owner.call('POST', `${url}/views`, aLook())).statusCode).toBe(403)
    const nowhere = '/api/documents/00000000-0000-4000-8000-000000000000/views'
    expect((await admin.call('POST', nowhere, aLook())).statusCode).toBe(404)
  })

  test('R24 an auditor’s look is recorded at any size', async () => {
    const auditor = await app.signIn({ role: 'auditor' })
    expect((await auditor.call('GET', `${url}?size=thumbnail`)).statusCode).toBe(200)
    await owner.call('GET', `${url}?size=thumbnail`)
    expect(await eventsOf(app.database, auditor.id, 'admin.read')).toMatchObject([
      { actor_kind: 'staff', user_id: String(owner.id), subject: subjectOf(url), ip: '127.0.0.1' },
    ])
    expect(await eventsOf(app.database, owner.id, 'admin.read')).toHaveLength(1)
  })

  test('a thumbnail is a picture of its own, too small to read, and does not count as a look', async () => {
    const admin = await app.signIn({ role: 'admin' })
    const large = await makeJpeg({ width: 1600, height: 1000 })
    const picture = await uploaded(await app.signIn(), large, 'large.jpg')
    const small = await admin.call('GET', `${picture.documentUrl}?size=thumbnail`)
    expect(small.headers['content-type']).toBe('image/jpeg')
    expect(await sharp(small.rawPayload).metadata()).toMatchObject({ width: 160, height: 100 })
    expect(await eventsOf(app.database, admin.id, ...LOOKS)).toEqual([])
    const stranger = await app.signIn()
    expect((await stranger.call('GET', `${picture.documentUrl}?size=thumbnail`)).statusCode).toBe(404)
    expect((await admin.call('GET', `${picture.documentUrl}?size=huge`)).statusCode).toBe(400)
    const pdf = await uploaded(await app.signIn(), makePdf(), 'bill.pdf')
    expect((await admin.call('GET', `${pdf.documentUrl}?size=thumbnail`)).statusCode).toBe(404)
  })
})

describe('R44 earlier versions', () => {
  const former = async (person: TestUser) =>
    (await person.call('GET', '/api/documents/former')).json().documents

  test('R44 only their owner lists and opens them, however often a document was replaced', async () => {
    const person = await app.signIn()
    const files = await Promise.all(['first', 'second', 'third'].map((artist) => makeJpeg({ artist })))
    const stored = []
    for (const [index, bytes] of files.entries()) {
      app.clock.now = new Date(app.clock.now.getTime() + 60_000)
      stored.push(await uploaded(person, bytes, `${index + 1}.jpg`))
    }
    const [first, second, third] = stored
    const { id: _, ...newest } = third
    expect(await former(person)).toMatchObject([
      { id: second.id, fileName: '2.jpg', replacedAt: newest.uploadedAt },
      { id: first.id, fileName: '1.jpg', replacedAt: second.uploadedAt },
    ])
    const { documents } = (await person.call('GET', '/api/documents')).json()
    expect(documents.map((document: { id: string }) => document.id)).toEqual([third.id])
    const original = await person.call('GET', `${first.documentUrl}?download`)
    expect(original.rawPayload.equals(files[0] ?? Buffer.alloc(0))).toBe(true)
    const stranger = await app.signIn()
    expect(await former(stranger)).toEqual([])
    expect((await stranger.call('GET', first.documentUrl)).statusCode).toBe(404)
    expect((await app.call('GET', first.documentUrl)).statusCode).toBe(401)
    for (const column of ['storage', 'wrapped', 'keyId', 'rendition'])
      expect(JSON.stringify(await former(person))).not.toContain(column)
  })

  test('keep the dates they were decided on', async () => {
    const person = await app.signIn()
    const first = await uploaded(person, await makeJpeg({ artist: 'dated' }), 'first.jpg')
    await uploaded(person, await makeJpeg({ artist: 'replaced' }), 'second.jpg')
    const answer = await person.call('PUT', `${first.documentUrl}/dates`, {
      issuedOn: null,
      expiresOn: '2031-01-01',
    })
    expect(answer.statusCode).toBe(409)
    expect(await former(person)).toMatchObject([{ expiresOn: null }])
  })
})

describe('R41 R44 what is sent', () => {
  test('A20 R41 is a re-encoded rendition without metadata, and the original byte for byte as a download', async () => {
    const shown = await owner.call('GET', url)
    expect(shown.headers['content-type']).toBe('image/jpeg')
    expect(shown.rawPayload.includes(MARKER)).toBe(false)
    expect(shown.rawPayload.includes('Exif')).toBe(false)
    // Includes the place where it was taken.
    expect((await sharp(shown.rawPayload).metadata()).exif).toBeUndefined()
    expect((await sharp(original).metadata()).exif?.length).toBeGreaterThan(100)
    expect(shown.rawPayload.equals(original)).toBe(false)
    const taken = await owner.call('GET', `${url}?download`)
    expect(taken.rawPayload.equals(original)).toBe(true)
  })

  test.each([
    ['', /^inline; /],
    ['?download', /^attachment; /],
    ['?download=1', /^attachment; /],
    ['?download=0', /^inline; /],
  ])(
    'R44 is not stored, not sniffed, not embedded elsewhere and sandboxed: %s',
    async (query, disposition) => {
      const { headers } = await owner.call('GET', url + query)
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/)
      expect(headers['content-disposition']).toMatch(disposition)
      expect(headers['content-disposition']).toContain("filename*=UTF-8''F%C3%BChrerschein.jpg")
    },
  )

  test('R41 R44 of a PDF is pictures of its pages, and the file only as an attachment', async () => {
    const bytes = makePdf({ pages: 2 })
    const person = await app.signIn()
    const { documentUrl, pages } = await uploaded(person, bytes, 'bill.pdf')
    expect(pages).toBe(2)
    const admin = await app.signIn({ role: 'admin' })
    expect((await admin.call('GET', `${documentUrl}?page=2`)).statusCode).toBe(409)
    await giveReason(admin, documentUrl)
    for (const [reader, query] of [
      [admin, ''],
      [admin, '?page=2'],
      [person, '?page=1'],
    ] as const) {
      const { statusCode, headers, rawPayload } = await reader.call('GET', documentUrl + query)
      expect([statusCode, headers]).toMatchObject([
        200,
        {
          'content-type': 'image/jpeg',
          'document-pages': '2',
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'content-disposition': expect.stringMatching(/^inline; filename="bill \d\.jpg"/),
        },
      ])
      expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'jpeg', height: 2400 })
      expect(rawPayload.includes('%PDF')).toBe(false)
    }
    const taken = await admin.call('GET', `${documentUrl}?download`)
    expect(taken.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; /),
    })
    expect(taken.rawPayload.equals(bytes)).toBe(true)
    const looks = await eventsOf(app.database, admin.id, 'document.fetched', 'document.downloaded')
    expect(looks.map(({ type, after }) => [type, (after as { page?: number }).page])).toEqual([
      ['document.fetched', 1],
      ['document.fetched', 2],
      ['document.downloaded', undefined],
    ])
  })

  test('R28 R44 no page beyond the last is drawn or recorded, nor any for a stranger', async () => {
    const person = await app.signIn()
    const { documentUrl } = await uploaded(person, makePdf({ pages: 2 }), 'bill.pdf')
    const admin = await app.signIn({ role: 'admin' })
    for (const [page, status] of [
      ['3', 404],
      ['0', 400],
      ['51', 400],
      ['1.5', 400],
      ['x', 400],
    ])
      expect([page, (await admin.call('GET', `${documentUrl}?page=${page}`)).statusCode]).toEqual([
        page,
        status,
      ])
    const { message, fields } = (await admin.call('GET', `${documentUrl}?page=x`)).json()
    expect([message, fields]).toEqual(['Enter a number', { page: 'Enter a number' }])
    expect((await admin.call('GET', `${url}?page=2`)).statusCode).toBe(404)
    expect(await eventsOf(app.database, admin.id, ...LOOKS)).toEqual([])
    expect((await (await app.signIn()).call('GET', `${documentUrl}?page=1`)).statusCode).toBe(404)
    expect((await app.call('GET', `${documentUrl}?page=1`)).statusCode).toBe(401)
  })

  test('R54 pages are limited for each reader', async () => {
    const strict = await testApp({ env: { RATE_LIMIT_FACTOR: '1' } })
    const person = await strict.signIn()
    await strict.database.pool.query(`insert into rate_limits (key, points, expire) values ($1, 600, $2)`, [
      `document-read:u${person.id}`,
      strict.clock.now.getTime() + 60_000,
    ])
    const nowhere = '/api/documents/00000000-0000-4000-8000-000000000000'
    expect((await person.call('GET', nowhere)).statusCode).toBe(429)
    expect((await (await strict.signIn()).call('GET', nowhere)).statusCode).toBe(404)
  })
})

describe('R43 R47 what is stored', () => {
  test('R47 the store contains nothing readable: neither the marker nor a picture', async () => {
    const names = await readdir(app.documentsDir, { recursive: true, withFileTypes: true })
    const files = names.filter((entry) => entry.isFile())
    expect(files.length).toBeGreaterThan(1)
    for (const { parentPath, name } of files) {
      const bytes = await readFile(join(parentPath, name))
      for (const readable of [MARKER, 'JFIF', 'Exif', '%PDF', 'Führerschein'])
        expect(bytes.includes(readable)).toBe(false)
    }
  })

  test('R47 a file changed on disk is not sent', async () => {
    const person = await app.signIn()
    const { documentUrl } = await uploaded(person, makePdf(), 'a.pdf')
    const { rows } = await app.database.pool.query('select storage_key from documents where user_id = $1', [
      person.id,
    ])
    const key: string = rows[0].storage_key
    const { writeFile } = await import('node:fs/promises')
    const path = join(app.documentsDir, key.slice(0, 2), key.slice(2, 4), key)
    const bytes = await readFile(path)
    bytes.writeUInt8((bytes.at(-20) ?? 0) ^ 1, bytes.length - 20)
    await writeFile(path, bytes)
    const answer = await person.call('GET', `${documentUrl}?download`).catch(() => undefined)
    expect(answer?.statusCode === 200 && answer.rawPayload.equals(makePdf())).toBe(false)
    // Its first page was drawn before.
    expect((await person.call('GET', documentUrl)).statusCode).toBe(200)
  })

  test.each([
    ['a path upwards', '../../etc/passwd.jpg', 'passwd.jpg'],
    ['a path of Windows', '..\\..\\boot.jpg', 'boot.jpg'],
    ['an absolute path', '/etc/cron.d/job.jpg', 'job.jpg'],
    ['a NUL', 'a\u0000b.jpg', 'ab.jpg'],
    ['a right-to-left mark', 'gpj.\u202eexe.jpg', 'gpj.exe.jpg'],
    ['line breaks', 'a\r\nSet-Cookie: x=1\r\n.jpg', 'aSet-Cookie: x=1.jpg'],
    ['quotes', 'a"; filename="b.jpg', 'a"; filename="b.jpg'],
    ['nothing but dots', '..', 'document.jpg'],
    ['another script', 'هوية.jpg', 'هوية.jpg'],
  ])('R43 A10 a name with %s is only display text', async (_name, fileName, shown) => {
    const person = await app.signIn()
    const image = `data:image/jpeg;base64,${original.toString('base64')}`
    const answer = await person.call('POST', '/api/uploads/kyc-document', {
      documentType: 'selfie',
      fileName,
      fileData: image,
    })
    expect(answer.json().document?.fileName).toBe(shown)
    const { headers } = await person.call('GET', `${answer.json().documentUrl}?download`)
    expect(headers['set-cookie']).toBeUndefined()
    expect(String(headers['content-disposition'])).toMatch(
      /^attachment; filename="[^"\\\r\n]*"(; filename\*=UTF-8''[\w.%!#$&+^`|~-]+)?$/,
    )
    const { rows } = await app.database.pool.query(
      'select storage_key, rendition_key from documents where user_id = $1',
      [person.id],
    )
    for (const key of Object.values(rows[0])) expect(key).toMatch(/^[0-9a-f]{48}$/)
  })

  test('R43 A10 a name of 5,000 characters is cut to 255 bytes with its extension', async () => {
    const { fileName } = await uploaded(await app.signIn(), original, `${'ü'.repeat(4990)}.jpg`)
    expect(Buffer.byteLength(fileName)).toBeLessThanOrEqual(255)
    expect(fileName).toMatch(/^ü+\.jpg$/)
  })
})
